//! Reports (Protocol, 'Reports').

use crate::fixtures::findings::Flag;
use crate::reports::record::Kept;
use crate::wire::{codes, names};
use actors_core::session::course::{Answers, Missed};
use actors_core::session::report::spans::Spans;
use actors_core::session::report::sums::Sums;
use actors_core::tenant::Targets;
use actors_core::time::Span;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

/// reports/get.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReportRequest {
    /// The first day: `2026-11-02`.
    #[schema(required = true)]
    pub from: String,
    /// The last day.
    #[schema(required = true)]
    pub to: String,
    /// hour, day, channel, group, agent or tag.
    #[schema(required = true)]
    pub by: String,
    /// Only this channel; not with agent and tag.
    pub channel_id: Option<String>,
    /// Only this group.
    pub group_id: Option<String>,
    /// 1: also the same number of days before.
    pub compare: Option<Flag>,
}

/// The response of reports/get.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportResponse {
    /// All sessions.
    pub total: WireNumbers,
    /// Those of the days before.
    pub before: Option<WireNumbers>,
    /// By `key`.
    pub rows: Vec<WireRow>,
    /// What the tenant wants to reach.
    pub targets: WireTargets,
    /// The time zone of days and hours.
    pub time_zone: String,
}

/// What a tenant wants to reach, in seconds.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireTargets {
    /// The first answer.
    pub first_answer: Option<u64>,
    /// Each answer after it.
    pub next_answer: Option<u64>,
    /// The end.
    pub resolution: Option<u64>,
}

impl From<&Targets> for WireTargets {
    fn from(targets: &Targets) -> Self {
        let seconds = |span: Option<Span>| span.map(|span| span.as_millis() / 1_000);
        Self {
            first_answer: seconds(targets.first_answer),
            next_answer: seconds(targets.next_answer),
            resolution: seconds(targets.resolution),
        }
    }
}

/// A row of a report.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WireRow {
    /// A date, an hour of two digits, or an id; empty: none.
    pub key: String,
    /// The name of the group, agent or tag.
    pub name: Option<String>,
    /// Its numbers.
    #[serde(flatten)]
    pub numbers: WireNumbers,
}

/// The numbers of some sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireNumbers {
    /// All of them.
    pub sessions: u64,
    /// Those whose visitor asked for an agent, or an agent stepped in.
    pub asked: u64,
    /// Those that an agent answered.
    pub answered: u64,
    /// Nobody was there.
    pub missed: u64,
    /// The visitor left.
    pub abandoned: u64,
    /// The waits for agents, of those that an agent answered.
    pub waiting: WireSpans,
    /// From the wish for an agent to the first answer.
    pub first_answer: WireSpans,
    /// Each session's longest wait for an answer after the first.
    pub next_answer: WireSpans,
    /// All answers after the first.
    pub next_answers: WireAnswers,
    /// From the wish for an agent to the end, of those that an agent answered and that did not end with a wait.
    pub resolution: WireSpans,
    /// Those whose visitor asked the robot.
    pub robot_asked: u64,
    /// Of these, those that the robot resolved.
    pub robot_resolved: u64,
    /// The robot's answers.
    pub robot_answers: u64,
    /// Those that it did not know.
    pub robot_unknown: u64,
    /// Those that were rated.
    pub ratings: u64,
    /// The sum of their stars.
    pub stars: u64,
    /// Those that were solved.
    pub solved: u64,
    /// How often an agent let a conversation pass; by agent: how often this one did.
    pub rescues: u64,
}

impl WireNumbers {
    /// The numbers, with these targets.
    pub fn new(sums: &Sums, targets: &Targets) -> Self {
        Self {
            sessions: sums.sessions,
            asked: sums.asked,
            answered: sums.answered,
            missed: sums.missed,
            abandoned: sums.abandoned,
            waiting: WireSpans::new(&sums.waiting, None),
            first_answer: WireSpans::new(&sums.first_answer, targets.first_answer),
            next_answer: WireSpans::new(&sums.slowest_answer, targets.next_answer),
            next_answers: WireAnswers::from(sums.next_answers),
            resolution: WireSpans::new(&sums.resolution, targets.resolution),
            robot_asked: sums.robot_asked,
            robot_resolved: sums.robot_resolved,
            robot_answers: sums.robot_answers,
            robot_unknown: sums.robot_unknown,
            ratings: sums.ratings,
            stars: sums.stars,
            solved: sums.solved,
            rescues: sums.rescues,
        }
    }
}

/// Times, in ms.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireSpans {
    /// How many.
    pub count: u64,
    /// Their mean.
    pub mean: Option<u64>,
    /// Half of them are at most this long.
    pub median: Option<u64>,
    /// Nine of ten are at most this long.
    pub p90: Option<u64>,
    /// How many are within the target, if there is one.
    pub within_target: Option<u64>,
}

impl WireSpans {
    fn new(spans: &Spans, target: Option<Span>) -> Self {
        let millis = |span: Option<Span>| span.map(Span::as_millis);
        Self {
            count: spans.count(),
            mean: millis(spans.mean()),
            median: millis(spans.percentile(50)),
            p90: millis(spans.percentile(90)),
            within_target: target.map(|target| spans.within(target)),
        }
    }
}

/// Answers after the first, in ms.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WireAnswers {
    /// How many.
    pub count: u32,
    /// How long visitors waited for one.
    pub mean: Option<u64>,
    /// How long they waited for the slowest.
    pub longest: Option<u64>,
}

