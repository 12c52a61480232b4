//! Large answers. They are computed, encoded and compressed on the threads for long work, so that their size holds up
//! nobody else.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use numberline_table::{Progress, SolveError};
use serde::Serialize;

use crate::address::Client;
use crate::error::Problem;
use crate::gate::Pass;
use crate::meters::Limited;
use crate::pool::{Watch, WorkError};
use crate::site::Site;

/// How much is encoded between two looks at the clock.
const PIECE: usize = 65_536;

/// The client that wants a large answer.
pub(crate) struct Asker {
    site: Site,
    client: Client,
    takes_gzip: bool,
    /// The slot for the answer, if it was taken already.
    pass: Option<Pass>,
}

/// Why there is no answer.
pub(crate) enum Unanswered {
    /// The request is wrong.
    Problem(Problem),
    /// The work could not be done.
    Work(WorkError),
}

impl From<Problem> for Unanswered {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<WorkError> for Unanswered {
    fn from(error: WorkError) -> Self {
        Self::Work(error)
    }
}

impl FromRequestParts<Site> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Problem> {
        let client = Client::from_request_parts(parts, site).await?;
        Ok(Self { site: site.clone(), client, takes_gzip: takes_gzip(&parts.headers), pass: None })
    }
}

impl Asker {
    /// Takes the slot for the answer now, before a long question is read.
    pub(crate) fn admitted(mut self) -> Result<Self, Problem> {
        self.pass = Some(self.enter()?);
        Ok(self)
    }

    fn enter(&self) -> Result<Pass, Problem> {
        let pass = self.site.gate.answer(self.client);
        pass.inspect_err(|_| self.site.meters.limited(Limited::AnswersPerAddress))
    }

    /// An answer in JSON.
    pub(crate) async fn json<T: Serialize + 'static>(
        self,
        work: impl FnOnce(&Watch) -> Result<T, Unanswered> + Send + 'static,
    ) -> Result<Response, Problem> {
        self.make("application/json", work, |answer, out| Ok(serde_json::to_writer(out, answer)?)).await
    }

    /// An answer in plain text.
    pub(crate) async fn text(
        self,
        work: impl FnOnce(&Watch) -> Result<String, Unanswered> + Send + 'static,
    ) -> Result<Response, Problem> {
        self.make("text/plain; charset=utf-8", work, |answer, out| out.write_all(answer.as_bytes())).await
    }

    /// A picture, which is compressed by itself.
    pub(crate) async fn png(
        self,
        work: impl FnOnce(&Watch) -> Result<Vec<u8>, Unanswered> + Send + 'static,
    ) -> Result<Response, Problem> {
        let plain = Self { takes_gzip: false, ..self };
        plain.make("image/png", work, |answer, out| out.write_all(answer)).await
    }

    async fn make<T: 'static>(
        self,
        kind: &'static str,
        work: impl FnOnce(&Watch) -> Result<T, Unanswered> + Send + 'static,
        encode: fn(&T, &mut dyn Write) -> io::Result<()>,
    ) -> Result<Response, Problem> {
        // The slot is kept until the last byte has been sent: until then the answer takes memory.
        let Self { site, client, takes_gzip, pass: Some(pass) } = self.admitted()? else {
            return Err(Problem::broken());
        };
        let budget = site
            .gate
            .thinking(client)
            .inspect_err(|_| site.meters.limited(Limited::ThinkTimePerMinutePerAddress))?;
        let most = site.limits.answer_bytes;
        let made = site.study.pool().run(move |watch| {
            let _charge = budget.charge(client);
            let answer = match work(watch) {
                Ok(answer) => answer,
                Err(Unanswered::Problem(problem)) => return Ok(Err(problem)),
                Err(Unanswered::Work(error)) => return Err(error),
            };
            encoded(watch, most, takes_gzip, |out| encode(&answer, out)).map(Ok)
        });
        let made = made.await.inspect_err(|error| site.meters.unanswered(error))?;
        let mut response = Response::new(Body::from(Bytes::from_owner(Kept { bytes: made?, _pass: pass })));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if takes_gzip {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        Ok(response)
    }
}

