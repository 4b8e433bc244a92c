//! The files of the journal. One file is written at a time, from its beginning. A released file is overwritten later,
//! because its sync takes half as long as that of a growing file, and a tenth on a busy disk (docs/decisions/0015).
//!
//! ```text
//! header  [magic 8][epoch 32][first 8][salt 8][checksum 4]
//! group   [number 8][length 4][checksum 4] then `length` bytes, which have their own checksum
//! ```
//!
//! Old content remains behind the new. Each use of a file has a new random salt, which the checksum of each frame
//! covers. So an old group is never taken for a new one.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

const MAGIC: [u8; 8] = *b"journal1";
/// Number of spare files kept ready for the next writes.
const SPARE: usize = 2;

const EPOCH_BYTES: usize = 32;
const HEADER_BYTES: usize = 60;
/// Size of the frame before each group.
pub const FRAME_BYTES: usize = 16;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The epoch of the store that the file belongs to.
    pub epoch: Arc<str>,
    /// The number of the first group in the file.
    pub first: u64,
    salt: u64,
}

impl Header {
    fn new(epoch: &Arc<str>, first: u64) -> Self {
        Self {
            epoch: Arc::clone(epoch),
            first,
            salt: uuid::Uuid::new_v4().as_u64_pair().0,
        }
    }

    fn bytes(&self) -> io::Result<[u8; HEADER_BYTES]> {
        let mut bytes = [0; HEADER_BYTES];
        let epoch: &[u8; EPOCH_BYTES] = self.epoch.as_bytes().try_into().map_err(|_| {
            let why = "an epoch is 32 letters long";
            io::Error::new(io::ErrorKind::InvalidInput, why)
        })?;
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..40].copy_from_slice(epoch);
        bytes[40..48].copy_from_slice(&self.first.to_le_bytes());
        bytes[48..56].copy_from_slice(&self.salt.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..56]);
        bytes[56..].copy_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// Returns `None` if the bytes hold no intact header: the file is unused or damaged.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (said, sum) = bytes.get(..HEADER_BYTES)?.split_at(56);
        let is_whole = said.starts_with(&MAGIC) && sum == crc32fast::hash(said).to_le_bytes();
        let number = |at: usize| {
            let bytes = said.get(at..at + 8)?.try_into().ok()?;
            Some(u64::from_le_bytes(bytes))
        };
        is_whole.then_some(Self {
            epoch: Arc::from(std::str::from_utf8(&said[8..40]).ok()?),
            first: number(40)?,
            salt: number(48)?,
        })
    }

    fn checksum(&self, number_and_length: &[u8]) -> [u8; 4] {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.salt.to_le_bytes());
        hasher.update(number_and_length);
        hasher.finalize().to_le_bytes()
    }

    /// Writes the frame for a group of `length` bytes.
    pub fn frame(&self, number: u64, length: usize, frame: &mut [u8; FRAME_BYTES]) {
        frame[..8].copy_from_slice(&number.to_le_bytes());
        frame[8..12].copy_from_slice(&(length as u32).to_le_bytes());
        let sum = self.checksum(&frame[..12]);
        frame[12..].copy_from_slice(&sum);
    }

    /// The group at the start of `bytes`, including its frame, if it has this number and belongs to this use of the
    /// file.
    fn group<'a>(&self, number: u64, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (frame, _) = bytes.split_first_chunk::<FRAME_BYTES>()?;
        let length = u32::from_le_bytes(*frame[8..].first_chunk()?) as usize;
        let is_it =
            frame[..8] == number.to_le_bytes() && frame[12..] == self.checksum(&frame[..12]);
        bytes.get(..FRAME_BYTES + length).filter(|_| is_it)
    }
}

/// A file in use, with its header.
pub struct Segment {
    file: Arc<File>,
    /// The header, written with the first group.
    pub header: Header,
    end: u64,
}

impl Segment {
    /// Writes at the end of the file; the bytes are not durable yet.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = &self.file;
        if self.end == 0 {
            file.write_all_at(&self.header.bytes()?, 0)?;
            self.end = HEADER_BYTES as u64;
        }
        file.write_all_at(bytes, self.end)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Makes everything written durable.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    /// Offset of the next write.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Removes everything written after `end`, so that no reader finds it. Needs no free space on the disk.
    pub fn take_back(&mut self, end: u64) -> io::Result<()> {
        let zeros = [0; HEADER_BYTES];
        // A file without a header counts as empty. After a group, clearing the next frame is enough.
        let wiped = if end == 0 { HEADER_BYTES } else { FRAME_BYTES };
        let behind = self.file.metadata()?.len().saturating_sub(end);
        let wiped = wiped.min(usize::try_from(behind).unwrap_or(usize::MAX));
        self.file.write_all_at(&zeros[..wiped], end)?;
        self.file.sync_data()?;
        self.end = end;
        Ok(())
    }

    /// Returns the file, for later reads.
    pub fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    /// Whether [`Segments::clear`] left this file: it has a header and no groups.
    pub fn is_cleared(&self) -> bool {
        let length = self.file.metadata().map(|about| about.len());
        length.is_ok_and(|length| length == HEADER_BYTES as u64)
    }

