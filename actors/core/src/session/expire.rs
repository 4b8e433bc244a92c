//! What happens when a timer is due.

use crate::event::Closing;
use crate::message::content::LineKey;
use crate::routing::RouterRequest;
use crate::session::commands::transfer::Transferred;
use crate::session::course::Missed;
use crate::session::handover::answer_all;
use crate::session::phase::{Patience, Phase, RobotPhase, Turn};
use crate::session::timer::Timer;
use crate::session::{Effect, Effects, HeadState, Session};

impl Session {
    pub(super) fn expire(&mut self, timer: Timer, effects: &mut Effects) {
        match timer {
            Timer::AgentSilence => self.agent_lets_wait(effects),
            // Talking in a call is not silence.
            Timer::VisitorSilence | Timer::VisitorOver if self.is_speaking() => {
                self.postpone_silence(timer);
            }
            Timer::VisitorSilence => self.remind_visitor(effects),
            Timer::VisitorOver => self.end(Closing::VisitorTimeout, effects),
            Timer::LeaveLine => self.perhaps_leave_line(effects),
            Timer::PollHold => self.answer_parked_poll(effects),
            Timer::Absence => self.misses_page(effects),
            Timer::RouterAnswer => self.give_up_asking(effects),
            Timer::Retirement => self.retire(effects),
        }
    }

    fn postpone_silence(&mut self, timer: Timer) {
        if let Some(rule) = &self.channel.visitor_silence {
            self.timers.set(timer, self.last_now + rule.after);
            self.mark_head(HeadState::Changed);
        }
    }

    fn agent_lets_wait(&mut self, effects: &mut Effects) {
        let Phase::Manual(manual) = &mut self.phase else {
            return;
        };
        manual.turn = Turn::Agent(Patience::Reminded);
        self.mark_head(HeadState::Changed);
        let channel = self.channel.clone();
        let rule = channel.agent_silence.as_ref();
        let line = rule.and_then(|rule| rule.line.in_language(self.language.as_str()));
        self.notice_text(line, effects);
    }

    fn remind_visitor(&mut self, effects: &mut Effects) {
        let channel = self.channel.clone();
        // Stored in any case: a due time that stays in the past would wake the session again and again.
        self.mark_head(HeadState::Changed);
        let (Phase::Manual(manual), Some(rule)) = (&mut self.phase, &channel.visitor_silence)
        else {
            return;
        };
        manual.turn = Turn::Visitor(Patience::Reminded);
        self.timers
            .set(Timer::VisitorOver, self.last_now + rule.after);
        let line = rule.reminder.in_language(self.language.as_str());
        self.notice_text(line, effects);
    }

    /// The due time in the head assumes that the visitor left right after it was written. Most did not.
    fn perhaps_leave_line(&mut self, effects: &mut Effects) {
        let Phase::Queued(queued) = &self.phase else {
            return;
        };
        let seen = match self.mailbox.parked {
            Some(_) => self.last_now,
            None => self.seen.max(queued.since),
        };
        let due = seen + self.channel.absence.leaves_line_after;
        let ticket = self.extras.course().and_then(|course| course.ticket);
        let due = ticket.map_or(due, |ticket| ticket.ends.max(due));
        if due > self.last_now {
            self.timers.set(Timer::LeaveLine, due);
            self.mark_head(HeadState::Changed);
        } else {
            self.leave_line(effects);
        }
    }

    fn give_up_asking(&mut self, effects: &mut Effects) {
        if !matches!(self.phase, Phase::Robot(_)) {
            return;
        }
        self.note_missed(Missed::NoAgent);
        if let Phase::Robot(RobotPhase { asking }) = &mut self.phase {
            let asking = std::mem::take(asking);
            effects.push(Effect::AskRouter(RouterRequest::Withdraw));
            self.notice_line(LineKey::TransferFailed, effects);
            answer_all(asking, &Ok(Transferred::Failed), effects);
        }
    }

    fn retire(&mut self, effects: &mut Effects) {
        // The page may count as away only later, which a session that left memory does not notice.
        self.plan_mail();
        self.push_news(effects);
        if self.head_state != HeadState::Current {
            self.keep_head(effects);
        }
        effects.push(Effect::Retire);
    }
}
