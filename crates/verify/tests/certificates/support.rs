//! Certificates to check, fresh from the solvers.

use numberline_table::{CertificateError, Request, find};

/// A certificate as the program writes it, or why there is none.
pub(crate) fn certify(game: &str, settings: &str, position: Option<&str>) -> Result<String, String> {
    let row = find(game).ok_or("no such game")?;
    let setup = Request {
        set: settings.split_whitespace().map(str::to_owned).collect(),
        position: position.map(str::to_owned),
        ..Request::default()
    };
    let start = setup.start(row).map_err(|error| error.to_string())?;
    let oracle = row.solve(&*start, &()).map_err(|refusal| refusal.to_string())?;
    let certificate =
        oracle.certificate(&*start, &()).map_err(|refused: CertificateError| refused.to_string())?;
    Ok(certificate.text().to_owned())
}

/// A certificate that there is.
pub(crate) fn certificate(game: &str, settings: &str, position: Option<&str>) -> String {
    certify(game, settings, position).unwrap_or_else(|error| panic!("{game} {settings}: {error}"))
}
