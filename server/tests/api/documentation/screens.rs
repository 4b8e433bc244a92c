//! Every screen of the desk, the administration and the visitors' pages stands in the page of screens.

use super::markdown::{Page, read, root};
use std::collections::BTreeSet;
use std::path::Path;

/// The routes that the files below a folder of the client declare: `<Route path="/…">` and `useRoute("/…")`.
fn routes(folder: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(&root().join("client/src").join(folder), &mut found);
    assert!(!found.is_empty(), "{folder}");
    found
}

fn collect(path: &Path, found: &mut BTreeSet<String>) {
    if path.to_string_lossy().contains(".test.") {
        return;
    }
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), found);
        }
    } else if path
        .extension()
        .is_some_and(|ending| ending == "tsx" || ending == "ts")
    {
        let text = std::fs::read_to_string(path).unwrap();
        for begin in ["<Route path=\"", "useRoute(\"", "path: \"/"] {
            let rests = text.split(begin).skip(1);
            let paths = rests.filter_map(|rest| rest.split_once('"').map(|(path, _)| path));
            let slash = if begin.ends_with('/') { "/" } else { "" };
            found.extend(paths.map(|path| format!("{slash}{path}")));
        }
    }
}

#[track_caller]
fn assert_mentioned(base: &str, routes: &BTreeSet<String>) {
    let page = Page::read("docs/site/screens.md");
    for route in routes {
        let address = format!("{base}{route}");
        assert!(
            page.inline.contains(&address),
            "docs/site/screens.md does not mention {address}"
        );
    }
}

#[test]
fn every_screen_of_the_administration_is_mentioned() {
    let mut found = routes("admin/rooms");
    found.extend(routes("admin/rooms.ts"));
    // This route only frames the parts of a robot, which have routes of their own.
    assert!(found.remove("/knowledge/:robot/*?"));

    assert!(found.len() > 30, "{found:?}");
    assert_mentioned("/desk/admin", &found);
}

#[test]
fn every_screen_of_the_desk_and_the_visitors_is_mentioned() {
    let mut desk = routes("desk");
    desk.insert("/".to_owned());
    assert_mentioned("/desk", &desk);
    let mut visitors = routes("app");
    visitors.remove("/");
    assert!(visitors.len() > 5, "{visitors:?}");
    assert_mentioned("/chat_online", &visitors);
}

#[test]
fn every_page_outside_the_rooms_is_mentioned() {
    let doors = read("client/src/admin/doors.ts");
    let doors = doors
        .split("(/^")
        .skip(1)
        .filter_map(|rest| rest.split_once("(\\/|$)"));
    let doors: BTreeSet<String> = doors.map(|(path, _)| path.replace('\\', "")).collect();

    assert!(doors.len() >= 4, "{doors:?}");
    assert_mentioned("", &doors);
}
