//! Several servers on one PostgreSQL, behind haproxy. All of them are gone when this is.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use numberline_cluster::{Cluster, free_port};
use numberline_server::{Archive, Database, Postgres, StoreError, StoreLimits};
use rustix::process::Signal;

use crate::plan::Scene;
use crate::{Report, Running, TrialPlan, Trouble, Victim, http};

/// How many servers there are.
pub const SERVERS: usize = 3;

/// The name of the database.
const DATABASE: &str = "games0";

/// Several servers.
pub struct Fleet {
    scene: Scene,
    /// Their database.
    pub cluster: Arc<Cluster>,
    /// The address of the database, as the oracle uses it.
    database: String,
    victims: Vec<Victim>,
    running: Vec<Option<Running>>,
    balancer: Balancer,
}

impl Fleet {
    /// Starts everything. None, with a line in the report, where PostgreSQL or haproxy is not installed.
    pub async fn start(plan: &TrialPlan, report: &mut Report) -> Result<Option<Self>, Trouble> {
        if !Self::is_possible(report) {
            return Ok(None);
        }
        let cluster = apart(Cluster::start).await?.map_err(Trouble::new)?;
        let address = cluster.address(DATABASE);
        Ok(Some(Self::start_on(plan, cluster, &[], |_| address.clone()).await?))
    }

    /// Whether what it needs is installed. If not, the report says so.
    pub fn is_possible(report: &mut Report) -> bool {
        let is_possible = Cluster::is_installed() && Balancer::is_installed();
        if !is_possible {
            report.skipped("the whole trial", "PostgreSQL or haproxy is not installed");
        }
        is_possible
    }

    /// Starts servers with such limits on a database server that runs already. Each is told its own address of the database.
    pub async fn start_on(
        plan: &TrialPlan,
        cluster: Cluster,
        limits: &[&str],
        database: impl Fn(usize) -> String,
    ) -> Result<Self, Trouble> {
        let scene = plan.scene(limits)?;
        let cluster = Arc::new(cluster);
        let made = Arc::clone(&cluster);
        apart(move || made.database()).await?.map_err(Trouble::new)?;
        let mut victims = Vec::new();
        for place in 0..SERVERS {
            let database = database(place).into();
            victims.push(Victim {
                database,
                port: free_port().map_err(Trouble::new)?,
                ..scene.victim.clone()
            });
        }
        let balancer = Balancer::start(scene.folder.path(), &victims)?;
        let mut running = Vec::new();
        for victim in &victims {
            running.push(Some(victim.start().await?));
        }
        let database = cluster.address(DATABASE);
        let fleet = Self { scene, cluster, database, victims, running, balancer };
        fleet.until_reachable().await?;
        Ok(fleet)
    }

    /// Another database server has taken over.
    pub fn move_to(&mut self, cluster: Cluster) -> Arc<Cluster> {
        self.database = cluster.address(DATABASE);
        std::mem::replace(&mut self.cluster, Arc::new(cluster))
    }

