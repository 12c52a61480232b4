//! A screen on which nothing happens uses no processor time.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::home;

/// How many clock ticks a process has used, in its own code and in the system's.
fn used(pid: i32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process");
    // The name in brackets may have anything in it; behind it stand the numbers, from the third on.
    let numbers = stat.rsplit_once(')').expect("a name").1;
    let at = |place: usize| numbers.split_whitespace().nth(place - 3).and_then(|number| number.parse().ok());
    at(14).zip(at(15)).map(|(user, system): (u64, u64)| user + system).expect("numbers")
}

#[test]
#[cfg(target_os = "linux")]
fn an_idle_screen_uses_no_processor_time() {
    let (_home, session) = home();
    let before = used(session.pid());
    let shown = session.raw().len();
    // This waits for nothing to happen, which takes as long as it takes: what is asserted are counts.
    thread::sleep(Duration::from_secs(2));
    let ticks = used(session.pid()) - before;
    assert!(ticks <= 1, "{ticks} clock ticks were used by doing nothing");
    assert_eq!(session.raw().len(), shown, "nothing is drawn while nothing happens");
}
