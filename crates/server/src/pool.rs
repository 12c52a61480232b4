//! Bounded long-running work: a few jobs at once, a few more in the queue, each with a time limit.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use numberline_table::{Progress, SolveError};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// The priority of a thread for long work, as `nice` counts it: it gets about a tenth of what another thread gets, where
/// both want the same processor.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// How long a job computes before it pauses. Without pauses a scheduler may let it finish its time slice, which takes
/// until the next tick, while a move waits; a low priority does not prevent that.
const STRETCH: Duration = Duration::from_micros(500);

/// How long it pauses: long enough for others to get the processor.
const PAUSE: Duration = Duration::from_micros(50);

/// How many positions per second the slowest solver visits on a modest machine.
const POSITIONS_PER_SECOND: u64 = 50_000;
/// An estimate is an upper bound, and a fast machine is faster: only jobs estimated at this many times the available
/// time are refused up front.
const FAR: u64 = 4;

/// How much work runs at once, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolSize {
    /// Jobs that run at once for study, and as many for computers. Study leaves one processor free.
    pub threads: usize,
    /// Jobs that may wait. A computer's job may always wait.
    pub waiting: usize,
    /// How long a job may run; before that it may wait for two others. Each computer's job has its own time.
    pub time: Duration,
}

impl Default for PoolSize {
    fn default() -> Self {
        Self { threads: 2, waiting: 32, time: Duration::from_secs(5) }
    }
}

/// Why a job was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WorkError {
    /// Too many jobs are running.
    #[error("the server is busy with other positions; please try again in a few seconds")]
    Busy,
    /// Refused up front, because it would take far too long.
    #[error(
        "there are up to {positions} positions to search, which takes far longer than the {time:?} that the server allows \
         for it; choose a smaller variant, or play a few moves first"
    )]
    TooMuch {
        /// How many positions there may be.
        positions: u64,
        /// The time limit.
        time: Duration,
    },
    /// The answer is larger than the server sends.
    #[error(
        "the answer is larger than the {most} bytes that the server sends; choose a smaller variant or a shorter match, \
         or use numberline analyze or numberline review on your own machine"
    )]
    TooLarge {
        /// The limit.
        most: u32,
    },
    /// Refused up front, because the answer would be too long.
    #[error("the match is too long to review at once; review a part of it, or study its positions")]
    TooLong,
    /// It started, and took too long.
    #[error(
        "this takes longer than the {time:?} that the server allows; choose a smaller variant, \
         or play a few moves first"
    )]
    TooSlow {
        /// The time limit.
        time: Duration,
    },
    /// There is no answer, for this reason.
    #[error("this position cannot be solved: {0}")]
    Refused(#[from] SolveError),
    /// The job panicked.
    #[error("the work was interrupted")]
    Broken,
}

/// A pool of worker threads. Study and computers have separate threads, so that neither waits for the other.
///
/// The threads have a lower priority than those that serve requests: on a machine whose processors are all busy, a move
/// does not wait for an analysis.
#[derive(Clone, Debug)]
pub struct Pool {
    size: PoolSize,
    study: Lane,
    computers: Lane,
}

/// The threads themselves. They begin when they are needed, and end when they have been idle for a while.
#[derive(Debug)]
struct Workers(Option<Runtime>);

impl Workers {
    fn new() -> Self {
        let mut builder = Builder::new_current_thread();
        Self(builder.thread_name(Pool::THREAD).on_thread_start(yield_to_others).build().ok())
    }

    fn spawn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        match &self.0 {
            Some(workers) => workers.spawn_blocking(work),
            // The system provides no more than the threads that are there.
            None => tokio::task::spawn_blocking(work),
        }
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        // A job that is still running is not waited for.
        self.0.take().into_iter().for_each(Runtime::shutdown_background);
    }
}

/// Lowers the priority of this thread. Where that is not possible, the work is done all the same.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE);
}

/// The threads for one kind of work.
#[derive(Clone, Debug)]
struct Lane {
    /// How many jobs may wait or run.
    most: usize,
    /// A permit to wait or run.
    places: Arc<Semaphore>,
    /// A permit to run.
    threads: Arc<Semaphore>,
    workers: Arc<Workers>,
}

