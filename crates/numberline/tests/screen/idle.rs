//! An idle screen uses no processor time.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::home;

/// How long the program may take to become idle. No test waits for it to pass.
const PATIENCE: Duration = Duration::from_secs(300);

/// The system calls in which a thread can wait without a timeout, and the argument that says so.
#[cfg(target_arch = "x86_64")]
const WAITS: [(&str, Option<(usize, Limit)>); 7] = [
    ("0", None),                         // read
    ("7", Some((2, Limit::Negative))),   // poll
    ("45", None),                        // recvfrom
    ("47", None),                        // recvmsg
    ("202", Some((3, Limit::Null))),     // futex
    ("232", Some((3, Limit::Negative))), // epoll_wait
    ("271", Some((2, Limit::Null))),     // ppoll
];
#[cfg(target_arch = "aarch64")]
const WAITS: [(&str, Option<(usize, Limit)>); 6] = [
    ("22", Some((3, Limit::Negative))), // epoll_pwait
    ("63", None),                       // read
    ("73", Some((2, Limit::Null))),     // ppoll
    ("98", Some((3, Limit::Null))),     // futex
    ("207", None),                      // recvfrom
    ("212", None),                      // recvmsg
];

/// How a call says that there is no timeout.
#[derive(Clone, Copy)]
enum Limit {
    Null,
    Negative,
}

/// Whether a thread waits for something other than time. The system reports the thread's current call with its
/// arguments.
fn waits_forever(call: &str) -> bool {
    let words: Vec<&str> = call.split_whitespace().collect();
    let Some((_, limit)) = WAITS.iter().find(|(number, _)| words.first() == Some(number)) else {
        return false;
    };
    limit.is_none_or(|(place, limit)| {
        let given = words.get(place + 1).and_then(|word| word.strip_prefix("0x"));
        let given = given.and_then(|word| u64::from_str_radix(word, 16).ok());
        match limit {
            Limit::Null => given == Some(0),
            Limit::Negative => given.is_some_and(|given| given & 0xffff_ffff == 0xffff_ffff),
        }
    })
}

/// The current system calls of a program's threads.
fn calls(pid: i32) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).expect("a process");
    let calls = threads.map(|thread| fs::read_to_string(thread.expect("a thread").path().join("syscall")));
    calls.map(|call| call.expect("the call that a thread is in")).collect()
}

#[test]
fn an_idle_screen_waits_for_no_clock() {
    let (_home, session) = home();
    let deadline = Instant::now() + PATIENCE;
    loop {
        let calls = calls(session.pid());
        if calls.iter().all(|call| waits_forever(call)) {
            break;
        }
        assert!(Instant::now() < deadline, "the threads do not become idle: {calls:#?}");
        thread::yield_now();
    }
}

#[test]
fn a_wait_with_a_limit_is_told_from_one_without() {
    let [futex, read] = if cfg!(target_arch = "x86_64") { ["202", "0"] } else { ["98", "63"] };
    assert!(waits_forever(&format!("{futex} 0x7f00 0x189 0x0 0x0 0x0 0xffffffff 0x7ffd 0x7ff6")));
    assert!(!waits_forever(&format!("{futex} 0x7f00 0x189 0x0 0x7ffc 0x0 0xffffffff 0x7ffd 0x7ff6")));
    assert!(waits_forever(&format!("{read} 0x3 0x7ff6 0x400 0x0 0x0 0x0 0x7ffd 0x7ff6")));
    assert!(!waits_forever("running") && !waits_forever(""));
}
