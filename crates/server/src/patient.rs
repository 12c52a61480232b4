//! A connection that waits only so long for a reader who takes nothing.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

use crate::address::Client;
use crate::gate::Pass;
use crate::meters::Limited;
use crate::site::Site;

/// One of the connections that there may be. It goes with the connection, whatever the connection becomes.
pub(crate) struct Place {
    site: Site,
    _permit: OwnedSemaphorePermit,
    _pass: Option<Pass>,
}

impl Place {
    /// A place for one more, if there may be one more and its address may have one more. A trusted proxy has many behind it.
    pub(crate) fn take(site: &Site, places: &Arc<Semaphore>, peer: SocketAddr) -> Option<Self> {
        let Ok(permit) = Arc::clone(places).try_acquire_owned() else {
            site.meters.limited(Limited::Connections);
            return None;
        };
        let is_proxy = site.trusted.iter().any(|network| network.contains(&peer.ip().to_canonical()));
        let pass = if is_proxy { None } else { site.gate.connection(Client::of(peer.ip())) };
        if pass.is_none() && !is_proxy {
            site.meters.limited(Limited::ConnectionsOfAddress);
            return None;
        }
        site.meters.connections.increment(1.0);
        Some(Self { site: site.clone(), _permit: permit, _pass: pass })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.site.meters.connections.decrement(1.0);
    }
}

/// A connection that waits only so long for a reader who takes nothing.
///
/// Without it a reader that stops reading holds its connection for as long as it likes.
pub(crate) struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// Runs while something could not be sent; most of the time nothing does.
    waiting: Option<Pin<Box<Sleep>>>,
    place: Place,
}

impl Patient {
    /// A connection with this much patience.
    pub(crate) fn new(stream: TcpStream, patience: Duration, place: Place) -> Self {
        Self { stream, patience, waiting: None, place }
    }

    fn wait<T>(&mut self, context: &mut Context<'_>, sent: Poll<Result<T>>) -> Poll<Result<T>> {
        if sent.is_ready() {
            self.waiting = None;
            return sent;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waiting.as_mut().poll(context));
        self.place.site.meters.limited(Limited::SlowReader);
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the reader takes nothing")))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wait(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wait(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
