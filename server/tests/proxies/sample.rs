//! Starts the program and a proxy with one of the samples.

use crate::certificate::Pair;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Chats that one address may start.
pub const STARTS_PER_MINUTE: u32 = 5;

/// Timeout of a start.
const READY_WITHIN: Duration = Duration::from_secs(30);

/// Which proxy.
#[derive(Clone, Copy, Debug)]
pub enum Sample {
    Nginx,
    HaProxy,
    Caddy,
}

/// The program behind a proxy. Dropping it ends both.
pub struct Front {
    /// The proxy's address for browsers.
    pub url: String,
    /// Its address for plain HTTP.
    pub plain: String,
    pub pair: Pair,
    _proxy: Running,
    _server: Running,
    _output: BufReader<ChildStdout>,
    pub folder: TempDir,
}

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // SIGTERM, because nginx has children.
        let pid = rustix::process::Pid::from_child(&self.0);
        // It may have ended by itself.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let _ = self.0.wait();
    }
}

/// A text with its replacements. Each must be there.
fn replaced(text: &str, pairs: &[(&str, String)]) -> String {
    pairs.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the sample has no `{from}`");
        text.replace(from, to)
    })
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

impl Front {
    /// Starts both and waits until the proxy answers.
    pub async fn open(sample: Sample) -> Self {
        let folder = TempDir::new().unwrap();
        let pair = Pair::write(folder.path());
        let (server, output, port) = serve(&folder.path().join("data"));
        let ports = [free_port(), free_port()];
        let mut command = sample.command(folder.path(), &pair, (port, ports));
        let log = std::fs::File::create(folder.path().join("proxy.log")).unwrap();
        command
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap());
        let proxy = Running(command.stderr(log).spawn().unwrap());
        let front = Self {
            url: format!("https://localhost:{}", ports[1]),
            plain: format!("http://localhost:{}", ports[0]),
            pair,
            _proxy: proxy,
            _server: server,
            _output: output,
            folder,
        };
        let (client, begun) = (front.pair.client(), Instant::now());
        let ready = async || {
            let answer = client.get(format!("{}/readyz", front.url)).send().await;
            answer.is_ok_and(|answer| answer.status() == 200)
        };
        while !ready().await {
            let log = std::fs::read_to_string(front.folder.path().join("proxy.log"));
            assert!(begun.elapsed() < READY_WITHIN, "{sample:?}: {log:?}");
            actix_web::rt::time::sleep(Duration::from_millis(50)).await;
        }
        front
    }
}

impl Front {
    /// Calls curl over HTTP/2 with these arguments, and returns its output.
    pub fn curl(&self, arguments: &[&str]) -> String {
        let asked = Command::new("curl")
            .args([
                "--silent",
                "--show-error",
                "--noproxy",
                "*",
                "--http2",
                "--cacert",
            ])
            .arg(&self.pair.certificate)
            .args(arguments)
            .output()
            .unwrap();
        let problem = String::from_utf8_lossy(&asked.stderr);
        assert!(asked.status.success(), "{problem}");
        String::from_utf8(asked.stdout).unwrap()
    }
}

/// Starts the program with the settings that the samples name.
fn serve(data: &Path) -> (Running, BufReader<ChildStdout>, u16) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_frontdesk"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(["--operator-listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .arg("--fixtures")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tenants"))
        .env("FRONTDESK_TRUSTED_PROXIES", "127.0.0.1")
        .env(
            "FRONTDESK_RATES__START_PER_MINUTE",
            STARTS_PER_MINUTE.to_string(),
        )
        .env("FRONTDESK_UPLOADS__BYTES_PER_HOUR", "0")
        // Tests also pass on a nearly full disk.
        .env("FRONTDESK_UPLOADS__DISK_FREE_PERCENT", "0")
        .env("FRONTDESK_UPLOADS__DISK_FREE_BYTES", "0")
        .env("FRONTDESK_DISK__CHAT_FREE_PERCENT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    assert!(output.read_line(&mut line).unwrap() > 0, "the server ended");
    let port = line.trim().rsplit(':').next().unwrap().parse().unwrap();
    (Running(child), output, port)
}

