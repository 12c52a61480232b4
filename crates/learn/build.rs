//! Puts the lessons into the library: every file below `lessons`, in the order of its name, with no list to keep.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("lessons");
    println!("cargo::rerun-if-changed=lessons");
    let mut rows = String::from("&[\n");
    for folder in sorted(&root)? {
        for file in sorted(&folder)? {
            let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            let path = file.display().to_string();
            let _ = writeln!(rows, "    ({name:?}, include_str!({path:?})),");
        }
    }
    rows.push(']');
    fs::write(Path::new(&env::var_os("OUT_DIR").unwrap_or_default()).join("lessons.rs"), rows)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
