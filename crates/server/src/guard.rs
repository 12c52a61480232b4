//! Checks that a request is for one of the server's own names and comes from its own page.
//!
//! A foreign page can make a browser send requests to a server that only this machine can reach. Such a request carries
//! the page's origin or, after DNS rebinding, a host that is not ours. Both are refused.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};

use crate::error::Problem;

/// The names of the server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    names: Vec<String>,
    /// The names that the operator gave. They also apply behind a proxy, where the browser sees another host and port.
    public: Vec<String>,
    /// A server that listens on all addresses answers to any IP address: an address cannot be rebound.
    any_address: bool,
}

impl Guard {
    /// A guard for a server that listens on an address and has further names.
    pub(crate) fn new(listen: SocketAddr, hosts: &[String]) -> Self {
        let public: Vec<String> =
            hosts.iter().map(|host| host.trim_end_matches('.').to_lowercase()).collect();
        let own = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let listened = match listen.ip() {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        };
        let names = own.into_iter().chain([listened]).chain(public.iter().cloned()).collect();
        Self { names, public, any_address: listen.ip().is_unspecified() }
    }

    /// Admits a request, or returns the problem.
    pub(crate) fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let host = host(uri, headers).filter(|host| self.knows(host)).ok_or_else(misdirected)?;
        let changes = !matches!(*method, Method::GET | Method::HEAD);
        let upgrades = headers.contains_key(header::UPGRADE);
        if !changes && !upgrades {
            return Ok(());
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        match (origins.next(), origins.next()) {
            // Programs other than browsers send no origin.
            (None, _) => Ok(()),
            (Some(origin), None) if origin.to_str().is_ok_and(|origin| self.is_own(origin, &host)) => Ok(()),
            _ => Err(foreign()),
        }
    }

    fn knows(&self, host: &Authority) -> bool {
        let name = name(host);
        let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
        self.names.contains(&name) || (self.any_address && address.is_ok())
    }

    /// Whether an origin is one of this server's own pages.
    fn is_own(&self, origin: &str, host: &Authority) -> bool {
        let (page, standard) = match origin.split_once("://") {
            Some(("http", page)) => (page, 80),
            Some(("https", page)) => (page, 443),
            _ => return false,
        };
        let Ok(page) = page.parse::<Authority>() else { return false };
        let port = |authority: &Authority| authority.port_u16().unwrap_or(standard);
        let same = name(&page) == name(host) && port(&page) == port(host);
        same || self.public.contains(&name(&page))
    }
}

fn name(authority: &Authority) -> String {
    authority.host().trim_end_matches('.').to_lowercase()
}

/// The requested host. There must be exactly one, without user information.
fn host(uri: &Uri, headers: &HeaderMap) -> Option<Authority> {
    let mut named = headers.get_all(header::HOST).iter();
    let header = named.next()?.to_str().ok()?;
    if named.next().is_some() || header.contains('@') {
        return None;
    }
    let header: Authority = header.parse().ok()?;
    match uri.authority() {
        Some(authority) if *authority != header => None,
        _ => Some(header),
    }
}

fn misdirected() -> Problem {
    let detail = "This server does not answer to that host name. Open it at the address it was started with, or start it with --host NAME.";
    Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", detail)
}

fn foreign() -> Problem {
    let detail = "This request comes from another site's page. Open the server's own page, or start it with --host NAME.";
    Problem::new(StatusCode::FORBIDDEN, "origin", detail)
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    fn asked(listen: &str, hosts: &[&str], host: &str, origin: Option<&str>) -> Option<u16> {
        let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
        let guard = Guard::new(listen.parse().expect("an address"), &hosts);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        let checked = guard.check(&Method::POST, &Uri::from_static("/api/rooms"), &headers);
        checked.err().map(|problem| problem.status().as_u16())
    }

    #[test]
    fn only_requests_for_its_own_names_are_answered() {
        for (listen, hosts, host, refused) in [
            ("127.0.0.1:8080", &[][..], "127.0.0.1:8080", None),
            ("127.0.0.1:8080", &[], "localhost:8080", None),
            ("127.0.0.1:8080", &[], "LOCALHOST.", None),
            ("127.0.0.1:8080", &[], "[::1]:8080", None),
            ("127.0.0.1:8080", &[], "192.168.1.5:8080", Some(421)),
            ("192.168.1.5:8080", &[], "192.168.1.5:8080", None),
            ("0.0.0.0:8080", &[], "192.168.1.5:8080", None),
            ("0.0.0.0:8080", &[], "evil.example:8080", Some(421)),
            ("127.0.0.1:8080", &[], "evil.example:8080", Some(421)),
            ("127.0.0.1:8080", &[], "localhost.evil.example", Some(421)),
            ("127.0.0.1:8080", &[], "localhost@evil.example", Some(421)),
            ("127.0.0.1:8080", &[], "evil.example@localhost", Some(421)),
            ("127.0.0.1:8080", &["games.example"], "games.example", None),
            ("127.0.0.1:8080", &["games.example"], "Games.Example:443", None),
            ("127.0.0.1:8080", &["games.example"], "other.example", Some(421)),
        ] {
            assert_eq!(asked(listen, hosts, host, None), refused, "{listen} {hosts:?} {host}");
        }
    }

    #[test]
    fn only_its_own_pages_may_change_anything() {
        let listen = "127.0.0.1:8080";
        for (hosts, host, origin, refused) in [
            (&[][..], "127.0.0.1:8080", "http://127.0.0.1:8080", None),
            (&[], "localhost:8080", "http://localhost:8080", None),
            (&[], "localhost", "http://localhost", None),
            (&[], "localhost:80", "http://localhost", None),
            // A different port is a different site, even on this machine.
            (&[], "localhost:8080", "http://localhost:9090", Some(403)),
            (&[], "localhost:8080", "http://127.0.0.1:8080", Some(403)),
            (&[], "localhost:8080", "https://localhost", Some(403)),
            (&[], "localhost:8080", "http://evil.example", Some(403)),
            (&[], "localhost:8080", "http://localhost:8080.evil.example", Some(403)),
            (&[], "localhost:8080", "null", Some(403)),
            (&[], "localhost:8080", "file://localhost:8080", Some(403)),
            // Behind a proxy the browser sees another port.
            (&["games.example"], "games.example", "https://games.example", None),
            (&["games.example"], "127.0.0.1:8080", "https://games.example", None),
            (&["games.example"], "games.example", "https://evil.example", Some(403)),
        ] {
            assert_eq!(asked(listen, hosts, host, Some(origin)), refused, "{hosts:?} {host} {origin}");
        }
    }
}
