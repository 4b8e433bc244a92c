//! Uploaded files: storage, download, removal and limits, on the local disk and in an S3 bucket. [FM-02]

use crate::helpers::{Answer, Desk, TestApp, served};
use crate::uploads::{form, png, post, upload};
use actors_core::time::Span;
use base64::Engine as _;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use serde_json::json;
use server::files::unused;
use server::settings::Switch;
use server::settings::uploads::FilePlace;
use tempfile::TempDir;

const WRONG_TYPE: &str = "Wrong file type, only pictures or movies can be sent!";
const TOO_BIG: &str = "The file cannot be larger than 50M !";

/// An S3 server with one bucket. It is removed after the test.
pub struct Bucket {
    pub folder: TempDir,
    pub endpoint: String,
}

impl Bucket {
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("files")).unwrap();
        let files = s3s_fs::FileSystem::new(folder.path()).unwrap();
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(SimpleAuth::from_single("name", "key"));
        let service = service.build().into_shared();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        actix_web::rt::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let serving = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(connection), service.clone());
                actix_web::rt::spawn(async move { drop(serving.await) });
            }
        });
        Self { folder, endpoint }
    }

    async fn app(&self) -> TestApp {
        TestApp::with(|settings| {
            settings.uploads.place = FilePlace::S3;
            settings.uploads.s3.endpoint = self.endpoint.clone();
            settings.uploads.s3.bucket = "files".into();
            settings.uploads.s3.access_key = "name".into();
            settings.uploads.s3.secret_key = "key".into();
        })
        .await
    }

    /// Number of stored objects.
    fn objects(&self) -> usize {
        let folder = std::fs::read_dir(self.folder.path().join("files/uploads"));
        folder.map_or(0, Iterator::count)
    }
}

async fn agents_upload(desk: &Desk<'_>, name: &str, bytes: &[u8]) -> Answer {
    post(
        desk.app,
        "/api/agent/upload",
        &desk.token,
        form(name, bytes),
    )
    .await
}

fn url(answer: &Answer) -> String {
    answer.data()["url"].as_str().unwrap().to_owned()
}

/// A film of `bytes` bytes. Neighbouring bytes differ, so a shifted range is noticed.
pub fn film(bytes: usize) -> Vec<u8> {
    let mut film = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom".to_vec();
    film.extend((film.len()..bytes).map(|place| u8::try_from(place % 251).unwrap()));
    film
}

