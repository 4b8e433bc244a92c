//! The format of the data folder: a number in its file `format`, so that no version misreads what a newer one wrote
//! (`docs/operation.md`, docs/decisions/0005-stored-records.md).
//!
//! The number stands for everything in the folder. It rises when an older version would refuse or misread what this
//! one writes. The layouts inside (of the store, of each kind of record) have numbers of their own, which errors name.

use std::cmp::Ordering;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The format that this version reads and writes.
pub const FORMAT: u32 = 1;

/// The file in the data folder: the number, then the version that wrote it.
pub const FILE: &str = "format";

/// A folder without the file was made before there was one.
const FIRST: u32 = 1;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a folder says of its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    /// Its number.
    pub number: u32,
    /// The version of the program that wrote it, as far as it is known.
    pub version: Option<String>,
}

/// Why a command does not use a data folder.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// A newer version wrote the folder.
    #[error(
        "the data folder {folder} has format {found}, which {} wrote; this is version {VERSION}, which reads format \
         {known}. Install {}, or restore a backup that version {VERSION} made into a new folder: `frontdesk restore \
         BACKUP --data NEW`",
        writer(.version.as_deref()), remedy(.version.as_deref())
    )]
    Newer {
        /// The data folder.
        folder: PathBuf,
        /// Its format.
        found: u32,
        /// The version that wrote it.
        version: Option<String>,
        /// The newest format that the caller reads.
        known: u32,
    },
    /// An older version wrote the folder, and nobody upgraded it.
    #[error(
        "the data folder {folder} has format {found}; version {VERSION} uses format {known}. `frontdesk upgrade \
         --check` says what an upgrade changes, and `frontdesk upgrade` does it"
    )]
    Older {
        /// The data folder.
        folder: PathBuf,
        /// Its format.
        found: u32,
        /// The format of the caller.
        known: u32,
    },
    /// The file does not begin with a number.
    #[error(
        "{0} should begin with the number of the folder's format, and does not. If no version but {VERSION} wrote the \
         folder, write {FORMAT} into the file"
    )]
    Unreadable(PathBuf),
    /// The disk reported an error.
    #[error("the format of the data folder, {path}")]
    Disk {
        /// The file.
        path: PathBuf,
        /// The disk's error.
        source: io::Error,
    },
}

fn writer(version: Option<&str>) -> String {
    version.map_or("a newer version".to_owned(), |version| {
        format!("version {version}")
    })
}

fn remedy(version: Option<&str>) -> String {
    version.map_or("the version that wrote it".to_owned(), |version| {
        format!("version {version} or later")
    })
}

/// Reads the file. Returns `None` if there is none.
///
/// # Errors
/// It cannot be read, or does not begin with a number.
pub fn read(data: &Path) -> Result<Option<Format>, FormatError> {
    let path = data.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(FormatError::Disk { path, source }),
    };
    let mut lines = text.lines();
    let number = lines.next().and_then(|line| line.trim().parse().ok());
    let Some(number) = number else {
        return Err(FormatError::Unreadable(path));
    };
    let version = lines.next().and_then(|line| line.split_whitespace().last());
    Ok(Some(Format {
        number,
        version: version.map(str::to_owned),
    }))
}

/// Writes the file, atomically and durably.
///
/// # Errors
/// The disk's.
pub fn write(data: &Path, number: u32) -> Result<(), FormatError> {
    let path = data.join(FILE);
    let written = || {
        let draft = data.join("format.new");
        let mut file = std::fs::File::create(&draft)?;
        writeln!(file, "{number}\nwritten by frontdesk {VERSION}")?;
        file.sync_all()?;
        std::fs::rename(&draft, &path)?;
        std::fs::File::open(data)?.sync_all()
    };
    written().map_err(|source| FormatError::Disk { path, source })
}

/// The format of a folder; that of the first version if the folder has data and no file. `None` for a new folder.
///
/// # Errors
/// See [`read`].
pub fn of(data: &Path) -> Result<Option<Format>, FormatError> {
    let first = || Format {
        number: FIRST,
        version: None,
    };
    let has_data = || data.join("store").exists() || data.join(crate::secrets::KEY_FILE).exists();
    Ok(read(data)?.or_else(|| has_data().then(first)))
}

