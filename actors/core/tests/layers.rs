//! Checks imports. The folders of the core are layers: a module uses only its own layer and the layers below. There are
//! no import cycles between modules. In the server, neither `wire` nor `store` uses `routes`.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom to the top.
const LAYERS: [&str; 6] = [
    "words",
    "content",
    "settings",
    "knowledge",
    "people",
    "session",
];

/// Modules inside `session` that other code imports by a short name.
const OF_SESSION: [&str; 2] = ["record", "tried"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file below a folder, with its text before the tests.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            found.push((path, code.to_owned()));
        }
    }
    found
}

/// The names after `crate::` in the code, ignoring comments.
fn used(code: &str) -> BTreeSet<String> {
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    let code: String = lines.collect();
    let mut used = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let group = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let names = group.map_or(rest, |(names, _)| names);
        let each = names
            .split(',')
            .take(if group.is_some() { usize::MAX } else { 1 });
        used.extend(each.map(|name| {
            let name = name.trim();
            let end = name.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
            name[..end.unwrap_or(name.len())].to_owned()
        }));
    }
    used
}

/// Each module of the core, with its layer and the modules it uses.
fn modules() -> BTreeMap<String, (usize, BTreeSet<String>)> {
    let mut modules: BTreeMap<String, (usize, BTreeSet<String>)> = BTreeMap::new();
    for (layer, name) in LAYERS.iter().enumerate() {
        let folder = root().join("actors/core/src").join(name);
        for (path, code) in files(&folder) {
            let part = path.strip_prefix(&folder).unwrap().components().next();
            let part = part.unwrap().as_os_str().to_str().unwrap();
            let module = match part.trim_end_matches(".rs") {
                _ if *name == "session" => "session",
                part => part,
            };
            let (_, uses) = modules
                .entry(module.to_owned())
                .or_insert_with(|| (layer, BTreeSet::new()));
            uses.extend(used(&code));
        }
    }
    let mut tops = modules.remove("session").unwrap();
    let above = root().join("actors/core/src/session.rs");
    tops.1.extend(used(&fs::read_to_string(above).unwrap()));
    for part in OF_SESSION {
        tops.1.remove(part);
        modules.insert(part.to_owned(), (tops.0, BTreeSet::new()));
    }
    modules.insert("session".to_owned(), tops);
    for (module, (_, uses)) in &mut modules {
        uses.remove(module);
    }
    modules
}

#[test]
fn a_module_uses_no_layer_above_its_own() {
    let modules = modules();
    let mut upwards = Vec::new();
    for (module, (layer, uses)) in &modules {
        for used in uses {
            let above = match modules.get(used) {
                Some((other, _)) => other > layer,
                // An import by the layer's name: `crate::people::router`.
                None => LAYERS.iter().position(|name| name == used) != Some(*layer),
            };
            if above {
                upwards.push(format!("{module} uses {used}"));
            }
        }
    }
    assert!(modules.len() > 20, "{:?}", modules.keys());
    assert!(upwards.is_empty(), "{upwards:?}");
}

#[test]
fn modules_have_no_import_cycle() {
    let mut left = modules();
    loop {
        let free = left
            .iter()
            .find(|(_, (_, uses))| uses.iter().all(|used| !left.contains_key(used)));
        let Some(module) = free.map(|(module, _)| module.clone()) else {
            break;
        };
        left.remove(&module);
    }
    assert!(left.is_empty(), "import cycle: {:?}", left.keys());
}

#[test]
fn the_servers_wire_and_store_do_not_use_routes() {
    for room in ["wire", "store"] {
        let folder = root().join("server/src").join(room);
        let files = files(&folder);
        assert!(!files.is_empty());
        for (path, code) in files {
            assert!(!used(&code).contains("routes"), "{}", path.display());
        }
    }
}

#[test]
fn used_finds_single_and_grouped_imports_and_paths() {
    let code = "use crate::text;\nuse crate::{ids::Seq, time::{Span}};\nlet x = crate::form::Form; // crate::session";
    let names: Vec<_> = used(code).into_iter().collect();

    assert_eq!(names, ["form", "ids", "text", "time"]);
}
