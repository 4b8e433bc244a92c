//! Valid pictures, and pictures that are not what they claim.

use super::*;
use std::path::PathBuf;

/// A file in its own folder.
struct Case {
    folder: tempfile::TempDir,
    path: PathBuf,
}

impl Case {
    fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, bytes).unwrap();
        Self { folder, path }
    }

    fn encode(&self, format: Format) -> Result<Encoded, ImageError> {
        header(&self.path, format).and_then(|header| encode(&self.path, &header))
    }

    fn files(&self) -> usize {
        std::fs::read_dir(self.folder.path()).unwrap().count()
    }
}

fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn jpeg_with_exif() -> Vec<u8> {
    let mut jpeg = Vec::new();
    DynamicImage::new_rgb8(4, 2)
        .write_with_encoder(JpegEncoder::new(&mut jpeg))
        .unwrap();
    // Orientation 6 (a quarter turn) and a note, as a camera writes them.
    let mut exif =
        b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS-CANARY"
            .to_vec();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    let mut bytes = vec![0xff, 0xd8, 0xff, 0xe1, length[0], length[1]];
    bytes.append(&mut exif);
    bytes.extend_from_slice(&jpeg[2..]);
    bytes
}

/// A chunk of a png, with its checksum.
fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(content.len()).unwrap().to_be_bytes().to_vec();
    chunk.extend_from_slice(kind);
    chunk.extend_from_slice(content);
    let sum = crc32fast::hash(&chunk[4..]);
    chunk.extend_from_slice(&sum.to_be_bytes());
    chunk
}

#[test]
fn exif_is_removed_and_its_orientation_is_applied() {
    let case = Case::new(&jpeg_with_exif());

    let encoded = case.encode(Format::Jpeg).unwrap();

    assert_eq!((encoded.pixels, encoded.suffix), ((2, 4), "jpg"));
    let after = std::fs::read(&encoded.picture.0).unwrap();
    assert!(!after.windows(10).any(|part| part == b"GPS-CANARY"));
}

#[test]
fn metadata_of_png_and_webp_is_removed() {
    let mut png = written(&DynamicImage::new_rgb8(2, 2), ImageFormat::Png);
    let note = chunk(b"tEXt", b"Comment\0GPS-CANARY");
    png.splice(33..33, note);
    png.extend_from_slice(b"PK\x03\x04GPS-CANARY");
    let mut webp = written(&DynamicImage::new_rgb8(2, 2), ImageFormat::WebP);
    webp.extend_from_slice(b"EXIF\x0a\0\0\0GPS-CANARY");
    let size = u32::try_from(webp.len() - 8).unwrap().to_le_bytes();
    webp[4..8].copy_from_slice(&size);

    for (bytes, format, suffix) in [(png, Format::Png, "png"), (webp, Format::Webp, "jpg")] {
        let case = Case::new(&bytes);
        let encoded = case.encode(format).unwrap();

        assert_eq!((encoded.pixels, encoded.suffix), ((2, 2), suffix));
        let after = std::fs::read(&encoded.picture.0).unwrap();
        assert!(!after.windows(10).any(|part| part == b"GPS-CANARY"));
    }
}

#[test]
fn every_kind_of_picture_is_encoded_anew() {
    let picture = DynamicImage::new_rgba8(3, 2);
    let opaque = DynamicImage::new_rgb8(3, 2);
    for (bytes, format, suffix) in [
        (written(&picture, ImageFormat::Png), Format::Png, "png"),
        (written(&opaque, ImageFormat::Jpeg), Format::Jpeg, "jpg"),
        (written(&picture, ImageFormat::Gif), Format::Gif, "gif"),
        (written(&opaque, ImageFormat::Bmp), Format::Bmp, "png"),
        (written(&picture, ImageFormat::WebP), Format::Webp, "png"),
        (written(&opaque, ImageFormat::Jpeg), Format::Any, "jpg"),
    ] {
        let case = Case::new(&bytes);
        let encoded = case.encode(format).unwrap();
        assert_eq!(
            (encoded.pixels, encoded.suffix),
            ((3, 2), suffix),
            "{format:?}"
        );
        assert!(encoded.thumbnail.is_none());
    }
}