impl From<Answers> for WireAnswers {
    fn from(answers: Answers) -> Self {
        let count = u64::from(answers.count);
        Self {
            count: answers.count,
            mean: answers.total.as_millis().checked_div(count),
            longest: (count > 0).then(|| answers.longest.as_millis()),
        }
    }
}

/// reports/sessions.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionsRequest {
    /// The first day: `2026-11-02`.
    #[schema(required = true)]
    pub from: String,
    /// The last day.
    #[schema(required = true)]
    pub to: String,
    /// Only this channel.
    pub channel_id: Option<String>,
    /// Only this group.
    pub group_id: Option<String>,
    /// Only with this agent.
    pub admin_id: Option<String>,
    /// Only with this tag.
    pub tag: Option<String>,
    /// Only those that began in this hour of a day.
    pub hour: Option<u32>,
    /// 1: only those whose visitor got no agent.
    pub missed: Option<Flag>,
    /// The cursor of the previous response.
    pub cursor: Option<String>,
}

/// The response of reports/sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SessionsResponse {
    /// At most 50, newest first.
    pub list: Vec<WireReported>,
    /// The cursor of the next page; empty on the last page.
    pub cursor: String,
}

/// An ended session. Times that take long are in ms.
#[skip_serializing_none]
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireReported {
    /// The visitor; empty after they were erased.
    pub user_id: String,
    /// The session; empty after the visitor was erased.
    pub session_id: String,
    /// The channel.
    pub channel_id: String,
    /// The last group; empty for none.
    pub group_id: String,
    /// The agents, in order.
    pub admin_ids: Vec<String>,
    /// The ids of the tags.
    pub tags: Vec<String>,
    /// When it began.
    pub started: i64,
    /// When it ended.
    pub ended: i64,
    /// Why, as in the event closed.
    pub out_type: u8,
    /// The wait for agents.
    pub waiting: Option<u64>,
    /// The wait for the first answer.
    pub first_answer: Option<u64>,
    /// From the wish for an agent to the end; without one from its beginning.
    pub resolution: u64,
    /// noAgent or abandoned.
    pub missed: Option<&'static str>,
    /// Stars.
    pub star: Option<u8>,
    /// 1: the problem was solved.
    pub solved: Option<u8>,
    /// How often an agent let it pass.
    pub rescues: u16,
    /// The robot's answers.
    pub robot_answers: u8,
    /// Those that it did not know.
    pub robot_unknown: u8,
}

impl From<&Kept> for WireReported {
    fn from(kept: &Kept) -> Self {
        let report = &kept.report;
        let visitor = kept.visitor.as_ref();
        let agents: Vec<String> = report.agents.iter().map(ToString::to_string).collect();
        let tags: Vec<String> = report.tags.iter().map(ToString::to_string).collect();
        Self {
            user_id: visitor.map(ToString::to_string).unwrap_or_default(),
            session_id: visitor
                .map(|visitor| names::session_id(visitor, report.session))
                .unwrap_or_default(),
            channel_id: report.channel.to_string(),
            group_id: report
                .group
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            admin_ids: agents,
            tags,
            started: report.started.as_millis(),
            ended: report.ended.as_millis(),
            out_type: codes::out_type(report.closing),
            waiting: report.waiting.map(Span::as_millis),
            first_answer: report.first_answer.map(Span::as_millis),
            resolution: report.resolution.as_millis(),
            missed: report.missed.map(|missed| match missed {
                Missed::NoAgent => "noAgent",
                Missed::Abandoned => "abandoned",
            }),
            star: report.rating.map(|rated| rated.stars),
            solved: report.rating.map(|rated| rated.solved.into()),
            rescues: report.rescues,
            robot_answers: report.robot.answers,
            robot_unknown: report.robot.unknown,
        }
    }
}

/// reports/agents.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentTimesRequest {
    /// The first day: `2026-11-02`.
    #[schema(required = true)]
    pub from: String,
    /// The last day.
    #[schema(required = true)]
    pub to: String,
    /// Only agents of this group.
    pub group_id: Option<String>,
    /// Only this agent.
    pub admin_id: Option<String>,
}

/// The response of reports/agents.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AgentTimesResponse {
    /// By id.
    pub list: Vec<WireAgentTime>,
}

/// How an agent spent some days, in seconds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WireAgentTime {
    /// The agent.
    pub admin_id: String,
    /// Their name; empty if they were deleted.
    pub admin_nick: String,
    /// Online.
    pub online: u64,
    /// Busy.
    pub busy: u64,
    /// Away.
    pub away: u64,
    /// With at least one conversation, in any of these.
    pub chatting: u64,
}

/// reports/export.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportReportRequest {
    /// report (the default), sessions or agents.
    pub what: Option<String>,
    /// csv (the default) or xlsx.
    pub format: Option<String>,
    /// The first day: `2026-11-02`.
    #[schema(required = true)]
    pub from: String,
    /// The last day.
    #[schema(required = true)]
    pub to: String,
    /// Of a report: hour, day, channel, group, agent or tag.
    pub by: Option<String>,
    /// Only this channel; not of agents.
    pub channel_id: Option<String>,
    /// Only this group.
    pub group_id: Option<String>,
    /// Of agents: only this one.
    pub admin_id: Option<String>,
}
