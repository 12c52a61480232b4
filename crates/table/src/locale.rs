//! What the locale says about symbols.

/// Whether symbols beyond ASCII can be shown, by the first variable of the locale that is set, as in the C library.
pub fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(|value| value.to_lowercase());
    match ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set) {
        Some(locale) => locale.contains("utf-8") || locale.contains("utf8"),
        None => cfg!(any(windows, target_os = "macos")),
    }
}
