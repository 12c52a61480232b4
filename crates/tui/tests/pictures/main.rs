//! The pictures in the README are what the program draws. `cargo xtask pictures` redraws them.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that fails says so by panicking"
)]

mod svg;

use std::env;
use std::fs;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use numberline_history::Home;
use numberline_table::{Bounds, Request};
use numberline_tui::{App, Event, Headless, Preferences, Setting, Start, ThemeName};
use ratatui::buffer::{Buffer, Cell};

/// A page of the program, after some keys.
struct Scene {
    name: &'static str,
    title: &'static str,
    theme: ThemeName,
    start: Start,
    size: (u16, u16),
    keys: &'static [KeyCode],
    /// What must be on the page.
    shows: &'static [&'static str],
}

/// A match between two people, in the middle of it.
fn game(slug: &str, moves: &str) -> Start {
    let request = Request {
        game: slug.to_owned(),
        moves: Some(moves.to_owned()),
        names: ["Ada", "Grace"].map(|name| Some(name.to_owned())),
        ..Request::default()
    };
    Start::Play(Box::new(request.terms(&Bounds::LOCAL).unwrap()))
}

fn scenes() -> Vec<Scene> {
    vec![
        Scene {
            name: "home",
            title: "The first screen: the five games to choose from",
            theme: ThemeName::Dark,
            start: Start::Home,
            size: (96, 26),
            keys: &[KeyCode::Down, KeyCode::Down],
            shows: &["Number Line Blockade", "Number Siege"],
        },
        Scene {
            name: "play",
            title: "Number Line Blockade: what a claim would block, and what the coach says",
            theme: ThemeName::Dark,
            start: game("blockade", "5; 11"),
            size: (116, 30),
            keys: &[KeyCode::Char('c'), KeyCode::Right, KeyCode::Right],
            shows: &["Ada", "Grace"],
        },
        Scene {
            name: "analysis",
            title: "A game of Number Line Duel looked at again: the value of every move, and the mistakes",
            theme: ThemeName::Light,
            start: game("duel", "1; 5 6; 9; 3; 7 8; 2; 10; 4"),
            size: (116, 30),
            keys: &[KeyCode::Char('a'), KeyCode::Left, KeyCode::Left],
            shows: &["Ada"],
        },
        Scene {
            name: "cards",
            title: "Line Duel with cards: the best mix, as exact fractions",
            theme: ThemeName::Safe,
            start: game("cards", "2/1; 4/3"),
            size: (116, 30),
            keys: &[KeyCode::Enter, KeyCode::Char('c')],
            shows: &["Ada"],
        },
    ]
}

fn draw(scene: &Scene) -> Buffer {
    let theme = scene.theme.to_string();
    let given = [
        (Setting::Theme, theme.as_str()),
        (Setting::Depth, "true"),
        (Setting::Symbols, "unicode"),
        (Setting::Motion, "off"),
    ];
    let preferences = given
        .into_iter()
        .try_fold(Preferences::default(), |preferences, (setting, word)| preferences.given(setting, word));
    let folder = tempfile::tempdir().unwrap();
    let app = App::new(preferences.unwrap(), scene.size, scene.start.clone());
    let mut program = Headless::new(app, Some(Home::at(folder.path())), scene.size);
    for key in scene.keys {
        program.tell(Event::Key(KeyEvent::new(*key, KeyModifiers::NONE)));
    }
    program.page().clone()
}

fn text(page: &Buffer) -> String {
    let rows = page.content().chunks(usize::from(page.area.width));
    rows.map(|row| row.iter().map(Cell::symbol).collect::<String>() + "\n").collect()
}

#[test]
fn the_pictures_are_what_the_program_draws() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let bless = env::var_os("NUMBERLINE_BLESS").is_some();
    for scene in scenes() {
        let page = draw(&scene);
        let shown = text(&page);
        for words in scene.shows {
            assert!(shown.contains(words), "{} does not show {words:?}:\n{shown}", scene.name);
        }
        let drawn = svg::render(&page, scene.title);
        let path = folder.join(scene.name).with_extension("svg");
        if bless {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, drawn).unwrap();
        } else {
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(kept == drawn, "{} is not what the program draws: cargo xtask pictures", path.display());
        }
    }
}

#[test]
fn what_a_page_says_cannot_break_a_picture() {
    let mut page = Buffer::with_lines(["<a href=\"x\">&amp;</a>", "│─╭█▄"]);
    page.set_style(page.area, ratatui::style::Style::new().fg(ratatui::style::Color::Rgb(1, 2, 3)));
    let drawn = svg::render(&page, "<&>");
    assert!(drawn.contains("<title>&lt;&amp;&gt;</title>"), "{drawn}");
    assert!(drawn.contains("&lt;a href=\"x\"&gt;&amp;amp;&lt;/a&gt;"), "{drawn}");
    assert_eq!(drawn.matches('<').count(), drawn.matches('>').count());
    assert!(drawn.contains("#010203"));
}
