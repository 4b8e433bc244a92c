use super::*;
use std::io::Write as _;

const KEY: &str = "01234567890123456789012345678901";

fn cluster() -> Settings {
    let mut settings = Settings {
        secret: Some(KEY.to_owned()),
        ..Settings::default()
    };
    settings.uploads.place = FilePlace::S3;
    settings.cluster.servers = vec!["nats://127.0.0.1:4222".to_owned()];
    settings.cluster.key = Some(KEY.to_owned());
    settings
}

fn refusal(change: impl FnOnce(&mut Settings)) -> String {
    let mut settings = cluster();
    change(&mut settings);
    check(&settings).unwrap_err().to_string()
}

#[test]
fn a_cluster_needs_a_key_a_secret_and_a_place_for_files_that_all_nodes_reach() {
    check(&cluster()).unwrap();
    check(&Settings::default()).unwrap();

    assert!(refusal(|its| its.cluster.key = None).contains("`cluster.key`"));
    assert!(refusal(|its| its.cluster.key = Some("short".into())).contains("32 characters"));
    assert!(refusal(|its| its.secret = None).contains("`secret`"));
    assert!(refusal(|its| its.secret = Some(" ".into())).contains("`secret`"));
    let short = format!("{KEY},replace this");
    assert!(refusal(|its| its.secret = Some(short)).contains("32 characters"));
    assert!(refusal(|its| its.uploads.place = FilePlace::Disk).contains("`uploads.place`"));
    let half = refusal(|its| its.cluster.nats.key = Some(PathBuf::from("key.pem")));
    assert!(half.contains("`cluster.nats.certificate`"), "{half}");
    let alone = refusal(|its| {
        its.cluster.servers.clear();
        its.uploads.place = FilePlace::Cluster;
    });
    assert!(alone.contains("`cluster.servers`"), "{alone}");
}

#[test]
fn the_shared_key_may_be_the_first_line_of_a_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "{KEY}\nanother line").unwrap();
    let settings = ClusterSettings {
        key_file: Some(file.path().to_owned()),
        ..ClusterSettings::default()
    };
    let missing = ClusterSettings {
        key_file: Some(PathBuf::from("/nowhere/key")),
        ..ClusterSettings::default()
    };

    assert_eq!(settings.shared_key().unwrap(), KEY);
    let refused = missing.shared_key().unwrap_err().to_string();
    assert!(refused.contains("/nowhere/key"), "{refused}");
}

#[test]
fn the_other_nodes_call_the_named_address_or_the_one_on_the_way_to_nats() {
    let mut settings = cluster().cluster;
    let every: SocketAddr = ([0, 0, 0, 0], 8181).into();
    let one: SocketAddr = ([10, 0, 0, 7], 8181).into();

    assert_eq!(settings.called_at(one).unwrap(), "10.0.0.7:8181");
    assert_eq!(settings.called_at(every).unwrap(), "127.0.0.1:8181");
    settings.servers = vec!["tls://user:word@127.0.0.1".to_owned()];
    assert_eq!(settings.called_at(every).unwrap(), "127.0.0.1:8181");
    settings.address = Some("node-1.inside:9000".to_owned());
    assert_eq!(settings.called_at(every).unwrap(), "node-1.inside:9000");
}

#[test]
fn a_cell_shares_no_tokens_and_no_files_with_another() {
    let of = |cell| {
        let mut settings = cluster();
        settings.cluster.cell = cell;
        keep_cells_apart(&mut settings);
        settings
    };
    let (first, second, third) = (of(0), of(1), of(2));

    assert_eq!(first.secret.as_deref(), Some(KEY));
    assert_eq!(first.uploads.s3.prefix, "uploads");
    assert_ne!(second.secret, first.secret);
    assert_ne!(second.secret, third.secret);
    assert_eq!(second.uploads.s3.prefix, "cell-1/uploads");
    check(&second).unwrap();
}

#[test]
fn each_key_of_a_cell_changes_by_itself_and_a_short_one_stays_short() {
    let mut settings = cluster();
    settings.cluster.cell = 1;
    settings.secret = Some(format!("{KEY}, short"));

    keep_cells_apart(&mut settings);

    let mut alone = cluster();
    alone.cluster.cell = 1;
    keep_cells_apart(&mut alone);
    let both = settings.secret.unwrap();
    assert_eq!(both, format!("{},short", alone.secret.unwrap()));
}

#[test]
fn a_node_without_a_name_takes_the_machines() {
    let mut settings = ClusterSettings::default();
    assert!(!settings.node_name().unwrap().is_empty());

    settings.node = Some("one".to_owned());

    assert_eq!(settings.node_name().unwrap(), "one");
}
