//! Makes sure there is something to embed: a page that says how to build the client, where none was built.

use std::fs;
use std::path::Path;

const STUB: &str = "<!doctype html><meta charset=\"utf-8\"><title>Frontdesk</title>\
<p>The client is not built. Run <code>cargo xtask run</code>.</p>\n";

fn main() -> std::io::Result<()> {
    let dist = Path::new("../client/dist");
    fs::create_dir_all(dist)?;
    for page in ["index.html", "desk.html", "admin.html"] {
        let path = dist.join(page);
        if !path.exists() {
            fs::write(path, STUB)?;
        }
    }
    println!("cargo:rerun-if-changed=../client/dist");
    println!("cargo:rerun-if-changed=../locales");
    println!("cargo:rerun-if-changed=build.rs");
    Ok(())
}
