//! Orders from one node to another.

use std::time::Duration;

use actors_nats::orders::{Listener, give};
use actors_nats::testing::Cluster;

const SOON: Duration = Duration::from_secs(10);

#[tokio::test]
async fn an_order_reaches_its_node_alone_and_gets_its_answer() {
    let cluster = Cluster::start().await;
    let (one, two) = (cluster.link("one").await, cluster.link("two").await);
    let mut ones = Listener::open(&one, 0, "one").await.unwrap();
    let mut of_another_cell = Listener::open(&one, 1, "one").await.unwrap();

    let answering = async {
        let order = ones.next().await.unwrap();
        assert_eq!(&*order.payload, b"move");
        order.answer("moved".into()).await;
    };
    let order = give(&two, 0, "one", "move".into(), SOON);
    let (answer, ()) = tokio::join!(order, answering);

    assert_eq!(&*answer.unwrap(), b"moved");
    let nobody = give(&two, 0, "three", "move".into(), SOON).await;
    assert!(nobody.is_err(), "{nobody:?}");
    let second = give(&two, 1, "one", "status".into(), SOON);
    let (second, order) = tokio::join!(second, async {
        let order = of_another_cell.next().await.unwrap();
        let payload = order.payload.clone();
        order.answer("fine".into()).await;
        payload
    });
    assert_eq!((&*second.unwrap(), &*order), (&b"fine"[..], &b"status"[..]));
}
