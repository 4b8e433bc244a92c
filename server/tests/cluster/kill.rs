//! `kill -9` of the owner and of followers.

use crate::node::Kind;
use crate::onlooker::{self, Onlooker};
use crate::servers::{Cluster, Wiring};
use crate::shop::Shop;
use crate::tenant::{Size, wanted};
use crate::{LONGEST, SOME};
use std::time::Duration;

/// Every third kill meets a follower.
const FOLLOWER_EVERY: usize = 3;
/// The kill comes up to so much later, so that it does not always follow an acknowledgement.
const LATER_MAX: Duration = Duration::from_millis(40);

#[tokio::test(flavor = "multi_thread")]
async fn kills_of_the_owner_and_of_followers_cost_no_acknowledged_message_and_no_place() {
    let kills = wanted("FRONTDESK_CLUSTER_KILLS", 5);
    let mut cluster = Cluster::start(Kind::Program, Wiring::Direct, Size::wanted()).await;
    let shop = Shop::open(&cluster).await;
    let (watch, onlooker) = (shop.watch(), Onlooker::of(&cluster));
    let mut owners = 0;
    for kill in 1..=kills {
        let owner = cluster.all_ready().await;
        let kills_owner = !kill.is_multiple_of(FOLLOWER_EVERY);
        let victim = match kills_owner {
            true => owner.node,
            false => cluster.follower(owner),
        };
        owners += usize::from(kills_owner);

        let (seen, wrong) = shop
            .during(async {
                watch.acknowledges(SOME).await;
                shop.first_goes_to_the_end().await;
                tokio::time::sleep(LATER_MAX.mul_f64(crate::page::fraction())).await;
                cluster.nodes[victim].kill();
                if kills_owner {
                    cluster.owner_above(owner.epoch).await;
                }
                watch.acknowledges_each(&shop.conversations(), 1).await;
                cluster.start_node(victim);
                cluster.all_ready().await;
                watch.acknowledges(SOME).await;
            })
            .await;

        let who = if kills_owner { "owner" } else { "follower" };
        println!("kill {kill}, of the {who}: {seen}");
        assert_eq!(wrong, Vec::<String>::new(), "after kill {kill}");
        assert!(seen.longest_of(100) < LONGEST, "{seen}");
    }

    let (heard, wrong) = onlooker.heard();
    assert_eq!(wrong, Vec::<String>::new(), "{heard:?}");
    let stream = onlooker::stream(&cluster).await;
    println!(
        "{} groups, {} void messages, claims {:?}",
        stream.groups, stream.void, stream.claims
    );
    assert!(
        stream.claims.len() > owners,
        "each killed owner has a successor"
    );
}
