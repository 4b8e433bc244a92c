//! Encodes a picture anew: the image is kept, but not its metadata (place, camera, hidden files). A large picture also
//! gets a thumbnail.

use crate::files::kind::Format;
use crate::files::name;
use crate::files::receive::Spooled;
use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::{
    AnimationDecoder as _, DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader,
    Limits, Rgb, RgbImage,
};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;

/// Maximum number of pixels (Protocol, 'Files'). A larger picture is refused from its header.
const PIXELS_MAX: u64 = 40_000_000;

/// Memory limit for decoding, in bytes: forty million pixels of four bytes.
const MEMORY_MAX: u64 = 160 << 20;

/// Maximum number of frames in an animation.
const FRAMES_MAX: usize = 200;

/// Maximum number of pixels in all frames of an animation together.
const FRAME_PIXELS_MAX: u64 = 200_000_000;

/// Out of 100.
const JPEG_QUALITY: u8 = 88;
const THUMBNAIL_QUALITY: u8 = 80;

/// What a picture's header claims.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    format: ImageFormat,
    pixels: u64,
}

/// A picture that was encoded anew.
#[derive(Debug)]
pub struct Encoded {
    /// The new file.
    pub picture: Spooled,
    /// Its format, as a suffix.
    pub suffix: &'static str,
    /// Width and height.
    pub pixels: (u32, u32),
    /// The thumbnail, if the picture is large.
    pub thumbnail: Option<Spooled>,
}

/// Reads only the header of a picture.
///
/// # Errors
/// Fails if it is not such a picture or is too large.
pub fn header(path: &Path, format: Format) -> Result<Header, ImageError> {
    let format = match format {
        Format::Png => ImageFormat::Png,
        Format::Jpeg => ImageFormat::Jpeg,
        Format::Gif => ImageFormat::Gif,
        Format::Bmp => ImageFormat::Bmp,
        Format::Webp => ImageFormat::WebP,
        Format::Any => {
            let guess = ImageReader::new(BufReader::new(File::open(path)?));
            guess
                .with_guessed_format()?
                .format()
                .ok_or_else(too_large)?
        }
    };
    let reader = ImageReader::with_format(BufReader::new(File::open(path)?), format);
    let (width, height) = reader.into_dimensions()?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > PIXELS_MAX {
        return Err(too_large());
    }
    Ok(Header { format, pixels })
}

impl Header {
    /// The memory that encoding it anew may take, in MiB: the picture, and a copy while it is rotated or converted.
    pub fn mib(&self) -> u32 {
        u32::try_from(self.pixels * 8 / (1 << 20)).unwrap_or(u32::MAX) + 1
    }
}

/// Encodes a picture anew, next to its file. Slow: call it on a blocking thread.
///
/// # Errors
/// Fails if it is not such a picture or needs more memory than its header claims.
pub fn encode(path: &Path, header: &Header) -> Result<Encoded, ImageError> {
    let folder = path.parent().ok_or_else(too_large)?;
    match header.format {
        ImageFormat::Gif => encode_frames(path, folder),
        format => encode_still(path, folder, format),
    }
}

fn encode_still(path: &Path, folder: &Path, format: ImageFormat) -> Result<Encoded, ImageError> {
    let mut reader = ImageReader::with_format(BufReader::new(File::open(path)?), format);
    reader.limits(limits());
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    let suffix = match format {
        ImageFormat::Jpeg => "jpg",
        ImageFormat::WebP if !picture.color().has_alpha() => "jpg",
        _ => "png",
    };
    write_still(&picture, folder, suffix)
}

fn write_still(
    picture: &DynamicImage,
    folder: &Path,
    suffix: &'static str,
) -> Result<Encoded, ImageError> {
    let pixels = (picture.width(), picture.height());
    let small = name::thumbnail(&format!("0.{suffix}"), Some(pixels));
    let thumbnail = match small {
        Some(small) => {
            let small = picture.thumbnail_exact(small.width, small.height);
            let file = Spooled::new(folder);
            write(&file.0, |target| {
                on_white(&small)
                    .write_with_encoder(JpegEncoder::new_with_quality(target, THUMBNAIL_QUALITY))
            })?;
            Some(file)
        }
        None => None,
    };
    let encoded = Spooled::new(folder);
    write(&encoded.0, |target| match (suffix, picture) {
        ("jpg", DynamicImage::ImageRgb8(picture)) => {
            picture.write_with_encoder(JpegEncoder::new_with_quality(target, JPEG_QUALITY))
        }
        ("jpg", picture) => picture
            .to_rgb8()
            .write_with_encoder(JpegEncoder::new_with_quality(target, JPEG_QUALITY)),
        (_, picture) => picture.write_with_encoder(image::codecs::png::PngEncoder::new(target)),
    })?;
    Ok(Encoded {
        picture: encoded,
        suffix,
        pixels,
        thumbnail,
    })
}

/// The picture on a white background, because a jpeg has no transparency.
fn on_white(picture: &DynamicImage) -> RgbImage {
    let dots = picture.to_rgba8();
    RgbImage::from_fn(dots.width(), dots.height(), |x, y| {
        let [red, green, blue, alpha] = dots.get_pixel(x, y).0;
        let over = |colour: u8| {
            let mixed = u32::from(colour) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            u8::try_from(mixed / 255).unwrap_or(u8::MAX)
        };
        Rgb([over(red), over(green), over(blue)])
    })
}

fn encode_frames(path: &Path, folder: &Path) -> Result<Encoded, ImageError> {
    let mut decoder = GifDecoder::new(BufReader::new(File::open(path)?))?;
    decoder.set_limits(limits())?;
    let pixels = decoder.dimensions();
    let frames_max = FRAMES_MAX.min(
        usize::try_from(FRAME_PIXELS_MAX / (u64::from(pixels.0) * u64::from(pixels.1)).max(1))
            .unwrap_or(0)
            .max(1),
    );
    let encoded = Spooled::new(folder);
    write(&encoded.0, |target| {
        let mut encoder = GifEncoder::new_with_speed(target, 30);
        encoder.set_repeat(Repeat::Infinite)?;
        for (index, frame) in decoder.into_frames().enumerate() {
            if index >= frames_max {
                return Err(too_large());
            }
            encoder.encode_frame(frame?)?;
        }
        Ok(())
    })?;
    Ok(Encoded {
        picture: encoded,
        suffix: "gif",
        pixels,
        thumbnail: None,
    })
}

fn write(
    path: &Path,
    draw: impl FnOnce(&mut BufWriter<File>) -> Result<(), ImageError>,
) -> Result<(), ImageError> {
    let mut target = BufWriter::new(File::create(path)?);
    draw(&mut target)?;
    target.flush()?;
    Ok(())
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
#[path = "picture/tests.rs"]
mod tests;
