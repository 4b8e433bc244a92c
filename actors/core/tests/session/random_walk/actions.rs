//! The events of visitors, agents and the router in the walk.

use super::happening::{From, Happening};
use super::{Page, Walk};
use crate::call::{
    agent_calls, agent_signals, answers, declines, said, visitor_calls, visitor_signals,
};
use crate::story::{
    agent_reads, ask, assigned, assigned_with_times, away, closes_for_others, ends, gone,
    handed_over, in_line, invites, no_agent, rate, recalls, says, send, shop_says, start, transfer,
    types,
};
use actors_core::call::SignalKind;
use actors_core::ids::{AgentId, MessageId, PollId, Seq};
use actors_core::routing::{RouterNews, RouterRefusal};
use actors_core::session::commands::call::{HearSignals, Said};
use actors_core::session::commands::close::Close;
use actors_core::session::commands::from_shop::ShopEnds;
use actors_core::session::commands::leave_queue::LeaveQueue;
use actors_core::session::commands::offline::ReadOffline;
use actors_core::session::commands::poll::{Poll, Since};
use actors_core::session::commands::read::Read;
use actors_core::session::commands::send_message::Sent;
use actors_core::session::commands::transfer::Transfer;
use actors_core::session::commands::typing::Typing;
use actors_core::session::phase::Status;
use actors_core::time::Span;

impl Walk {
    pub(super) fn asked(&mut self, happening: &Happening) {
        match *happening {
            Happening::Start => self.start(),
            Happening::Poll { page, from, wait } => self.poll(usize::from(page), from, wait),
            Happening::Send { id, text } => {
                let command = send(&format!("c{id}"), &format!("text {text}"));
                let again = command.clone();
                let reply = self.handle(command);
                if let Ok(first) = reply {
                    let repeat = Sent {
                        repeated: true,
                        ..first
                    };
                    assert_eq!(
                        self.handle(again),
                        Ok(repeat),
                        "a repeat gets the answer of the first"
                    );
                }
            }
            Happening::Ask { id, text } => {
                let ticket = self.ticket(None);
                self.handle(ask(ticket.0, &format!("c{id}"), &format!("text {text}")));
            }
            Happening::Transfer { hours } => {
                let ticket = self.ticket(None);
                self.handle(Transfer {
                    hours,
                    ..transfer(ticket.0)
                });
            }
            Happening::Flood => {
                for _ in 0..110 {
                    self.said += 1;
                    let name = format!("f{}", self.said);
                    let _ = self.handle(send(&name, "hello"));
                }
            }
            Happening::LeaveQueue => self.handle(LeaveQueue),
            Happening::Close => self.handle(Close),
            Happening::Typing => self.handle(Typing {
                text: "typing".into(),
            }),
            Happening::Call { medium } => {
                let name = format!("k{}", self.kept.lines.len());
                let _ = self.handle(visitor_calls(&name, medium));
            }
            Happening::Signal { hangs_up } => {
                let call = self.newest_call();
                let _ = self.handle(visitor_signals(&call, signal(hangs_up)));
            }
            Happening::AcknowledgesSignals => {
                let page = self.page_id(0);
                self.handle(HearSignals { page, upto: 0 });
            }
            Happening::Read { page, upto } => {
                let upto = upto.map(|upto| Seq(upto.into()));
                let page = self.page_id(usize::from(page));
                let _ = self.handle(Read { page, upto });
            }
            Happening::ReadOffline => self.read_offline(),
            Happening::Rate { id, stars } => {
                let id = id.map(|id| format!("e{id}"));
                let _ = self.handle(rate(id.as_deref(), stars));
            }
            Happening::ShopSays { id } => {
                let _ = self.handle(shop_says(&format!("s{id}"), "your parcel is on its way"));
            }
            Happening::ShopEnds => self.handle(ShopEnds),
            _ => self.staff_does(happening),
        }
    }

    /// Every other agent has times in which to open and to answer.
    fn is_assigned(&mut self, agent: u8) {
        self.hears(match agent % 2 {
            1 => assigned_with_times("leo"),
            _ => assigned("mia"),
        });
    }

