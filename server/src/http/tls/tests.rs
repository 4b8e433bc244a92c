use super::{Asked, LOOK_EVERY, Reloaded, Tls};
use crate::settings::tls::TlsSettings;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

/// Writes a new certificate for localhost and its key, and returns the certificate's bytes.
fn write_pair(folder: &Path) -> Vec<u8> {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("certificate.pem"), cert.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
    cert.der().to_vec()
}

fn settings(folder: &Path) -> TlsSettings {
    TlsSettings {
        certificate: Some(folder.join("certificate.pem")),
        key: Some(folder.join("key.pem")),
        ..TlsSettings::default()
    }
}

fn used(tls: &Tls) -> Vec<u8> {
    tls.current.0.load().cert[0].to_vec()
}

fn open(folder: &Path) -> Arc<Tls> {
    Tls::open(&settings(folder)).unwrap().unwrap()
}

#[test]
fn a_changed_pair_is_used_and_a_broken_one_leaves_the_old_in_use() {
    let folder = TempDir::new().unwrap();
    let first = write_pair(folder.path());
    let tls = open(folder.path());
    assert_eq!(tls.reload(Asked::ByTimer), Reloaded::Unchanged);

    std::fs::write(folder.path().join("key.pem"), "rubbish").unwrap();
    assert_eq!(tls.reload(Asked::ByTimer), Reloaded::Broken);
    std::fs::remove_file(folder.path().join("certificate.pem")).unwrap();
    assert_eq!(tls.reload(Asked::ByOperator), Reloaded::Broken);
    assert_eq!(used(&tls), first);

    let second = write_pair(folder.path());
    assert_eq!(tls.reload(Asked::ByTimer), Reloaded::Changed);
    assert_eq!(used(&tls), second);
}

#[test]
fn a_broken_pair_is_logged_at_the_second_look_and_once() {
    let folder = TempDir::new().unwrap();
    write_pair(folder.path());
    let tls = open(folder.path());
    let told = || tls.seen.lock().broken.map(|(_, is_told)| is_told);

    std::fs::write(folder.path().join("key.pem"), "rubbish").unwrap();
    let after: Vec<_> = [(); 3]
        .map(|()| {
            tls.reload(Asked::ByTimer);
            told()
        })
        .into();

    assert_eq!(after, [Some(false), Some(true), Some(true)]);
    std::fs::write(folder.path().join("key.pem"), "other rubbish").unwrap();
    tls.reload(Asked::ByTimer);
    assert_eq!(told(), Some(false), "another broken pair counts anew");
    tls.reload(Asked::ByOperator);
    assert_eq!(told(), Some(true), "the operator is told at once");
}

#[tokio::test(start_paused = true)]
async fn the_files_are_looked_at_regularly() {
    let folder = TempDir::new().unwrap();
    let first = write_pair(folder.path());
    let tls = open(folder.path());
    let second = write_pair(folder.path());

    tokio::task::LocalSet::new()
        .run_until(async {
            tls.watch();
            assert_eq!(used(&tls), first);
            // The clock stands still while files are read.
            tokio::time::sleep(LOOK_EVERY * 2).await;
        })
        .await;

    assert_eq!(used(&tls), second);
}

#[test]
fn settings_that_cannot_be_used_are_refused_with_what_to_do() {
    let folder = TempDir::new().unwrap();
    write_pair(folder.path());
    let whole = settings(folder.path());
    let refused = |settings: &TlsSettings| format!("{:#}", Tls::open(settings).err().unwrap());

    let half = TlsSettings {
        key: None,
        ..whole.clone()
    };
    assert!(refused(&half).contains("`tls.certificate` and `tls.key`"));
    let alone = TlsSettings {
        redirect_from: Some(([127, 0, 0, 1], 0).into()),
        ..TlsSettings::default()
    };
    assert!(refused(&alone).contains("needs `tls.certificate`"));
    let swapped = TlsSettings {
        certificate: whole.key.clone(),
        key: whole.certificate.clone(),
        ..whole.clone()
    };
    assert!(refused(&swapped).contains("BEGIN CERTIFICATE"));
    let elsewhere = TlsSettings {
        key: Some("/nowhere/key.pem".into()),
        ..whole.clone()
    };
    assert!(refused(&elsewhere).contains("/nowhere/key.pem"));
    let other = TempDir::new().unwrap();
    write_pair(other.path());
    let mixed = TlsSettings {
        key: Some(other.path().join("key.pem")),
        ..whole
    };
    assert!(refused(&mixed).contains("does not belong"));
    assert!(Tls::open(&TlsSettings::default()).unwrap().is_none());
}
