//! The client's IP address, taken from the connection or from the header of a trusted proxy.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;

use crate::error::Problem;

/// A client for rate limiting: an IPv4 address, or the /64 network of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client {
    network: IpAddr,
    /// Whether a proxy forwarded the request for an address that cannot be read. The client may be anyone then.
    is_unknown: bool,
}

impl Client {
    /// The client behind an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & !u128::from(u64::MAX);
                Self { network: IpAddr::V6(Ipv6Addr::from_bits(network)), is_unknown: false }
            }
            network @ IpAddr::V4(_) => Self { network, is_unknown: false },
        }
    }

    /// The client of a request: the peer of the connection, or the address that a trusted proxy reports.
    ///
    /// Every proxy appends the address it sees, so the right-most address that is not a trusted proxy is the last one a
    /// trusted proxy reported. The client may have forged anything further left.
    pub(crate) fn behind(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let is_trusted =
            |address: &IpAddr| trusted.iter().any(|network| network.contains(&address.to_canonical()));
        let mut nearest = peer;
        let named = headers.get_all("x-forwarded-for").into_iter().rev();
        let named = named.flat_map(|value| value.to_str().unwrap_or("?").rsplit(','));
        for text in named {
            if !is_trusted(&nearest) {
                break;
            }
            // An unreadable entry ends the chain. The limits are those of the proxy that wrote it, but it says nothing about
            // where the client is.
            let Some(address) = read(text.trim()) else {
                return Self { is_unknown: true, ..Self::of(nearest) };
            };
            nearest = address;
        }
        Self::of(nearest)
    }
}

impl Client {
    /// Whether the client is on this machine or in a private network, not on the internet.
    pub(crate) fn is_near(self) -> bool {
        match self.network {
            _ if self.is_unknown => false,
            IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
            // Only zeros remain of ::1, this machine's own address.
            IpAddr::V6(address) => {
                address.is_unspecified() || address.is_unique_local() || address.is_unicast_link_local()
            }
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.network {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

/// Some proxies append the port.
fn read(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: std::net::SocketAddr| address.ip()))
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().copied().ok_or_else(Problem::broken)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test that fails says so by panicking")]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&str], trusted: &[&str]) -> Client {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().expect("a header"));
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|text| text.parse().expect("a network")).collect();
        Client::behind(peer.parse().expect("an address"), &headers, &trusted)
    }

    #[test]
    fn only_what_is_not_on_the_internet_is_near() {
        let is_near = |text: &str| Client::of(text.parse().expect("an address")).is_near();
        for near in ["127.0.0.1", "10.1.2.3", "192.168.0.7", "::1", "fd12::1", "fe80::1", "::ffff:127.0.0.1"]
        {
            assert!(is_near(near), "{near}");
        }
        for far in ["203.0.113.9", "8.8.8.8", "2001:db8::1", "::ffff:8.8.8.8"] {
            assert!(!is_near(far), "{far}");
        }
    }

    #[test]
    fn the_right_most_untrusted_address_counts() {
        for (peer, forwarded, trusted, expected) in [
            // No trusted proxies: the header is ignored.
            ("203.0.113.9", &["198.51.100.1"][..], &[][..], "203.0.113.9"),
            ("203.0.113.9", &["198.51.100.1"], &["10.0.0.0/8"], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.1"], &["10.0.0.0/8"], "198.51.100.1"),
            ("10.0.0.1", &[], &["10.0.0.0/8"], "10.0.0.1"),
            // The client's own entry is left-most.
            ("10.0.0.1", &["1.2.3.4, 198.51.100.1"], &["10.0.0.0/8"], "198.51.100.1"),
            ("10.0.0.1", &["1.2.3.4", "198.51.100.1, 10.9.9.9"], &["10.0.0.0/8"], "198.51.100.1"),
            ("10.0.0.1", &["10.0.0.2, 10.0.0.3"], &["10.0.0.0/8"], "10.0.0.2"),
            ("10.0.0.1", &["198.51.100.1, nonsense"], &["10.0.0.0/8"], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.1:4711"], &["10.0.0.0/8"], "198.51.100.1"),
            ("::ffff:10.0.0.1", &["[2001:db8:1:2:3:4:5:6]"], &["10.0.0.0/8"], "2001:db8:1:2::"),
            ("2001:db8::1", &[], &[], "2001:db8::"),
        ] {
            let expected: IpAddr = expected.parse().expect("an address");
            let network = client(peer, forwarded, trusted).network;
            assert_eq!(network, expected, "{peer} {forwarded:?} {trusted:?}");
        }
    }

    #[test]
    fn what_a_proxy_says_unreadably_is_not_near() {
        let is_near = |forwarded: &[&str]| client("10.0.0.1", forwarded, &["10.0.0.0/8"]).is_near();
        for unreadable in ["unknown", "_hidden", "", "127.0.0.1, unknown", "300.1.2.3", "127.0.0.1 10.0.0.1"]
        {
            assert!(!is_near(&[unreadable]), "{unreadable}");
        }
        assert!(is_near(&[]), "the proxy's own request");
        assert!(is_near(&["192.168.0.7"]), "a client in the same network");
        // Without a trusted proxy the header says nothing, readable or not.
        assert!(client("10.0.0.1", &["unknown"], &[]).is_near());
    }
}