/// Refuses a folder that a newer version wrote. For commands that ask the server that runs, which may be older.
///
/// # Errors
/// [`FormatError`]
pub fn refuse_newer(data: &Path) -> Result<(), FormatError> {
    match require(data) {
        Ok(()) | Err(FormatError::Older { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Accepts a new folder, and one in the format of this version.
///
/// # Errors
/// [`FormatError`]
pub fn require(data: &Path) -> Result<(), FormatError> {
    match of(data)? {
        Some(format) => compare(data, format, FORMAT),
        None => Ok(()),
    }
}

/// Like [`require`], and writes the file if it is missing.
///
/// # Errors
/// [`FormatError`]
pub fn begin(data: &Path) -> Result<(), FormatError> {
    require(data)?;
    match read(data)? {
        Some(_) => Ok(()),
        None => write(data, FORMAT),
    }
}

/// Compares the format of a folder with the one that the caller knows.
///
/// # Errors
/// They differ.
pub fn compare(data: &Path, found: Format, known: u32) -> Result<(), FormatError> {
    let Format { number, version } = found;
    let folder = data.to_owned();
    match number.cmp(&known) {
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(FormatError::Newer {
            folder,
            found: number,
            version,
            known,
        }),
        Ordering::Less => Err(FormatError::Older {
            folder,
            found: number,
            known,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::record::LAYOUTS;
    use crate::store::sled::MARKER_TITLE;
    use tempfile::TempDir;

    fn folder(text: &str) -> TempDir {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join(FILE), text).unwrap();
        folder
    }

    /// If this fails, an older version cannot read what this one writes. Then [`FORMAT`] rises, an upgrade step joins
    /// `upgrade::STEPS`, and the new layouts stand here (CONTRIBUTING.md, 'The data folder').
    #[test]
    fn the_number_stands_for_these_layouts() {
        let stands_for = (FORMAT, MARKER_TITLE, LAYOUTS);

        let expected = [
            ("line of a log", 1),
            ("visitor's head", 7),
            ("visitor's standing", 1),
            ("record of the journal", 1),
            ("document of the journal", 129),
            ("group of the journal", 2),
            ("lines of a session", 2),
            ("config document", 1),
        ];
        assert_eq!(stands_for, (1, "frontdesk store 8", expected));
    }

    #[test]
    fn a_new_folder_gets_the_number_and_the_version() {
        let folder = TempDir::new().unwrap();
        let data = folder.path();
        require(data).unwrap();
        assert_eq!(of(data).unwrap(), None);

        begin(data).unwrap();
        begin(data).unwrap();

        let text = std::fs::read_to_string(data.join(FILE)).unwrap();
        assert_eq!(text, format!("1\nwritten by frontdesk {VERSION}\n"));
        let version = Some(VERSION.to_owned());
        assert_eq!(read(data).unwrap(), Some(Format { number: 1, version }));
        assert_eq!(std::fs::read_dir(data).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_of_before_the_file_has_format_1() {
        let folder = TempDir::new().unwrap();
        let data = folder.path();
        std::fs::create_dir(data.join("store")).unwrap();

        let found = of(data).unwrap().unwrap();

        assert_eq!((found.number, found.version), (1, None));
        begin(data).unwrap();
        assert_eq!(read(data).unwrap().unwrap().number, 1);
    }

    #[test]
    fn a_newer_format_is_refused_with_what_to_do() {
        let newer = folder("2\nwritten by frontdesk 3.4.5\nand more\n");
        let unnamed = folder("77");

        let said = refuse_newer(newer.path()).unwrap_err().to_string();
        assert_eq!(begin(newer.path()).unwrap_err().to_string(), said);
        for part in [
            "has format 2",
            "version 3.4.5 wrote",
            "Install version 3.4.5 or later",
            "restore",
        ] {
            assert!(said.contains(part), "{said}");
        }
        let said = require(unnamed.path()).unwrap_err().to_string();
        assert!(said.contains("Install the version that wrote it"), "{said}");
    }

    #[test]
    fn an_older_format_is_for_upgrade_and_for_a_server_that_still_runs() {
        let older = folder("0\n");

        refuse_newer(older.path()).unwrap();
        let said = require(older.path()).unwrap_err().to_string();

        assert!(said.contains("`frontdesk upgrade --check`"), "{said}");
        assert!(begin(older.path()).is_err());
    }

    #[test]
    fn a_damaged_file_is_no_format() {
        for text in ["", "one\n", "-1\n", "99999999999\n"] {
            let said = read(folder(text).path()).unwrap_err().to_string();
            assert!(said.contains("should begin with the number"), "{said}");
        }
    }
}
