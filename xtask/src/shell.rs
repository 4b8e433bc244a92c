//! Runs other programs. Each is printed before it starts, and a failure is an error.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{self, Stdio};

use crate::Outcome;
use crate::workspace;

/// A program with its arguments. It runs in the repository's folder by default.
pub struct Command {
    inner: process::Command,
    shown: String,
}

impl Command {
    /// A program found on PATH or by its path.
    pub fn new<I, S>(program: impl AsRef<OsStr>, arguments: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<OsString>,
    {
        let program = program.as_ref();
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        let name = Path::new(program)
            .file_name()
            .unwrap_or(program)
            .to_string_lossy();
        let words: Vec<_> = arguments
            .iter()
            .map(|word| word.to_string_lossy())
            .collect();
        let shown = format!("{name} {}", words.join(" "));
        let mut inner = process::Command::new(program);
        inner.args(&arguments).current_dir(workspace::root());
        Self { inner, shown }
    }

    /// The cargo that runs this task.
    pub fn cargo<I, S>(arguments: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: Into<OsString>,
    {
        Self::new(
            std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            arguments,
        )
    }

    /// One of the client's npm scripts, with the Node that its lock file brings.
    pub fn npm_script(name: &str) -> Self {
        Self::new("npm", ["run", "--silent", name]).inside(&workspace::client())
    }

    /// Runs in another folder.
    pub fn inside(mut self, folder: &Path) -> Self {
        self.inner.current_dir(folder);
        self
    }

    /// Sets a variable of the program's environment.
    pub fn variable(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.inner.env(name, value);
        self
    }

    /// Runs it on this terminal and waits.
    pub fn run(mut self) -> Outcome {
        self.announce();
        let status = self
            .inner
            .status()
            .map_err(|error| self.cannot_start(&error))?;
        self.judge(status)
    }

    /// Runs it silently and returns its output.
    pub fn read(mut self) -> Outcome<String> {
        let output = self
            .inner
            .stderr(Stdio::null())
            .output()
            .map_err(|error| self.cannot_start(&error))?;
        self.judge(output.status)?;
        String::from_utf8(output.stdout).map_err(|_| format!("{} wrote no text", self.shown))
    }

    /// Runs it silently and returns its output, also if it fails.
    pub fn output(mut self) -> Outcome<String> {
        let output = self
            .inner
            .stderr(Stdio::null())
            .output()
            .map_err(|error| self.cannot_start(&error))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Whether it starts and succeeds, without output.
    pub fn works(mut self) -> bool {
        let status = self
            .inner
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    }

    /// Becomes the program, so that signals reach only it and no process stands between it and the terminal.
    #[cfg(unix)]
    pub fn become_it(mut self) -> Outcome {
        use std::os::unix::process::CommandExt;
        self.announce();
        let error = self.inner.exec();
        Err(self.cannot_start(&error))
    }

    /// Runs the program to its end, on systems where a process cannot become another.
    #[cfg(not(unix))]
    pub fn become_it(self) -> Outcome {
        self.run()
    }

    fn announce(&self) {
        println!("\n$ {}", self.shown);
    }

    fn cannot_start(&self, error: &std::io::Error) -> String {
        format!("cannot run `{}`: {error}", self.shown)
    }

    fn judge(&self, status: process::ExitStatus) -> Outcome {
        if status.success() {
            Ok(())
        } else {
            Err(format!("`{}` ended with {status}", self.shown))
        }
    }
}

/// Whether a program of this name answers to `--version`.
pub fn is_on_path(program: &str) -> bool {
    Command::new(program, ["--version"]).works()
}
