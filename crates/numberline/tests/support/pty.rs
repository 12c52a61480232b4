//! A person at a terminal: the program runs in a pseudo-terminal, and its output goes through a terminal emulator.
//!
//! Nothing here sleeps: every wait is for something that the program shows or does, with a deadline.
#![allow(dead_code, reason = "each suite uses the part that it needs")]

mod window;

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use window::Window;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_numberline");

pub(crate) const LEFT: &str = "\x1b[D";
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const HOME: &str = "\x1b[H";
pub(crate) const BACKSPACE: &str = "\x7f";
pub(crate) const CTRL_C: &str = "\x03";
pub(crate) const CTRL_D: &str = "\x04";

const PATIENCE: Duration = Duration::from_secs(300);
const ROWS: u16 = 24;
const COLUMNS: u16 = 100;

/// A shell starts the program, as usual. It also stays afterwards: the kernel resets the terminal when a session leader
/// ends, so a program that leads its session would always seem to restore it. Once the terminal is gone, the shell
/// ends.
const SHELL: &str = r#"
    trap : HUP INT QUIT
    sh -c 'printf "<started %s>" $$; exec "$@"' sh "$@"
    code=$?
    printf '<left %s>' "$code" && exec sleep 100
    exit "$code"
"#;
/// The same with job control, like an interactive shell. It resumes a suspended program when Enter is pressed.
pub(crate) const JOBS: &str = r#"
    trap : HUP INT QUIT
    set -m
    sh -c 'printf "<started %s>" $$; exec "$@"' sh "$@"
    code=$?
    while case "$code" in 145|146|147|148) ;; *) false;; esac; do
        printf '<suspended>'
        read -r line
        fg > /dev/null
        code=$?
    done
    printf '<left %s>' "$code" && exec sleep 100
    exit "$code"
"#;
/// With this in its environment, the program asks for the player's name.
pub(crate) const ASKS: &str = "NUMBERLINE_TEST_ASKS";
const STARTED: &[u8] = b"<started ";
const LEFT_WITH: &[u8] = b"<left ";

/// A folder with the program's files, for one run or several.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Starts the program on its own terminal. Its output is not coloured, so that texts appear literally.
    pub(crate) fn start(&self, args: &[&str]) -> Session {
        self.start_with(&[("TERM", "xterm"), ("NO_COLOR", "1")], args)
    }

    /// Starts the program on its own terminal, with only this environment.
    pub(crate) fn start_with(&self, environment: &[(&str, &str)], args: &[&str]) -> Session {
        self.launch(&Launch { environment, args, ..Launch::default() })
    }

    /// Starts a program on its own terminal.
    pub(crate) fn launch(&self, launch: &Launch<'_>) -> Session {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", launch.shell, "sh"]);
        command.arg(launch.program);
        command.args(launch.args);
        command.cwd(self.0.path());
        command.env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.0.path());
        command.env("NUMBERLINE_HOME", self.path("numberline"));
        command.env("LANG", "C.UTF-8");
        // Nobody is asked for a name, unless a test wants that.
        let name = self.path("numberline/name.txt");
        let asks = launch.environment.iter().any(|(name, _)| *name == ASKS);
        if !asks && !name.exists() && std::fs::create_dir_all(self.path("numberline")).is_ok() {
            let _ = std::fs::write(name, "");
        }
        for (name, value) in launch.environment {
            command.env(name, value);
        }
        Session::run(command, launch.size)
    }
}

/// How a program is started.
pub(crate) struct Launch<'a> {
    /// The shell's script.
    pub(crate) shell: &'a str,
    pub(crate) program: &'a Path,
    pub(crate) environment: &'a [(&'a str, &'a str)],
    pub(crate) args: &'a [&'a str],
    /// Columns and rows.
    pub(crate) size: (u16, u16),
}

impl Default for Launch<'_> {
    fn default() -> Self {
        let program = Path::new(PROGRAM);
        Self { shell: SHELL, program, environment: &[], args: &[], size: (COLUMNS, ROWS) }
    }
}

