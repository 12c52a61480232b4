//! The files that a browser loads, each under a name that changes with its content, so that it can be kept for good.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::bundle::{BundleError, bundle};
use crate::picture;

/// The files of the page, as they are written. A debug build reads them from disk.
#[derive(RustEmbed)]
#[folder = "page/"]
struct Sources;

/// The first modules of the two scripts. The second is asked for where the first page does without.
const FIRST_MODULES: [&str; 2] = ["app.js", "parts.js"];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// These two are scripts of their own: one runs before anything is painted, the other without a page.
const APART: [&str; 2] = ["boot.js", "worker.js"];

/// The order in which the style sheets are joined.
const STYLES: [&str; 5] = ["app.css", "lobby.css", "room.css", "study.css", "learn.css"];

/// A file, ready to be sent.
#[derive(Clone)]
pub(super) struct File {
    pub(super) kind: &'static str,
    pub(super) plain: Bytes,
    pub(super) packed: Option<Bytes>,
    pub(super) digest: [u8; 32],
}

/// All files of the page.
pub(super) struct Files {
    /// The page with `<!-- about -->` where what it says about itself belongs.
    pub(super) index: String,
    pub(super) worker: File,
    pub(super) icon: File,
    /// What the page's inline script hashes to, for the content security policy.
    pub(super) inline: String,
    assets: HashMap<String, File>,
}

impl Files {
    /// Puts the page together.
    pub(super) fn make() -> Result<Self, BundleError> {
        let modules: BTreeMap<String, String> = Sources::iter()
            .filter(|name| name.ends_with(".js") && !APART.contains(&&**name))
            .map(|name| (name.to_string(), text(&name)))
            .collect();
        let mut names = Names::default();
        let mut add = |name: &str, kind, content: Vec<u8>| names.add(name, kind, content);
        add("icon.svg", "image/svg+xml", text("icon.svg").into());
        for size in picture::ICON_SIZES {
            add(&format!("icon-{size}.png"), "image/png", picture::icon(size));
        }
        let styles: String = STYLES.iter().map(|name| text(name)).collect();
        add("app.css", "text/css; charset=utf-8", styles.into());
        let [first, second] = bundle(&modules, FIRST_MODULES)?;
        let second = names.rewrite(&second);
        names.add("parts.js", SCRIPT, second.into());
        let first = names.rewrite(&first);
        names.add("app.js", SCRIPT, first.into());
        let manifest = names.rewrite(&text("site.webmanifest"));
        names.add("site.webmanifest", "application/manifest+json", manifest.into());
        let boot = names.rewrite(&text("boot.js"));
        let index = names
            .rewrite(&text("index.html"))
            .replace("<script src=\"/assets/boot.js\"></script>", &format!("<script>{boot}</script>"));
        // The worker is another one as soon as the page is, so that browsers fetch the new files.
        let worker = names.rewrite(&text("worker.js")).replace("VERSION", &short(&Sha256::digest(&index)));
        Ok(Self {
            worker: File::new(SCRIPT, worker.into()),
            icon: File::new("image/svg+xml", text("icon.svg").into()),
            inline: data_encoding::BASE64.encode(&Sha256::digest(&boot)),
            index,
            assets: names.files,
        })
    }

    /// A file by its name in an address.
    pub(super) fn asset(&self, name: &str) -> Option<&File> {
        self.assets.get(name)
    }
}

impl File {
    pub(super) fn new(kind: &'static str, content: Vec<u8>) -> Self {
        let digest = Sha256::digest(&content).into();
        let packs = !kind.starts_with("image/png");
        Self { kind, packed: packs.then(|| packed(&content)).flatten(), plain: content.into(), digest }
    }
}

/// Files by the names in their addresses, and those names by the plain ones.
#[derive(Default)]
struct Names {
    files: HashMap<String, File>,
    known: Vec<(String, String)>,
}

impl Names {
    fn add(&mut self, name: &str, kind: &'static str, content: Vec<u8>) {
        let file = File::new(kind, content);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let named = format!("{stem}-{}.{ending}", short(&file.digest));
        self.known.push((format!("/assets/{name}"), format!("/assets/{named}")));
        self.files.insert(named, file);
    }

    /// Replaces plain names by those in addresses.
    fn rewrite(&self, text: &str) -> String {
        self.known.iter().fold(text.to_owned(), |text, (plain, named)| text.replace(plain, named))
    }
}

fn text(name: &str) -> String {
    let file = Sources::get(name).map(|file| file.data.into_owned()).unwrap_or_default();
    String::from_utf8(file).unwrap_or_default()
}

fn short(digest: &[u8]) -> String {
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn packed(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    encoder.finish().ok().map(Bytes::from)
}
