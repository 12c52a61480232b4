//! Random keys through the real terminal: nothing panics, and the terminal is restored.

use numberline_table::Dice;
use rustix::process::Signal;

use crate::open;

const KEYS: [&str; 40] = [
    "h",
    "j",
    "k",
    "l",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\t",
    "\x1b[Z",
    "\r",
    "\r",
    " ",
    "1",
    "2",
    "3",
    "5",
    "0",
    "u",
    "?",
    "\x1b[27;1;27~",
    "c",
    "n",
    "s",
    "t",
    "r",
    "d",
    "x",
    "y",
    "m",
    "\x7f",
    "\x1b[1;2C",
    "\x1b[1;2D",
    "\x1b[<0;20;10M\x1b[<0;20;10m",
    "\x1b[<64;20;10M",
    "\x1b[200~5 6\x1b[201~",
];

#[test]
fn keys_at_random() {
    for theme in numberline_tui::Setting::Theme.about().words {
        let (_home, mut session) = open(&["tui", "--theme", theme]);
        let mut dice = Dice::new(7, 0);
        let mut pick = |bound: u64| usize::try_from(dice.below(bound)).expect("a small number");
        for _ in 0..400 {
            let keys: String = (0..50).map(|_| KEYS[pick(KEYS.len() as u64)]).collect();
            session.send(keys);
            let side = |number: usize| u16::try_from(number).expect("a small number") + 1;
            session.resize((side(pick(120)), side(pick(40))));
        }
        session.resize((100, 30));
        session
            .wait_to_see("the program", |screen| screen.size().1.get() == 100 && screen.alternate_screen());
        session.signal(Signal::TERM);
        assert_eq!(session.exit_code_with_restored_terminal(), 143, "{theme}");
        assert!(crate::is_as_it_was(&session.window()), "{theme}");
    }
}