/// The terminal's settings: everything that `stty` could show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Modes(String);

impl Modes {
    /// Whether the terminal echoes what is typed.
    pub(crate) fn echo(&self) -> bool {
        self.has("ECHO")
    }

    /// Whether the terminal delivers whole lines.
    pub(crate) fn whole_lines(&self) -> bool {
        self.has("ICANON")
    }

    /// Whether Ctrl-C is a signal.
    pub(crate) fn signals(&self) -> bool {
        self.has("ISIG")
    }

    fn has(&self, flag: &str) -> bool {
        self.0.split(|c: char| !c.is_alphanumeric()).any(|word| word == flag)
    }
}

/// One run of the program on a terminal.
pub(crate) struct Session {
    master: Box<dyn MasterPty + Send>,
    shell: Shell,
    typed: Sender<Vec<u8>>,
    shown: Arc<Shown>,
    program: Pid,
    read_up_to: usize,
    before: Modes,
    /// The terminal's columns and rows, with the offset in the output from which they apply.
    sizes: Vec<(usize, (u16, u16))>,
    _home: Option<Home>,
}

#[derive(Default)]
struct Shown {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The program's output, and the shell's messages before and after.
    bytes: Vec<u8>,
    /// The other end is closed.
    ended: bool,
    /// The session is dropped.
    closing: bool,
}

impl Shown {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn follow(&self, mut from: impl Read) {
        let mut part = [0; 4096];
        loop {
            let length = from.read(&mut part).unwrap_or(0);
            let mut state = self.lock();
            state.bytes.extend_from_slice(part.get(..length).unwrap_or_default());
            state.ended = length == 0;
            self.changed.notify_all();
            if state.ended || state.closing {
                return;
            }
        }
    }

    /// Waits until a condition on the output holds, or returns an error.
    fn wait<T>(&self, what: &str, mut look: impl FnMut(&[u8]) -> Option<T>) -> Result<T, String> {
        let deadline = Instant::now() + PATIENCE;
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&state.bytes) {
                return Ok(found);
            }
            let time = deadline.saturating_duration_since(Instant::now());
            if time.is_zero() || state.ended || number_behind(&state.bytes, LEFT_WITH).is_some() {
                return Err(format!("timed out waiting for {what}"));
            }
            let woken = self.changed.wait_timeout(state, time);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Session {
    /// Starts the program in a folder of its own.
    pub(crate) fn start(args: &[&str]) -> Self {
        let home = Home::new();
        let session = home.start(args);
        Self { _home: Some(home), ..session }
    }

    fn run(command: CommandBuilder, size: (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(pty_size(size)).expect("a pseudo-terminal");
        let before = modes(&*pair.master);
        let shell = Shell(pair.slave.spawn_command(command).expect("a shell"));
        let shown = Arc::new(Shown::default());
        let reader = pair.master.try_clone_reader().expect("the output");
        let watched = Arc::clone(&shown);
        thread::spawn(move || watched.follow(reader));
        // Typing blocks while the program does not read, which must not block the test.
        let (typed, to_type) = mpsc::channel::<Vec<u8>>();
        let mut keyboard = pair.master.take_writer().expect("the input");
        thread::spawn(move || to_type.iter().try_for_each(|keys| keyboard.write_all(&keys)));
        let started = |bytes: &[u8]| number_behind(bytes, STARTED).and_then(Pid::from_raw);
        let program = shown.wait("a program", started).unwrap_or_else(|failure| panic!("{failure}"));
        let sizes = vec![(0, size)];
        let (master, read_up_to) = (pair.master, 0);
        let mut session =
            Self { master, shell, typed, shown, program, read_up_to, before, sizes, _home: None };
        session.wait_for(">");
        session
    }

    /// Presses keys.
    pub(crate) fn send(&mut self, keys: impl AsRef<[u8]>) {
        self.typed.send(keys.as_ref().to_vec()).expect("a keyboard");
    }

    /// Types a line.
    pub(crate) fn enter(&mut self, line: &str) {
        self.send(format!("{line}\r"));
    }

    /// Waits until the text has been printed, after everything waited for before.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) {
        let wanted = text.replace('\n', "\r\n").into_bytes();
        let from = self.read_up_to;
        let found = self.wait(&format!("{text:?}"), |bytes| {
            Some(from + find(bytes.get(from..).unwrap_or_default(), &wanted)?)
        });
        self.read_up_to = found + wanted.len();
    }

    /// Waits until the line with the cursor has this text.
    #[track_caller]
    pub(crate) fn wait_for_line(&mut self, line: &str) {
        self.read_up_to = self.wait(&format!("the line {line:?}"), |bytes| {
            let parser = self.emulate(bytes);
            let screen = parser.screen();
            let (row, _) = screen.cursor_position();
            let shown = screen.rows(0, u16::MAX).nth(usize::from(row)).unwrap_or_default();
            (shown.trim_end() == line.trim_end()).then_some(bytes.len())
        });
    }

    /// Waits until the window matches, and returns it.
    #[track_caller]
    pub(crate) fn wait_to_see(
        &self,
        what: &str,
        mut look: impl FnMut(&vt100::Screen) -> bool,
    ) -> vt100::Screen {
        let mut window = Window::new(&self.sizes);
        self.wait(&format!("a window with {what}"), |bytes| {
            if is_half_drawn(bytes) {
                return None;
            }
            window.show(bytes);
            let screen = window.parser.screen();
            look(screen).then(|| screen.clone())
        })
    }

    /// Waits until a text is visible in the window.
    #[track_caller]
    pub(crate) fn see(&self, text: &str) -> vt100::Screen {
        self.wait_to_see(&format!("{text:?} in it"), |screen| screen.contents().contains(text))
    }

    /// Waits until the program has printed more than this many bytes.
    #[track_caller]
    pub(crate) fn wait_for_more(&self, than: usize) {
        self.wait("more output", |bytes| (program_output(bytes).len() > than).then_some(()));
    }

    /// Resizes the window.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        let shown = self.shown.lock();
        self.sizes.push((shown.bytes.len(), size));
        self.master.resize(pty_size(size)).expect("another size");
    }

