//! Joins the modules of the page into two scripts, so that a browser asks for one file, and for another one where the first
//! page does without. The modules stay what a developer edits and tests; there is no build step.
//!
//! It reads what our own modules use and refuses the rest: `import { a, b as c } from './x.js';` at the start of a line,
//! `export` before a declaration, and no cycles.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::mem;

/// Why the modules cannot be joined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum BundleError {
    /// A module that is imported does not exist.
    #[error("{0} does not exist")]
    Missing(String),
    /// Modules import each other.
    #[error("{0} imports itself through other modules")]
    Cycle(String),
    /// A line has a form that is not understood.
    #[error("{0}: {1}")]
    Form(String, String),
}

/// A module without its imports and exports.
struct Module {
    /// The imports, as declarations.
    needs: Vec<(String, String)>,
    body: String,
    exports: Vec<String>,
}

/// What the second script sends when it is there, with the exports of its first module.
const THERE: &str = "numberline-parts";

/// Two scripts: one from the modules that the first one needs, each in a function of its own, and one from those that the
/// second one needs besides.
pub(super) fn bundle(
    modules: &BTreeMap<String, String>,
    [first, second]: [&str; 2],
) -> Result<[String; 2], BundleError> {
    let mut bundle = Bundle { modules, done: Vec::new(), doing: Vec::new(), script: String::new() };
    bundle.add(first)?;
    let one = mem::take(&mut bundle.script);
    let shared: Vec<_> = bundle.done.iter().map(|name| variable(name)).collect();
    let shared = shared.join(", ");
    bundle.add(second)?;
    let two = bundle.script;
    let there = format!("dispatchEvent(new CustomEvent('{THERE}', {{ detail: {} }}));", variable(second));
    // Scripts, not modules: browsers never ask again for a module that once failed to arrive.
    let script = |body: &str| format!("(() => {{\n'use strict';\n{body}\n}})();\n");
    Ok([
        script(&format!("{one}globalThis.numberline = {{ {shared} }};")),
        script(&format!("const {{ {shared} }} = globalThis.numberline;\n{two}{there}")),
    ])
}

struct Bundle<'a> {
    modules: &'a BTreeMap<String, String>,
    done: Vec<String>,
    doing: Vec<String>,
    script: String,
}

impl Bundle<'_> {
    fn add(&mut self, name: &str) -> Result<(), BundleError> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        if self.doing.iter().any(|doing| doing == name) {
            return Err(BundleError::Cycle(name.to_owned()));
        }
        let source = self.modules.get(name).ok_or_else(|| BundleError::Missing(name.to_owned()))?;
        let module = read(name, source)?;
        self.doing.push(name.to_owned());
        for (needed, _) in &module.needs {
            self.add(needed)?;
        }
        self.doing.pop();
        self.done.push(name.to_owned());
        let needs: String = module
            .needs
            .iter()
            .map(|(from, names)| format!("const {{ {names} }} = {};\n", variable(from)))
            .collect();
        let (own, exports) = (variable(name), module.exports.join(", "));
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.script,
            "const {own} = (() => {{\n{needs}{}return {{ {exports} }};\n}})();",
            module.body
        );
        Ok(())
    }
}

/// The name of a module's exports in the script.
fn variable(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace('-', "_"))
}

fn read(name: &str, source: &str) -> Result<Module, BundleError> {
    let wrong = |line: &str| BundleError::Form(name.to_owned(), line.to_owned());
    let mut module = Module { needs: Vec::new(), body: String::new(), exports: Vec::new() };
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if is_comment(line, &mut lines) {
            continue;
        }
        if line.starts_with("import ") {
            let mut import = line.to_owned();
            while !import.ends_with(';') {
                import.push(' ');
                import.push_str(lines.next().ok_or_else(|| wrong(line))?.trim());
            }
            module.needs.push(read_import(&import).ok_or_else(|| wrong(&import))?);
        } else if let Some(declaration) = line.strip_prefix("export ") {
            module.exports.push(declared(declaration).ok_or_else(|| wrong(line))?);
            module.body.push_str(declaration);
            module.body.push('\n');
        } else {
            module.body.push_str(line);
            module.body.push('\n');
        }
    }
    Ok(module)
}