    /// Reads the groups up to the first that is damaged or incomplete. `is_whole` checks the bytes of a group.
    pub fn read(&self, is_whole: impl Fn(&[u8]) -> bool) -> io::Result<Content> {
        let file = &self.file;
        let length = file.metadata()?.len();
        let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        file.read_exact_at(&mut bytes, 0)?;
        let mut groups = Vec::new();
        let mut at = HEADER_BYTES;
        while let Some(group) = self.header.group(
            self.header.first + groups.len() as u64,
            bytes.get(at..).unwrap_or_default(),
        ) && is_whole(&group[FRAME_BYTES..])
        {
            let end = at + group.len();
            groups.push(at..end);
            at = end;
        }
        Ok(Content { bytes, groups })
    }
}

/// The content of a file.
pub struct Content {
    /// All bytes, including remains of an earlier use.
    pub bytes: Vec<u8>,
    /// Where the groups are in `bytes`, with their frames.
    pub groups: Vec<Range<usize>>,
}

/// The files of the journal's directory.
pub struct Segments {
    folder: PathBuf,
    /// Size of a file that is prepared in advance.
    bytes: usize,
    /// Files that can be overwritten.
    free: Mutex<VecDeque<Arc<File>>>,
    /// The number in the name of the next new file.
    next: AtomicU64,
}

impl Segments {
    /// Opens the files in `folder`, which is created if missing. Also returns the files in use, in order. A file is
    /// full at `bytes`.
    pub fn open(folder: &Path, bytes: usize) -> io::Result<(Self, Vec<Segment>)> {
        std::fs::create_dir_all(folder)?;
        let (mut free, mut begun, mut next) = (VecDeque::new(), Vec::new(), 0);
        for found in std::fs::read_dir(folder)? {
            let path = found?.path();
            let Some(number) = number_of(&path) else {
                continue;
            };
            next = next.max(number + 1);
            let file = open(&path)?;
            let mut header = Vec::new();
            let mut beginning = file.as_ref().take(HEADER_BYTES as u64);
            beginning.read_to_end(&mut header)?;
            match Header::read(&header) {
                Some(header) => begun.push(Segment {
                    file,
                    header,
                    end: 0,
                }),
                None => free.push_back(file),
            }
        }
        begun.sort_by_key(|segment| segment.header.first);
        let segments = Self {
            folder: folder.to_owned(),
            bytes,
            free: Mutex::new(free),
            next: AtomicU64::new(next),
        };
        Ok((segments, begun))
    }

    /// Size in bytes at which a file is full.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Begins a file whose first group has the number `first`. Takes a spare file or creates one. The header is
    /// written with the first group.
    pub fn begin(&self, epoch: &Arc<str>, first: u64) -> io::Result<Segment> {
        let free = self.free.lock().pop_front();
        Ok(Segment {
            file: free.map_or_else(|| self.make().map(|(file, _)| file), Ok)?,
            header: Header::new(epoch, first),
            end: 0,
        })
    }

    /// Whether spare files should be prepared.
    pub fn is_short(&self) -> bool {
        self.free.lock().len() < SPARE
    }

    /// Prepares spare files. This takes some milliseconds, which a commit must not wait for.
    pub fn prepare(&self) -> io::Result<()> {
        while self.is_short() {
            let (file, path) = self.make()?;
            if let Err(error) = make_room(&file, self.bytes) {
                // On a full disk, each attempt would otherwise leave another incomplete file.
                let _ = std::fs::remove_file(path);
                return Err(error);
            }
            self.free.lock().push_back(file);
        }
        Ok(())
    }

    /// Takes back a file that can be overwritten.
    pub fn give_back(&self, segment: Segment) {
        self.free.lock().push_back(segment.file);
    }

    /// Deletes all files, and leaves one without groups that keeps the next number. No group may be needed any more.
    pub fn clear(&self, epoch: &Arc<str>, first: u64) -> io::Result<()> {
        let kept = self.next.load(Ordering::Relaxed);
        let mut segment = Segment {
            file: self.make()?.0,
            header: Header::new(epoch, first),
            end: 0,
        };
        segment.write(&[])?;
        segment.file.sync_all()?;
        for found in std::fs::read_dir(&self.folder)? {
            let path = found?.path();
            if number_of(&path).is_some_and(|number| number != kept) {
                std::fs::remove_file(path)?;
            }
        }
        *self.free.lock() = VecDeque::from([segment.file]);
        File::open(&self.folder)?.sync_all()
    }

    /// Creates a file that survives a power cut.
    fn make(&self) -> io::Result<(Arc<File>, PathBuf)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{number:06}.log"));
        File::create_new(&path)?.sync_all()?;
        File::open(&self.folder)?.sync_all()?;
        Ok((open(&path)?, path))
    }
}

fn open(path: &Path) -> io::Result<Arc<File>> {
    let opened = OpenOptions::new().read(true).write(true).open(path);
    opened.map(Arc::new)
}

/// Allocates the file's first `bytes` on disk, for later writes.
fn make_room(file: &File, bytes: usize) -> io::Result<()> {
    file.write_all_at(&vec![0; bytes], 0)?;
    file.sync_all()
}

fn number_of(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    name.strip_suffix(".log")?.parse().ok()
}
