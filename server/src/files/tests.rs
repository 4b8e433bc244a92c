//! Storing files: what is accepted, what is refused, and that no partial file stays.

use super::*;

struct Case {
    folder: tempfile::TempDir,
    uploads: Uploads,
}

impl Case {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let settings = UploadSettings {
            disk_free_percent: 0,
            disk_free_bytes: 0,
            ..UploadSettings::default()
        };
        let uploads = Uploads::open(folder.path(), &settings, true).unwrap();
        Self { folder, uploads }
    }

    async fn keep(&self, name: &str, bytes: &[u8], accepted: Accepted) -> Result<Saved, ApiError> {
        let place = self.uploads.begin(Uploader::of(7)).unwrap();
        let received = self.uploads.spool(name, bytes, place).await.unwrap();
        self.uploads.keep(received, accepted).await
    }

    /// Removes the file, whether or not it is there.
    async fn remove(&self, saved: &Saved) {
        let removed = self.uploads.remove(&saved.stored, saved.pixels);
        removed.await.unwrap();
    }

    /// Number of stored files. Asserts that the spool folder is empty.
    fn files(&self) -> usize {
        let spooled = fs::read_dir(&self.uploads.spool).unwrap().count();
        assert_eq!(spooled, 0, "the spool folder is empty");
        fs::read_dir(self.folder.path().join("uploads"))
            .unwrap()
            .count()
            - 1
    }
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(width, height)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

#[actix_web::test]
async fn a_picture_is_stored_under_a_name_nobody_can_guess() {
    let case = Case::new();

    let saved = case
        .keep("../shelf.PNG", &png(4, 3), Accepted::EVERYTHING)
        .await
        .unwrap();

    assert_eq!(
        (saved.name.as_str(), saved.suffix, saved.pixels),
        ("shelf.PNG", "png", Some((4, 3)))
    );
    assert!(name::kind_of_stored(&saved.stored).is_some());
    assert_eq!(case.files(), 1);
    case.remove(&saved).await;
    case.remove(&saved).await;
    assert_eq!(case.files(), 0);
}

#[actix_web::test]
async fn a_large_picture_is_stored_and_removed_with_its_thumbnail() {
    let case = Case::new();

    let saved = case
        .keep("shelf.png", &png(960, 30), Accepted::ATTACHMENTS)
        .await
        .unwrap();

    let small = name::thumbnail(&saved.stored, saved.pixels).unwrap();
    assert_eq!((small.width, small.height), (480, 15));
    assert_eq!(case.files(), 2);
    case.remove(&saved).await;
    assert_eq!(case.files(), 0);
}

#[actix_web::test]
async fn an_unaccepted_or_mislabelled_file_is_refused_and_leaves_no_file() {
    let case = Case::new();
    let picture = png(1, 1);
    let page: &[u8] = b"<html><script>alert(1)</script></html>";
    let cases: [(&str, &[u8]); 18] = [
        ("a.html", page),
        ("a.png", page),
        ("a.txt", &picture),
        ("a.xml", b"<a/>"),
        ("a.js", b"alert(1)"),
        ("a.exe", b"MZ"),
        ("a.php", b"<?php"),
        (".htaccess", b"x"),
        ("a.png.html", &picture),
        ("a.png\0.html", &picture),
        ("\u{200b}.htaccess", b"x"),
        ("\u{200b}.png", &picture),
        ("a.png.", &picture),
        ("a.png ", &picture),
        ("a.jpg", &picture),
        ("a.mp4", &picture),
        ("png", &picture),
        ("a.png", b""),
    ];

    for (name, bytes) in cases {
        let refused = case
            .keep(name, bytes, Accepted::EVERYTHING)
            .await
            .unwrap_err();
        assert_eq!(refused.message(), WRONG_TYPE, "{name:?}");
    }
    let only_videos = Accepted {
        images: Images::None,
        files: false,
        ..Accepted::EVERYTHING
    };
    assert!(case.keep("a.png", &picture, only_videos).await.is_err());
    assert_eq!(case.files(), 0);
}