/// Tells a job when to stop: when its time is up, or when the caller stops waiting.
#[derive(Debug)]
pub struct Watch {
    until: Instant,
    abandoned: Arc<AtomicBool>,
    /// When the job last paused.
    paused: Cell<Instant>,
}

impl Watch {
    fn new(time: Duration, abandoned: Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        Self { until: now + time, abandoned, paused: Cell::new(now) }
    }

    /// For a part of the job that may take half of the time that is left, so that there is an answer without it, too.
    pub(crate) fn half(&self) -> Self {
        let left = self.until.saturating_duration_since(Instant::now());
        Self::new(left / 2, Arc::clone(&self.abandoned))
    }

    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }
}

impl Progress for Watch {
    fn step(&self, _: u64, _: u64) -> ControlFlow<()> {
        let now = Instant::now();
        if self.abandoned.load(Ordering::Relaxed) || now >= self.until {
            return ControlFlow::Break(());
        }
        if now.duration_since(self.paused.get()) >= STRETCH {
            std::thread::sleep(PAUSE);
            self.paused.set(Instant::now());
        }
        ControlFlow::Continue(())
    }
}

/// Dropped when the caller stops waiting, which stops the job.
struct Queued(Arc<AtomicBool>);

impl Drop for Queued {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// The name of its threads.
    pub(crate) const THREAD: &str = "long-work";

    /// A pool of this size, with at least one thread of each kind.
    #[must_use]
    pub fn new(size: PoolSize) -> Self {
        let size = PoolSize { threads: size.threads.clamp(1, Semaphore::MAX_PERMITS), ..size };
        let workers = Arc::new(Workers::new());
        let others = std::thread::available_parallelism().map_or(1, |processors| processors.get() - 1);
        let study = Lane::new(size.threads.min(others.max(1)), size.waiting, &workers);
        let computers = Lane::new(size.threads, usize::MAX, &workers);
        Self { size, study, computers }
    }

    /// Refuses a job that is estimated to take far too long. A job without an estimate passes.
    pub fn consider(&self, positions: Option<u64>) -> Result<(), WorkError> {
        let time = self.size.time;
        let seconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let most = seconds.saturating_mul(POSITIONS_PER_SECOND).saturating_mul(FAR) / 1_000;
        match positions {
            Some(positions) if positions > most => Err(WorkError::TooMuch { positions, time }),
            _ => Ok(()),
        }
    }

    /// Runs a job on a thread of its own, once one is free. Dropping the future stops the job.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Watch) -> Result<T, WorkError> + Send + 'static,
    ) -> Result<T, WorkError> {
        self.study.run(self.size.time.saturating_mul(2), self.size.time, work).await
    }

    /// Lets a computer think, once a thread is free. It is never refused; but the more jobs wait, the less time it has.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        longest: Duration,
        thought: impl FnOnce(&Watch) -> Result<T, WorkError> + Send + 'static,
    ) -> Result<T, WorkError> {
        let waiting = self.computers.busy().saturating_sub(self.size.threads);
        let ahead = u32::try_from(waiting / self.size.threads).unwrap_or(u32::MAX);
        self.computers.run(Duration::MAX, longest / ahead.saturating_add(1), thought).await
    }

    /// The number of study jobs that run or wait.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.study.busy()
    }

    /// The number of computers that think or wait.
    #[must_use]
    pub fn thinking(&self) -> usize {
        self.computers.busy()
    }
}

impl Lane {
    fn new(threads: usize, waiting: usize, workers: &Arc<Workers>) -> Self {
        let most = threads.saturating_add(waiting).min(Semaphore::MAX_PERMITS);
        let [places, threads] = [most, threads].map(|count| Arc::new(Semaphore::new(count)));
        Self { most, places, threads, workers: Arc::clone(workers) }
    }

    fn busy(&self) -> usize {
        self.most.saturating_sub(self.places.available_permits())
    }