/// Bytes that keep their slot for as long as they exist.
struct Kept {
    bytes: Vec<u8>,
    _pass: Pass,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Encodes an answer of at most this many bytes, compressed if the client wants that.
fn encoded(
    watch: &Watch,
    most: u32,
    gzip: bool,
    encode: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Vec<u8>, WorkError> {
    if gzip {
        // The fastest level: text shrinks to about a tenth even so.
        let mut out = Bounded::new(watch, most, GzEncoder::new(Vec::new(), Compression::fast()));
        let done = out.fill(encode)?;
        done.finish().map_err(|_| WorkError::Broken)
    } else {
        Bounded::new(watch, most, Vec::new()).fill(encode)
    }
}

/// A writer that stops after a number of bytes, or when nobody waits any longer.
struct Bounded<'a, W> {
    to: Option<W>,
    watch: &'a Watch,
    most: u32,
    written: usize,
    stop: Option<WorkError>,
}

impl<'a, W: Write> Bounded<'a, W> {
    fn new(watch: &'a Watch, most: u32, to: W) -> Self {
        Self { to: Some(to), watch, most, written: 0, stop: None }
    }

    fn fill(&mut self, encode: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<W, WorkError> {
        let mut pieces = BufWriter::with_capacity(PIECE, &mut *self);
        let done = encode(&mut pieces).and_then(|()| pieces.flush());
        // What was not written because of the limit is not tried again.
        drop(pieces.into_parts());
        match (done, self.stop.take(), self.to.take()) {
            (_, Some(stop), _) => Err(stop),
            (Ok(()), None, Some(to)) => Ok(to),
            _ => Err(WorkError::Broken),
        }
    }
}

impl<W: Write> Write for Bounded<'_, W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.written = self.written.saturating_add(piece.len());
        if self.written > usize::try_from(self.most).unwrap_or(usize::MAX) {
            self.stop = Some(WorkError::TooLarge { most: self.most });
        } else if matches!(self.watch.step(0, 1), ControlFlow::Break(())) {
            self.stop = Some(SolveError::Stopped.into());
        }
        match (&self.stop, &mut self.to) {
            (None, Some(to)) => to.write_all(piece).map(|()| piece.len()),
            _ => Err(io::ErrorKind::Other.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a client accepts gzip.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let offered = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offered.flat_map(|value| value.split(',')).any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && quality.is_none_or(|quality| quality > 0.0)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::io::Read;
    use std::time::Duration;

    use flate2::read::GzDecoder;

    use super::*;
    use crate::pool::{Pool, PoolSize};

    fn pool() -> Pool {
        Pool::new(PoolSize { threads: 1, waiting: 1, time: Duration::from_secs(600) })
    }

    /// A value that notes which thread encodes it.
    struct Noted(std::sync::mpsc::Sender<String>);

    impl Serialize for Noted {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let name = std::thread::current().name().unwrap_or_default().to_owned();
            self.0.send(name).unwrap();
            serializer.collect_seq(0..100_000)
        }
    }

    #[tokio::test]
    async fn an_answer_is_encoded_by_a_thread_for_long_work() {
        for gzip in [false, true] {
            let (sender, names) = std::sync::mpsc::channel();
            let pool = pool();
            let made = pool.run(move |watch| {
                let noted = Noted(sender);
                encoded(watch, 1 << 20, gzip, |out| Ok(serde_json::to_writer(out, &noted)?))
            });
            let bytes = made.await.unwrap();
            assert_eq!(names.recv().unwrap(), Pool::THREAD);
            let mut text = String::new();
            if gzip {
                GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
            } else {
                text = String::from_utf8(bytes).unwrap();
            }
            assert!(text.starts_with("[0,1,") && text.ends_with(",99999]"));
        }
    }

    #[tokio::test]
    async fn an_answer_that_is_too_large_is_refused() {
        let pool = pool();
        for gzip in [false, true] {
            let zeros = vec![0_u8; 100_000];
            let made = pool.run(move |watch| {
                encoded(watch, 199_999, gzip, |out| serde_json::to_writer(out, &zeros).map_err(Into::into))
            });
            assert_eq!(made.await, Err(WorkError::TooLarge { most: 199_999 }));
        }
        let zeros = vec![0_u8; 100_000];
        let made = pool.run(move |watch| {
            encoded(watch, 200_001, false, |out| serde_json::to_writer(out, &zeros).map_err(Into::into))
        });
        assert_eq!(made.await.unwrap().len(), 200_001);
    }

    #[test]
    fn gzip_is_used_where_it_is_wanted() {
        for (offered, takes) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate, gzip; q=1.0, *;q=0", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("x-gzip, br", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(offered));
            assert_eq!(takes_gzip(&headers), takes, "{offered}");
        }
    }
}
