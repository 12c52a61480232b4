//! What an address is about, for link previews: a title, a sentence and a picture.

use std::fmt::Write;

use axum::http::{HeaderMap, Uri, header};
use numberline_table::find;

use crate::picture;
use crate::site::Site;
use crate::store::RoomStanding;
use crate::view::Glance;

const SITE: &str = "numberline";
const SUMMARY: &str = "Small two-player strategy games on a number line. Play a friend by link, a stranger or the computer; watch, \
     review and learn.";

/// What an address is about.
pub(super) struct About {
    /// The scheme and host; previews need whole addresses.
    origin: Option<String>,
    path: String,
    title: String,
    summary: String,
    /// The path of a picture.
    image: Option<String>,
}

impl About {
    /// What a request for the page is about. Whatever cannot be found is left to the page to say.
    pub(super) async fn of(site: &Site, uri: &Uri, headers: &HeaderMap) -> Self {
        let path = uri.path();
        let mut about = Self {
            origin: origin(headers),
            path: path.to_owned(),
            title: SITE.to_owned(),
            summary: SUMMARY.to_owned(),
            image: None,
        };
        let mut parts = path.trim_matches('/').split('/');
        match (parts.next(), parts.next()) {
            (Some("r" | "review"), Some(room)) => {
                if let Ok(room) = room.parse()
                    && let Ok(glance) = site.hub.glance(room).await
                {
                    about.tell_room(&glance);
                    about.image = Some(format!("/api/rooms/{room}/picture.png?version={}", glance.version));
                }
            }
            (Some("puzzles" | "drill" | "progress"), _) => {
                about.title = "Puzzles on a number line".to_owned();
            }
            (Some(part @ ("study" | "rules" | "learn")), Some(slug)) => {
                if let Some(game) = find(slug) {
                    let info = game.info();
                    let what = match part {
                        "study" => "Study",
                        "learn" => "Learn",
                        _ => "Rules of",
                    };
                    about.title = format!("{what} {}", info.title);
                    about.summary = info.summary.to_owned();
                    about.image = Some(format!("/api/games/{slug}/picture.png"));
                }
            }
            _ => {}
        }
        about
    }

    fn tell_room(&mut self, glance: &Glance) {
        let title = glance.title;
        let [one, two] = &glance.names;
        (self.title, self.summary) = match (one, two) {
            (Some(one), Some(two)) => (
                format!("{title}: {one} against {two}"),
                match (&glance.ending, glance.standing) {
                    (Some(ending), _) => ending.clone(),
                    (None, RoomStanding::Live) => "A game in progress. Come and watch.".to_owned(),
                    (None, _) => SUMMARY.to_owned(),
                },
            ),
            (one, two) => {
                let host = one.as_ref().or(two.as_ref()).map_or("A player", String::as_str);
                (format!("{host} wants to play {title}"), glance.summary.to_owned())
            }
        };
    }

    /// The same as tags in the head of the page.
    pub(super) fn tags(&self) -> String {
        let mut tags = String::new();
        let mut tag = |name: &str, value: &str| {
            let kind = if name.starts_with("og:") { "property" } else { "name" };
            // Writing to a string cannot fail.
            let _ = writeln!(tags, "<meta {kind}=\"{name}\" content=\"{}\">", escaped(value));
        };
        tag("description", &self.summary);
        tag("og:site_name", SITE);
        tag("og:type", "website");
        tag("og:title", &self.title);
        tag("og:description", &self.summary);
        if let Some(origin) = &self.origin {
            tag("og:url", &format!("{origin}{}", self.path));
            if let Some(image) = &self.image {
                tag("og:image", &format!("{origin}{image}"));
                tag("og:image:type", "image/png");
                tag("og:image:width", &picture::WIDTH.to_string());
                tag("og:image:height", &picture::HEIGHT.to_string());
                tag("og:image:alt", "The position on the number line");
                tag("twitter:card", "summary_large_image");
            }
        }
        tags.trim_end().to_owned()
    }
}

/// The scheme and host of a request. A proxy says in a header that it was asked over HTTPS; a client that claims so
/// itself gets addresses that only it sees.
fn origin(headers: &HeaderMap) -> Option<String> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = header("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    header(header::HOST.as_str()).map(|host| format!("{scheme}://{host}"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
