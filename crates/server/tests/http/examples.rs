//! The examples of the documentation fit the description of the API.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::contract::{self, Contract};

/// An example of a document: JSON, and what it is an example of.
#[derive(Debug)]
struct Example {
    place: String,
    /// None for an object in a sentence: it has to fit any.
    schema: Option<String>,
    value: Value,
}

fn contract() -> Contract {
    Contract::new(serde_json::from_str(&contract::kept()).expect("JSON"))
}

/// The documents, each with its text.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let folders = [root.to_owned(), root.join("docs")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let files = files.map(|file| file.expect("a file").path());
    let markdown = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    markdown.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("text"))).collect()
}

/// The examples of a document: blocks that name their schema behind `json`, the bodies of requests with `curl`, and objects
/// in a sentence.
fn examples(contract: &Contract, (path, text): &(String, String)) -> Vec<Example> {
    let mut found = Vec::new();
    let mut block: Option<(String, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{path}:{}", number + 1);
        let mut take = |schema: Option<&str>, text: &str| {
            let value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{place}: {error}: {text}"));
            found.push(Example { place: place.clone(), schema: schema.map(str::to_owned), value });
        };
        match (line.trim().strip_prefix("```"), &mut block) {
            (Some(_), Some(_)) => {
                let (kind, text) = block.take().expect("a block");
                if let Some(schema) = kind.strip_prefix("json") {
                    take(Some(schema.trim()), &text);
                }
            }
            (Some(kind), None) => block = Some((kind.to_owned(), String::new())),
            (None, Some((kind, text))) => {
                *text += &format!("{line}\n");
                if let Some((request, body)) = line.split_once(" --json '").filter(|_| kind == "sh") {
                    let path = request.split("http://127.0.0.1:8080").nth(1).expect("an address");
                    let path = path.split([' ', '\'']).next().unwrap_or_default();
                    let template =
                        contract.template(path).unwrap_or_else(|| panic!("{place}: no route {path}"));
                    take(Some(&format!("POST {template}")), body.split('\'').next().unwrap_or_default());
                }
            }
            (None, None) => {
                for code in line
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .filter(|code| code.starts_with('{') && code.contains('"'))
                {
                    take(None, code);
                }
            }
        }
    }
    found
}

fn check(contract: &Contract, example: &Example) -> Result<(), String> {
    let Example { place, schema, value } = example;
    let held = match schema {
        Some(schema) => contract.fits(schema, value),
        None if contract.names().any(|name| contract.fits(name, value).is_ok()) => Ok(()),
        None => Err(format!("{value} fits no schema")),
    };
    held.map_err(|why| format!("{place}: {why}"))
}

#[test]
fn every_example_fits_its_schema() {
    let contract = contract();
    let all: Vec<_> = documents().iter().flat_map(|document| examples(&contract, document)).collect();
    let wrong: Vec<_> = all.iter().filter_map(|example| check(&contract, example).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for schema in
        ["POST /api/rooms", "POST /api/rooms/{room}/commands", "Said", "Message", "Seated", "Problem"]
    {
        assert!(
            all.iter().any(|example| example.schema.as_deref() == Some(schema)),
            "there is no example of {schema}"
        );
    }
    // Each of them could have failed.
    for Example { place, schema, value } in &all {
        let altered = |change: &dyn Fn(&mut Value)| {
            let mut value = value.clone();
            change(&mut value);
            Example { place: place.clone(), schema: schema.clone(), value }
        };
        let more = altered(&|value| value["unheardOf"] = json!(1));
        assert!(check(&contract, &more).is_err(), "{more:?}");
        for name in value.as_object().expect("an object").keys() {
            let other = altered(&|value| value[name] = json!({ "unheardOf": 1 }));
            assert!(check(&contract, &other).is_err(), "{other:?}");
        }
    }
}

#[test]
fn wrong_examples_are_found() {
    let contract = contract();
    let text = "`{\"by\": 1, \"text\": \"5\", \"did\": \"to 5\"}` `{\"by\": 3, \"text\": \"5\"}`\n\
        ```sh\ncurl http://127.0.0.1:8080/api/rooms --json '{\"game\": \"duel\"}'\n\
        curl http://127.0.0.1:8080/api/rooms --json '{\"games\": \"duel\"}'\n```\n\
        ```json Said\n{\"type\": \"ping\"}\n```\n```json Said\n{\"type\": \"pong\"}\n```\n\
        ```json\n{}\n```\n```json Nothing\n{}\n```\n";
    let all = examples(&contract, &("made-up.md".to_owned(), text.to_owned()));
    let right: Vec<_> = all.iter().map(|example| check(&contract, example).is_ok()).collect();
    assert_eq!(right, [true, false, true, false, true, false, false, false]);
}
