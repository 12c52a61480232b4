//! The name of the person who plays here: asked once, and remembered.

use std::fs;
use std::io;

use numberline_table::{Name, write_atomically};

use crate::Home;

/// What is known of the person's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Person {
    /// Nobody has asked yet.
    Unasked,
    /// Asked, and not told.
    Nameless,
    /// Their name.
    Named(Name),
}

impl Home {
    /// Who plays here. A file that cannot be read, or holds no name, counts as asked and not told.
    #[must_use]
    pub fn person(&self) -> Person {
        match fs::read_to_string(self.name()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Person::Unasked,
            Err(_) => Person::Nameless,
            Ok(text) => match text.lines().next().map(Name::of_person) {
                Some(Ok(name)) => Person::Named(name),
                Some(Err(_)) | None => Person::Nameless,
            },
        }
    }

    /// Remembers the name, or that there is none and nobody has to ask again.
    pub fn introduce(&self, name: Option<&Name>) -> io::Result<()> {
        fs::create_dir_all(self.folder())?;
        let text = name.map(|name| format!("{name}\n")).unwrap_or_default();
        write_atomically(&self.name(), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

    use super::*;

    #[test]
    fn a_person_is_asked_once() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().join("new"));
        assert_eq!(home.person(), Person::Unasked);
        home.introduce(None).unwrap();
        assert_eq!(home.person(), Person::Nameless);
        let ada = Name::new("Ada").unwrap();
        home.introduce(Some(&ada)).unwrap();
        assert_eq!(home.person(), Person::Named(ada));
        fs::write(home.name(), "Computer (level 3)\n").unwrap();
        assert_eq!(home.person(), Person::Nameless);
    }
}