#[test]
fn a_large_picture_gets_a_thumbnail() {
    let case = Case::new(&written(
        &DynamicImage::new_rgba8(960, 600),
        ImageFormat::Png,
    ));

    let encoded = case.encode(Format::Png).unwrap();

    let thumbnail = std::fs::read(&encoded.thumbnail.as_ref().unwrap().0).unwrap();
    let small = image::load_from_memory_with_format(&thumbnail, ImageFormat::Jpeg).unwrap();
    assert_eq!((small.width(), small.height()), (480, 300));
    // Transparent pixels become white.
    assert!(
        small
            .to_rgb8()
            .get_pixel(0, 0)
            .0
            .iter()
            .all(|colour| *colour > 250)
    );
    drop(encoded);
    assert_eq!(
        case.files(),
        1,
        "the encoded files are removed with the value"
    );
}

/// The headers claim thirty thousand pixels a side, in a few bytes.
#[test]
fn a_pixel_bomb_is_refused_from_its_header() {
    let side = 30_000_u32.to_be_bytes();
    let ihdr = [&side[..], &side[..], &[8, 2, 0, 0, 0]].concat();
    let png = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &ihdr),
        chunk(b"IDAT", &[]),
    ]
    .concat();
    let mut bmp = written(&DynamicImage::new_luma8(1, 1), ImageFormat::Bmp);
    bmp[18..22].copy_from_slice(&30_000_i32.to_le_bytes());
    bmp[22..26].copy_from_slice(&30_000_i32.to_le_bytes());
    let mut gif = written(&DynamicImage::new_rgba8(1, 1), ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0x30, 0x75, 0x30, 0x75]);
    let mut jpeg = written(&DynamicImage::new_rgb8(8, 8), ImageFormat::Jpeg);
    let frame = jpeg
        .windows(2)
        .position(|part| part == [0xff, 0xc0])
        .unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x75, 0x30, 0x75, 0x30]);

    for (bytes, format) in [
        (png, Format::Png),
        (bmp, Format::Bmp),
        (gif, Format::Gif),
        (jpeg, Format::Jpeg),
    ] {
        let case = Case::new(&bytes);
        assert!(header(&case.path, format).is_err(), "{format:?}");
    }
}

#[test]
fn a_damaged_picture_is_refused_and_leaves_no_file() {
    let mut jpeg = written(&DynamicImage::new_rgb8(64, 64), ImageFormat::Jpeg);
    let frame = jpeg
        .windows(2)
        .position(|part| part == [0xff, 0xc0])
        .unwrap();
    // The header claims a larger size than there is.
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x0f, 0xff, 0x0f, 0xff]);
    let mut webp = written(&DynamicImage::new_rgb8(64, 64), ImageFormat::WebP);
    let half = webp.len() / 2;
    webp.truncate(half);
    let mut png = written(&DynamicImage::new_rgb8(64, 64), ImageFormat::Png);
    png.truncate(60);

    for (bytes, format) in [(webp, Format::Webp), (png, Format::Png)] {
        let case = Case::new(&bytes);
        assert!(case.encode(format).is_err(), "{format:?}");
        assert_eq!(case.files(), 1);
    }
    // A decoder may fill in what is missing or return an error, but it must not panic.
    drop(Case::new(&jpeg).encode(Format::Jpeg));
    assert!(Case::new(b"GIF89a").encode(Format::Gif).is_err());
    assert!(
        Case::new(b"\0\0\0\x1cftypavif")
            .encode(Format::Any)
            .is_err()
    );
}

#[test]
fn an_animation_with_too_many_frames_is_refused() {
    let moving = |frames: usize| {
        let mut bytes = Vec::new();
        let mut encoder = GifEncoder::new(&mut bytes);
        for _ in 0..frames {
            encoder
                .encode_frame(image::Frame::new(image::RgbaImage::new(2, 2)))
                .unwrap();
        }
        drop(encoder);
        Case::new(&bytes)
    };

    assert_eq!(
        moving(FRAMES_MAX).encode(Format::Gif).unwrap().pixels,
        (2, 2)
    );
    let refused = moving(FRAMES_MAX + 1);
    assert!(refused.encode(Format::Gif).is_err());
    assert_eq!(refused.files(), 1);
}