    /// The address of the load balancer.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.balancer.address
    }

    /// The addresses of the servers themselves.
    #[must_use]
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.victims.iter().map(|victim| loopback(victim.port)).collect()
    }

    /// The folder of the servers.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.scene.folder.path()
    }

    /// A server that runs.
    pub fn running(&self, place: usize) -> Result<&Running, Trouble> {
        self.running
            .get(place)
            .and_then(Option::as_ref)
            .ok_or_else(|| Trouble::new("the server does not run"))
    }

    /// Waits until the load balancer reaches a server.
    pub async fn until_reachable(&self) -> Result<(), Trouble> {
        for _ in 0..1_500 {
            if http::get(self.address(), "/readyz").await.is_ok_and(|answer| answer.status == 200) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Err(Trouble::new("the load balancer reaches no server"))
    }

    /// Kills a server without warning.
    pub async fn kill(&mut self, place: usize) -> Result<(), Trouble> {
        match self.running.get_mut(place).and_then(Option::take) {
            Some(running) => running.kill().await,
            None => Ok(()),
        }
    }

    /// Tells a server to stop, and returns its exit code.
    pub async fn end(&mut self, place: usize) -> Result<Option<i32>, Trouble> {
        match self.running.get_mut(place).and_then(Option::take) {
            Some(running) => running.end().await,
            None => Ok(None),
        }
    }

    /// Starts a server again.
    pub async fn revive(&mut self, place: usize) -> Result<(), Trouble> {
        if let (Some(running), Some(victim)) = (self.running.get_mut(place), self.victims.get(place)) {
            *running = Some(victim.start().await?);
        }
        Ok(())
    }

    /// Stops a server's process, or lets it run on.
    pub fn signal(&self, place: usize, signal: Signal) -> Result<(), Trouble> {
        match self.running.get(place) {
            Some(Some(running)) => running.signal(signal),
            _ => Ok(()),
        }
    }

    /// Crashes the database, and starts it again after a while.
    pub async fn crash_database(&self, away: Duration) -> Result<(), Trouble> {
        self.with_database(move |cluster| {
            cluster.stop("immediate")?;
            std::thread::sleep(away);
            cluster.start_again()
        })
        .await
    }

    /// Does something with the database server.
    pub async fn with_database<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cluster) -> Result<T, String> + Send + 'static,
    ) -> Result<T, Trouble> {
        let cluster = Arc::clone(&self.cluster);
        apart(move || work(&cluster)).await?.map_err(Trouble::new)
    }

    /// Runs SQL as the operator of the database server.
    pub async fn sql(&self, text: &'static str) -> Result<String, Trouble> {
        self.with_database(move |cluster| cluster.sql(DATABASE, text)).await
    }

    /// Changes rooms as a server would.
    pub async fn store<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Postgres) -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        let database = Database::read(&self.database).map_err(|error| Trouble::new(error.to_string()))?;
        let Database::Postgres(address) = database else { return Err(Trouble::new("not a PostgreSQL")) };
        let opened = apart(move || {
            let mut store = Postgres::open(&address, StoreLimits::default())?;
            Ok::<_, StoreError>(work(&mut store))
        });
        opened.await?.map_err(|error| Trouble::new(error.to_string()))
    }

    /// Kills all servers, and reads the database into a file for the oracle. Returns how many rooms could not be read, or do
    /// not follow the rules.
    pub async fn post_mortem(&mut self) -> Result<(std::path::PathBuf, usize), Trouble> {
        for place in 0..SERVERS {
            self.kill(place).await?;
        }
        let (file, database) = (self.scene.folder.path().join("after.sqlite"), self.database.clone());
        let to = file.clone();
        let exported = apart(move || {
            let failed = |error: &dyn std::fmt::Display| Trouble::new(error.to_string());
            let database = Database::read(&database).map_err(|error| failed(&error))?;
            let archive = Archive::open(&database).map_err(|error| failed(&error))?;
            archive.export(&to).map_err(|error| failed(&error))
        });
        Ok((file, exported.await??.left_out.len()))
    }
}

/// Work that blocks, on a thread of its own.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Trouble> {
    Ok(tokio::task::spawn_blocking(work).await?)
}

/// A running haproxy.
struct Balancer {
    address: SocketAddr,
    process: Child,
}

impl Balancer {
    fn is_installed() -> bool {
        Command::new("haproxy").arg("-v").output().is_ok_and(|output| output.status.success())
    }

    fn start(folder: &Path, victims: &[Victim]) -> Result<Self, Trouble> {
        let address = loopback(free_port().map_err(Trouble::new)?);
        let mut settings = format!(
            "global\n    maxconn 4000\ndefaults\n    mode http\n    timeout connect 1s\n    timeout client 60s\n    \
             timeout server 60s\n    timeout tunnel 60s\n    option redispatch\n    retries 3\n\
             listen games\n    bind {address}\n    balance roundrobin\n    option httpchk GET /readyz\n    \
             timeout check 5s\n    http-send-name-header Host\n    \
             default-server check inter 300ms fall 1 rise 1\n"
        );
        // Each is told its own name, because it answers to no other.
        for server in victims.iter().map(|victim| loopback(victim.port)) {
            let _ = writeln!(settings, "    server {server} {server}");
        }
        let file = folder.join("haproxy.cfg");
        std::fs::write(&file, settings)?;
        let mut command = Command::new("haproxy");
        command
            .arg("-db")
            .arg("-f")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Ok(Self { address, process: command.spawn()? })
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}