/// Whether a line is nothing but a comment, which no browser needs; the rest of a long one is skipped.
fn is_comment<'a>(line: &'a str, rest: &mut impl Iterator<Item = &'a str>) -> bool {
    let text = line.trim();
    if text.starts_with("/*") && !text.contains("*/") {
        // A comment that never ends would take everything with it, as it does in the module itself.
        let _ = rest.find(|line| line.contains("*/"));
        return true;
    }
    text.starts_with("//") || (text.starts_with("/*") && text.find("*/") == Some(text.len() - 2))
}

/// The module and the names of an import, as a declaration takes them apart.
fn read_import(line: &str) -> Option<(String, String)> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from './")?;
    let from = from.strip_suffix("';")?;
    Some((from.to_owned(), names.trim().trim_end_matches(',').replace(" as ", ": ")))
}

/// The name that a declaration gives.
fn declared(declaration: &str) -> Option<String> {
    let kinds = ["async function ", "function ", "class ", "const "];
    let rest = kinds.into_iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let name: String = rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    fn joined(modules: &[(&str, &str)]) -> Result<String, BundleError> {
        let nothing = [("later.js", "")];
        let modules = modules.iter().chain(&nothing);
        let modules = modules.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        bundle(&modules, ["app.js", "later.js"]).map(|[first, _]| first)
    }

    #[test]
    fn a_module_runs_once_and_before_those_that_need_it() {
        let script = joined(&[
            (
                "app.js",
                "import { one } from './a.js';\nimport {\n  two as zwei,\n} from './b.js';\none(zwei);\n",
            ),
            ("a.js", "import { two } from './b.js';\nexport function one(more) {\n  return two + more;\n}\n"),
            ("b.js", "export const two = 2;\nconst hidden = 3;\n"),
        ])
        .unwrap();
        let places = ["$b = ", "$a = ", "$app = "].map(|name| script.find(name).unwrap());
        assert!(places.is_sorted(), "{script}");
        assert_eq!(script.matches("const two = 2").count(), 1);
        assert!(
            script.contains("const { two: zwei } = $b;") && script.contains("return { two };"),
            "{script}"
        );
        assert!(!script.contains("import") && !script.contains("export"), "{script}");
    }

    #[test]
    fn the_second_script_has_what_the_first_one_lacks() {
        let modules = [
            ("app.js", "import { a } from './a.js';\na();\n"),
            ("a.js", "export function a() {}\n"),
            ("b.js", "import { a } from './a.js';\nexport const b = a;\n"),
            ("later.js", "import { b } from './b.js';\nexport const later = b;\n"),
        ];
        let modules = modules.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let [first, second] = bundle(&modules, ["app.js", "later.js"]).unwrap();
        assert!(first.contains("globalThis.numberline = { $a, $app };") && !first.contains("$b"), "{first}");
        assert!(second.contains("const { $a, $app } = globalThis.numberline;"), "{second}");
        assert!(second.contains("$b = ") && !second.contains("$a = ("), "{second}");
        assert!(second.contains("detail: $later"), "{second}");
    }

    #[test]
    fn comments_stay_behind() {
        let text = "// About.\n/**\n * One.\n * @param {number} a\n */\nexport function one(a) {\n  /** @type {number} */\n  \
                    const b = 2 * a; // twice\n  /** @type {X} */ (b).c();\n  return 'a // b';\n}\n";
        let script = joined(&[("app.js", text)]).unwrap();
        for kept in ["const b = 2 * a; // twice", "/** @type {X} */ (b).c();", "return 'a // b';"] {
            assert!(script.contains(kept), "{script}");
        }
        assert!(
            !script.contains("About") && !script.contains("One.") && !script.contains("{number}"),
            "{script}"
        );
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (text, wanted) in [
            ("import { a } from './app.js';\n", BundleError::Cycle("app.js".into())),
            ("import { a } from './none.js';\n", BundleError::Missing("none.js".into())),
            (
                "import * as a from './b.js';\n",
                BundleError::Form("app.js".into(), "import * as a from './b.js';".into()),
            ),
            ("export default 3;\n", BundleError::Form("app.js".into(), "export default 3;".into())),
            ("import {\n", BundleError::Form("app.js".into(), "import {".into())),
        ] {
            assert_eq!(joined(&[("app.js", text)]).unwrap_err(), wanted, "{text}");
        }
    }
}
