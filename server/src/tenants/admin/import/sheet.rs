//! Reads the first sheet of an XLSX file row by row. The file is a ZIP archive from outside, so its unpacked size is
//! measured before anything of it is held in memory.

use calamine::{DataRef, DataType, Reader, Xlsx, XlsxError};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// The largest archive when unpacked, in bytes.
const UNPACKED_BYTES_MAX: u64 = 256 << 20;
/// The most files in the archive.
const FILES_MAX: usize = 1_000;
/// The most columns.
const COLUMNS_MAX: u32 = 100;

/// Why a sheet cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// No XLSX file, or a damaged one.
    #[error("the file is not a readable .xlsx file")]
    Unreadable,
    /// Too much in it.
    #[error("the file has more than 256 MB when unpacked")]
    TooLarge,
    /// The disk.
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<XlsxError> for SheetError {
    fn from(_: XlsxError) -> Self {
        Self::Unreadable
    }
}

/// Calls `each` for every row that is not empty, with its number from 1 and its cells, until it returns false.
///
/// # Errors
/// The file is no readable XLSX file, or too large.
pub fn rows(path: &Path, mut each: impl FnMut(usize, &[String]) -> bool) -> Result<(), SheetError> {
    measure(path)?;
    let mut book: Xlsx<_> = Xlsx::new(BufReader::new(File::open(path)?))?;
    let first = book.sheet_names().into_iter().next();
    let first = first.ok_or(SheetError::Unreadable)?;
    let mut cells = book.worksheet_cells_reader(&first)?;
    let (mut row, mut number) = (Vec::new(), None);
    while let Some(cell) = cells.next_cell()? {
        let (at, column) = cell.get_position();
        if number.is_some_and(|number| number != at) {
            if !tell(number, &row, &mut each) {
                return Ok(());
            }
            row.clear();
        }
        number = Some(at);
        let text = text(cell.get_value());
        if column < COLUMNS_MAX && !text.is_empty() {
            let column = column as usize;
            if row.len() <= column {
                row.resize(column + 1, String::new());
            }
            row[column] = text;
        }
    }
    tell(number, &row, &mut each);
    Ok(())
}

fn tell(
    number: Option<u32>,
    row: &[String],
    each: &mut impl FnMut(usize, &[String]) -> bool,
) -> bool {
    match number {
        Some(number) if !row.is_empty() => each(number as usize + 1, row),
        _ => true,
    }
}

fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Bool(value) => value.to_string(),
        value => value.as_string().unwrap_or_default(),
    }
}

/// Unpacks every file of the archive without keeping it. The sizes that an archive states may be wrong.
fn measure(path: &Path) -> Result<(), SheetError> {
    let archive = zip::ZipArchive::new(BufReader::new(File::open(path)?));
    let mut archive = archive.map_err(|_| SheetError::Unreadable)?;
    if archive.len() > FILES_MAX {
        return Err(SheetError::TooLarge);
    }
    let mut left = UNPACKED_BYTES_MAX;
    for index in 0..archive.len() {
        let file = archive.by_index(index);
        let file = file.map_err(|_| SheetError::Unreadable)?;
        let read = io::copy(&mut file.take(left + 1), &mut io::sink());
        let read = read.map_err(|_| SheetError::Unreadable)?;
        left = left.checked_sub(read).ok_or(SheetError::TooLarge)?;
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    /// An XLSX file with these rows, of texts in the sheet itself.
    pub fn made(rows: &[&[&str]]) -> Vec<u8> {
        let mut sheet = String::from(
            "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>",
        );
        for (number, row) in rows.iter().enumerate() {
            sheet += &format!("<row r=\"{}\">", number + 1);
            for (column, cell) in row.iter().enumerate() {
                let place = format!(
                    "{}{}",
                    char::from(b'A' + u8::try_from(column).unwrap()),
                    number + 1
                );
                sheet += &format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>");
            }
            sheet += "</row>";
        }
        sheet += "</sheetData></worksheet>";
        packed(&[
            (
                "[Content_Types].xml",
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>",
            ),
            (
                "_rels/.rels",
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
            ),
            (
                "xl/workbook.xml",
                "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
            ),
            ("xl/worksheets/sheet1.xml", &sheet),
        ])
    }

    fn packed(files: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, content) in files {
            archive
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            archive.write_all(content.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn read(bytes: &[u8]) -> Result<Vec<(usize, Vec<String>)>, SheetError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kb.xlsx");
        std::fs::write(&path, bytes).unwrap();
        let mut found = Vec::new();
        rows(&path, |number, row| {
            found.push((number, row.to_vec()));
            true
        })?;
        Ok(found)
    }

    #[test]
    fn rows_have_their_numbers_and_empty_ones_are_left_out() {
        let rows = read(&made(&[
            &["docId", "answer"],
            &["", ""],
            &["water", "每周"],
        ]))
        .unwrap();

        let text = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        assert_eq!(
            rows,
            [(1, text(["docId", "answer"])), (3, text(["water", "每周"]))]
        );
    }

    #[test]
    fn other_files_and_archives_that_unpack_to_too_much_are_refused() {
        assert!(matches!(read(b"docId,answer"), Err(SheetError::Unreadable)));
        let other = packed(&[("a.txt", "nothing")]);
        assert!(matches!(read(&other), Err(SheetError::Unreadable)));
        let bomb = "0".repeat(257 << 20);
        let bomb = packed(&[("xl/sharedStrings.xml", &bomb)]);
        assert!(bomb.len() < 1 << 20);
        assert!(matches!(read(&bomb), Err(SheetError::TooLarge)));
    }
}
