//! SIGSTOP of the owner, then SIGCONT, while some of its pages stay with it.

use crate::node::Kind;
use crate::onlooker::Onlooker;
use crate::page::Loyalty;
use crate::servers::{Cluster, NODES, Owner, Wiring};
use crate::shop::Shop;
use crate::tenant::{Size, wanted};
use crate::watch::Watch;
use crate::{LONGEST, SOME};
use std::time::{Duration, Instant};

/// What a page that stays waits for an answer.
const STAYS: Loyalty = Loyalty::Stays(Duration::from_secs(120));
/// Texts of each page that stays, after the owner goes on.
const TEXTS: usize = 3;

/// A cluster and a shop. Half of the owner's pages stay with it.
pub async fn shop_with_loyal_pages(kind: Kind) -> (Cluster, Shop, Owner) {
    let mut cluster = Cluster::start(kind, Wiring::Direct, Size::wanted()).await;
    let owner = cluster.all_ready().await;
    let stays = |number: usize| number % NODES == owner.node && number.is_multiple_of(2);
    let loyalty = |number| {
        if stays(number) {
            STAYS
        } else {
            Loyalty::MovesOn
        }
    };
    let shop = Shop::open_with(&cluster, loyalty).await;
    (cluster, shop, owner)
}

/// Pauses the owner until another node owns the cell and the time is over, lets it go on, and waits until its pages are
/// acknowledged again. Returns the new owner.
pub async fn pause_the_owner(cluster: &Cluster, shop: &Shop, owner: Owner) -> Owner {
    let time = Duration::from_secs(wanted("FRONTDESK_CLUSTER_PAUSE", 8) as u64);
    let watch: &Watch = &shop.watch();
    watch.acknowledges(SOME).await;
    let paused = Instant::now();
    cluster.nodes[owner.node].pause();
    let next = cluster.owner_above(owner.epoch).await;
    println!("node {} owns after {:.2?}", next.node, paused.elapsed());
    watch.acknowledges(SOME).await;
    // The pause is the fault, however soon the others go on.
    tokio::time::sleep(time.saturating_sub(paused.elapsed())).await;
    cluster.nodes[owner.node].resume();
    let loyal = shop.writing().iter().filter(|one| one.stays());
    let loyal: Vec<usize> = loyal.map(|one| one.conversation()).collect();
    watch.acknowledges_each(&loyal, TEXTS).await;
    next
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_owner_acknowledges_nothing_after_the_next_claim_and_its_pages_follow() {
    let (mut cluster, shop, owner) = shop_with_loyal_pages(Kind::Program).await;
    let onlooker = Onlooker::of(&cluster);

    let (seen, wrong) = shop
        .during(async {
            let next = pause_the_owner(&cluster, &shop, owner).await;
            let now = cluster.all_ready().await;
            assert!(now.epoch >= next.epoch);
        })
        .await;

    println!("{seen}");
    assert_eq!(wrong, Vec::<String>::new());
    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
    // Pages that stay wait for as long as the owner is paused.
    let paused = Duration::from_secs(wanted("FRONTDESK_CLUSTER_PAUSE", 8) as u64);
    assert!(seen.longest_of(100) < LONGEST + paused, "{seen}");
}