impl Sample {
    fn text(self) -> String {
        let path = match self {
            Self::Nginx => "nginx/frontdesk.conf",
            Self::HaProxy => "haproxy/haproxy.cfg",
            Self::Caddy => "caddy/Caddyfile",
        };
        let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
        std::fs::read_to_string(deploy.join(path)).unwrap()
    }

    /// The proxy, with the sample for these ports: the server's, and its own for plain HTTP and for TLS.
    fn command(
        self,
        folder: &Path,
        pair: &Pair,
        (server, [plain, tls]): (u16, [u16; 2]),
    ) -> Command {
        let (certificate, key) = (pair.certificate.display(), pair.key.display());
        let behind = ("127.0.0.1:8080", format!("127.0.0.1:{server}"));
        let write = |name: &str, text: &str| -> PathBuf {
            let path = folder.join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        match self {
            Self::Nginx => {
                let pairs = [
                    behind,
                    ("listen [::]:80;", String::new()),
                    ("listen [::]:443 ssl http2;", String::new()),
                    ("listen 80;", format!("listen 127.0.0.1:{plain};")),
                    ("listen 443 ssl", format!("listen 127.0.0.1:{tls} ssl")),
                    (
                        "server_name chat.example.com",
                        "server_name localhost".into(),
                    ),
                    (
                        "/etc/ssl/frontdesk/chat.example.com.pem",
                        certificate.to_string(),
                    ),
                    ("/etc/ssl/frontdesk/chat.example.com.key", key.to_string()),
                ];
                let text = replaced(&self.text(), &pairs);
                let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
                let temporary = temporary
                    .map(|of| format!("{of}_temp_path {of};\n"))
                    .concat();
                let whole = format!(
                    "pid nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{text}\n}}\n"
                );
                let path = write("nginx.conf", &whole);
                let mut command = Command::new("nginx");
                command.arg("-p").arg(folder).arg("-c").arg(path);
                command.args(["-e", "stderr", "-g", "daemon off;"]);
                command
            }
            Self::HaProxy => {
                let both = [&pair.certificate, &pair.key].map(|path| std::fs::read(path).unwrap());
                let both = write("both.pem", &String::from_utf8(both.concat()).unwrap());
                let pairs = [
                    behind,
                    // Not every machine that tests allows 40,000 open files.
                    ("maxconn 20000", "maxconn 1000".into()),
                    ("bind :80\n", format!("bind 127.0.0.1:{plain}\n")),
                    ("bind :443 ssl", format!("bind 127.0.0.1:{tls} ssl")),
                    (
                        "/etc/ssl/frontdesk/chat.example.com.pem",
                        both.display().to_string(),
                    ),
                ];
                let path = write("haproxy.cfg", &replaced(&self.text(), &pairs));
                let mut command = Command::new("haproxy");
                command.arg("-db").arg("-f").arg(path);
                command
            }
            Self::Caddy => {
                let ports = format!(
                    "{{\nadmin off\nhttp_port {plain}\nhttps_port {tls}\ndefault_bind 127.0.0.1\n}}\nlocalhost {{"
                );
                let pairs = [
                    behind,
                    ("chat.example.com {", ports),
                    (
                        "\trequest_body {",
                        format!("\ttls {certificate} {key}\n\trequest_body {{"),
                    ),
                ];
                let path = write("Caddyfile", &replaced(&self.text(), &pairs));
                let mut command = Command::new("caddy");
                command
                    .args(["run", "--adapter", "caddyfile", "--config"])
                    .arg(path);
                for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
                    command.env(variable, folder);
                }
                command
            }
        }
    }
}
