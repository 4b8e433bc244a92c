//! Files.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actors_nats::objects::Objects;
use actors_nats::testing::Cluster;
use bytes::Bytes;
use futures_util::TryStreamExt as _;
use object_store::path::Path;
use object_store::{
    Error, GetOptions, GetRange, ObjectStore as _, ObjectStoreExt as _, PutMode, PutOptions,
    PutPayload, integration,
};
use tokio::io::AsyncReadExt as _;

async fn open(cluster: &Cluster) -> Objects {
    Objects::open(&cluster.link("a").await, 3).await.unwrap()
}

async fn range(objects: &Objects, name: &Path, range: GetRange) -> Result<Bytes, Error> {
    let options = GetOptions {
        range: Some(range),
        ..GetOptions::default()
    };
    objects.get_opts(name, options).await?.bytes().await
}

/// Bytes that differ from place to place.
fn content(bytes: usize) -> Bytes {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut content = vec![0; bytes];
    dice.fill(&mut content);
    content.into()
}

/// Messages of the bucket that are no description of a file.
async fn chunks(cluster: &Cluster) -> u64 {
    let options = async_nats::ConnectOptions::new().request_timeout(Some(Duration::from_secs(1)));
    let client = options.connect(cluster.addresses()).await.unwrap();
    let jetstream = async_nats::jetstream::new(client);
    let until = Instant::now() + Duration::from_secs(30);
    let chunks = loop {
        // A server that has just become the leader may not answer.
        if let Ok(stream) = jetstream.get_stream("OBJ_FD_FILES").await
            && let Ok(chunks) = stream.info_with_subjects("$O.FD_FILES.C.>").await
        {
            break chunks;
        }
        assert!(Instant::now() < until, "the bucket's leader answers");
    };
    let counts: Vec<(String, usize)> = chunks.try_collect().await.unwrap();
    counts.iter().map(|(_, count)| *count as u64).sum()
}

