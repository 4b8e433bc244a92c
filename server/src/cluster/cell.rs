//! The number of the cell in a data folder. A store that followed one stream would take another's messages for its own, so a
//! folder stays with its cell (docs/decisions/0136).

use anyhow::{Context as _, bail};
use std::io;
use std::path::Path;

/// The file that has the number.
const FILE: &str = "cell";

/// Returns the number of the folder's cell; `None` if it was never a node's.
///
/// # Errors
/// The file cannot be read.
pub fn of_folder(data: &Path) -> anyhow::Result<Option<u16>> {
    let file = data.join(FILE);
    let written = match std::fs::read_to_string(&file) {
        Ok(written) => written,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("reading {}", file.display())),
    };
    let cell = written.trim().parse();
    let cell = cell.with_context(|| format!("{} has no number of a cell", file.display()))?;
    Ok(Some(cell))
}

/// Keeps a data folder to one cell, from the first time on.
///
/// # Errors
/// The folder is of another cell, or cannot be used.
pub fn keep_to(data: &Path, cell: u16) -> anyhow::Result<()> {
    match of_folder(data)? {
        Some(known) if known == cell => Ok(()),
        Some(known) => bail!(
            "the data folder {} is of cell {known}: set `cluster.cell` to {known}, or name an empty folder",
            data.display()
        ),
        None => {
            let file = data.join(FILE);
            let written = std::fs::write(&file, format!("{cell}\n"));
            written.with_context(|| format!("writing {}", file.display()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_folder_stays_with_its_cell() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(of_folder(folder.path()).unwrap(), None);

        keep_to(folder.path(), 3).unwrap();

        keep_to(folder.path(), 3).unwrap();
        assert_eq!(of_folder(folder.path()).unwrap(), Some(3));
        let refused = keep_to(folder.path(), 0).unwrap_err().to_string();
        assert!(refused.contains("`cluster.cell` to 3"), "{refused}");
    }

    #[test]
    fn a_file_without_a_number_is_no_first_cell() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "").unwrap();

        assert!(of_folder(folder.path()).is_err());
    }
}
