//! Draws a picture anew: what it showed is kept, what it carried (place, camera, hidden files) is not.

use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::{
    AnimationDecoder as _, DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader,
    Limits,
};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;

/// Contract §4: refused from the header.
const PIXELS_MAX: u64 = 40_000_000;

/// What decoding may take.
const MEMORY_MAX: u64 = 192 << 20;

/// Frames of a moving picture.
const FRAMES_MAX: usize = 200;

/// Pixels of all frames of a moving picture together.
const FRAME_PIXELS_MAX: u64 = 200_000_000;

/// Redraws the file in place and answers its width and height.
///
/// # Errors
/// It is no such picture, or a larger one than is taken.
pub fn redraw(path: &Path, suffix: &str) -> Result<(u32, u32), ImageError> {
    let format = match suffix {
        "png" => ImageFormat::Png,
        "gif" => ImageFormat::Gif,
        "bmp" => ImageFormat::Bmp,
        _ => ImageFormat::Jpeg,
    };
    let size =
        ImageReader::with_format(BufReader::new(File::open(path)?), format).into_dimensions()?;
    if u64::from(size.0) * u64::from(size.1) > PIXELS_MAX {
        return Err(too_large());
    }
    let drawn = path.with_extension("drawn");
    let result = match format {
        ImageFormat::Gif => redraw_frames(path, &drawn, size),
        _ => redraw_still(path, &drawn, format),
    };
    match result {
        Ok(size) => {
            std::fs::rename(&drawn, path)?;
            Ok(size)
        }
        Err(error) => {
            // The file it was drawn from goes with its owner.
            let _ = std::fs::remove_file(&drawn);
            Err(error)
        }
    }
}

fn redraw_still(path: &Path, drawn: &Path, format: ImageFormat) -> Result<(u32, u32), ImageError> {
    let mut reader = ImageReader::with_format(BufReader::new(File::open(path)?), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    let mut target = BufWriter::new(File::create(drawn)?);
    if format == ImageFormat::Jpeg {
        picture
            .to_rgb8()
            .write_with_encoder(JpegEncoder::new_with_quality(&mut target, 88))?;
    } else {
        picture.write_to(&mut target, format)?;
    }
    target.flush()?;
    Ok((picture.width(), picture.height()))
}

fn redraw_frames(path: &Path, drawn: &Path, size: (u32, u32)) -> Result<(u32, u32), ImageError> {
    let mut decoder = GifDecoder::new(BufReader::new(File::open(path)?))?;
    decoder.set_limits(limits())?;
    let frames_max = FRAMES_MAX.min(
        usize::try_from(FRAME_PIXELS_MAX / (u64::from(size.0) * u64::from(size.1)).max(1))
            .unwrap_or(0)
            .max(1),
    );
    let mut target = BufWriter::new(File::create(drawn)?);
    {
        let mut encoder = GifEncoder::new_with_speed(&mut target, 30);
        encoder.set_repeat(Repeat::Infinite)?;
        for (index, frame) in decoder.into_frames().enumerate() {
            if index >= frames_max {
                return Err(too_large());
            }
            encoder.encode_frame(frame?)?;
        }
    }
    target.flush()?;
    Ok(size)
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY_MAX);
    limits
}

fn too_large() -> ImageError {
    ImageError::Limits(image::error::LimitError::from_kind(
        image::error::LimitErrorKind::DimensionError,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::metadata::Orientation;

    fn jpeg_with_exif() -> Vec<u8> {
        let mut jpeg = Vec::new();
        DynamicImage::new_rgb8(4, 2)
            .write_with_encoder(JpegEncoder::new(&mut jpeg))
            .unwrap();
        // Orientation 6 (a quarter turn) and a note, as a camera would put them.
        let mut exif =
            b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS-CANARY"
                .to_vec();
        let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
        let mut bytes = vec![0xff, 0xd8, 0xff, 0xe1, length[0], length[1]];
        bytes.append(&mut exif);
        bytes.extend_from_slice(&jpeg[2..]);
        bytes
    }

    #[test]
    fn what_a_camera_wrote_is_gone_and_the_picture_stands_upright() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, jpeg_with_exif()).unwrap();
        let mut before = ImageReader::open(&path).unwrap();
        before.set_format(ImageFormat::Jpeg);
        assert_eq!(
            before.into_decoder().unwrap().orientation().unwrap(),
            Orientation::Rotate90
        );

        let size = redraw(&path, "jpg").unwrap();

        assert_eq!(size, (2, 4));
        let after = std::fs::read(&path).unwrap();
        assert!(!after.windows(10).any(|part| part == b"GPS-CANARY"));
    }

    #[test]
    fn a_pixel_bomb_is_refused_from_its_header() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut header = Vec::new();
        DynamicImage::new_luma8(1, 1)
            .write_to(&mut std::io::Cursor::new(&mut header), ImageFormat::Bmp)
            .unwrap();
        header[18..22].copy_from_slice(&30_000_i32.to_le_bytes());
        header[22..26].copy_from_slice(&30_000_i32.to_le_bytes());
        std::fs::write(&path, header).unwrap();

        assert!(redraw(&path, "bmp").is_err());
    }

    #[test]
    fn a_moving_picture_with_too_many_frames_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let write = |frames: usize| {
            let mut encoder = GifEncoder::new(File::create(&path).unwrap());
            for _ in 0..frames {
                encoder
                    .encode_frame(image::Frame::new(image::RgbaImage::new(2, 2)))
                    .unwrap();
            }
        };

        write(FRAMES_MAX);
        assert_eq!(redraw(&path, "gif").unwrap(), (2, 2));
        write(FRAMES_MAX + 1);
        assert!(redraw(&path, "gif").is_err());
    }
}
