//! nginx with nchan, if it is installed (Debian: `nginx-light libnginx-mod-nchan`): the same delivery by a server
//! written in C that keeps messages in memory only.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{READY_WITHIN, Server, free_address, raise_open_files};

const PROGRAMS: [&str; 2] = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"];
const MODULES: [&str; 2] = [
    "/usr/lib/nginx/modules/ngx_nchan_module.so",
    "/usr/lib64/nginx/modules/ngx_nchan_module.so",
];

/// Paths of the program and its module.
pub struct Nchan {
    program: PathBuf,
    module: PathBuf,
}

impl Nchan {
    /// Finds them; `None` if nchan is not installed.
    pub fn installed() -> Option<Self> {
        let found = |paths: [&str; 2]| paths.into_iter().map(PathBuf::from).find(|it| it.is_file());
        Some(Self {
            program: found(PROGRAMS)?,
            module: found(MODULES)?,
        })
    }

    /// Starts it with one worker. It writes only into `folder`.
    pub fn start(&self, folder: &Path) -> Result<Server> {
        let address = free_address()?;
        let settings = folder.join("nginx.conf");
        fs::write(&settings, self.settings(folder, address.port())?)?;
        let child = Command::new(std::env::current_exe()?)
            .arg("become")
            .arg(&self.program)
            .arg("-c")
            .arg(&settings)
            .arg("-e")
            .arg(folder.join("error.log"))
            .stdin(Stdio::null())
            .spawn()
            .context("starting nginx")?;
        let master = child.id();
        let mut server = Server::started(child, address, READY_WITHIN)?;
        server.pid = only_child(master)?;
        Ok(server)
    }

    fn settings(&self, folder: &Path, port: u16) -> Result<String> {
        let files = raise_open_files()?;
        let (module, folder) = (self.module.display(), folder.display());
        let mut text = format!(
            "load_module {module};\n\
             daemon off;\n\
             worker_processes 1;\n\
             worker_rlimit_nofile {files};\n\
             pid {folder}/nginx.pid;\n\
             events {{ worker_connections {files}; }}\n\
             http {{\n\
             access_log off;\n\
             keepalive_timeout 1h;\n\
             keepalive_requests 1000000000;\n\
             nchan_shared_memory_size 512M;\n"
        );
        for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"] {
            writeln!(text, "{kind}_temp_path {folder}/{kind};")?;
        }
        write!(
            text,
            "server {{\n\
             listen 127.0.0.1:{port} backlog=4096;\n\
             location = /readyz {{ return 200 ready; }}\n\
             location ~ ^/sub/(\\d+)$ {{\n\
             nchan_subscriber longpoll;\n\
             nchan_channel_id $1;\n\
             nchan_subscriber_first_message oldest;\n\
             }}\n\
             location ~ ^/pub/(\\d+)$ {{\n\
             nchan_publisher http;\n\
             nchan_channel_id $1;\n\
             nchan_message_buffer_length 10;\n\
             nchan_message_timeout 10m;\n\
             }}\n\
             }}\n\
             }}\n"
        )?;
        Ok(text)
    }
}

/// Finds the worker, because nginx's first process only supervises it.
fn only_child(master: u32) -> Result<u32> {
    let children = fs::read_to_string(format!("/proc/{master}/task/{master}/children"))?;
    let numbers: Vec<u32> = children.split_whitespace().flat_map(str::parse).collect();
    match numbers[..] {
        [worker] => Ok(worker),
        _ => bail!("nginx has these processes instead of one worker: {children}"),
    }
}
