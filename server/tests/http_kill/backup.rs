//! The drill: load, a backup under load, the loss of the machine, a restore. Everything acknowledged before the backup
//! began is there once.

use crate::ledger::Ledger;
use crate::load::Load;
use crate::people::Shop;
use crate::process::{Kind, Process};
use serde_json::json;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn run(words: &[&str], data: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_frontdesk"));
    command.args(words).arg("--data").arg(data);
    command.output().unwrap()
}

#[track_caller]
fn done(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    said
}

#[actix_web::test]
async fn everything_acknowledged_before_a_backup_under_load_is_restored_once() {
    let folder = TempDir::new().unwrap();
    let (data, place) = (folder.path().join("data"), folder.path().join("place"));
    let to = place.to_str().unwrap().to_owned();
    let mut server = Process::start(Kind::Program, &data);
    let mut shop = Shop::open(&server.client()).await;
    let ledgers: Vec<_> = shop
        .visitors
        .iter()
        .map(|visitor| visitor.ledger.clone())
        .collect();
    let mut before = Vec::new();

    let meanwhile = async {
        before.extend(ledgers.iter().map(|ledger| ledger.borrow().answered()));
        let (to, data) = (to.clone(), data.clone());
        let backup = actix_web::web::block(move || run(&["backup", &to], &data));
        done(&backup.await.unwrap());
    };
    let load = Load {
        round: 1,
        answers: 2_000,
        pause_us: 0,
    };
    load.run_with(&mut server, &mut shop, meanwhile).await;
    std::fs::remove_dir_all(&data).unwrap();
    done(&run(&["restore", &to], &data));

    let sound = done(&run(&["check"], &data));
    assert!(sound.contains("every reference leads somewhere"), "{sound}");
    let server = Process::start(Kind::Program, &data);
    assert!(before.iter().map(Vec::len).sum::<usize>() >= 1_000);
    for (visitor, answered) in shop.visitors.iter().zip(before) {
        let read = visitor.read(&server.client(), 0).await.unwrap();
        assert_eq!(Ledger::of(answered).missing_in(&read), Vec::<String>::new());
        assert_eq!(
            visitor.ledger.borrow().twice_in(&read),
            Vec::<String>::new()
        );
    }
    // A page of before knows more than the restored server: it is told to load everything again.
    let page = &shop.visitors[0];
    let old = page.ledger.borrow().cursor;
    let body = json!({ "userId": page.user, "pollId": page.poll, "cursor": old, "epoch": "before", "wait": 0 });
    let told = server
        .client()
        .visitor("getEventMsg", &page.token, &body)
        .await
        .unwrap();
    assert_eq!(told["gap"], true, "{told}");
    let wrong = shop.places_after_the_start(&server.client()).await;
    assert_eq!(wrong, Vec::<String>::new());
}
