//! What was probably meant by a word that is not known.

/// `; did you mean 'mirror'?` or nothing, if no known word is like it.
pub(crate) fn did_you_mean(typed: &str, known: impl IntoIterator<Item = String>) -> String {
    const ALIKE: f64 = 0.8;
    let like = |known: &String| strsim::jaro_winkler(&typed.to_lowercase(), &known.to_lowercase());
    let known = known.into_iter().map(|known| (like(&known), known));
    let best = known.filter(|(alike, _)| *alike > ALIKE).max_by(|(one, _), (two, _)| one.total_cmp(two));
    best.map(|(_, known)| format!("; did you mean '{known}'?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn only_what_is_alike_is_meant() {
        let known = || ["length", "misere", "step"].map(str::to_owned);
        assert_eq!(did_you_mean("lenth", known()), "; did you mean 'length'?");
        assert_eq!(did_you_mean("Step", known()), "; did you mean 'step'?");
        assert_eq!(did_you_mean("colour", known()), "");
    }
}
