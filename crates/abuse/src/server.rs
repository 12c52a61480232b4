//! The command line of the two servers in this crate.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use numberline_server::{Config, Database};

use crate::{Sabotage, Trouble};

/// The parsed command line.
pub struct Served {
    /// The real server's configuration.
    pub config: Config,
    /// The fault.
    pub sabotage: Option<Sabotage>,
}

impl Served {
    /// Parses `--database FILE` or `--database URL`, `--port NUMBER`, `--limit NAME=VALUE` and `--sabotage NAME`. The address is always the loopback
    /// address, by default with any free port.
    pub fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, Trouble> {
        let mut arguments = arguments.into_iter();
        let mut config = Config::new(Path::new("rooms.sqlite"));
        config.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let mut sabotage = None;
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| Trouble::new(format!("{name} wants a value")))?;
            match name.as_str() {
                "--database" => {
                    config.database = Database::read(&value).unwrap_or_else(|_| Path::new(&value).into());
                }
                "--port" => {
                    let port = value.parse().map_err(|_| Trouble::new("--port wants a number"))?;
                    config.listen.set_port(port);
                }
                "--limit" => config.limits.set(&value).map_err(|error| Trouble::new(error.to_string()))?,
                "--sabotage" => sabotage = Sabotage::named(&value),
                _ => return Err(Trouble::new(format!("there is no {name}"))),
            }
        }
        Ok(Self { config, sabotage })
    }

    /// Ends the process when its input ends, so that it does not outlive a killed harness.
    pub fn end_with_input() {
        std::thread::spawn(|| {
            let mut nothing = [0; 16];
            while std::io::stdin().read(&mut nothing).is_ok_and(|count| count > 0) {}
            std::process::exit(0);
        });
    }

    /// Prints the address.
    #[expect(clippy::print_stdout, reason = "the harness reads where the server is from its output")]
    pub fn say(address: SocketAddr) {
        println!("listening on http://{address}");
    }
}