async fn until_chunks(cluster: &Cluster, is_wanted: impl Fn(u64) -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_wanted(chunks(cluster).await) {
        assert!(
            Instant::now() < until,
            "the number of chunks is not as wanted"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bucket_behaves_as_object_store_demands() {
    let cluster = Cluster::start().await;
    let objects = open(&cluster).await;
    let shared = Arc::new(objects.clone()) as Arc<object_store::DynObjectStore>;

    integration::put_get_delete_list(&shared).await;
    integration::list_uses_directories_correctly(&shared).await;
    integration::list_with_delimiter(&shared).await;
    integration::list_with_offset_exclusivity(&shared).await;
    integration::rename_and_copy(&shared).await;
    integration::copy_if_not_exists(&shared).await;
    integration::copy_rename_nonexistent_object(&shared).await;
    integration::stream_get(&shared).await;
    // It leaves a file.
    integration::get_opts(&objects).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_20_mb_is_uploaded_in_parts_and_read_by_ranges() {
    let cluster = Cluster::start().await;
    let objects = open(&cluster).await;
    let (name, content) = (Path::from("shop/2026/a file ü.bin"), content(20_000_001));

    let mut upload = objects.put_multipart(&name).await.unwrap();
    for part in content.chunks(5 << 20) {
        upload
            .put_part(PutPayload::from(content.slice_ref(part)))
            .await
            .unwrap();
    }
    assert!(matches!(
        objects.head(&name).await,
        Err(Error::NotFound { .. })
    ));
    upload.complete().await.unwrap();

    assert_eq!(objects.head(&name).await.unwrap().size, 20_000_001);
    assert_eq!(
        objects.get(&name).await.unwrap().bytes().await.unwrap(),
        content
    );
    let chunk = 128 << 10;
    for (from, to) in [
        (0, 1),
        (0, chunk),
        (chunk - 1, chunk + 1),
        (chunk, 2 * chunk),
        (10_000_000, 13_000_000),
        (20_000_000, 20_000_001),
    ] {
        let read = objects
            .get_range(&name, from as u64..to as u64)
            .await
            .unwrap();
        assert_eq!(read, content.slice(from..to), "{from}..{to}");
    }
    let read = range(&objects, &name, GetRange::Suffix(300_000))
        .await
        .unwrap();
    assert_eq!(read, content.slice(19_700_001..));
    let read = range(&objects, &name, GetRange::Offset(19_999_999))
        .await
        .unwrap();
    assert_eq!(read, content.slice(19_999_999..));
    let read = range(&objects, &name, GetRange::Bounded(19_999_999..30_000_000))
        .await
        .unwrap();
    assert_eq!(read, content.slice(19_999_999..));
    assert!(
        range(&objects, &name, GetRange::Offset(20_000_001))
            .await
            .is_err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_is_aborted_or_dropped_leaves_nothing() {
    let cluster = Cluster::start().await;
    let objects = open(&cluster).await;
    let (name, part) = (Path::from("shop/a"), content(1 << 20));

    let mut aborted = objects.put_multipart(&name).await.unwrap();
    aborted.put_part(part.clone().into()).await.unwrap();
    aborted.abort().await.unwrap();

    assert!(matches!(
        objects.get(&name).await,
        Err(Error::NotFound { .. })
    ));
    assert_eq!(chunks(&cluster).await, 0);

    let mut dropped = objects.put_multipart(&name).await.unwrap();
    dropped.put_part(part.into()).await.unwrap();
    until_chunks(&cluster, |count| count > 0).await;
    drop(dropped);

    until_chunks(&cluster, |count| count == 0).await;
    assert!(matches!(
        objects.get(&name).await,
        Err(Error::NotFound { .. })
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_or_deleted_file_leaves_no_chunks() {
    let cluster = Cluster::start().await;
    let objects = open(&cluster).await;
    let name = Path::from("shop/a");
    objects.put(&name, content(1 << 20).into()).await.unwrap();

    objects.put(&name, content(10).into()).await.unwrap();

    assert_eq!(
        objects.get(&name).await.unwrap().bytes().await.unwrap(),
        content(10)
    );
    assert_eq!(chunks(&cluster).await, 1);
    let created = PutOptions::from(PutMode::Create);
    let refused = objects.put_opts(&name, content(20).into(), created).await;
    assert!(
        matches!(refused, Err(Error::AlreadyExists { .. })),
        "{refused:?}"
    );
    assert_eq!(chunks(&cluster).await, 1);

    objects.delete(&name).await.unwrap();

    assert_eq!(chunks(&cluster).await, 0);
    assert!(matches!(
        objects.delete(&name).await,
        Err(Error::NotFound { .. })
    ));
    assert_eq!(
        objects.list(None).try_collect::<Vec<_>>().await.unwrap(),
        []
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_goes_on_when_a_server_dies() {
    let mut cluster = Cluster::start().await;
    let objects = open(&cluster).await;
    let (name, content) = (Path::from("shop/a"), content(3 << 20));
    let mut upload = objects.put_multipart(&name).await.unwrap();
    upload
        .put_part(content.slice(..1 << 20).into())
        .await
        .unwrap();

    cluster.kill(1);
    upload
        .put_part(content.slice(1 << 20..).into())
        .await
        .unwrap();
    upload.complete().await.unwrap();

    assert_eq!(
        objects.get(&name).await.unwrap().bytes().await.unwrap(),
        content
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_object_stores_of_nats_read_and_write_the_same_files() {
    let cluster = Cluster::start().await;
    // Another server may not know yet who takes the bucket's messages.
    let link = cluster.link_to(0, "a").await;
    let objects = Objects::open(&link, 3).await.unwrap();
    let address = &cluster.addresses()[0];
    let client = async_nats::connect(address).await.unwrap();
    let jetstream = async_nats::jetstream::new(client);
    let theirs = jetstream.get_object_store("FD_FILES").await.unwrap();
    let content = content(1_000_000);
    objects
        .put(&Path::from("shop/ours"), content.clone().into())
        .await
        .unwrap();
    theirs
        .put("shop/theirs", &mut content.as_ref())
        .await
        .unwrap();

    let mut read = Vec::new();
    let mut ours = theirs.get("shop/ours").await.unwrap();
    ours.read_to_end(&mut read).await.unwrap();

    assert_eq!(read, content);
    let name = Path::from("shop/theirs");
    assert_eq!(
        objects.get(&name).await.unwrap().bytes().await.unwrap(),
        content
    );
    let read = objects.get_range(&name, 500_000..500_010).await.unwrap();
    assert_eq!(read, content.slice(500_000..500_010));
    theirs.delete("shop/theirs").await.unwrap();
    assert!(matches!(
        objects.get(&name).await,
        Err(Error::NotFound { .. })
    ));
    let listed: Vec<_> = objects.list(None).try_collect().await.unwrap();
    assert_eq!(
        listed
            .iter()
            .map(|meta| meta.location.as_ref())
            .collect::<Vec<_>>(),
        ["shop/ours"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sweeping_removes_chunks_of_no_file_once_they_are_old() {
    let cluster = Cluster::start().await;
    let objects = open(&cluster).await;
    let name = Path::from("shop/a");
    objects.put(&name, content(300_000).into()).await.unwrap();
    let client = async_nats::connect(cluster.addresses()).await.unwrap();
    let jetstream = async_nats::jetstream::new(client);
    let left = jetstream
        .publish("$O.FD_FILES.C.cut-off", "a chunk".into())
        .await
        .unwrap();
    left.await.unwrap();

    assert_eq!(objects.sweep(Duration::from_secs(3_600)).await.unwrap(), 0);
    assert_eq!(chunks(&cluster).await, 4);
    assert_eq!(objects.sweep(Duration::ZERO).await.unwrap(), 1);

    assert_eq!(chunks(&cluster).await, 3);
    assert_eq!(
        objects.get(&name).await.unwrap().bytes().await.unwrap(),
        content(300_000)
    );
}