    fn staff_does(&mut self, happening: &Happening) {
        let name = |agent: u8| ["mia", "leo"][usize::from(agent)];
        match *happening {
            Happening::AgentSays { agent, id } => {
                self.said += 1;
                let text = format!("secret {}.", self.said);
                let _ = self.handle(says(name(agent), &format!("a{id}"), &text));
            }
            Happening::AgentRecalls { agent, seq } => {
                let last = self.last().0.max(1);
                let message = MessageId {
                    session: self.number(),
                    seq: Seq(u64::from(seq) % last + 1),
                };
                let command = recalls(name(agent), message, &self.kept);
                if self.handle(command).is_ok() {
                    self.withdrawn.insert(message);
                }
            }
            Happening::AgentTypes { agent } => {
                let _ = self.handle(types(name(agent)));
            }
            Happening::AgentEnds { agent } => {
                let _ = self.handle(ends(name(agent)));
            }
            Happening::AgentInvites { agent } => {
                let _ = self.handle(invites(name(agent)));
            }
            Happening::AgentReads { agent, upto } => {
                let _ = self.handle(agent_reads(name(agent), upto.into()));
            }
            Happening::AgentCalls { agent, medium } => {
                let call = format!("k{}", self.kept.lines.len());
                let _ = self.handle(agent_calls(name(agent), &call, medium));
            }
            Happening::AgentAnswers { agent, takes } => {
                let call = self.newest_call();
                if takes {
                    let _ = self.handle(answers(name(agent), &call));
                } else {
                    let _ = self.handle(declines(name(agent), &call));
                }
            }
            Happening::AgentSignals { agent, hangs_up } => {
                let call = self.newest_call();
                let _ = self.handle(agent_signals(name(agent), &call, signal(hangs_up)));
            }
            Happening::Assigned { agent } => self.is_assigned(agent),
            Happening::Waiting { place } => {
                self.hears(RouterNews::Waiting(in_line(place.into(), 1)));
            }
            Happening::Refused { failed: false } => self.hears(no_agent()),
            Happening::Refused { failed: true } => {
                self.hears(RouterNews::Refused(RouterRefusal::Failed));
            }
            Happening::HandedOver { by, to } => {
                self.hears(handed_over(name(by), to.map(name)));
            }
            Happening::SupervisorEnds => {
                let _ = self.handle(closes_for_others("zoe"));
            }
            Happening::LineMoved => self.hears(RouterNews::LineMoved(None)),
            Happening::Away { agent } => self.hears(away(name(agent))),
            Happening::Gone { agent } => self.hears(gone(name(agent))),
            Happening::DeskReopened { agent } => {
                self.hears(RouterNews::DeskReopened(AgentId::from(name(agent))));
            }
            _ => unreachable!("other functions handle the events of the visitor and of time"),
        }
    }

    fn start(&mut self) {
        let page = self.pages.len();
        let started = self
            .handle(start(&page.to_string(), &self.channel.clone()))
            .unwrap();
        self.pages.push(Page {
            session: started.session,
            ..Page::default()
        });
        assert_ne!(started.status, Status::Ended);
        // The page does not get the place of a reply that a model is still writing.
        if self.open_requests.has_model(self.number()) {
            assert!(started.last <= self.last());
        } else {
            assert_eq!(started.last, self.last());
        }
    }

    fn poll(&mut self, back: usize, from: From, wait: u8) {
        let page = self.pages.len().saturating_sub(1 + back);
        let state = &self.pages[page];
        let handled = state.handled;
        let since = match from {
            From::Handled => Since::Cursor(handled),
            From::Behind(lines) => Since::Cursor(Seq(handled.0.saturating_sub(lines.into()))),
            From::Ahead => Since::Cursor(Seq(self.last().0 + 1)),
            From::ReadMark => Since::ReadMark,
            From::OtherEpoch => Since::OtherEpoch,
        };
        let ticket = self.ticket(Some(page));
        self.pages[page].asked_from.insert(ticket, since);
        self.handle(Poll {
            ticket,
            page: PollId::from(page.to_string()),
            since,
            wait: Span::from_secs(wait.into()),
        });
        if wait == 0 {
            assert!(!self.waiting.contains_key(&ticket));
        }
    }

    fn read_offline(&mut self) {
        let page = self.page_id(0);
        let stretches = self.handle(ReadOffline { page }).unwrap();
        let stored = self.kept.stored();
        for stretch in stretches {
            assert!(stretch.session.0 + 1 >= self.number().0);
            for (seq, entry) in stretch.choose(&stored).0 {
                self.assert_not_withdrawn(stretch.session, seq, &entry);
            }
        }
    }
}

fn signal(hangs_up: bool) -> Said {
    if hangs_up {
        Said::HangUp
    } else {
        said(SignalKind::Answer, "1")
    }
}
