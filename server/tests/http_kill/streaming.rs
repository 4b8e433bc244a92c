//! The server streams a large upload and never holds all of it in memory.

use crate::process::{Kind, Process};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use tempfile::TempDir;

/// The largest accepted file, in bytes.
const FILE_BYTES: usize = 50 << 20;

/// Maximum growth of the server in bytes: buffers of sockets and of the file, but not the file.
const GROWTH_MAX: u64 = 16 << 20;

/// Bytes to send between two readings of the server's memory.
const PIECE: usize = 1 << 20;

#[actix_web::test]
async fn an_upload_of_fifty_megabytes_needs_little_memory() {
    let folder = TempDir::new().unwrap();
    let server = Process::start(Kind::Program, folder.path());
    let body = json!({ "tenantId": "shop", "account": "mia", "password": "a-long-password" });
    let client = server.client();
    let login = client.post("/api/agent/login", None, &body).await;
    let token = login.unwrap()["token"].as_str().unwrap().to_owned();
    let before = server.resident_bytes();

    let (answer, most) = actix_web::web::block(move || {
        let address = server.url().trim_start_matches("http://").to_owned();
        let mut stream = TcpStream::connect(&address).unwrap();
        let head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"film.mp4\"\r\n\r\n\
            \0\0\0\x18ftypmp42\0\0\0\0mp42isom";
        let tail = "\r\n--edge--\r\n";
        let length = head.len() + FILE_BYTES - 24 + tail.len();
        let request = format!(
            "POST /api/agent/upload HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
            Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{head}"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let (mut left, mut most) = (FILE_BYTES - 24, 0);
        let piece = vec![7_u8; PIECE];
        while left > 0 {
            let now = left.min(PIECE);
            stream.write_all(&piece[..now]).unwrap();
            left -= now;
            most = most.max(server.resident_bytes());
        }
        stream.write_all(tail.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer, most.max(server.resident_bytes()))
    })
    .await
    .unwrap();

    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(
        answer.contains(&format!("\"size\":{FILE_BYTES}")),
        "{answer}"
    );
    let growth = most.saturating_sub(before);
    assert!(growth < GROWTH_MAX, "grew by {growth} bytes");
}