    /// Waits until the program has ended.
    #[track_caller]
    pub(crate) fn exit_code(&mut self) -> i32 {
        self.wait("the end of the program", |bytes| number_behind(bytes, LEFT_WITH))
    }

    /// Resigns, and confirms it.
    pub(crate) fn resign(&mut self) {
        self.enter("resign");
        self.wait_for("do you really resign? (yes/no): ");
        self.enter("yes");
    }

    /// The game has ended: Enter declines the review.
    #[track_caller]
    pub(crate) fn decline_review(&mut self) {
        self.wait_for("Review this game? (yes/no): ");
        self.enter("");
    }

    /// Waits until the program has ended, and asserts that it restored the terminal.
    #[track_caller]
    pub(crate) fn exit_code_with_restored_terminal(&mut self) -> i32 {
        let code = self.exit_code();
        assert_eq!(self.modes(), self.before, "the terminal is not restored\n{}", self.report());
        code
    }

    /// The terminal's current settings.
    pub(crate) fn modes(&self) -> Modes {
        modes(&*self.master)
    }

    /// The terminal's settings before the program started.
    pub(crate) fn modes_before(&self) -> &Modes {
        &self.before
    }

    /// The program's process id.
    pub(crate) fn pid(&self) -> i32 {
        self.program.as_raw_nonzero().get()
    }

    /// The current window.
    pub(crate) fn window(&self) -> vt100::Screen {
        self.emulate(&self.shown.lock().bytes).screen().clone()
    }

    fn emulate(&self, bytes: &[u8]) -> vt100::Parser {
        let mut window = Window::new(&self.sizes);
        window.show(bytes);
        window.parser
    }

