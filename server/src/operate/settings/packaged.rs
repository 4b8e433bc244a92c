//! Tests of `deploy/frontdesk.toml`, the settings file of the packages.

use super::*;
use serde_json::Value;

/// The one setting that the packages change.
const DATA: &str = "data = \"/var/lib/frontdesk\"";

/// Settings that the file leaves out, because they are other spellings.
const LEFT_OUT: [&str; 1] = ["relay.privateHosts"];

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../deploy/frontdesk.toml")
}

/// The file with every setting active.
fn uncommented() -> String {
    let text = std::fs::read_to_string(file()).unwrap();
    let active = |line: &str| match line.strip_prefix('#') {
        Some(setting) if setting.starts_with(|first: char| first.is_ascii_lowercase()) => {
            setting.to_owned()
        }
        _ => line.to_owned(),
    };
    text.lines().map(active).collect::<Vec<_>>().join("\n")
}

/// Every setting below `value`, by its path.
fn leaves(path: &str, value: &Value, found: &mut Vec<(String, Value)>) {
    let Value::Object(fields) = value else {
        return found.push((path.to_owned(), value.clone()));
    };
    for (name, field) in fields {
        let dot = if path.is_empty() { "" } else { "." };
        leaves(&format!("{path}{dot}{name}"), field, found);
    }
}

#[test]
fn the_packaged_settings_are_the_defaults_in_a_folder_of_their_own() {
    let args = ServeArgs {
        config: Some(file()),
        ..ServeArgs::default()
    };

    let settings = read_with(&args, std::iter::empty()).unwrap();

    let expected = Settings {
        data: PathBuf::from("/var/lib/frontdesk"),
        ..Settings::default()
    };
    assert_eq!(
        serde_json::to_value(settings).unwrap(),
        serde_json::to_value(expected).unwrap()
    );
}

#[test]
fn the_packaged_settings_file_shows_every_setting_with_its_default() {
    let text = uncommented().replace(DATA, "data = \"data\"");
    let source = config::File::from_str(&text, config::FileFormat::Toml);
    let built = config::Config::builder()
        .add_source(source)
        .build()
        .unwrap();
    let shown: Value = built.clone().try_deserialize().unwrap();
    let unknown = built.try_deserialize::<Settings>();
    assert!(
        unknown.is_ok(),
        "deploy/frontdesk.toml: {}",
        unknown.unwrap_err()
    );

    let mut expected = Vec::new();
    leaves(
        "",
        &serde_json::to_value(Settings::default()).unwrap(),
        &mut expected,
    );
    for (path, default) in expected {
        if LEFT_OUT.contains(&path.as_str()) {
            continue;
        }
        let pointer = format!("/{}", path.replace('.', "/"));
        let shown = shown.pointer(&pointer);
        let shown = shown.unwrap_or_else(|| {
            panic!("deploy/frontdesk.toml lacks `{path}`: add `#… = {default}` below its comment")
        });
        // The file shows an example of a setting whose default is none.
        if !default.is_null() {
            assert_eq!(
                *shown, default,
                "deploy/frontdesk.toml: the default of `{path}`"
            );
        }
    }
}

#[test]
fn every_packaged_setting_stands_below_its_explanation() {
    let text = std::fs::read_to_string(file()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        let [before, line] = pair else { continue };
        let is_setting = line.starts_with(['[', 'd'])
            || line.starts_with('#') && !line.starts_with("# ") && line.len() > 1;
        assert!(
            !is_setting || before.starts_with("# "),
            "deploy/frontdesk.toml: `{line}` has no comment above it"
        );
    }
}