    /// Runs a job that may wait, and then run, for this long.
    async fn run<T: Send + 'static>(
        &self,
        wait: Duration,
        time: Duration,
        work: impl FnOnce(&Watch) -> Result<T, WorkError> + Send + 'static,
    ) -> Result<T, WorkError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| WorkError::Busy)?;
        let thread = tokio::time::timeout(wait, Arc::clone(&self.threads).acquire_owned()).await;
        let thread = thread.map_err(|_| WorkError::Busy)?.map_err(|_| WorkError::Broken)?;
        let abandoned = Arc::new(AtomicBool::new(false));
        let _waiting = Queued(Arc::clone(&abandoned));
        let done = self.workers.spawn(move || {
            // The permits are released when the job ends, not when the caller stops waiting.
            let _held = (place, thread);
            work(&Watch::new(time, abandoned))
        });
        match done.await.unwrap_or(Err(WorkError::Broken)) {
            Err(WorkError::Refused(SolveError::Stopped)) => Err(WorkError::TooSlow { time }),
            done => done,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]
mod tests {
    use std::future::poll_fn;
    use std::pin::{Pin, pin};
    use std::sync::mpsc;
    use std::task::Poll;

    use tokio::sync::oneshot;
    use tokio::task::JoinHandle;

    use super::*;

    fn pool(threads: usize, waiting: usize, time: Duration) -> Pool {
        Pool::new(PoolSize { threads, waiting, time })
    }

    const LONG: Duration = Duration::from_secs(60);

    /// Starts a job that holds a thread until told to end.
    async fn hold(lane: &Lane) -> (mpsc::Sender<()>, JoinHandle<Result<(), WorkError>>) {
        let (release, held) = mpsc::channel();
        let (begun, has_begun) = oneshot::channel();
        let lane = lane.clone();
        let work = move |_: &Watch| {
            begun.send(()).unwrap();
            held.recv().unwrap();
            Ok(())
        };
        let holding = tokio::spawn(async move { lane.run(LONG, LONG, work).await });
        has_begun.await.unwrap();
        (release, holding)
    }

    /// Gives a job time to reach its place in the queue.
    async fn queue<T>(mut work: Pin<&mut impl Future<Output = T>>) {
        let asked = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await;
        assert!(asked.is_pending());
    }

