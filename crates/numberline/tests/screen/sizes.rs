//! The window grows and shrinks, down to a single cell.

use crate::{HOME, home, leave};

/// The text at the top of the first screen.
const TITLE: &str = " Number-line duels";

#[test]
fn every_size_is_drawn_and_comes_back() {
    let (_home, mut session) = home();
    for size in
        [(1, 1), (300, 100), (40, 12), (1, 100), (300, 1), (2, 2), (80, 24), (39, 11), (7, 3), (200, 60)]
    {
        session.resize(size);
        session.send("j");
    }
    let screen = session.wait_to_see("a large page", |screen| {
        let (rows, columns) = screen.size();
        (columns.get(), rows.get()) == (200, 60) && screen.contents().contains(HOME)
    });
    assert!(screen.alternate_screen());
    session.resize((1, 1));
    session.send("q");
    assert_eq!(session.exit_code_with_restored_terminal(), 0);
}

#[test]
fn nothing_is_left_of_what_a_larger_window_showed() {
    let (_home, mut session) = home();
    for size in [(40, 12), (100, 24), (40, 12)] {
        session.resize(size);
        let whole = |screen: &vt100::Screen| {
            let contents = screen.contents();
            let row = contents.lines().next().unwrap_or_default();
            row.starts_with(TITLE)
                && row.len() == usize::from(size.0)
                && contents.trim_end().ends_with("all keys")
        };
        let before = session.wait_to_see("all of the page", whole).contents();
        let shown = session.raw().len();
        session.send("\x0c");
        session.wait_for_more(shown);
        // Ctrl-L redraws everything: if that changes anything, something was left over.
        assert_eq!(session.wait_to_see("all of the page", whole).contents(), before, "{size:?}");
    }
    session.send("q");
    assert_eq!(leave(session), 0);
}
