//! Ratings: once per session, after its end or on invitation (Protocol, 'Ratings', evaluate).

use crate::story::{
    Story, assigned, away, from_line, invites, lines_of, plain, rate, send, start, talkative,
    transfer,
};
use actors_core::channel::ChannelConfig;
use actors_core::evaluation::{EvaluationConfig, Level, RatingError, RobotLabels};
use actors_core::local_text::LocalText;
use actors_core::rating::Subject;
use actors_core::session::Refusal;
use actors_core::session::commands::close::Close;
use actors_core::session::commands::evaluate::{Evaluate, EvaluationState, IsEvaluated};
use actors_core::time::Span;
use std::sync::Arc;

fn standing(evaluated: bool, enabled: bool) -> EvaluationState {
    EvaluationState { evaluated, enabled }
}

#[test]
fn a_session_is_rated_once_after_its_end() {
    let mut story = Story::over(plain());
    assert_eq!(story.handle(IsEvaluated), standing(false, true));

    assert_eq!(
        story.effects_of(rate(None, 5)),
        [
            "+ 3 rated 5",
            "head ended",
            "desk mia: rated 5, solved true"
        ]
    );

    assert_eq!(story.handle(IsEvaluated), standing(true, false));
    assert_eq!(story.handle(rate(None, 5)), Err(Refusal::AlreadyEvaluated));
    assert_eq!(
        story.handle(rate(Some("e1"), 5)),
        Err(Refusal::AlreadyEvaluated)
    );
}

#[test]
fn an_open_session_is_not_rated_without_an_invitation() {
    for mut story in [
        Story::with_robot(plain()),
        Story::waiting(plain()),
        Story::talking(plain()),
    ] {
        assert_eq!(story.handle(IsEvaluated), standing(false, false));
        assert_eq!(story.handle(rate(None, 5)), Err(Refusal::EvaluationClosed));
    }
}

#[test]
fn an_invited_visitor_may_rate_before_the_end() {
    let mut story = Story::talking(plain());

    assert_eq!(
        story.effects_of(invites("mia")),
        ["+ 2 invited to rate", "head mia"]
    );
    assert!(story.effects_of(invites("mia")).is_empty());
    assert_eq!(
        story.effects_of(rate(None, 4)),
        ["+ 3 rated 4", "head mia", "desk mia: rated 4, solved true"]
    );
    assert_eq!(story.handle(invites("mia")), Err(Refusal::AlreadyEvaluated));
    story.apply(Close);
    assert_eq!(story.handle(rate(None, 5)), Err(Refusal::AlreadyEvaluated));
    assert_eq!(story.handle(invites("mia")), Err(Refusal::NotYours));
}

#[test]
fn a_repeated_rating_gets_the_same_answer() {
    let mut story = Story::over(plain());
    story.handle(rate(Some("e1"), 5)).unwrap();

    let again = story.step(rate(Some("e1"), 5));

    assert_eq!(again.reply, Ok(()));
    assert!(again.effects.is_empty());
    assert_eq!(story.handle(rate(Some("e1"), 1)), Err(Refusal::IdTaken));
}

#[test]
fn a_rating_must_follow_the_tenants_rules() {
    let mut story = Story::over(plain());
    let rules = Arc::new(EvaluationConfig {
        stars: vec![Level {
            value: 1,
            name: LocalText::default(),
            guide: LocalText::default(),
            tags: LocalText::default(),
            comment_required: true,
            tag_required: false,
        }],
        ..EvaluationConfig::default()
    });
    let mut rated = |stars, comment: &str| {
        let mut evaluate = Evaluate {
            rules: rules.clone(),
            ..rate(None, stars)
        };
        evaluate.rating.comment = comment.into();
        story.step(evaluate).reply
    };

    assert_eq!(rated(0, ""), Err(Refusal::Rating(RatingError::Stars)));
    assert_eq!(rated(6, ""), Err(Refusal::Rating(RatingError::Stars)));
    assert_eq!(
        rated(1, ""),
        Err(Refusal::Rating(RatingError::CommentMissing))
    );
    assert_eq!(
        rated(1, &"x".repeat(65)),
        Err(Refusal::Rating(RatingError::CommentTooLong))
    );
    assert_eq!(rated(1, "late"), Ok(()));
}

