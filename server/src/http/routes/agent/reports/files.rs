//! reports/export: a report, one row for each session, or one for each agent, as CSV or XLSX.

use super::{LOOKED_AT_MAX, Reader, Sought, SoughtTimes, asked, names, settings, times};
use crate::admin::audit::{self, Action};
use crate::admin::volume::{self, Volume};
use crate::agent_token::SignedIn;
use crate::blocking::{block, work};
use crate::error::{Answer, ApiError};
use crate::rates::ByToken;
use crate::reports::file::{self, Book, CSV_ROWS_MAX, XLSX_ROWS_MAX};
use crate::reports::record;
use crate::reports::table::{Asked, Compares};
use crate::reports::zone::next;
use crate::routes::read::filled;
use crate::state::State;
use crate::wire::report::{AgentTimesRequest, ExportReportRequest, ReportRequest, WireAgentTime};
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use actors_core::time::Span;
use actors_runtime::ports::Store;
use futures_util::stream::{self, Stream};
use std::sync::Arc;

/// The rows of a file that are in memory at once.
const ROWS_AT_ONCE: usize = LOOKED_AT_MAX;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Csv,
    Xlsx,
}

impl Format {
    fn named(name: &str) -> Option<Self> {
        match name {
            "" | "csv" => Some(Self::Csv),
            "xlsx" => Some(Self::Xlsx),
            _ => None,
        }
    }

    fn answer(self, name: &str) -> actix_web::HttpResponseBuilder {
        let (kind, suffix) = match self {
            Self::Csv => ("text/csv; charset=utf-8", "csv"),
            Self::Xlsx => (
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "xlsx",
            ),
        };
        let name = format!("attachment; filename=\"{name}.{suffix}\"");
        let mut answer = HttpResponse::Ok();
        answer
            .content_type(kind)
            .insert_header((header::CONTENT_DISPOSITION, name))
            .insert_header((header::CACHE_CONTROL, "no-store"));
        answer
    }
}

pub(crate) async fn exported(
    state: Data<State>,
    reader: Reader,
    body: ExportReportRequest,
) -> Answer {
    let format = Format::named(body.format.as_deref().unwrap_or_default());
    let format = format.ok_or_else(|| ApiError::of_field("format", "must be csv or xlsx"))?;
    let what = Exported::of(&reader, body)?;
    let limit = state.limits.agent(&reader.who.hash, ByToken::Personal);
    volume::watch(&reader.who, "reports", limit)?;
    note(&state, &reader.who).await?;
    match what {
        Exported::Report(asked) => report_file(&state, &reader, asked, format).await,
        Exported::Sessions(asked) => sessions_file(&state, &reader, asked, format).await,
        Exported::Agents(sought) => agents_file(&state, &reader, sought, format).await,
    }
}

/// What a file is of.
enum Exported {
    Report(Asked),
    /// One row for each session.
    Sessions(Asked),
    /// One row for each agent: their time.
    Agents(SoughtTimes),
}

impl Exported {
    fn of(reader: &Reader, body: ExportReportRequest) -> Result<Self, ApiError> {
        let what = body.what.as_deref().unwrap_or_default();
        let by = match what {
            "" | "report" => body.by.clone().unwrap_or_default(),
            "sessions" => "day".to_owned(),
            "agents" => return Self::of_agents(reader, body),
            _ => {
                let message = "must be report, sessions or agents";
                return Err(ApiError::of_field("what", message));
            }
        };
        if filled(body.admin_id.as_ref()).is_some() {
            return Err(ApiError::of_field("adminId", "is for agents alone"));
        }
        let is_of_sessions = what == "sessions";
        let request = ReportRequest {
            by,
            from: body.from,
            to: body.to,
            channel_id: body.channel_id,
            group_id: body.group_id,
            compare: None,
        };
        let asked = asked(reader, &request)?;
        Ok(match is_of_sessions {
            true => Self::Sessions(asked),
            false => Self::Report(asked),
        })
    }

    fn of_agents(reader: &Reader, body: ExportReportRequest) -> Result<Self, ApiError> {
        if filled(body.channel_id.as_ref()).is_some() {
            let message = "cannot be combined with agents";
            return Err(ApiError::of_field("channelId", message));
        }
        let request = AgentTimesRequest {
            from: body.from,
            to: body.to,
            group_id: body.group_id,
            admin_id: body.admin_id,
        };
        SoughtTimes::of(reader, &request).map(Self::Agents)
    }
}

/// Writes the export into the audit log.
async fn note(state: &State, who: &SignedIn) -> Result<(), ApiError> {
    let at = state.admin.audit.draw(state.now());
    let record = audit::record(at, &who.agent, Action::Export, "reports", "");
    let noted = audit::written(&who.tenant, &record);
    let store = Arc::clone(state.office.store());
    block(move || store.change_documents(&[noted])).await
}

async fn report_file(state: &Data<State>, reader: &Reader, asked: Asked, format: Format) -> Answer {
    let settings = settings(state, reader)?;
    let names = names(state, &settings, (asked.by, reader.language)).await?;
    let name = format!("report-{}-{}", asked.from, asked.to);
    let (reports, tenant) = (Arc::clone(&state.reports), reader.who.tenant.clone());
    let written = work(move || {
        let table = reports.table(&tenant, &asked)?;
        let rows = file::rows_of(&table, |key| names.get(key).cloned());
        whole(&file::REPORT_COLUMNS, rows, format)
    });
    Ok(format.answer(&name).body(written.await?))
}

