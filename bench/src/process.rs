//! Starts servers and generators, stops them reliably, and reads their memory and processor time.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use crate::generator::{Order, Plan, Report};

/// Time a server has to start.
pub const READY_WITHIN: Duration = Duration::from_secs(60);
/// Protocol, 'Program': a drained server ends within 10 s.
const STOPS_WITHIN: Duration = Duration::from_secs(12);
/// Ticks a second in `/proc/PID/stat`, on every Linux.
const TICKS_A_SECOND: u64 = 100;

/// Rate limits that one generator behind one address would exceed.
const RATES: [&str; 7] = [
    "SEND_PER_MINUTE",
    "ASK_PER_MINUTE",
    "TIPS_PER_SECOND",
    "CALL_PER_SECOND",
    "START_PER_MINUTE",
    "LOGIN_PER_MINUTE",
    "HELD_POLLS_PER_ADDRESS",
];

/// Raises the limit of open files to what the machine allows.
pub fn raise_open_files() -> Result<u64> {
    rlimit::increase_nofile_limit(u64::MAX).context("raising the number of open files")
}

/// A server under load.
pub struct Server {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The process that serves.
    pub pid: u32,
}

impl Server {
    /// Starts this program as the bare server.
    pub fn bare(visitors: usize) -> Result<Self> {
        let address = free_address()?;
        let own = std::env::current_exe()?;
        let child = Command::new(own)
            .args(["bare", "--listen", &address.to_string()])
            .args(["--visitors", &visitors.to_string()])
            .stdin(Stdio::null())
            .spawn()
            .context("starting the bare server")?;
        Self::started(child, address, READY_WITHIN)
    }

    /// Starts the product on an empty folder. Without `fixtures` it serves the demo, and 0 `workers` means one for each
    /// core. It may call the services in `allowed`. The log is a file beside the data.
    pub fn frontdesk(
        binary: &Path,
        folder: &Path,
        fixtures: Option<&Path>,
        (has_limits, workers): (bool, usize),
        allowed: &[String],
    ) -> Result<Self> {
        let address = free_address()?;
        let mut command = product(binary, folder, fixtures, address)?;
        command
            .args(["--limits", if has_limits { "on" } else { "off" }])
            .env("FRONTDESK_WORKERS", workers.to_string())
            .env("FRONTDESK_RELAY__PRIVATE_HOSTS", allowed.join(","));
        let child = command.spawn();
        let child = child.with_context(|| format!("starting {}", binary.display()))?;
        Self::started(child, address, READY_WITHIN)
    }

