//! The file in which PostgreSQL's own programs keep passwords: `~/.pgpass`, or what `PGPASSFILE` names.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

use crate::database::DatabaseError;

/// The password for a database, if there is a file that has one.
pub(super) fn find(config: &Config, named: Option<PathBuf>) -> Result<Option<String>, DatabaseError> {
    let named = named.or_else(|| std::env::var_os("PGPASSFILE").map(PathBuf::from));
    let usual = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".pgpass"));
    let (file, is_named) = match (named, usual()) {
        (Some(file), _) => (file, true),
        (None, Some(file)) => (file, false),
        (None, None) => return Ok(None),
    };
    let failed = |why: &dyn std::fmt::Display| {
        DatabaseError::PasswordFile(file.display().to_string(), why.to_string())
    };
    let Ok(found) = file.metadata() else {
        return if is_named { Err(failed(&"there is no such file")) } else { Ok(None) };
    };
    if found.permissions().mode() & 0o077 != 0 {
        return Err(failed(&"others may read it; run chmod 600 on it"));
    }
    let text = std::fs::read_to_string(&file).map_err(|error| failed(&error))?;
    let user = config.get_user().map_or_else(|| std::env::var("USER").unwrap_or_default(), ToOwned::to_owned);
    let name = config.get_dbname().unwrap_or(&user);
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        Some(Host::Unix(_)) | None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    Ok(matching(&text, [&host, &port, name, &user]))
}

/// The password of the first line that fits.
fn matching(text: &str, wanted: [&str; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let fits = |(field, wanted): (&String, &str)| field == "*" || field == wanted;
        let is_it = fields.len() == 5 && fields.iter().zip(wanted).all(fits);
        if is_it { fields.into_iter().next_back() } else { None }
    })
}

/// The parts between colons; a backslash takes what follows as it is.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut letters) = (vec![String::new()], line.chars());
    while let Some(letter) = letters.next() {
        let taken = match letter {
            // The password is the last field, whatever is in it.
            ':' if fields.len() < 5 => {
                fields.push(String::new());
                continue;
            }
            '\\' => letters.next(),
            other => Some(other),
        };
        if let Some(field) = fields.last_mut() {
            field.extend(taken);
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_counts() {
        let text = "# hosts\nother:5432:games:ada:wrong\n*:*:games:ada:a\\:b\\\\c:d\n*:*:*:*:last\n";
        assert_eq!(matching(text, ["db", "5432", "games", "ada"]).as_deref(), Some("a:b\\c:d"));
        assert_eq!(matching(text, ["db", "5432", "games", "bo"]).as_deref(), Some("last"));
        assert_eq!(matching("db:1:games:ada\n", ["db", "1", "games", "ada"]), None);
    }
}