/// [LM-04]
#[actix_web::test]
async fn a_left_message_accepts_five_kinds_of_pictures() {
    let case = Case::new();
    let picture = image::DynamicImage::new_rgb8(1, 1);
    for (suffix, format) in [
        ("gif", image::ImageFormat::Gif),
        ("jpeg", image::ImageFormat::Jpeg),
        ("png", image::ImageFormat::Png),
        ("jpg", image::ImageFormat::Jpeg),
        ("bmp", image::ImageFormat::Bmp),
    ] {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        let name = format!("a.{suffix}");
        let kept = case
            .keep(&name, bytes.get_ref(), Accepted::ATTACHMENTS)
            .await;
        assert!(kept.is_ok(), "{suffix}");
    }
    let mut webp = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut webp, image::ImageFormat::WebP)
        .unwrap();
    for (name, bytes) in [
        ("a.webp", webp.get_ref().as_slice()),
        ("a.pic", &png(1, 1)),
        ("a.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom"),
        ("a.pdf", b"%PDF-1.4"),
        ("a.txt", b"text"),
        ("a.zip", b"PK\x03\x04"),
        ("a.docx", b"PK\x03\x04"),
        ("a.xml", b"<a/>"),
    ] {
        let refused = case
            .keep(name, bytes, Accepted::ATTACHMENTS)
            .await
            .unwrap_err();
        assert_eq!(refused.message(), WRONG_TYPE, "{name}");
    }
}

/// Protocol, 'Files'.
#[actix_web::test]
async fn the_refusal_of_an_svg_lists_the_kinds_accepted_there() {
    let case = Case::new();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";

    let refused = case.keep("a.svg", svg, Accepted::ATTACHMENTS).await;

    assert_eq!(
        refused.unwrap_err().message(),
        "an svg is not accepted; accepted kinds: png, jpg, jpeg, gif, bmp"
    );
    assert_eq!(case.files(), 0);
}

/// Protocol, 'Files': every suffix of its lists but svg, which the page converts. [FM-02]
#[actix_web::test]
async fn each_suffix_is_accepted_with_its_own_content() {
    let case = Case::new();
    let brand = |brand: &[u8]| [b"\0\0\0\x18ftyp".as_slice(), brand, b"\0\0\0\0isom"].concat();
    let wav = [b"RIFF\x24\0\0\0WAVEfmt ".as_slice(), &[0; 24]].concat();
    for (suffix, bytes, family) in [
        ("pic", png(1, 1), Family::Image),
        ("mp4", brand(b"mp42"), Family::Video),
        ("avi", b"RIFF\x24\0\0\0AVI LIST".to_vec(), Family::Video),
        ("mov", brand(b"qt  "), Family::Video),
        ("rmvb", b".RMF\0\0\0\x12".to_vec(), Family::Video),
        ("rm", b".RMF\0\0\0\x12".to_vec(), Family::Video),
        ("flv", b"FLV\x01\x05\0\0\0\x09".to_vec(), Family::Video),
        ("3gp", brand(b"3gp5"), Family::Video),
        ("mp3", b"ID3\x04\0\0\0\0\0\0".to_vec(), Family::Audio),
        ("wav", wav, Family::Audio),
        ("ogg", b"OggS\0\x02\0\0\0\0".to_vec(), Family::Audio),
        ("pdf", b"%PDF-1.4".to_vec(), Family::File),
        ("txt", "grüß dich".into(), Family::File),
    ] {
        let name = format!("a.{suffix}");
        let kept = case.keep(&name, &bytes, Accepted::EVERYTHING).await;
        assert_eq!(
            kept.map(|saved| saved.family).ok(),
            Some(family),
            "{suffix}"
        );
    }
}

#[actix_web::test]
async fn partial_files_left_by_a_crash_are_removed_at_the_start() {
    let case = Case::new();
    let saved = case
        .keep("a.png", &png(1, 1), Accepted::EVERYTHING)
        .await
        .unwrap();
    let folder = case.folder.path().join("uploads");
    fs::write(folder.join("incoming/half"), b"x").unwrap();
    fs::write(folder.join(format!("{}.png#1", "0".repeat(32))), b"x").unwrap();

    let settings = UploadSettings::default();
    drop(Uploads::open(case.folder.path(), &settings, true).unwrap());

    assert_eq!(case.files(), 1);
    assert!(folder.join(saved.stored).exists());
}

#[actix_web::test]
async fn a_received_file_takes_its_callers_place_until_it_is_dropped() {
    let case = Case::new();
    let place = case.uploads.begin(Uploader::of(7)).unwrap();
    let received = case.uploads.spool("a.png", &png(1, 1), place).await;
    let _second = case.uploads.begin(Uploader::of(7)).unwrap();

    assert!(matches!(
        case.uploads.begin(Uploader::of(7)),
        Err(ApiError::TooMany(_))
    ));
    drop(received);
    assert!(case.uploads.begin(Uploader::of(7)).is_ok());
}