    /// Waits until a started server responds.
    pub fn started(child: Child, address: SocketAddr, within: Duration) -> Result<Self> {
        let pid = child.id();
        let mut server = Self {
            child,
            address,
            pid,
        };
        let until = Instant::now() + within;
        while !is_ready(address) {
            if let Some(status) = server.child.try_wait()? {
                bail!("the server ended with {status} instead of answering");
            }
            if Instant::now() > until {
                bail!("the server did not answer within {within:?}");
            }
            // A process does not announce that it is ready, so ask.
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// Resident memory, bytes.
    pub fn memory(&self) -> Result<u64> {
        memory(self.pid)
    }

    /// Peak of its resident memory, bytes.
    pub fn memory_peak(&self) -> Result<u64> {
        memory_peak(self.pid)
    }

    /// Processor time it has used.
    pub fn cpu_time(&self) -> Result<Duration> {
        cpu_time(self.pid)
    }

    /// How many threads it has.
    pub fn threads(&self) -> Result<usize> {
        let threads = fs::read_dir(format!("/proc/{}/task", self.pid))?;
        Ok(threads.count())
    }

    /// Pins it to one core, so that the generator on the other takes no time from it.
    pub fn pin(&self, core: usize) -> Result<()> {
        pin(self.pid, core)
    }

    /// What it says at `/readyz`.
    pub fn readiness(&self) -> Option<String> {
        let (_, text) = readiness(self.address)?;
        Some(text)
    }

    /// Ends it as `kill -9` does.
    pub fn kill(mut self) {
        end(&mut self.child);
    }

    /// Shuts it down gracefully.
    pub fn stop(mut self) -> Result<()> {
        ask_to_stop(&mut self.child);
        let until = Instant::now() + STOPS_WITHIN;
        while self.child.try_wait()?.is_none() {
            if Instant::now() > until {
                bail!("the server did not stop within {STOPS_WITHIN:?}");
            }
            // `wait` has no timeout.
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// The command of the product, which ends when the harness ends.
pub(crate) fn product(
    binary: &Path,
    folder: &Path,
    fixtures: Option<&Path>,
    address: SocketAddr,
) -> Result<Command> {
    let log = File::create(folder.join("server.log"))?;
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("become")
        .arg(binary)
        .args(["serve", "--listen", &address.to_string()])
        .args(["--operator-listen", "127.0.0.1:0"])
        .arg("--data")
        .arg(folder.join("data"))
        .arg(fixtures.map_or_else(
            || "--demo".to_owned(),
            |folder| format!("--fixtures={}", folder.display()),
        ))
        .envs(RATES.map(|rate| (format!("FRONTDESK_RATES__{rate}"), "1000000000")))
        .env("FRONTDESK_UPLOADS__DISK_FREE_PERCENT", "0")
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log);
    Ok(command)
}

/// A generator, with its pipes.
pub struct Generator {
    child: Child,
    orders: ChildStdin,
    reports: BufReader<ChildStdout>,
}

impl Generator {
    /// Pins it to one core.
    pub fn pin(&self, core: usize) -> Result<()> {
        pin(self.child.id(), core)
    }

    /// Starts this program as a generator.
    pub fn start(plan: &Plan) -> Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg("generate")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting the generator")?;
        let orders = child.stdin.take().context("the generator's input")?;
        let reports = BufReader::new(child.stdout.take().context("the generator's output")?);
        let mut generator = Self {
            child,
            orders,
            reports,
        };
        generator.write(&serde_json::to_string(plan)?)?;
        Ok(generator)
    }

    /// Gives an order and waits for its report.
    pub fn order(&mut self, order: &Order) -> Result<Report> {
        self.write(&serde_json::to_string(order)?)?;
        let mut line = String::new();
        self.reports.read_line(&mut line)?;
        if line.is_empty() {
            bail!("the generator ended during {order:?}");
        }
        let report: std::result::Result<Report, String> = serde_json::from_str(&line)?;
        report.map_err(|reason| anyhow!("{order:?}: {reason}"))
    }

    fn write(&mut self, line: &str) -> Result<()> {
        writeln!(self.orders, "{line}").context("writing to the generator")
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn end(child: &mut Child) {
    // An error means that it has already ended.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(target_os = "linux")]
fn ask_to_stop(child: &mut Child) {
    let _ = rustix::process::kill_process(
        rustix::process::Pid::from_child(child),
        rustix::process::Signal::TERM,
    );
}

#[cfg(not(target_os = "linux"))]
fn ask_to_stop(child: &mut Child) {
    let _ = child.kill();
}

/// Asks the kernel to end this process when its parent ends, in whatever way.
pub fn end_with_parent() -> Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    Ok(())
}

/// Becomes the program. The effect of [`end_with_parent`] remains.
pub fn become_program(command: &[OsString]) -> Result<()> {
    let (program, arguments) = command.split_first().context("no program")?;
    let mut command = Command::new(program);
    command.args(arguments);
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        Err(command.exec()).with_context(|| format!("becoming {}", program.display()))
    }
    #[cfg(not(unix))]
    {
        command.status()?;
        Ok(())
    }
}

/// Finds a free address.
pub fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Both servers answer 200 on this path when they are ready.
fn is_ready(address: SocketAddr) -> bool {
    readiness(address).is_some_and(|(status, _)| status.contains(" 200 "))
}

/// The status line and the text of `/readyz`.
fn readiness(address: SocketAddr) -> Option<(String, String)> {
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1)).ok()?;
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(2))).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, text) = answer.split_once("\r\n\r\n")?;
    let status = head.lines().next()?;
    Some((format!("{status} "), text.to_owned()))
}

