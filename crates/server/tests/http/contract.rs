//! The API's description as a contract. Every answer that a test of this program gets is held against it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Map, Value, json};

use crate::wire::Answer;

/// Larger answers are for tests of limits. Nothing else is in them than in smaller ones.
const LARGEST: usize = 1 << 18;

/// The description of the last `cargo xtask bless`. Another test compares it with the server's.
static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| Contract::new(serde_json::from_str(&kept()).expect("JSON")));

/// A description with its schemas, ready to be held against JSON.
pub(crate) struct Contract {
    pub(crate) document: Value,
    schemas: Schemas,
    places: HashMap<String, SchemaIndex>,
}

/// Where the description is kept.
pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page-types/openapi.json")
}

/// The description that is kept there.
pub(crate) fn kept() -> String {
    fs::read_to_string(path()).expect("the description of the API")
}

/// Fails unless an answer is one that the description announces. While the description is rewritten there is none.
#[track_caller]
pub(crate) fn hold(method: &str, path: &str, body: &[u8], answer: &Answer) {
    if env::var_os("NUMBERLINE_BLESS").is_none() {
        let held = CONTRACT.exchange(method, path, body, answer);
        held.unwrap_or_else(|why| panic!("{method} {path}: {why}\n{}", answer.body));
    }
}

/// The same for a message of a socket or a stream.
#[track_caller]
pub(crate) fn hold_message(message: &Value) {
    if env::var_os("NUMBERLINE_BLESS").is_none() {
        CONTRACT.fits("Message", message).unwrap_or_else(|why| panic!("{why}\n{message}"));
    }
}

impl Contract {
    /// The contract of a description. Properties that are not described may be added to answers in a later version; in this
    /// one they are a mistake.
    pub(crate) fn new(document: Value) -> Self {
        let mut closed = document.clone();
        close(&mut closed["components"]["schemas"]);
        let mut places = Vec::new();
        for name in closed["components"]["schemas"].as_object().expect("schemas").keys() {
            places.push((name.clone(), format!("/components/schemas/{name}")));
        }
        let mut bodies = Map::new();
        for (place, schema) in bodies_of(&document) {
            let name = format!("b{}", bodies.len());
            places.push((place, format!("/bodies/{name}")));
            bodies.insert(name, schema.clone());
        }
        closed["bodies"] = bodies.into();
        let mut compiler = Compiler::new();
        compiler.add_resource("api.json", closed).expect("a document");
        let mut schemas = Schemas::new();
        let mut compiled = |place: &str| {
            compiler
                .compile(&format!("api.json#{place}"), &mut schemas)
                .unwrap_or_else(|error| panic!("{error:#}"))
        };
        let places = places.into_iter().map(|(name, place)| (name, compiled(&place))).collect();
        Self { document, schemas, places }
    }

    /// Whether JSON fits a schema: one of the description by its name, or a body by its place.
    pub(crate) fn fits(&self, schema: &str, value: &Value) -> Result<(), String> {
        let place = self.places.get(schema).ok_or_else(|| format!("no schema {schema}"))?;
        self.schemas.validate(value, *place).map_err(|error| format!("{schema}: {error:#}"))
    }

    /// The names of its schemas, except for those that any property fits.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        let all = self.document["components"]["schemas"].as_object().expect("schemas").iter();
        all.filter(|(_, schema)| !schema["additionalProperties"].is_object()).map(|(name, _)| name)
    }

    /// The path of the description that a path of a request belongs to.
    pub(crate) fn template(&self, path: &str) -> Option<&str> {
        let path = path.split('?').next().unwrap_or_default();
        let fits = |template: &&String| {
            let (mut parts, mut pattern) = (path.split('/'), template.split('/'));
            path.split('/').count() == template.split('/').count()
                && pattern
                    .all(|wanted| parts.next().is_some_and(|part| part == wanted || wanted.starts_with('{')))
        };
        // A path that is written out comes before one with a name in it.
        let paths = self.document["paths"].as_object().expect("paths");
        paths.keys().filter(fits).min_by_key(|template| template.matches('{').count()).map(String::as_str)
    }

    /// Whether the description announces this answer, and the request where the server took it.
    fn exchange(&self, method: &str, path: &str, body: &[u8], answer: &Answer) -> Result<(), String> {
        let Some(template) = self.template(path) else { return Ok(()) };
        let operation = &self.document["paths"][template][method.to_lowercase()];
        // What is no HTTP is refused before it reaches a route, without an id.
        if operation.is_null() || answer.header("x-request-id").is_empty() {
            return Ok(());
        }
        let responses = &operation["responses"];
        let status = answer.status.to_string();
        let status = if responses[&status].is_null() { "default" } else { &status };
        let content = responses[status]["content"].as_object();
        let kind = answer.header("content-type").split(';').next().unwrap_or_default();
        match content {
            Some(content) if !content.contains_key(kind) => return Err(format!("{status} with {kind:?}")),
            None if !kind.is_empty() => {
                return Err(format!("{status} with {kind:?}, but nothing is announced"));
            }
            _ => {}
        }
        let is_json = kind.ends_with("json") && kind != "application/x-ndjson";
        if is_json && answer.header("content-encoding").is_empty() && answer.bytes.len() <= LARGEST {
            let value = serde_json::from_slice(&answer.bytes).map_err(|error| error.to_string())?;
            self.fits(&format!("{method} {template} {status} {kind}"), &value)?;
        }
        if (200..300).contains(&answer.status) && !body.is_empty() {
            let value = serde_json::from_slice(body).map_err(|error| error.to_string())?;
            self.fits(&format!("{method} {template}"), &value)?;
        }
        match answer.header("cache-control") {
            "" => Err("nothing says how long the answer may be kept".to_owned()),
            kept if kept != "no-store" && answer.body.contains("\"key\"") => {
                Err(format!("a key with {kept}"))
            }
            _ => Ok(()),
        }
    }
}

/// The schemas of the bodies that are sent and answered, each with its place.
fn bodies_of(document: &Value) -> Vec<(String, &Value)> {
    let mut bodies = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let place = format!("{} {path}", method.to_uppercase());
            let asked = &operation["requestBody"]["content"]["application/json"]["schema"];
            bodies.extend((!asked.is_null()).then(|| (place.clone(), asked)));
            for (status, response) in operation["responses"].as_object().expect("responses") {
                for (kind, content) in response["content"].as_object().into_iter().flatten() {
                    bodies.push((format!("{place} {status} {kind}"), &content["schema"]));
                }
            }
        }
    }
    bodies
}

/// Lets no object have properties that are not described.
fn close(schema: &mut Value) {
    assert!(schema["allOf"].is_null(), "a closed part would refuse the properties of its neighbours");
    match schema {
        Value::Object(inner) => {
            if inner.get("properties").is_some_and(Value::is_object)
                && !inner.contains_key("additionalProperties")
            {
                inner.insert("additionalProperties".to_owned(), json!(false));
            }
            inner.values_mut().for_each(close);
        }
        Value::Array(inner) => inner.iter_mut().for_each(close),
        _ => {}
    }
}
