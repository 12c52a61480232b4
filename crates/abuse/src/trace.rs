//! What `strace` has written down: the calls of a server, in order, with everything that they wrote.

use std::collections::HashMap;

use crate::Trouble;

/// The calls that are written down: whatever may change a file, wait for the disk, or tell a client something.
const CALLS: &str = "trace=openat,open,creat,write,pwrite64,pwritev,pwritev2,writev,sendto,sendmsg,ftruncate,truncate,\
    fallocate,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,unlink,unlinkat";

/// A moment of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moment<'a> {
    /// A thread makes a call.
    Begins(Call<'a>),
    /// A call is over.
    Ends(Call<'a>, Outcome),
}

/// A call of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call<'a> {
    /// The thread.
    pub thread: &'a str,
    /// The call's name.
    pub name: &'a str,
    arguments: &'a str,
}

/// What a call returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The number that it returned.
    pub number: i64,
    /// Whether the tracer made the answer up, and nothing was done.
    pub is_feigned: bool,
}

/// The arguments of a tracer that writes to a file. A lying one tells the server that every sync has succeeded, and lets
/// none happen.
#[must_use]
pub fn arguments(file: &str, is_lying: bool) -> Vec<String> {
    // Everything is written in hexadecimal, so that nothing in it looks like a part of the trace.
    let mut arguments = vec!["-f", "-q", "-y", "-xx", "-s", "1048576", "-e", CALLS];
    if is_lying {
        arguments.extend(["-e", "inject=fsync,fdatasync:retval=0"]);
    }
    arguments.extend(["-o", file, "--"]);
    arguments.into_iter().map(ToOwned::to_owned).collect()
}

/// Why no process can be traced here; none if one can.
pub async fn obstacle() -> Option<String> {
    let mut tried = tokio::process::Command::new("strace");
    match tried.args(["-f", "-o", "/dev/null", "true"]).output().await {
        Ok(output) if output.status.success() => None,
        Ok(output) => {
            Some(format!("strace traces nothing: {}", String::from_utf8_lossy(&output.stderr).trim()))
        }
        Err(error) => Some(format!("strace cannot be started: {error}")),
    }
}

/// The moments of a trace.
pub fn moments(trace: &str) -> impl Iterator<Item = Moment<'_>> {
    let mut unfinished = HashMap::new();
    trace.lines().flat_map(move |line| read(line, &mut unfinished)).flatten()
}

/// A line has the beginning of a call, its end, or both.
fn read<'a>(line: &'a str, unfinished: &mut HashMap<&'a str, Call<'a>>) -> [Option<Moment<'a>>; 2] {
    let Some((thread, rest)) = line.split_once(' ') else { return [None, None] };
    let rest = rest.trim_start();
    if let Some(resumed) = rest.strip_prefix("<... ") {
        let mut ended = || Some(Moment::Ends(unfinished.remove(thread)?, outcome(resumed)?));
        return [None, ended()];
    }
    let Some((name, arguments)) = rest.split_once('(') else { return [None, None] };
    if let Some(arguments) = arguments.strip_suffix("<unfinished ...>") {
        let call = Call { thread, name, arguments };
        unfinished.insert(thread, call);
        return [Some(Moment::Begins(call)), None];
    }
    let arguments_end = arguments.rfind("= ").unwrap_or(arguments.len());
    let call = Call { thread, name, arguments: arguments.get(..arguments_end).unwrap_or_default() };
    [Some(Moment::Begins(call)), outcome(arguments).map(|outcome| Moment::Ends(call, outcome))]
}

fn outcome(text: &str) -> Option<Outcome> {
    let (_, said) = text.rsplit_once("= ")?;
    let number: String = said.chars().take_while(|sign| sign.is_ascii_digit() || *sign == '-').collect();
    Some(Outcome { number: number.parse().ok()?, is_feigned: said.contains("INJECTED") })
}

impl Call<'_> {
    /// The file behind the first argument, by its path. Sockets have none that begins with a slash.
    #[must_use]
    pub fn file(&self) -> Option<String> {
        let (descriptor, _) = self.arguments.split_once('>')?;
        let (number, path) = descriptor.split_once('<')?;
        number.parse::<u32>().ok()?;
        text(path)
    }

    /// The path that is an argument.
    #[must_use]
    pub fn path(&self) -> Option<String> {
        text(self.arguments.split('"').nth(1)?)
    }

    /// Whether a word is among the arguments.
    #[must_use]
    pub fn says(&self, word: &str) -> bool {
        self.arguments.contains(word)
    }

    /// All the bytes that it was given to write.
    pub fn bytes(&self) -> Result<Vec<u8>, Trouble> {
        if self.arguments.contains("\"...") {
            return Err(Trouble::new("the trace has left out some of what was written"));
        }
        let mut all = Vec::new();
        for part in self.arguments.split('"').skip(1).step_by(2) {
            all.extend(bytes(part).ok_or_else(|| Trouble::new("the trace cannot be read"))?);
        }
        Ok(all)
    }

    /// The argument at a place counted from the end, as a number.
    #[must_use]
    pub fn number_from_end(&self, place: usize) -> Option<u64> {
        let arguments = self.arguments.trim_end().trim_end_matches(')');
        arguments.rsplit(", ").nth(place)?.trim().parse().ok()
    }
}

fn text(hexadecimal: &str) -> Option<String> {
    String::from_utf8(bytes(hexadecimal)?).ok()
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let mut parts = hexadecimal.split("\\x");
    parts.next().filter(|before| before.is_empty())?;
    parts.map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        text.bytes().map(|byte| format!("\\x{byte:02x}")).collect()
    }

    #[test]
    fn reads_calls_whole_and_in_parts() {
        let (file, data) = (written("/tmp/a"), written("b)= \"c"));
        let trace = format!(
            "12  pwrite64(7<{file}>, \"{data}\", 6, 512 <unfinished ...>\n\
             13  fsync(7<{file}>)                = 0\n\
             12  <... pwrite64 resumed>)         = 6\n\
             13  fsync(7<{file}>)  = 0 (INJECTED)\n\
             13  openat(AT_FDCWD<{file}>, \"{file}\", O_RDWR|O_CREAT, 0600) = 7<{file}>\n\
             12  +++ exited with 0 +++\n"
        );
        let moments: Vec<_> = moments(&trace).collect();
        let [
            Moment::Begins(write),
            Moment::Begins(sync),
            Moment::Ends(_, done),
            Moment::Ends(wrote, six),
            _,
            Moment::Ends(_, feigned),
            Moment::Begins(open),
            Moment::Ends(..),
        ] = &moments[..]
        else {
            panic!("{moments:?}")
        };
        assert_eq!((write, sync.name, done.number, six.number), (wrote, "fsync", 0, 6));
        assert_eq!((done.is_feigned, feigned.is_feigned), (false, true));
        assert_eq!(write.file().as_deref(), Some("/tmp/a"));
        assert_eq!(write.bytes().unwrap(), b"b)= \"c");
        assert_eq!((write.number_from_end(0), write.number_from_end(1)), (Some(512), Some(6)));
        assert_eq!((open.file(), open.path().as_deref()), (None, Some("/tmp/a")));
        assert!(open.says("O_CREAT"));
    }

    #[test]
    fn notices_what_was_left_out() {
        let trace = "12  pwrite64(7<\\x61>, \"\\x62\"..., 600, 0) = 600";
        let Some(Moment::Begins(call)) = moments(trace).next() else { panic!("a call") };
        assert!(call.bytes().is_err());
    }
}