/// Pins a process with all its threads to one core. Does nothing on a machine with one core.
pub fn pin(pid: u32, core: usize) -> Result<()> {
    if std::thread::available_parallelism()?.get() < 2 {
        return Ok(());
    }
    let status = Command::new("taskset")
        .args(["-acp", &core.to_string(), &pid.to_string()])
        .stdout(Stdio::null())
        .status()
        .context("running taskset")?;
    if !status.success() {
        bail!("taskset ended with {status}");
    }
    Ok(())
}

/// Resident memory of a process, bytes.
pub fn memory(pid: u32) -> Result<u64> {
    memory_line(pid, "VmRSS:")
}

/// Peak of a process's resident memory, bytes.
pub fn memory_peak(pid: u32) -> Result<u64> {
    memory_line(pid, "VmHWM:")
}

/// Resets [`memory_peak`] of this process.
pub fn forget_memory_peak() -> Result<()> {
    // See proc_pid_clear_refs(5).
    fs::write("/proc/self/clear_refs", "5").context("resetting the peak of memory")
}

fn memory_line(pid: u32, name: &str) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("reading the memory")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    Ok(kib.with_context(|| format!("no {name}"))? * 1024)
}

/// Runs a program until it writes its first line, then kills it if it still runs.
pub fn kill_after_line(mut command: Command) -> Result<String> {
    let mut child = command.spawn()?;
    let mut line = String::new();
    let read = match child.stdout.take() {
        Some(output) => BufReader::new(output).read_line(&mut line),
        None => Ok(0),
    };
    end(&mut child);
    read?;
    Ok(line)
}

/// Processor time of a process, in user and kernel mode.
pub fn cpu_time(pid: u32) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).context("reading the time")?;
    // The name in brackets may contain anything, so the fields are counted after it, from the third.
    let (_, fields) = stat.rsplit_once(')').context("no name in stat")?;
    let ticks: Vec<u64> = fields
        .split_whitespace()
        .skip(11)
        .take(2)
        .flat_map(str::parse)
        .collect();
    let [user, system] = ticks[..] else {
        bail!("no times in stat")
    };
    Ok(Duration::from_millis(
        (user + system) * 1_000 / TICKS_A_SECOND,
    ))
}

/// Path of the product's binary: `FRONTDESK_BIN`, or the one beside this program.
pub fn frontdesk_binary() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("FRONTDESK_BIN") {
        return Ok(named.into());
    }
    let beside = std::env::current_exe()?.with_file_name("frontdesk");
    if beside.is_file() {
        return Ok(beside);
    }
    bail!(
        "{} is missing: cargo build --release -p server, or set FRONTDESK_BIN",
        beside.display()
    )
}

/// Makes a new folder on the build's disk, because the folder for temporary files may be in memory.
pub fn scratch_folder(wanted: Option<&Path>) -> Result<tempfile::TempDir> {
    let parent = match wanted {
        Some(folder) => folder.to_owned(),
        None => std::env::current_exe()?.with_file_name("bench-data"),
    };
    fs::create_dir_all(&parent).with_context(|| format!("making {}", parent.display()))?;
    tempfile::Builder::new()
        .prefix("run-")
        .tempdir_in(&parent)
        .context("making a folder")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{cpu_time, memory};

    #[test]
    fn a_process_can_read_its_own_memory_and_time() {
        let own = std::process::id();

        assert!(memory(own).unwrap() > 100_000);
        cpu_time(own).unwrap();
    }
}