fn picture(width: u32, height: u32, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(width, height)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// Number of stored files. Asserts that the spool folder is empty.
fn files(app: &TestApp) -> usize {
    let folder = app.folder.path().join("uploads");
    assert_eq!(
        std::fs::read_dir(folder.join("incoming")).unwrap().count(),
        0
    );
    std::fs::read_dir(folder).unwrap().count() - 1
}

async fn a_film_is_played_from_its_middle(app: &TestApp) {
    let desk = app.agent("mia").await;
    let film = film(6 << 20);
    let url = url(&agents_upload(&desk, "film.mp4", &film).await);

    let whole = app.get_bytes(&url, &[]).await;
    assert_eq!((whole.0.status, whole.1.len()), (200, film.len()));
    assert!(whole.1 == film);
    assert_eq!(whole.0.header("accept-ranges"), Some("bytes"));
    assert_eq!(whole.0.header("content-type"), Some("video/mp4"));
    assert_eq!(whole.0.header("content-disposition"), Some("inline"));
    let tag = whole.0.header("etag").unwrap().to_owned();
    let size = film.len();
    for (range, first, last) in [
        ("bytes=0-3", 0, 3),
        ("bytes=3000000-5300000", 3_000_000, 5_300_000),
        ("bytes=6291000-", 6_291_000, size - 1),
        ("bytes=-10", size - 10, size - 1),
        ("bytes=6291450-99999999", 6_291_450, size - 1),
    ] {
        let (answer, part) = app.get_bytes(&url, &[("range", range)]).await;
        assert_eq!(answer.status, 206, "{range}");
        let expected = format!("bytes {first}-{last}/{size}");
        assert_eq!(answer.header("content-range"), Some(expected.as_str()));
        assert!(part == film[first..=last], "{range}");
    }
    let beyond = app.get(&url, &[("range", "bytes=6291456-")]).await;
    assert_eq!(beyond.status, 416);
    assert_eq!(beyond.header("content-range"), Some("bytes */6291456"));
    let changed = [("range", "bytes=0-3"), ("if-range", "\"other\"")];
    assert_eq!(app.get(&url, &changed).await.status, 200);
    assert_eq!(app.get(&url, &[("if-none-match", &tag)]).await.status, 304);
    let unknown = "/api/files/00000000000000000000000000000000.mp4";
    assert_eq!(
        app.get(unknown, &[("range", "bytes=0-3")]).await.status,
        404
    );
    assert_eq!(app.get(unknown, &[]).await.status, 404);
}

#[actix_web::test]
async fn byte_ranges_of_a_film_are_served_from_disk() {
    a_film_is_played_from_its_middle(&TestApp::new().await).await;
}

#[actix_web::test]
async fn byte_ranges_of_a_film_are_served_from_a_bucket() {
    let bucket = Bucket::open().await;
    let app = bucket.app().await;

    a_film_is_played_from_its_middle(&app).await;

    assert_eq!((bucket.objects(), files(&app)), (1, 0));
}

#[actix_web::test]
async fn an_unreachable_bucket_refuses_an_upload_and_leaves_no_file() {
    let app = TestApp::with(|settings| {
        settings.uploads.place = FilePlace::S3;
        settings.uploads.s3.endpoint = "http://127.0.0.1:1".into();
        settings.uploads.s3.bucket = "files".into();
        settings.uploads.s3.access_key = "name".into();
        settings.uploads.s3.secret_key = "key".into();
    })
    .await;
    let desk = app.agent("mia").await;

    let refused = agents_upload(&desk, "a.png", &png()).await;

    refused.is_refused(503, "not available at the moment");
    assert_eq!(files(&app), 0);
}

#[actix_web::test]
async fn a_large_picture_gets_a_thumbnail() {
    let app = TestApp::new().await;
    let (page, _desk) = served(&app).await;
    let large = picture(1_200, 600, image::ImageFormat::Png);

    let uploaded = upload(&page, "shelf.png", &large).await;
    let small = uploaded.data()["thumbnail"].clone();
    let body = json!({ "id": "1", "msgType": 2, "msgContent": uploaded.data()["url"] });
    page.call("sendMsg", body).await.data();

    assert_eq!(
        (&small["width"], &small["height"]),
        (&json!(480), &json!(240))
    );
    let (answer, bytes) = app.get_bytes(small["url"].as_str().unwrap(), &[]).await;
    assert_eq!(answer.header("content-type"), Some("image/jpeg"));
    let shown = image::load_from_memory(&bytes).unwrap();
    assert_eq!((shown.width(), shown.height()), (480, 240));
    let told = page.events(0).await;
    assert_eq!(told.last().unwrap()["thumbnail"], small);
    let tiny = upload(&page, "tiny.png", &png()).await;
    assert!(tiny.data()["thumbnail"].is_null());
}

/// Protocol, 'Files': the page converts an svg. The server accepts none, because drawing one can take any time and
/// memory.
#[actix_web::test]
async fn an_svg_is_refused_and_the_accepted_kinds_are_listed() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"30\" height=\"20\"><rect width=\"9\" height=\"9\"/></svg>";
    let costly = b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><filter id=\"f\"><feTurbulence numOctaves=\"100000000\"/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/></svg>";

    let pictures = "an svg is not accepted; accepted kinds: png, jpg, jpeg, gif, bmp, webp, pic";
    for (name, bytes) in [("plan.svg", &svg[..]), ("PLAN.SVG", &costly[..])] {
        upload(&page, name, bytes).await.is_refused(400, pictures);
        let refused = agents_upload(&desk, name, bytes).await;
        let message = refused.body["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{pictures}, mp4, mov,")));
        refused.is_refused(400, message);
    }
    upload(&page, "plan.png", svg)
        .await
        .is_refused(400, WRONG_TYPE);
    assert_eq!(files(&app), 0);
}

