//! The null control: an owner that believes each PubAck, without the rule of epochs and the check for gaps, loses
//! messages that it acknowledged. Otherwise the test of a paused owner would prove nothing.

use crate::node::{Kind, serve_as_told};
use crate::pause::{pause_the_owner, shop_with_loyal_pages};
use actors_cluster::owner::Owner;

/// The test that serves as such a node.
pub const SERVING: &str = "null_control::serving_unchecked_until_killed";

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_owner_without_its_checks_is_detected() {
    let (mut cluster, shop, owner) = shop_with_loyal_pages(Kind::Unchecked).await;

    // Pages see the damage early. The owner goes on until it has acknowledged the texts of the pages that stay.
    shop.watch().expect_complaints();

    let (seen, wrong) = shop
        .during(async {
            pause_the_owner(&cluster, &shop, owner).await;
            // What it acknowledged is in its memory alone.
            cluster.nodes[owner.node].kill();
        })
        .await;

    println!("{seen}");
    let is_damage = |what: &&String| what.contains("is lost") || what.contains("is there 2x");
    let damage = wrong.iter().filter(is_damage).count();
    println!("{damage} messages lost or doubled");
    assert!(damage > 0, "nothing was lost: {wrong:?}");
}

/// The process behind [`Kind::Unchecked`].
#[actix_web::test]
async fn serving_unchecked_until_killed() {
    serve_as_told(|node| node.without_checks(Owner::claiming_unchecked)).await;
}
