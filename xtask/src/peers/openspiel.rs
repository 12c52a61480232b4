//! OpenSpiel in C++, with our five games written for it: random games, and the value of every position.
//!
//! The package on PyPI has the sources in it. What the comparison needs of them is compiled with `-O2`, and the games with `-O3`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{FOLDER, PACE, Work, compare, print, python, rate, time};
use crate::counts::output;
use crate::{run, say};

const GAMES: &str = "xtask/peers/openspiel.cc";

/// The parts of OpenSpiel, beside the library that it is built on.
const PARTS: [&str; 11] = [
    "action_view",
    "algorithms/get_all_states",
    "algorithms/value_iteration",
    "game_parameters",
    "observer",
    "simultaneous_move_game",
    "spiel",
    "spiel_utils",
    "utils/json",
    "utils/status",
    "utils/usage_logging",
];

/// The folders of that library. What its file names say is for tests is left out.
const LIBRARY: [&str; 10] = [
    "base",
    "container",
    "debugging",
    "hash",
    "numeric",
    "profiling",
    "random",
    "strings",
    "synchronization",
    "time",
];
const FOR_TESTS: [&str; 9] = [
    "test",
    "benchmark",
    "mock",
    "print_hash",
    "gentables",
    "_main",
    "failure_signal",
    "chi_square",
    "nanobench",
];

/// Random games and the retrograde method.
pub(super) fn measure() -> Result<(), String> {
    let (program, version) = build()?;
    print(&format!(
        "OpenSpiel {version} in C++, our games written for it; random games a second of processor time."
    ));
    print("| game | OpenSpiel | move drawn | ratio | all moves listed | ratio |");
    print("|---|---|---|---|---|---|");
    for game in ["duel", "token", "blockade", "cards", "siege"] {
        let pick = Work::of("pick", PACE, &[&format!("pick/{game}")]);
        let list = Work::of("list", PACE, &[&format!("list/{game}")]);
        let peer = Work::of("OpenSpiel", &program, &["games", game]);
        let row = compare(&[pick, list, peer])?;
        let [pick, list, peer] = row.medians.as_slice() else { continue };
        print(&format!(
            "| {game} | {} | {} | {:.1} | {} | {:.1} |",
            rate(*peer),
            rate(*pick),
            peer / pick,
            rate(*list),
            peer / list
        ));
    }
    print("");
    print("The value of every position: our general retrograde method, OpenSpiel's value iteration.");
    print("| game | OpenSpiel | ours, with distances | ratio | positions |");
    print("|---|---|---|---|---|");
    for game in ["duel", "blockade"] {
        let ours = Work::of("ours", PACE, &[&format!("retrograde/{game}")]);
        let peer = Work::of("OpenSpiel", &program, &["values", game]);
        let row = compare(&[ours, peer])?;
        let ([ours, peer], [ours_said, peer_said]) = (row.medians.as_slice(), row.answers.as_slice()) else {
            continue;
        };
        let positions = |said: &str| said.split(' ').nth(1).unwrap_or_default().to_owned();
        print(&format!(
            "| {game} | {} | {} | {:.1} | {} and {} |",
            time(*peer),
            time(*ours),
            peer / ours,
            positions(ours_said),
            positions(peer_said)
        ));
    }
    Ok(())
}

/// Compiles the program unless it is there, and returns it with the version of OpenSpiel.
fn build() -> Result<(String, String), String> {
    let (folder, python) = (format!("{FOLDER}/openspiel"), python::install()?);
    let ask = "import importlib.metadata as m; print(m.version('open_spiel'))";
    let version = output(Command::new(&python).args(["-c", ask]))?.trim().to_owned();
    let source = fetch(&folder, &python, &version)?;
    let program = format!("{folder}/peer");
    compile(Path::new(&folder), &source, &program)?;
    Ok((program, version))
}

/// Downloads the sources of the version that is installed. Pip would build them, so the index is asked for their address.
fn fetch(folder: &str, python: &str, version: &str) -> Result<PathBuf, String> {
    const SCRIPT: &str = r##"import io, re, sys, tarfile, urllib.parse as address, urllib.request as web
index = 'https://pypi.org/simple/open-spiel/'
links = re.findall('href="([^"#]*)', web.urlopen(index).read().decode())
link = next(link for link in links if link.endswith('/open_spiel-' + sys.argv[1] + '.tar.gz'))
archive = web.urlopen(address.urljoin(index, link)).read()
tarfile.open(fileobj=io.BytesIO(archive)).extractall(sys.argv[2], filter='data')"##;
    let source = Path::new(folder).join(format!("open_spiel-{version}"));
    if !source.join("open_spiel/spiel.cc").exists() {
        run(Command::new(python).args(["-c", SCRIPT, version, folder]))?;
    }
    Ok(source)
}

fn compile(folder: &Path, source: &Path, program: &str) -> Result<(), String> {
    let library = source.join("open_spiel/abseil-cpp");
    let mut files: Vec<PathBuf> =
        PARTS.iter().map(|part| source.join(format!("open_spiel/{part}.cc"))).collect();
    for part in LIBRARY {
        collect(&library.join("absl").join(part), &mut files)?;
    }
    let compiler = |level: &str| {
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++17", level, "-DNDEBUG", "-maes", "-msse4.1", "-w"]);
        for include in [source, &source.join("open_spiel"), &source.join("open_spiel/json/include"), &library]
        {
            compiler.arg("-I").arg(include);
        }
        compiler
    };
    let archive = folder.join("library.a");
    // Only what is needed of an archive is linked.
    let mut linked = vec![];
    let mut archived = vec![];
    for file in files {
        let name = file.strip_prefix(source).unwrap_or(&file).with_extension("o");
        let object = folder.join("objects").join(name.to_string_lossy().replace('/', "-"));
        if !object.exists() {
            fs::create_dir_all(folder.join("objects")).map_err(|error| error.to_string())?;
            say(&format!("compiling {}", file.display()));
            let unfinished = object.with_extension("part");
            output(compiler("-O2").arg("-c").arg(&file).arg("-o").arg(&unfinished))?;
            fs::rename(&unfinished, &object).map_err(|error| error.to_string())?;
        }
        if file.starts_with(&library) { &mut archived } else { &mut linked }.push(object);
    }
    output(Command::new("ar").arg("rcs").arg(&archive).args(&archived))?;
    let mut link = compiler("-O3");
    output(link.arg(GAMES).args(&linked).arg(&archive).args(["-lpthread", "-o", program])).map(drop)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    for path in paths.as_mut().map_err(|error| error.to_string())?.drain(..) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, files)?;
        } else if name.ends_with(".cc") && !FOR_TESTS.iter().any(|word| name.contains(word)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}
