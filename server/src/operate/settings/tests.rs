use super::*;
use clap::Parser as _;
use std::io::Write as _;

fn environment(pairs: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect::<Vec<_>>()
        .into_iter()
}

#[test]
fn every_setting_has_a_default() {
    let settings = read_with(&ServeArgs::default(), environment(&[])).unwrap();

    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.data, PathBuf::from("data"));
    assert_eq!(settings.limits, Switch::On);
    assert_eq!(settings.rates.send_per_minute, 60);
}

#[test]
fn the_command_line_overrides_the_environment_which_overrides_the_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"listen = \"127.0.0.1:1\"\nworkers = 3\n[rates]\nsend_per_minute = 7\nask_per_minute = 8\n")
        .unwrap();
    let args = ServeArgs {
        listen: Some("127.0.0.1:2".parse().unwrap()),
        config: Some(file.path().to_owned()),
        ..ServeArgs::default()
    };
    let said = [
        ("FRONTDESK_RATES__SEND_PER_MINUTE", "9"),
        ("FRONTDESK_TRUSTED_PROXIES", "10.0.0.1,2001:db8::/32"),
        ("FRONTDESK_SOMETHING_ELSE", "1"),
    ];

    let settings = read_with(&args, environment(&said)).unwrap();

    assert_eq!(settings.listen.port(), 2);
    assert_eq!(settings.workers, 3);
    assert_eq!(settings.rates.send_per_minute, 9);
    assert_eq!(settings.rates.ask_per_minute, 8);
    assert_eq!(settings.trusted_proxies.len(), 2);
}

#[test]
fn the_demo_is_loaded_by_an_option_or_the_file_and_not_by_itself() {
    let demo = |words: &[&str]| {
        let words = ["frontdesk", "serve"].iter().chain(words);
        let Command::Serve(args) = Cli::parse_from(words).command else {
            panic!("another command")
        };
        read_with(&args, environment(&[])).unwrap().demo
    };
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"demo = true\n").unwrap();
    let file = file.path().to_str().unwrap();

    assert!(!demo(&[]));
    assert!(demo(&["--demo"]));
    assert!(demo(&["--config", file]));
    assert!(!demo(&["--config", file, "--demo=false"]));
}

#[test]
fn a_secret_of_digits_stays_text() {
    let secret = "01234567890123456789012345678901";
    let said = [
        ("FRONTDESK_SECRET", secret),
        ("FRONTDESK_CALLS__TURN_SECRET", "007"),
        ("FRONTDESK_REHEARSAL__KEY", secret),
        ("FRONTDESK_UPLOADS__S3__SECRET_KEY", "1e5"),
    ];

    let settings = read_with(&ServeArgs::default(), environment(&said)).unwrap();

    assert_eq!(settings.secret.as_deref(), Some(secret));
    assert_eq!(settings.calls.turn_secret.as_deref(), Some("007"));
    assert_eq!(settings.uploads.s3.secret_key, "1e5");
    assert_eq!(settings.rehearsal.key.as_deref(), Some(secret));
}

#[test]
fn a_cluster_is_named_by_the_option_or_by_variables() {
    let words = [
        "frontdesk",
        "serve",
        "--cluster",
        "nats://a,nats://b",
        "--cluster-durability",
        "relaxed",
    ];
    let Command::Serve(args) = Cli::parse_from(words).command else {
        panic!("another command")
    };
    let digits = "01234567890123456789012345678901";
    let said = [
        ("FRONTDESK_CLUSTER", "nats://a,nats://b"),
        ("FRONTDESK_CLUSTER__KEY", digits),
        ("FRONTDESK_CLUSTER__LISTEN", "10.0.0.1:1"),
        ("FRONTDESK_CLUSTER__ROLE", "edge"),
    ];
    let by_variables = [("FRONTDESK_CLUSTER__SERVERS", "nats://c,nats://d")];

    let both = read_with(&args, environment(&said)).unwrap().cluster;
    let other = read_with(&ServeArgs::default(), environment(&by_variables)).unwrap();

    assert_eq!(both.servers, ["nats://a", "nats://b"]);
    assert_eq!(both.durability, cluster::Durability::Relaxed);
    assert_eq!(both.key.as_deref(), Some(digits));
    assert_eq!(both.listen.to_string(), "10.0.0.1:1");
    assert_eq!(both.role, cluster::NodeRole::Edge);
    assert_eq!(other.cluster.role, cluster::NodeRole::Standby);
    assert_eq!(other.cluster.servers, ["nats://c", "nats://d"]);
}

#[test]
fn an_unknown_name_in_the_file_is_refused() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"lissten = \"127.0.0.1:1\"\n").unwrap();
    let args = ServeArgs {
        config: Some(file.path().to_owned()),
        ..ServeArgs::default()
    };

    let refused = read_with(&args, environment(&[])).unwrap_err().to_string();

    assert!(refused.contains("lissten"), "{refused}");
}

#[test]
fn a_command_beside_a_node_knows_the_cell_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    crate::cluster::cell::keep_to(folder.path(), 2).unwrap();

    let settings = of_data(DataArgs {
        data: Some(folder.path().to_owned()),
        ..DataArgs::default()
    });

    let settings = settings.unwrap();
    assert_eq!(settings.cluster.cell, 2);
    // Also if only the unit of the node names the cluster.
    assert_eq!(settings.uploads.s3.prefix, "cell-2/uploads");
}
