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
                Some(Ok(name)) if !name.is_of_a_seat() => Person::Named(name),
                Some(_) | None => Person::Nameless,
            },
        }
    }

    /// The name under which a person plays against a computer: as given, which is remembered, or as remembered. Where it
    /// cannot be kept, the game is played all the same.
    #[must_use]
    pub fn name_of_person(&self, given: Option<Name>) -> Option<Name> {
        match (given, self.person()) {
            (Some(name), _) => {
                let _ = self.introduce(Some(&name));
                Some(name)
            }
            (None, Person::Named(name)) => Some(name),
            (None, Person::Unasked | Person::Nameless) => None,
        }
    }

    /// Remembers the name, or that there is none and nobody has to ask again. What the rule books call a seat is no name.
    pub fn introduce(&self, name: Option<&Name>) -> io::Result<()> {
        let name = name.filter(|name| !name.is_of_a_seat());
        fs::create_dir_all(self.folder())?;
        let text = name.map(|name| format!("{name}\n")).unwrap_or_default();
        write_atomically(&self.name(), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

    use numberline_rules::Seat;

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
        assert_eq!(home.person(), Person::Named(ada.clone()));
        assert_eq!(home.name_of_person(None), Some(ada));
        let grace = Name::new("Grace").unwrap();
        assert_eq!(home.name_of_person(Some(grace.clone())), Some(grace.clone()));
        assert_eq!(home.person(), Person::Named(grace));
        home.introduce(Some(&Name::of_seat(Seat::One))).unwrap();
        assert_eq!(home.name_of_person(None), None);
        for no_name in ["Computer (level 3)\n", "Player 1\n"] {
            fs::write(home.name(), no_name).unwrap();
            assert_eq!(home.person(), Person::Nameless, "{no_name}");
        }
    }
}
