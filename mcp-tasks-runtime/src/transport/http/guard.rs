//! Who may talk to the endpoint: the checks of `Host` and `Origin` that keep a page in somebody's
//! browser from a server on his machine (N-96).

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

use crate::server::Allowed;

/// Hosts that are always this machine.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

impl Allowed {
    /// Why a request with these headers is refused, if it is.
    pub(crate) fn refusal(&self, headers: &HeaderMap, uri: &Uri) -> Option<&'static str> {
        let host = match headers.get(HOST) {
            Some(host) => host.to_str().ok(),
            // In HTTP/2 the host is part of the address.
            None => uri.authority().map(|authority| authority.as_str()),
        };
        if !host.is_some_and(|host| self.is_host(without_port(host))) {
            return Some("the host is not one that this server answers to");
        }
        let origin = headers.get(ORIGIN)?;
        let allowed = origin.to_str().is_ok_and(|origin| self.is_origin(origin));
        (!allowed).then_some("the origin is not allowed")
    }

    fn is_host(&self, host: &str) -> bool {
        let mut hosts = LOOPBACK
            .into_iter()
            .chain(self.hosts.iter().map(String::as_str));
        hosts.any(|allowed| allowed.eq_ignore_ascii_case(host))
    }

    fn is_origin(&self, origin: &str) -> bool {
        if self.origins.iter().any(|allowed| allowed == origin) {
            return true;
        }
        let host = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| self.is_host(without_port(host)))
    }
}

/// A host without its port. The colons of an IPv6 address are within brackets.
fn without_port(host: &str) -> &str {
    match host.rfind(':') {
        Some(colon) if !host[colon..].contains(']') => &host[..colon],
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        let allowed = Allowed {
            hosts: vec!["tools.example".to_owned()],
            origins: vec!["https://app.example".to_owned()],
        };
        allowed
            .refusal(&headers, &Uri::from_static("/mcp"))
            .is_some()
    }

    #[test]
    fn n96_loopback_and_what_is_named_are_allowed() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8931",
            "[::1]",
            "[::1]:80",
            "tools.example:1",
        ] {
            assert!(!refused(host, None), "{host}");
        }
        for origin in [
            "http://localhost:5173",
            "https://127.0.0.1",
            "http://[::1]:3",
            "https://app.example",
        ] {
            assert!(!refused("localhost", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn n96_anything_else_is_not() {
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            "::1",
        ] {
            assert!(refused(host, None), "{host}");
        }
        for origin in [
            "http://evil.example",
            "null",
            "https://app.example.evil",
            "file://",
            "http://app.example",
        ] {
            assert!(refused("localhost", Some(origin)), "{origin}");
        }
    }
}
