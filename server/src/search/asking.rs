//! Asks the index. It returns which things were found; what an agent reads of them comes from the store.

use super::index::{Fields, ORDER, Shelf, exact, order_of};
use super::query::{Last, Part};
use super::subject::{Kind, State, Subject};
use super::words::{Script, words};
use actors_core::ids::{AgentId, ChannelId, GroupId, TenantId};
use actors_core::time::Timestamp;
use std::ops::Bound;
use tantivy::collector::TopDocs;
use tantivy::query::{
    BooleanQuery, InvertedIndexRangeQuery, Occur, PhraseQuery, Query, RangeQuery, TermQuery,
};
use tantivy::schema::{Field, IndexRecordOption, Value as _};
use tantivy::{Order, TantivyDocument, TantivyError, Term};

/// What an agent may find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Everything of the tenant.
    Tenant,
    /// What an agent of groups finds.
    Agent(Scope),
}

/// What an agent of groups finds: their own, what belongs to their groups, and what belongs to no group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The agent.
    pub agent: AgentId,
    /// Their groups.
    pub groups: Vec<GroupId>,
    /// The channels that other groups serve. Conversations there that belong to no group are not found.
    pub others: Vec<ChannelId>,
}

/// What is asked for. An empty filter finds everything, the newest first.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The words.
    pub parts: Vec<Part>,
    /// Only this kind.
    pub kind: Option<Kind>,
    /// Only this state.
    pub state: Option<State>,
    /// Only from this time on.
    pub from: Option<Timestamp>,
    /// Only before this time.
    pub to: Option<Timestamp>,
    /// Only of this channel.
    pub channel: Option<String>,
    /// Only of this group.
    pub group: Option<String>,
    /// Only of this agent.
    pub agent: Option<String>,
    /// Only with this tag.
    pub tag: Option<String>,
    /// Only with this rating.
    pub rating: Option<u8>,
    /// Only older than this place.
    pub before: Option<u64>,
}

/// Something that was found, with its place in the order of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is.
    pub subject: Subject,
    /// Its place: smaller for older ones.
    pub place: u64,
}

/// Finds the newest things that match, at most `limit`.
///
/// # Errors
/// The disk's.
pub fn ask(
    shelf: &Shelf,
    (tenant, sight): (&TenantId, &Sight),
    filter: &Filter,
    limit: usize,
) -> Result<Vec<Found>, TantivyError> {
    let fields = &shelf.fields;
    let mut all: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    let mut must = |query: Box<dyn Query>| all.push((Occur::Must, query));
    must(is(fields.tenant, tenant.as_str()));
    if let Sight::Agent(scope) = sight {
        must(Box::new(within(fields, scope)));
    }
    let named = [
        (fields.kind, filter.kind.map(Kind::name)),
        (fields.state, filter.state.map(State::name)),
        (fields.channel, filter.channel.as_deref()),
        (fields.group, filter.group.as_deref()),
        (fields.agent, filter.agent.as_deref()),
        (fields.tag, filter.tag.as_deref()),
    ];
    for (field, value) in named {
        if let Some(value) = value {
            must(is(field, value));
        }
    }
    if let Some(rating) = filter.rating {
        let term = Term::from_field_u64(fields.rating, rating.into());
        must(Box::new(TermQuery::new(term, IndexRecordOption::Basic)));
    }
    for part in &filter.parts {
        let either = [fields.who, fields.text].map(|field| part_in(field, part));
        must(Box::new(BooleanQuery::union(either.into())));
    }
    if let Some(times) = times(fields, filter) {
        must(Box::new(times));
    }
    let query = BooleanQuery::new(all);
    let newest = TopDocs::with_limit(limit).order_by_fast_field::<u64>(ORDER, Order::Desc);
    let searcher = shelf.reader.searcher();
    let mut found = Vec::new();
    for (place, address) in searcher.search(&query, &newest)? {
        let document: TantivyDocument = searcher.doc(address)?;
        let subject = subject(fields, &document);
        found.extend(subject.map(|subject| Found {
            subject,
            place: place.unwrap_or_default(),
        }));
    }
    Ok(found)
}

fn within(fields: &Fields, scope: &Scope) -> BooleanQuery {
    let groups = scope.groups.iter();
    let groups = groups.map(|group| is(fields.group, group.as_str()));
    let own = is(fields.agent, scope.agent.as_str());
    let nobodys = nobodys(fields, &scope.others);
    BooleanQuery::union(groups.chain([own, nobodys]).collect())
}

/// What belongs to no group, without conversations of these channels.
fn nobodys(fields: &Fields, others: &[ChannelId]) -> Box<dyn Query> {
    let nobodys = is(fields.group, "");
    if others.is_empty() {
        return nobodys;
    }
    let channels = others.iter();
    let channels = channels.map(|channel| is(fields.channel, channel.as_str()));
    let talks_there = BooleanQuery::intersection(vec![
        is(fields.kind, Kind::Conversation.name()),
        Box::new(BooleanQuery::union(channels.collect())),
    ]);
    Box::new(BooleanQuery::new(vec![
        (Occur::Must, nobodys),
        (Occur::MustNot, Box::new(talks_there)),
    ]))
}

/// The subject of a document.
pub fn subject(fields: &Fields, document: &TantivyDocument) -> Option<Subject> {
    let key = document.get_first(fields.key)?;
    Subject::named(key.as_str()?)
}

fn is(field: Field, value: &str) -> Box<dyn Query> {
    let term = exact(field, value);
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

/// Finds a part of the query in a field.
fn part_in(field: Field, part: &Part) -> Box<dyn Query> {
    let begins = part.last == Last::Begins;
    let mut phrase = part.words.clone();
    let beginning = match phrase.last() {
        Some((_, last)) if begins && is_beginning(last) => phrase.pop(),
        _ => None,
    };
    let whole = match phrase.as_slice() {
        [] => None,
        [(_, word)] => Some(is(field, word)),
        words => {
            let terms = words.iter().map(|(at, word)| (*at, exact(field, word)));
            let phrase: Box<dyn Query> = Box::new(PhraseQuery::new_with_offset(terms.collect()));
            Some(phrase)
        }
    };
    match (whole, beginning) {
        (whole, None) => whole.unwrap_or_else(|| Box::new(BooleanQuery::new(Vec::new()))),
        (None, Some((_, word))) => begins_with(field, &word),
        // The rest of the phrase is near it, in nearly all texts; the excerpts show where.
        (Some(whole), Some((_, word))) => Box::new(BooleanQuery::intersection(vec![
            whole,
            begins_with(field, &word),
        ])),
    }
}

/// A pair of characters is a whole word of the index.
fn is_beginning(word: &str) -> bool {
    words(word)
        .first()
        .is_none_or(|first| first.script == Script::Spaced || word.chars().count() == 1)
}

fn begins_with(field: Field, word: &str) -> Box<dyn Query> {
    let end = format!("{word}\u{10FFFF}");
    Box::new(InvertedIndexRangeQuery::new(
        Bound::Included(exact(field, word)),
        Bound::Excluded(exact(field, &end)),
    ))
}

fn times(fields: &Fields, filter: &Filter) -> Option<RangeQuery> {
    let place = |place| Term::from_field_u64(fields.order, place);
    let from = filter.from.map(order_of);
    let to = filter.to.map(order_of).into_iter().chain(filter.before);
    let to = to.min();
    let lower = from.map_or(Bound::Unbounded, |from| Bound::Included(place(from)));
    let upper = to.map_or(Bound::Unbounded, |to| Bound::Excluded(place(to)));
    (from.is_some() || to.is_some()).then(|| RangeQuery::new(lower, upper))
}
