//! Preferences files, whole and broken.
#![allow(clippy::unwrap_used, reason = "a failing test is meant to panic")]

use std::fs;

use super::setting::SWITCH;
use super::*;
use crate::{Depth, Symbols};

fn at(folder: &tempfile::TempDir) -> Environment {
    Environment { config: Some(folder.path().join("deep/config.toml")), ..Environment::default() }
}

fn put(here: &Environment, bytes: impl AsRef<[u8]>) {
    let file = here.config.as_ref().unwrap();
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}

/// The error for a file with this content, without the folder.
fn complaint(bytes: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().unwrap();
    let here = at(&folder);
    put(&here, &bytes);
    let (preferences, error) = Preferences::load(&here);
    let expected = Preferences { here: here.clone(), ..Preferences::default() };
    assert_eq!(preferences, expected, "what cannot be read changes nothing");
    let complaint = error.unwrap().to_string();
    assert_eq!(preferences.save().unwrap_err().to_string(), complaint, "and is not overwritten");
    assert_eq!(fs::read(here.config.unwrap()).unwrap(), bytes.as_ref());
    complaint.replace(&format!("{}/deep/", folder.path().display()), "")
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let here = at(&folder);
    let (mut preferences, error) = Preferences::load(&here);
    assert!(error.is_none(), "no file is no error");
    preferences.names = Some(["Ada", "Grace \"G\" Hopper"].map(|name| Name::new(name).unwrap()));
    preferences.seats = ["mirror".into(), "human".into()];
    for setting in Setting::ALL {
        for word in setting.about().words {
            preferences.choose(*setting, word);
            preferences.save().unwrap();
            let (again, error) = Preferences::load(&here);
            assert!(error.is_none(), "{error:?}");
            assert_eq!(again, preferences);
        }
    }
}

#[test]
fn what_the_command_line_says_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let here = at(&folder);
    let given = Preferences::load(&here).0.given(Setting::Theme, "light").unwrap();
    let mut preferences = given.given(Setting::Mouse, "off").unwrap();
    let words = |preferences: &Preferences| {
        [Setting::Theme, Setting::Mouse, Setting::Coach].map(|setting| preferences.word(setting))
    };
    assert_eq!(words(&preferences), ["light", "off", "off"]);
    preferences.turn(Setting::Coach, 1);
    preferences.turn(Setting::Mouse, 1);
    preferences.save().unwrap();
    assert_eq!(words(&Preferences::load(&here).0), ["dark", "on", "on"]);
    preferences.turn(Setting::Theme, 2);
    preferences.save().unwrap();
    assert_eq!(
        words(&Preferences::load(&here).0),
        ["safe", "on", "on"],
        "what is changed on the screen is kept"
    );
}

#[test]
fn asking_for_motion_counts_more_than_the_environment() {
    let here = Environment { still: true, ..Environment::default() };
    let still = Preferences::load(&here).0;
    assert!(!still.look().motion);
    assert!(still.clone().given(Setting::Motion, "on").unwrap().look().motion);
    assert!(!still.clone().given(Setting::Mouse, "on").unwrap().look().motion);
    let mut turned = still;
    turned.turn(Setting::Motion, 1);
    assert!(turned.look().motion);
}

#[test]
fn the_environment_fills_in_what_is_left_open() {
    let here = Environment { depth: Depth::Table, symbols: Symbols::Ascii, ..Environment::default() };
    let open = Preferences::load(&here).0;
    assert_eq!(open.look().theme, Theme::new(ThemeName::Dark, Depth::Table));
    assert_eq!(open.look().symbols, Symbols::Ascii);
    assert_eq!([Setting::Depth, Setting::Symbols].map(|it| open.shown(it)), ["auto (256)", "auto (ascii)"]);
    let said = open.given(Setting::Depth, "none").unwrap().given(Setting::Symbols, "unicode").unwrap();
    assert_eq!(said.look().theme, Theme::new(ThemeName::Dark, Depth::None));
    assert_eq!(said.look().symbols, Symbols::Unicode);
}

/// A value that is not understood would quietly mean something else.
#[test]
fn every_word_means_something() {
    for setting in Setting::ALL {
        let about = setting.about();
        assert!(about.words.contains(&about.usual), "{setting:?}");
        let is_known = |word: &str| match setting {
            Setting::Theme => word.parse::<ThemeName>().is_ok(),
            Setting::Depth => word == "auto" || word.parse::<Depth>().is_ok(),
            Setting::Symbols => word == "auto" || word.parse::<Symbols>().is_ok(),
            _ => SWITCH.contains(&word),
        };
        assert!(about.words.iter().all(|word| is_known(word)), "{setting:?}");
    }
}

#[test]
fn mistakes_are_named_with_their_line_and_what_is_allowed() {
    assert_eq!(
        complaint("mouse = true\ntheme = \"purple\"\n"),
        "config.toml, line 2: 'purple' is not one of dark, light, contrast, safe, mono"
    );
    assert_eq!(
        complaint("\n\ncolour = 3\n"),
        "config.toml, line 3: unknown field `colour`, expected one of `theme`, `depth`, `symbols`, `motion`, `mouse`, \
         `coach`, `nimbers`, `predict`, `names`, `players`"
    );
    assert_eq!(complaint("motion = \"often\""), "config.toml, line 1: 'often' is not one of on, off");
    assert_eq!(
        complaint("names = [\"Ada\", \"\"]"),
        "config.toml, line 1: a name needs at least one visible character"
    );
    assert_eq!(
        complaint("players = [\"human\", \"deep blue\"]"),
        "config.toml, line 1: there is no player 'deep blue'; 'numberline players' lists them"
    );
}

#[test]
fn hostile_files_do_no_harm() {
    let deep = format!("names = {}", "[".repeat(60_000));
    for bytes in [
        b"theme = \"\x1b[31m\"".to_vec(),
        b"theme = \"dark\"\n\xff\xfe".to_vec(),
        b"= = =".to_vec(),
        b"theme = \"dark\"\ntheme = \"dark\"".to_vec(),
        vec![0; 100],
        vec![b'#'; (1 << 16) + 1],
        vec![b'\n'; 1 << 20],
        deep.into_bytes(),
    ] {
        let complaint = complaint(bytes);
        assert!(complaint.starts_with("config.toml"), "{complaint}");
        assert!(!complaint.contains(char::is_control), "{complaint:?}");
    }
}

#[test]
fn a_folder_or_a_pipe_in_its_place_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let here = at(&folder);
    fs::create_dir_all(here.config.as_ref().unwrap()).unwrap();
    let (preferences, error) = Preferences::load(&here);
    assert!(error.unwrap().to_string().ends_with("it is not a file"));
    assert!(preferences.save().is_err());
}

#[test]
fn words_are_read_strictly() {
    assert_eq!(Setting::Depth.read("256"), Ok("256"));
    let wrong = Setting::Symbols.read("Unicode");
    assert_eq!(wrong.unwrap_err().to_string(), "'Unicode' is not one of auto, unicode, ascii");
}