#[actix_web::test]
async fn a_screenshot_is_uploaded_as_base64() {
    let app = TestApp::new().await;
    let alone = app.visitor().await;
    let text = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let data = format!("data:image/png;base64,{}", text(&png()));
    alone
        .call("uploadBase64", json!({ "imgData": data }))
        .await
        .is_refused(400, "not with an agent");
    let (page, _desk) = served(&app).await;

    for img in [data.clone(), text(&picture(4, 3, image::ImageFormat::Jpeg))] {
        let kept = page.call("uploadBase64", json!({ "imgData": img })).await;
        assert_eq!(
            (&kept.data()["width"], &kept.data()["height"]),
            (&json!(4), &json!(3))
        );
        assert_eq!(app.get(&url(&kept), &[]).await.status, 200);
        let body = json!({ "msgType": 2, "msgContent": kept.data()["url"] });
        page.call("sendMsg", body).await.data();
    }
    let gif = text(&picture(4, 3, image::ImageFormat::Gif));
    for (img, message) in [
        (gif, WRONG_TYPE),
        (
            format!("data:image/svg+xml;base64,{}", text(b"<svg/>")),
            WRONG_TYPE,
        ),
        ("not base64!".to_owned(), "imgData is not base64"),
        (text(&vec![0; (10 << 20) + 1]), "imgData is larger than 10M"),
    ] {
        page.call("uploadBase64", json!({ "imgData": img }))
            .await
            .is_refused(400, message);
    }
    page.call("uploadBase64", json!({ "imgData": "A".repeat(15 << 20) }))
        .await
        .is_refused(413, "the body is too large");
    let body = json!({ "userId": "somebody", "imgData": data });
    page.call("uploadBase64", body)
        .await
        .is_refused(401, "login state expired");
}

#[actix_web::test]
async fn a_download_keeps_its_file_name_and_cannot_inject_a_header() {
    let app = TestApp::new().await;
    let desk = app.agent("mia").await;
    let hostile = [
        (
            "报价.pdf",
            "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%8A%A5%E4%BB%B7.pdf",
        ),
        ("../../etc/offer.pdf", "attachment; filename=\"offer.pdf\""),
        ("C:\\\\x\\\\offer.pdf", "attachment; filename=\"offer.pdf\""),
        ("a\u{202e}fdp.pdf", "attachment; filename=\"afdp.pdf\""),
    ];

    for (name, expected) in hostile {
        let kept = agents_upload(&desk, name, b"%PDF-1.4").await;
        let file = app.get(&url(&kept), &[]).await;
        assert_eq!(file.header("content-disposition"), Some(expected), "{name}");
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
    }
    let long = format!("{}.pdf", "x".repeat(5_000));
    let kept = agents_upload(&desk, &long, b"%PDF-1.4").await;
    assert_eq!(kept.data()["name"].as_str().unwrap().len(), 255);
}

#[actix_web::test]
async fn only_an_agent_can_upload_a_sound() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let sound = b"ID3\x04\0\0\0\0\0\0";

    let kept = agents_upload(&desk, "a.mp3", sound).await;
    let file = app.get(&url(&kept), &[]).await;

    assert_eq!(
        (
            file.header("content-type"),
            file.header("content-disposition")
        ),
        (Some("audio/mpeg"), Some("inline"))
    );
    upload(&page, "a.mp3", sound)
        .await
        .is_refused(400, WRONG_TYPE);

    let body = json!({ "userId": page.user, "msgType": 5, "msgContent": url(&kept) });
    desk.call("sendMsg", body).await.data();
    let history = json!({ "pageSize": 1, "maxTime": 0 });
    let seen = page.call("getHistoryMsg", history).await;
    assert_eq!(seen.data()["msgList"][0]["msgType"], json!(5));
}

/// Sends a raw request, and returns the beginning of the response.
async fn raw(app: &TestApp, head: &str, body: &[u8]) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address = app.url.strip_prefix("http://").unwrap();
    let mut connection = tokio::net::TcpStream::connect(address).await.unwrap();
    connection.write_all(head.as_bytes()).await.unwrap();
    // The server may answer and close before the whole body is sent.
    drop(connection.write_all(body).await);
    let mut answer = vec![0; 4_096];
    let read = connection.read(&mut answer).await.unwrap_or(0);
    String::from_utf8_lossy(&answer[..read]).into_owned()
}

