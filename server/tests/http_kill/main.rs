//! Acknowledged means durable (Protocol, 'Durability'), seen from outside: the program itself is killed thirty times, at random
//! moments, on one folder, while visitors and an agent write to each other over HTTP. What it answered with 200 and what
//! its polls told is kept here, outside of it, and looked for after each start: there once, in order, as it was told.
//! That the search would notice a loss is proved by a server that answers before its store has flushed anything.

// Clippy knows the tests of a file like this by their attribute, and not what they call.
#![allow(clippy::unwrap_used)]
// The failing test's seed and story are read on its terminal.
#![allow(clippy::print_stdout)]

mod client;
#[path = "../common/http.rs"]
mod http;
mod ledger;
mod load;
mod people;
mod process;
mod streaming;

use load::Load;
use people::Shop;
use process::{Kind, Process};
use tempfile::TempDir;

const KILLS: usize = 30;
/// Answers that are waited for before a kill, at most.
const ANSWERS_MAX: usize = 300;
/// And then so long at most, so that kills do not fall behind answers only.
const PAUSE_MAX_US: usize = 4_000;

/// Numbers that look random and are the same in every run.
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

/// Kills a server again and again; returns what was wrong after the first kill that something was wrong after.
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
async fn what_was_answered_over_http_survives_thirty_kills() {
    let wrong = kill_again_and_again(Kind::Program, 20_261_120).await;

    assert_eq!(wrong, Vec::<String>::new());
}

#[actix_web::test]
async fn a_server_that_answers_before_it_flushes_is_found_out() {
    let wrong = kill_again_and_again(Kind::AnswersEarly, 7).await;

    let lost = wrong.iter().filter(|what| what.contains("is lost")).count();
    assert!(lost > 0, "nothing was lost: {wrong:?}");
}

/// The process behind [`Kind::AnswersEarly`].
#[actix_web::test]
async fn serving_and_answering_early_until_killed() {
    process::serve_and_answer_early().await;
}
