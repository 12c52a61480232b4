//! Makes the generated description exact, where the generator knows less than serde does.

use serde_json::{Map, Value, json};

type Schema = Map<String, Value>;

/// Messages that name their type. The generator overlooks the tag of a struct.
const TAGGED: [(&str, &str); 5] = [
    ("Game", "game"),
    ("Change", "change"),
    ("Step", "step"),
    ("Diff", "diff"),
    ("PresenceView", "presence"),
];

/// What a `Diff` has at any time. It has `moves` in another form, and `played` never.
const ALWAYS: [&str; 1] = ["type"];
const NEVER: [&str; 2] = ["moves", "played"];

/// What takes no other properties than its variants have. The generator overlooks that of an enum.
const CLOSED: [&str; 2] = ["Command", "Said"];

/// Corrects the schemas.
pub(super) fn correct(schemas: &mut Schema) {
    for (name, tag) in TAGGED {
        if let Some(message) = schemas.get_mut(name).and_then(Value::as_object_mut) {
            *message = with_tag(message, tag);
        }
    }
    let parts = schemas.clone();
    schemas.values_mut().for_each(|schema| flatten(schema, &parts));
    for name in CLOSED {
        let variants = schemas.get_mut(name).and_then(|schema| schema.get_mut("oneOf"));
        for variant in variants.and_then(Value::as_array_mut).into_iter().flatten() {
            variant.as_object_mut().map(|variant| variant.insert(ADDITIONAL.to_owned(), false.into()));
        }
    }
    if let Some(diff) = schemas.get_mut("Diff").and_then(Value::as_object_mut) {
        diff.insert("required".to_owned(), json!(ALWAYS));
        let properties = diff.get_mut("properties").and_then(Value::as_object_mut);
        properties
            .into_iter()
            .for_each(|properties| properties.retain(|name, _| !NEVER.contains(&name.as_str())));
    }
    let told = ["Says", "Game", "Change", "Step", "Diff", "PresenceView"];
    let told: Vec<_> = told.iter().map(|name| json!({ "$ref": format!("{PREFIX}{name}") })).collect();
    let what = "A message of a room's socket, or a line of its stream.";
    schemas.insert("Message".to_owned(), json!({ "description": what, "oneOf": told }));
}

/// Where schemas are referred to.
const PREFIX: &str = "#/components/schemas/";

/// Whether other properties may be there, too.
const ADDITIONAL: &str = "additionalProperties";

fn with_tag(message: &Schema, tag: &str) -> Schema {
    let own = json!({ "type": "object", "properties": { "type": { "type": "string", "enum": [tag] } }, "required": ["type"] });
    let mut whole = Schema::new();
    whole.extend(message.get("description").cloned().map(|text| ("description".to_owned(), text)));
    whole.insert("allOf".to_owned(), json!([message, own]));
    whole
}

/// Writes an object that is made of parts as one object. A part that takes no other properties would refuse those of its
/// neighbours.
fn flatten(schema: &mut Value, parts: &Schema) {
    if schema.get("allOf").is_some() {
        let mut objects = objects(schema, parts);
        let mut whole = match objects.len() {
            1 => objects.swap_remove(0),
            _ => Schema::from_iter([("oneOf".to_owned(), objects.into())]),
        };
        whole.extend(schema.get("description").cloned().map(|text| ("description".to_owned(), text)));
        *schema = whole.into();
    }
    match schema {
        Value::Object(inner) => inner.values_mut().for_each(|inner| flatten(inner, parts)),
        Value::Array(inner) => inner.iter_mut().for_each(|inner| flatten(inner, parts)),
        _ => {}
    }
}

/// The objects that a schema allows, each with all its properties.
fn objects(schema: &Value, parts: &Schema) -> Vec<Schema> {
    let list = |name: &str| schema.get(name).and_then(Value::as_array);
    let reference = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix(PREFIX));
    if let Some(part) = reference.and_then(|name| parts.get(name)) {
        objects(part, parts)
    } else if let Some(any) = list("oneOf") {
        any.iter().flat_map(|one| objects(one, parts)).collect()
    } else if let Some(all) = list("allOf") {
        all.iter().fold(vec![Schema::new()], |before, part| {
            let here = objects(part, parts);
            before.iter().flat_map(|one| here.iter().map(|other| merged(one, other))).collect()
        })
    } else {
        schema.as_object().cloned().into_iter().collect()
    }
}

/// One object with the properties of two.
fn merged(one: &Schema, other: &Schema) -> Schema {
    let both = [one, other];
    let properties = both.iter().filter_map(|part| part.get("properties")?.as_object()).flatten();
    let properties: Schema = properties.map(|(name, schema)| (name.clone(), schema.clone())).collect();
    let required = both.iter().filter_map(|part| part.get("required")?.as_array()).flatten();
    let mut whole = Schema::new();
    whole.insert("type".to_owned(), "object".into());
    whole.insert("properties".to_owned(), properties.into());
    whole.insert("required".to_owned(), required.cloned().collect());
    if both.iter().any(|part| part.get(ADDITIONAL) == Some(&Value::Bool(false))) {
        whole.insert(ADDITIONAL.to_owned(), false.into());
    }
    whole
}