    #[tokio::test]
    async fn a_job_without_a_slot_is_refused_at_once_and_the_rest_is_done() {
        let pool = pool(1, 1, LONG);
        let (release, first) = hold(&pool.study).await;
        let mut second = pin!(pool.run(|_| Ok(2)));
        queue(second.as_mut()).await;
        assert_eq!(pool.busy(), 2);
        assert_eq!(pool.run(|_| Ok(3)).await, Err(WorkError::Busy));
        release.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await), (Ok(()), Ok(2)));
        assert_eq!(pool.busy(), 0);
        assert_eq!(pool.run(|_| Ok(4)).await, Ok(4));
    }

    #[tokio::test]
    async fn a_job_that_waits_too_long_for_a_thread_is_refused() {
        let pool = pool(1, 1, Duration::from_millis(1));
        let (release, first) = hold(&pool.study).await;
        assert_eq!(pool.run(|_| Ok(())).await, Err(WorkError::Busy));
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn a_computer_thinks_while_study_uses_everything() {
        let pool = pool(1, 1, LONG);
        let (release, first) = hold(&pool.study).await;
        let mut second = pin!(pool.run(|_| Ok(2)));
        queue(second.as_mut()).await;
        assert_eq!(pool.run(|_| Ok(3)).await, Err(WorkError::Busy));
        assert_eq!(pool.think(LONG, |_| Ok(4)).await, Ok(4));
        release.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await), (Ok(()), Ok(2)));
    }

    #[tokio::test]
    async fn many_waiting_computers_get_less_time_and_study_does_not_wait() {
        let pool = pool(1, 0, LONG);
        let (release, first) = hold(&pool.computers).await;
        let left = |watch: &Watch| Ok(watch.until.duration_since(Instant::now()));
        let mut waiting: Vec<_> = (0..100).map(|_| Box::pin(pool.think(LONG, left))).collect();
        for thought in &mut waiting {
            queue(thought.as_mut()).await;
        }
        assert_eq!(pool.run(|_| Ok(1)).await, Ok(1));
        release.send(()).unwrap();
        assert_eq!(first.await.unwrap(), Ok(()));
        for (thought, ahead) in waiting.into_iter().zip(1..) {
            assert!(thought.await.unwrap() <= LONG / ahead);
        }
    }

    #[tokio::test]
    async fn study_leaves_a_processor_free() {
        let pool = pool(1_000, 0, LONG);
        let processors = std::thread::available_parallelism().unwrap().get();
        let [study, computers] = [&pool.study, &pool.computers].map(|lane| lane.threads.available_permits());
        assert_eq!([study, computers], [(processors - 1).max(1), 1_000]);
    }

    /// How often this thread has given up the processor by itself.
    #[cfg(target_os = "linux")]
    fn pauses() -> u64 {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")).unwrap();
        line.trim().parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn long_work_pauses_and_short_work_does_not() {
        let work = |time: Duration| {
            let watch = Watch::new(LONG, Arc::default());
            let (before, until) = (pauses(), Instant::now() + time);
            while Instant::now() < until {
                std::hint::spin_loop();
            }
            assert!(watch.step(0, 1).is_continue());
            (pauses() - before, watch.paused.get() > until)
        };
        assert!(work(STRETCH).0 >= 1);
        assert!(work(STRETCH).1);
        // Beside other programs even a moment may take long, but not each time.
        assert!((0..1_000).any(|_| !work(Duration::ZERO).1), "the control");
    }

    fn work_until_stopped(watch: &Watch) -> Result<(), WorkError> {
        while watch.step(0, 1).is_continue() {
            std::thread::yield_now();
        }
        Err(SolveError::Stopped.into())
    }

    #[tokio::test]
    async fn work_stops_when_its_time_is_up() {
        let time = Duration::from_millis(5);
        assert_eq!(pool(1, 0, time).run(work_until_stopped).await, Err(WorkError::TooSlow { time }));
    }

    #[test]
    fn a_part_of_a_job_stops_in_time_for_an_answer_without_it() {
        let watch = Watch::new(LONG, Arc::default());
        assert!(watch.half().until < watch.until && !watch.half().is_over());
        let over = Watch::new(Duration::ZERO, Arc::default());
        assert!(over.half().is_over() && work_until_stopped(&over.half()).is_err());
    }

    #[tokio::test]
    async fn abandoned_work_stops_and_frees_its_thread() {
        let pool = pool(1, 0, LONG);
        let (begun, has_begun) = oneshot::channel();
        let (ended, has_ended) = oneshot::channel();
        let asked = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move |watch| {
                    begun.send(()).unwrap();
                    let done = work_until_stopped(watch);
                    ended.send(()).unwrap();
                    done
                })
                .await
            }
        });
        has_begun.await.unwrap();
        asked.abort();
        has_ended.await.unwrap();
        // The slot is free once the closure has returned, a moment after its last statement.
        let again = loop {
            match pool.run(|_| Ok(5)).await {
                Err(WorkError::Busy) => tokio::task::yield_now().await,
                done => break done,
            }
        };
        assert_eq!(again, Ok(5));
    }

    #[test]
    fn only_far_too_much_work_is_refused() {
        let pool = pool(1, 0, Duration::from_secs(1));
        assert_eq!(pool.consider(None), Ok(()));
        assert_eq!(pool.consider(Some(200_000)), Ok(()));
        let time = Duration::from_secs(1);
        assert_eq!(pool.consider(Some(200_001)), Err(WorkError::TooMuch { positions: 200_001, time }));
    }

    #[tokio::test]
    async fn work_that_panics_fails_and_frees_its_slot() {
        let pool = pool(1, 0, LONG);
        #[allow(clippy::panic, reason = "this is what the test is about")]
        let broken: Result<(), WorkError> = pool.run(|_| panic!("broken on purpose")).await;
        assert_eq!(broken, Err(WorkError::Broken));
        assert_eq!(pool.run(|_| Ok(6)).await, Ok(6));
    }
}
