//! A command line as a shell reads it, as far as documents need one: words, single quotes, pipes, comments.

/// The programs of a pipeline with their words. What follows a `>` stays with the words.
pub(crate) fn read(line: &str) -> Vec<Vec<String>> {
    let mut programs = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            _ if quoted => word.get_or_insert_default().push(c),
            '#' if word.is_none() => break,
            '|' => {
                finish(&mut programs, &mut word);
                programs.push(Vec::new());
            }
            _ if c.is_whitespace() => finish(&mut programs, &mut word),
            _ => word.get_or_insert_default().push(c),
        }
    }
    finish(&mut programs, &mut word);
    programs
}

fn finish(programs: &mut [Vec<String>], word: &mut Option<String>) {
    if let Some(last) = programs.last_mut() {
        last.extend(word.take());
    }
}
