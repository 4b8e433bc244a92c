//! Wakes robots that are about to be asked, after any time of rest (`docs/decisions/0009`).

use crate::blocking;
use crate::state::State;
use actors_core::channel::ChannelConfig;
use actors_core::flow::Guide;
use actors_core::ids::{RobotNo, TenantId};
use actors_core::robot::{Question, Robot};
use std::sync::Arc;

/// Returns a robot that can answer any question. A resting robot is woken first, then taught in the background. Waking
/// takes a third of a second for ten thousand questions, and a few milliseconds for a hundred.
pub async fn awake(state: &State, tenant: &TenantId, number: &RobotNo) -> Option<Arc<Robot>> {
    let robot = state.catalogue.asked(tenant, number)?;
    if !robot.is_resting() {
        return Some(robot);
    }
    let _alone = state.teacher.waking.lock().await;
    let catalogue = Arc::clone(&state.catalogue);
    let (of, named) = (tenant.clone(), number.clone());
    let woken = blocking::run(move || catalogue.wake(&of, &named)).await;
    state.teacher.take(tenant, number);
    // A server that is about to stop wakes no robot; the resting robot answers.
    woken.unwrap_or(Some(robot))
}

/// Returns a robot that can answer this question. A resting robot answers questions it knows word for word, and wakes
/// in the background.
pub async fn ready(
    state: &State,
    channel: &ChannelConfig,
    asked: &Question<'_>,
) -> Option<Arc<Robot>> {
    let number = &channel.robot.as_ref()?.number;
    let robot = state.catalogue.asked(&channel.tenant, number)?;
    if robot.is_resting() && !robot.knows_word_for_word(asked) {
        return awake(state, &channel.tenant, number).await;
    }
    if robot.is_resting() {
        state.teacher.take(&channel.tenant, number);
    }
    Some(robot)
}

/// Returns the channel's robot as it is, and wakes it in the background: a visitor who types is about to ask.
pub fn soon_awake(state: &State, channel: &ChannelConfig) -> Option<Arc<Robot>> {
    let number = &channel.robot.as_ref()?.number;
    let robot = state.catalogue.asked(&channel.tenant, number)?;
    if robot.is_resting() {
        state.teacher.take(&channel.tenant, number);
    }
    Some(robot)
}

/// Returns the guide of the channel's robot, with the robot awake.
pub async fn guide(state: &State, channel: &ChannelConfig) -> Option<Guide> {
    let number = &channel.robot.as_ref()?.number;
    let robot = awake(state, &channel.tenant, number).await?;
    let guide = state.catalogue.guide(channel)?;
    Some(Guide { robot, ..guide })
}