/// One row for each agent.
async fn agents_file(
    state: &Data<State>,
    reader: &Reader,
    sought: SoughtTimes,
    format: Format,
) -> Answer {
    let (from, to) = sought.days;
    let name = format!("agents-{from}-{to}");
    let list = times(state, reader, sought).await?;
    let written = work(move || {
        let rows = list.iter().map(agent_row).collect();
        whole(&file::AGENT_COLUMNS, rows, format)
    });
    Ok(format.answer(&name).body(written.await?))
}

fn agent_row(time: &WireAgentTime) -> Vec<file::Cell> {
    let seconds = |seconds| file::Cell::Seconds(Span::from_secs(seconds));
    vec![
        file::Cell::Text(time.admin_id.clone()),
        file::Cell::Text(time.admin_nick.clone()),
        seconds(time.online),
        seconds(time.busy),
        seconds(time.away),
        seconds(time.chatting),
    ]
}

/// A file that fits in memory.
fn whole(
    columns: &[&str],
    rows: Vec<Vec<file::Cell>>,
    format: Format,
) -> Result<Vec<u8>, ApiError> {
    match format {
        Format::Csv => {
            let mut written = file::csv_head(columns);
            file::add_csv(&mut written, &rows).map_err(ApiError::internal)?;
            Ok(written)
        }
        Format::Xlsx => book(columns, rows.into_iter().map(Ok)),
    }
}

fn book(
    columns: &[&str],
    rows: impl Iterator<Item = Result<Vec<file::Cell>, ApiError>>,
) -> Result<Vec<u8>, ApiError> {
    let mut book = Book::new(columns).map_err(ApiError::internal)?;
    for row in rows {
        book.add(&row?).map_err(ApiError::internal)?;
    }
    book.finish().map_err(ApiError::internal)
}

/// One row for each session. A CSV file is written while it is sent.
async fn sessions_file(
    state: &Data<State>,
    reader: &Reader,
    asked: Asked,
    format: Format,
) -> Answer {
    let tenant = reader.who.tenant.clone();
    let zone = state.reports.zone(&tenant);
    let name = format!("sessions-{}-{}", asked.from, asked.to);
    let counted = Asked {
        compares: Compares::No,
        ..asked.clone()
    };
    let (reports, of) = (Arc::clone(&state.reports), tenant.clone());
    let count = block(move || reports.table(&of, &counted))
        .await?
        .total
        .sessions;
    let most = match format {
        Format::Csv => CSV_ROWS_MAX,
        Format::Xlsx => XLSX_ROWS_MAX,
    };
    if count > most {
        return Err(ApiError::TooLarge);
    }
    let sought = Sought {
        from: zone.start_of(asked.from),
        filter: asked.filter,
        agent: None,
        tag: None,
        hour: None,
        only_missed: false,
        tenant: tenant.clone(),
        zone,
    };
    let mut rows = Rows {
        after: Some(record::before(&tenant, zone.start_of(next(asked.to)))),
        store: Arc::clone(state.office.store()),
        volume: Volume::of(&reader.who, "reports"),
        sought: Arc::new(sought),
    };
    match format {
        Format::Csv => Ok(format.answer(&name).streaming(rows.stream())),
        Format::Xlsx => {
            let written = work(move || {
                let mut ready = Vec::new().into_iter();
                let all = std::iter::from_fn(|| {
                    loop {
                        if let Some(row) = ready.next() {
                            return Some(Ok(row));
                        }
                        match rows.next()? {
                            Ok(more) => ready = more.into_iter(),
                            Err(error) => return Some(Err(error)),
                        }
                    }
                });
                book(&file::SESSION_COLUMNS, all)
            });
            Ok(format.answer(&name).body(written.await?))
        }
    }
}

/// The rows of a file of sessions, some at a time.
struct Rows {
    store: Arc<dyn Store>,
    sought: Arc<Sought>,
    after: Option<String>,
    volume: Volume,
}

impl Rows {
    /// The next rows; `None` after the last.
    fn next(&mut self) -> Option<Result<Vec<Vec<file::Cell>>, ApiError>> {
        let after = self.after.take()?;
        let page = self.sought.page(self.store.as_ref(), &after, ROWS_AT_ONCE);
        Some(page.map(|(kept, last)| {
            self.after = last;
            self.volume.add(kept.len());
            let rows = kept.iter();
            rows.map(|kept| file::session_row(kept, self.sought.zone))
                .collect()
        }))
    }

    fn stream(self) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
        let head = Ok(Bytes::from(file::csv_head(&file::SESSION_COLUMNS)));
        let rest = stream::unfold(Some(self), |rows| async move {
            let mut rows = rows?;
            let read = work(move || {
                let next = rows.next().transpose()?;
                let written = next.map(|next| {
                    let mut written = Vec::new();
                    let added = file::add_csv(&mut written, &next);
                    added.map(|()| written).map_err(ApiError::internal)
                });
                Ok((written.transpose()?, rows))
            });
            match read.await {
                Ok((None, _)) => None,
                Ok((Some(written), rows)) => Some((Ok(Bytes::from(written)), Some(rows))),
                Err(error) => Some((Err(actix_web::Error::from(error)), None)),
            }
        });
        stream::StreamExt::chain(stream::iter([head]), rest)
    }
}