/// [EV-05]
#[test]
fn only_an_agent_or_robot_who_served_the_session_can_be_rated() {
    let about = |subject| {
        let mut evaluate = rate(None, 4);
        evaluate.rating.about = subject;
        evaluate
    };
    let with_robot = || ChannelConfig {
        robot: talkative().robot,
        ..plain()
    };

    let mut alone = Story::waiting(plain());
    alone.apply(Close);
    assert_eq!(alone.handle(IsEvaluated), standing(false, false));
    for subject in [Subject::Agent, Subject::Robot] {
        assert_eq!(alone.handle(about(subject)), Err(Refusal::NobodyToRate));
    }

    let mut robots = Story::waiting(with_robot());
    robots.apply(Close);
    assert_eq!(robots.handle(IsEvaluated), standing(false, true));
    assert_eq!(
        robots.handle(about(Subject::Agent)),
        Err(Refusal::NobodyToRate)
    );
    assert_eq!(robots.handle(about(Subject::Robot)), Ok(()));

    let mut agents = Story::over(plain());
    assert_eq!(
        agents.handle(about(Subject::Robot)),
        Err(Refusal::NobodyToRate)
    );
    assert_eq!(agents.handle(about(Subject::Agent)), Ok(()));
}

/// [EV-05]
#[test]
fn an_agent_who_served_can_be_rated_after_the_visitor_left_from_the_line_and_a_restart() {
    let mut story = Story::talking(plain());
    story.router(away("mia"));
    story.restarts_after(Span::from_minutes(1));
    story.apply(Close);

    assert_eq!(story.handle(IsEvaluated), standing(false, true));
    assert_eq!(story.handle(rate(None, 3)), Ok(()));

    story.handle(start("p2", &story.channel.clone())).unwrap();
    story.apply(Close);
    assert_eq!(story.handle(rate(None, 3)), Err(Refusal::NobodyToRate));
}

/// [EV-01]
#[test]
fn a_rating_of_the_robot_is_not_sent_to_agents() {
    let labels = Arc::new(RobotLabels::from(["Rude".into()]));
    let robot = |tag: &str| {
        let mut evaluate = Evaluate {
            labels: labels.clone(),
            ..rate(Some("e1"), 2)
        };
        evaluate.rating.about = Subject::Robot;
        evaluate.rating.solved = false;
        evaluate.rating.tags = vec![tag.into()];
        evaluate
    };
    let mut story = Story::over(ChannelConfig {
        robot: talkative().robot,
        ..plain()
    });

    let refused = story.handle(robot("nice"));
    let words = story.effects_of(robot("Rude"));

    assert_eq!(refused, Err(Refusal::Rating(RatingError::TagUnknown)));
    assert_eq!(words, ["+ 4 rated 2", "head ended"]);
    assert_eq!(story.handle(robot("Rude")), Ok(()), "a repeat is harmless");
    assert_eq!(story.handle(rate(Some("e1"), 2)), Err(Refusal::IdTaken));
}

#[test]
fn a_channel_without_ratings_refuses_them() {
    let mut story = Story::over(ChannelConfig {
        offers_evaluation: false,
        ..plain()
    });

    assert_eq!(story.handle(rate(None, 5)), Err(Refusal::EvaluationOff));
    assert_eq!(story.handle(IsEvaluated), standing(false, false));
}

#[test]
fn a_new_session_may_be_rated_again() {
    let mut story = Story::over(plain());
    story.handle(rate(None, 5)).unwrap();
    let started = story.handle(start("p2", &story.channel.clone())).unwrap();
    assert!(!started.evaluated && !started.enable_evaluate);

    story.apply(transfer(9));
    story.router(assigned("leo"));
    story.apply(send("c1", "hello"));
    story.apply(Close);

    assert_eq!(story.handle(rate(None, 1)), Ok(()));
    let told = story.poll("p2", from_line(3)).unwrap();
    assert_eq!(lines_of(&told), ["4 rated 1"]);
}
