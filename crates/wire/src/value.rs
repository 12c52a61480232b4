//! The small values that everything else is made of: a parameter's value, a variant, the turn.

use std::borrow::Cow;

use numberline_rules::{SettingValue, Settings, Turn};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder, Schema};
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::WholeJson;

/// A number as a number, or as text where it is beyond 2^53 − 1; `yes`, `no` and other words as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum ValueJson {
    /// A whole number.
    Number(WholeJson),
    /// A word.
    Word(String),
}

impl From<SettingValue> for ValueJson {
    fn from(value: SettingValue) -> Self {
        match value {
            SettingValue::Number(number) => Self::Number(number.into()),
            SettingValue::Flag(_) | SettingValue::Word(_) => Self::Word(value.to_string()),
        }
    }
}

/// A large number looks like a word, so these are not alternatives of which only one may fit.
impl PartialSchema for ValueJson {
    fn schema() -> RefOr<Schema> {
        let word = ObjectBuilder::new().schema_type(Type::String);
        let help = "A number as a number, or as text where it is beyond 2^53 - 1; other words as text.";
        AnyOfBuilder::new().item(WholeJson::schema()).item(word).description(Some(help)).into()
    }
}

impl ToSchema for ValueJson {
    fn name() -> Cow<'static, str> {
        "Value".into()
    }
}

/// A variant: each parameter with its value, in the game's order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantJson(pub Settings);

impl Serialize for VariantJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(self.0.iter().map(|(parameter, value)| (parameter.name, ValueJson::from(value))))
    }
}

impl PartialSchema for VariantJson {
    fn schema() -> RefOr<Schema> {
        let values = AdditionalProperties::RefOr(ValueJson::schema());
        let object = ObjectBuilder::new()
            .additional_properties(Some(values))
            .description(Some("Each parameter of the game with its value."));
        object.into()
    }
}

impl ToSchema for VariantJson {
    fn name() -> Cow<'static, str> {
        "Variant".into()
    }
}

/// `1`, `2`, `"both"` or `"over"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnJson(pub Turn);

impl Serialize for TurnJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Turn::Of(seat) => serializer.serialize_u8(seat.number()),
            Turn::Both => serializer.serialize_str("both"),
            Turn::Over { .. } => serializer.serialize_str("over"),
        }
    }
}

impl PartialSchema for TurnJson {
    fn schema() -> RefOr<Schema> {
        let seat = ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some([1, 2]));
        let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["both", "over"]));
        OneOfBuilder::new().item(seat).item(word).description(Some("Who acts.")).into()
    }
}

impl ToSchema for TurnJson {
    fn name() -> Cow<'static, str> {
        "Turn".into()
    }
}
