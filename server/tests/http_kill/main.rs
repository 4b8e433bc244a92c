//! Acknowledged means durable (Protocol, 'Durability'), seen from outside. The program is killed thirty times on one
//! folder, at random moments, while visitors and agents write to each other over HTTP. The test records every message
//! acknowledged with 200 and every polled event. After each start they must be there once, in order and unchanged.
//! A control server that acknowledges before its store flushes proves that the test detects a loss.

// Clippy exempts functions with a test attribute, but not the functions that they call.
#![allow(clippy::unwrap_used)]
// A failing test prints its seed and its story.
#![allow(clippy::print_stdout)]

mod backup;
mod blocks;
mod client;
#[path = "../common/http.rs"]
mod http;
mod items;
#[path = "../common/ledger.rs"]
mod ledger;
mod load;
mod people;
mod process;
mod restart;
mod streaming;
mod supervision;
mod webhooks;

use load::Load;
use people::Shop;
use process::{Kind, Process};
use tempfile::TempDir;

const KILLS: usize = 30;
/// Maximum of responses to wait for before a kill.
const ANSWERS_MAX: usize = 300;
/// Maximum of the further pause, so that kills do not always follow a response directly.
const PAUSE_MAX_US: usize = 4_000;

/// Pseudo-random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Kills a server again and again. Returns the errors after the first kill that caused any.
async fn kill_again_and_again(kind: Kind, seed: u64) -> Vec<String> {
    println!("seed {seed}");
    let folder = TempDir::new().unwrap();
    let mut dice = Dice(seed);
    let mut server = Process::start(kind, folder.path());
    let mut shop = Shop::open(&server.client()).await;
    for kill in 1..=KILLS {
        let leaver = dice.below(people::WAITING);
        shop.go_to_the_end_of_the_line(&server.client(), leaver)
            .await;
        let load = Load {
            answers: 1 + dice.below(ANSWERS_MAX),
            pause_us: dice.below(PAUSE_MAX_US),
            round: kill,
        };
        let answers = load.run_and_kill(&mut server, &mut shop).await;
        server = Process::start(kind, folder.path());
        let wrong = shop.look_after_the_start(&server.client()).await;
        println!("kill {kill} after {answers} answers: {wrong:?}");
        if !wrong.is_empty() {
            return wrong;
        }
    }
    shop.compare_histories(&server.client()).await
}

/// [ST-17]
#[actix_web::test]
async fn everything_acknowledged_over_http_survives_thirty_kills() {
    let wrong = kill_again_and_again(Kind::Program, 20_261_120).await;

    assert_eq!(wrong, Vec::<String>::new());
}

#[actix_web::test]
async fn a_server_that_acknowledges_before_it_flushes_is_detected() {
    let wrong = kill_again_and_again(Kind::AnswersEarly, 7).await;

    let lost = wrong.iter().filter(|what| what.contains("is lost")).count();
    assert!(lost > 0, "nothing was lost: {wrong:?}");
}

/// The process behind [`Kind::AnswersEarly`].
#[actix_web::test]
async fn serving_and_answering_early_until_killed() {
    process::serve_and_answer_early().await;
}
