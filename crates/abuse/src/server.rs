//! What the two servers of this crate have in common: how they are told what to do.

use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;

use numberline_server::Config;

use crate::{Sabotage, Trouble};

/// What a server of this crate was asked for.
pub struct Served {
    /// As the real one has it.
    pub config: Config,
    /// What is broken.
    pub sabotage: Option<Sabotage>,
}

impl Served {
    /// Reads `--database FILE`, `--limit NAME=VALUE` and `--sabotage NAME`. The address is always this machine's, with any
    /// port that is free.
    pub fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, Trouble> {
        let mut arguments = arguments.into_iter();
        let mut config = Config::new(Path::new("rooms.sqlite"));
        config.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let mut sabotage = None;
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| Trouble::new(format!("{name} wants a value")))?;
            match name.as_str() {
                "--database" => config.database = value.into(),
                "--limit" => config.limits.set(&value).map_err(|error| Trouble::new(error.to_string()))?,
                "--sabotage" => sabotage = Sabotage::named(&value),
                _ => return Err(Trouble::new(format!("there is no {name}"))),
            }
        }
        Ok(Self { config, sabotage })
    }

    /// Ends the process when its input ends, so that it does not outlive a harness that was killed.
    pub fn end_with_input() {
        std::thread::spawn(|| {
            let mut nothing = [0; 16];
            while std::io::stdin().read(&mut nothing).is_ok_and(|count| count > 0) {}
            std::process::exit(0);
        });
    }

    /// Says where it listens.
    #[expect(clippy::print_stdout, reason = "the harness reads where the server is from its output")]
    pub fn say(address: SocketAddr) {
        println!("listening on http://{address}");
    }
}
