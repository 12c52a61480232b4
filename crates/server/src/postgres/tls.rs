//! Encrypted connections to PostgreSQL, with the meaning that its own programs give to `sslmode`.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;

use crate::database::DatabaseError;

/// Which server is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// Any: the connection is encrypted, no more.
    Anyone,
    /// One with a certificate of a known issuer.
    Issuer,
    /// One with such a certificate for its own name.
    Name,
}

/// How connections are encrypted; none if they are not.
#[derive(Clone)]
pub(super) struct Tls(Option<Arc<ClientConfig>>);

impl Tls {
    pub(super) fn new(trust: Option<Trust>, roots: Option<&str>) -> Result<Self, DatabaseError> {
        let Some(trust) = trust else { return Ok(Self(None)) };
        let provider = Arc::new(ring::default_provider());
        let verifier = Arc::new(match trust {
            Trust::Anyone => Verifier { trust, chain: None, provider: Arc::clone(&provider) },
            Trust::Issuer | Trust::Name => {
                let known = known(roots.unwrap_or("system"))?;
                let chain = WebPkiServerVerifier::builder_with_provider(known.into(), Arc::clone(&provider));
                let chain = chain.build().map_err(|error| {
                    let file = roots.unwrap_or("system").to_owned();
                    DatabaseError::Certificates(file, error.to_string())
                })?;
                Verifier { trust, chain: Some(chain), provider: Arc::clone(&provider) }
            }
        });
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| DatabaseError::Address(error.to_string()))?;
        let config = config.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
        Ok(Self(Some(Arc::new(config))))
    }
}

/// The issuers in a file, or those that the system trusts.
fn known(place: &str) -> Result<RootCertStore, DatabaseError> {
    let failed = |why: String| DatabaseError::Certificates(place.to_owned(), why);
    let mut store = RootCertStore::empty();
    if place == "system" {
        store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    } else {
        for certificate in CertificateDer::pem_file_iter(place).map_err(|error| failed(error.to_string()))? {
            let certificate = certificate.map_err(|error| failed(error.to_string()))?;
            store.add(certificate).map_err(|error| failed(error.to_string()))?;
        }
    }
    if store.is_empty() { Err(failed("there are none".to_owned())) } else { Ok(store) }
}

/// Checks what the mode asks for.
#[derive(Debug)]
struct Verifier {
    trust: Trust,
    chain: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(chain) = &self.chain else { return Ok(ServerCertVerified::assertion()) };
        match chain.verify_server_cert(end, between, name, ocsp, now) {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.trust == Trust::Issuer => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, domain: &str) -> io::Result<Handshake> {
        let Some(config) = &self.0 else { return Ok(Handshake(None)) };
        let name = ServerName::try_from(domain.to_owned()).map_err(io::Error::other)?;
        Ok(Handshake(Some((TlsConnector::from(Arc::clone(config)), name))))
    }
}

/// One handshake that is still to come.
pub(super) struct Handshake(Option<(TlsConnector, ServerName<'static>)>);

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Encrypted>>;

    fn connect(self, stream: Socket) -> Self::Future {
        Box::pin(async move {
            let Some((connector, name)) = self.0 else {
                return Err(io::Error::other("encryption is switched off"));
            };
            Ok(Encrypted(Box::new(connector.connect(name, stream).await?)))
        })
    }
}

/// An encrypted connection.
pub(super) struct Encrypted(Box<tokio_rustls::client::TlsStream<Socket>>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        at: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_read(at, into)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(mut self: Pin<&mut Self>, at: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.0).poll_write(at, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, at: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_flush(at)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, at: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_shutdown(at)
    }
}
