//! Python environments for tools and servers that tests need.

use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::shell::Command;
use crate::workspace;

/// The folder of programs of the environment with the packages that `xtask/NAME/requirements.txt` lists. Makes the
/// environment in `NAME` beside the build if it is missing or its list changed.
pub fn environment(name: &str) -> Outcome<PathBuf> {
    let folder = workspace::target()?.join(name);
    let list = workspace::root().join("xtask").join(name);
    let list = list.join("requirements.txt");
    let wanted = std::fs::read(&list).map_err(|error| format!("reading the list: {error}"))?;
    let installed = folder.join("requirements.txt");
    let venv = folder.join("venv");
    let programs = venv.join("bin");
    if programs.join("python").is_file()
        && std::fs::read(&installed).is_ok_and(|there| there == wanted)
    {
        return Ok(programs);
    }
    std::fs::create_dir_all(&folder).map_err(|error| format!("making a folder: {error}"))?;
    make(&venv)?;
    let list = list.to_string_lossy().into_owned();
    let words = [
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        &list,
    ];
    Command::new(programs.join("pip"), words).run()?;
    std::fs::write(&installed, wanted).map_err(|error| format!("noting the list: {error}"))?;
    Ok(programs)
}

fn make(venv: &Path) -> Outcome {
    let words = || ["-m".into(), "venv".into(), venv.as_os_str().to_owned()];
    if Command::new("python3", words()).run().is_ok() {
        return Ok(());
    }
    crate::browser::install_with_apt("python3-venv", &["python3-venv"])?;
    Command::new("python3", words()).run()
}
