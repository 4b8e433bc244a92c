//! The data folder, which belongs to the server's user alone.

use anyhow::Context as _;
use std::path::Path;

/// Creates the data folder if it does not exist, and closes it to other users.
///
/// # Errors
/// The operating system's, with the name of the folder.
pub fn make_data_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("making the data folder {}", folder.display()))?;
    #[cfg(unix)]
    if let Err(cause) = close_to_others(folder) {
        // A mounted folder may belong to another user; refusing to start would not help.
        let folder = folder.display();
        tracing::warn!(code = "FD108", %folder, %cause, "the data folder stays readable by other users");
    }
    Ok(())
}

/// Makes everything the process creates from here on private: folders 0700, files 0600.
pub fn make_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Closes a folder and everything in it to other users, for folders that an earlier version left open. It looks inside
/// only if the folder itself is open, and closes the folder last.
#[cfg(unix)]
fn close_to_others(folder: &Path) -> std::io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;
    if folder.metadata()?.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    let mut folders = vec![folder.to_owned()];
    let mut next = 0;
    while let Some(inside) = folders.get(next).cloned() {
        next += 1;
        for entry in std::fs::read_dir(inside)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                std::fs::set_permissions(entry.path(), Permissions::from_mode(0o600))?;
            }
        }
    }
    for inside in folders.iter().rev() {
        std::fs::set_permissions(inside, Permissions::from_mode(0o700))?;
    }
    Ok(())
}