#[actix_web::test]
async fn a_file_over_fifty_megabytes_is_refused_with_or_without_a_content_length() {
    let app = TestApp::new().await;
    let (page, desk) = served(&app).await;
    let head = |length: &str| {
        format!(
            "POST /api/chat/visitor/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: multipart/form-data; boundary=edge-of-a-part\r\n{length}\r\n\r\n",
            page.token
        )
    };

    let announced = raw(&app, &head("Content-Length: 60000000"), b"").await;
    assert!(announced.starts_with("HTTP/1.1 400"), "{announced}");
    assert!(announced.contains(TOO_BIG));

    let body = form("film.mp4", &film(52_428_801));
    let mut chunked = Vec::with_capacity(body.len() + 1_024);
    for part in body.chunks(1 << 20) {
        chunked.extend_from_slice(format!("{:x}\r\n", part.len()).as_bytes());
        chunked.extend_from_slice(part);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    let counted = raw(&app, &head("Transfer-Encoding: chunked"), &chunked).await;
    assert!(counted.starts_with("HTTP/1.1 400"), "{counted}");
    assert!(counted.contains(TOO_BIG));
    assert_eq!(files(&app), 0, "the partial upload is removed");

    let whole = agents_upload(&desk, "film.mp4", &film(52_428_800)).await;
    assert_eq!(whole.data()["size"], 52_428_800);
}

#[actix_web::test]
async fn uploads_are_limited_in_bytes_rate_and_free_disk_space() {
    let app = TestApp::with(|settings| {
        settings.limits = Switch::On;
        settings.uploads.bytes_per_hour = 3 << 20;
        settings.rates.upload_per_minute = 6;
    })
    .await;
    let (_page, desk) = served(&app).await;
    let hourly = film(2 << 20);
    agents_upload(&desk, "a.mp4", &hourly).await.data();
    let refused = agents_upload(&desk, "a.mp4", &hourly).await;
    refused.is_refused(429, "too many requests");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!(wait > 60);
    assert_eq!(files(&app), 1);
    let other = app.visitor().await;
    other.transfer().await.data();
    for _ in 0..6 {
        upload(&other, "a.png", b"not a picture").await;
    }
    upload(&other, "a.png", &png())
        .await
        .is_refused(429, "too many requests");

    let full = TestApp::with(|settings| settings.uploads.disk_free_percent = 100).await;
    let (page, _desk) = served(&full).await;
    upload(&page, "a.png", &png())
        .await
        .is_refused(503, "the server has no room to store this at the moment");
}

/// The day passes only in the time given to `unused::remove`; the server's clock does not move.
async fn what_nothing_named_goes_after_a_day(app: &TestApp, kept: impl Fn() -> usize) {
    let (page, desk) = served(app).await;
    let large = picture(900, 10, image::ImageFormat::Png);
    let unused = url(&upload(&page, "unused.png", &large).await);
    let sent = url(&upload(&page, "sent.png", &large).await);
    let agents = url(&agents_upload(&desk, "agents.png", &png()).await);
    let refused = url(&upload(&page, "refused.png", &png()).await);
    page.call("sendMsg", json!({ "msgType": 2, "msgContent": sent }))
        .await
        .data();
    let body = json!({ "userId": page.user, "msgType": 2, "msgContent": agents });
    desk.call("sendMsg", body).await.data();
    page.call("chatClose", json!({})).await.data();
    page.call("sendMsg", json!({ "msgType": 2, "msgContent": refused }))
        .await
        .is_refused(409, "chat ended");
    assert_eq!(kept(), 6, "four files, two of them with a thumbnail");

    let now = app.state.now();
    assert_eq!(
        unused::remove(&app.state, now + Span::from_minutes(24 * 60))
            .await
            .unwrap(),
        0
    );
    let day = now + Span::from_minutes(24 * 60 + 11);
    assert_eq!(unused::remove(&app.state, day).await.unwrap(), 2);

    for gone in [&unused, &refused, &unused.replace(".png", "-480.jpg")] {
        assert_eq!(app.get(gone, &[]).await.status, 404, "{gone}");
    }
    for stays in [&sent, &agents, &sent.replace(".png", "-480.jpg")] {
        assert_eq!(app.get(stays, &[]).await.status, 200, "{stays}");
    }
    assert_eq!(kept(), 3);
    assert_eq!(unused::remove(&app.state, day).await.unwrap(), 0);
}

#[actix_web::test]
async fn unused_uploads_are_removed_from_disk_after_a_day() {
    let app = TestApp::new().await;
    what_nothing_named_goes_after_a_day(&app, || files(&app)).await;
}

#[actix_web::test]
async fn unused_uploads_are_removed_from_a_bucket_after_a_day() {
    let bucket = Bucket::open().await;
    let app = bucket.app().await;
    what_nothing_named_goes_after_a_day(&app, || bucket.objects()).await;
}