    /// Sends a signal to the program only.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.program, signal).expect("a program that runs");
    }

    /// All the bytes that the program has printed so far.
    pub(crate) fn raw(&self) -> Vec<u8> {
        program_output(&self.shown.lock().bytes).to_vec()
    }

    /// The window's text, including the scrollback.
    pub(crate) fn screen(&self) -> String {
        let mut parser = self.emulate(&self.shown.lock().bytes);
        let screen = parser.screen_mut();
        let window: Vec<String> = screen.rows(0, u16::MAX).collect();
        let mut above = Vec::new();
        for row in (1..=screen.scrollback_len()).rev() {
            screen.set_scrollback(row);
            above.extend(screen.rows(0, u16::MAX).next());
        }
        above.extend(window);
        above.join("\n").trim_end().to_owned()
    }

    /// Closes the terminal window, and waits for the program to end.
    #[track_caller]
    pub(crate) fn close(mut self) -> u32 {
        // The keyboard must not send a farewell when it is dropped, and the screen is watched up to one more key.
        let tty = self.master.tty_name().expect("a name");
        let stty = Command::new("stty").args(["eof", "undef", "echo"]).stdin(open(&tty)).status();
        assert!(stty.expect("stty").success());
        self.shown.lock().closing = true;
        self.send("x");
        let Self { master, mut shell, typed, .. } = self;
        drop((typed, master));
        let (tell, ended) = mpsc::channel();
        thread::spawn(move || tell.send(shell.0.wait().map(|status| status.exit_code())));
        let code = ended.recv_timeout(PATIENCE).expect("a program that notices when its terminal is gone");
        code.expect("an exit code")
    }

    #[track_caller]
    fn wait<T>(&self, what: &str, look: impl FnMut(&[u8]) -> Option<T>) -> T {
        match self.shown.wait(what, look) {
            Ok(found) => found,
            Err(failure) => panic!("{failure}\n{}", self.report()),
        }
    }

    fn report(&self) -> String {
        let raw = self.raw();
        let last = raw.get(raw.len().saturating_sub(600)..).unwrap_or_default();
        format!("--- the screen ---\n{}\n--- the last bytes ---\n{}", self.screen(), last.escape_ascii())
    }
}

/// The shell in a session. When it dies, the kernel hangs up its children.
struct Shell(Box<dyn Child + Send + Sync>);

impl Drop for Shell {
    fn drop(&mut self) {
        let pid = self.0.process_id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        // A process that has been waited for no longer exists.
        if let (Some(pid), Ok(None)) = (pid, self.0.try_wait()) {
            let _ = kill_process(pid, Signal::KILL);
            let _ = self.0.wait();
        }
    }
}

/// The position of a part in the whole.
pub(crate) fn find(whole: &[u8], part: &[u8]) -> Option<usize> {
    whole.windows(part.len()).position(|window| window == part)
}

/// Whether the program is in the middle of a frame, as it tells the terminal: its cells may be anywhere until the end.
fn is_half_drawn(bytes: &[u8]) -> bool {
    let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|window| window == mark);
    last(b"\x1b[?2026h") > last(b"\x1b[?2026l")
}

/// The output between the shell's messages.
fn program_output(bytes: &[u8]) -> &[u8] {
    bytes.get(output_range(bytes)).unwrap_or_default()
}

fn output_range(bytes: &[u8]) -> Range<usize> {
    let start = find(bytes, STARTED).and_then(|start| Some(start + find(bytes.get(start..)?, b">")? + 1));
    let end = find(bytes, LEFT_WITH).unwrap_or(bytes.len());
    start.unwrap_or(end)..end
}

fn number_behind(bytes: &[u8], remark: &[u8]) -> Option<i32> {
    let number = bytes.get(find(bytes, remark)? + remark.len()..)?;
    let number = number.get(..find(number, b">")?)?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, ..PtySize::default() }
}

fn modes(master: &dyn MasterPty) -> Modes {
    let now = master.get_termios().expect("a terminal");
    let (input, output) = (now.input_flags, now.output_flags);
    Modes(format!(
        "{input:?} {output:?} {:?} {:?} {:?}",
        now.control_flags, now.local_flags, now.control_chars
    ))
}

fn open(tty: &Path) -> File {
    File::open(tty).expect("the terminal")
}
