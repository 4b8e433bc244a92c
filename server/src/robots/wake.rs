//! Robots that are about to be asked: awake, however long nobody has asked them (`docs/decisions/0009`).

use crate::blocking;
use crate::state::State;
use actors_core::channel::ChannelConfig;
use actors_core::flow::Guide;
use actors_core::ids::{RobotNo, TenantId};
use actors_core::robot::{Question, Robot};
use std::sync::Arc;

/// A robot that can answer anything. Where it rested, whoever asks first waits until it is awake: a third of a second for
/// ten thousand questions, a few thousandths for a hundred; then it is taught.
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
    // A server that is about to stop wakes nobody.
    woken.unwrap_or(Some(robot))
}

/// A robot that can answer this: one that rests and is asked word for word answers, and wakes meanwhile.
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

/// The robot behind a channel as it is, and awake soon: somebody who types is about to ask.
pub fn soon_awake(state: &State, channel: &ChannelConfig) -> Option<Arc<Robot>> {
    let number = &channel.robot.as_ref()?.number;
    let robot = state.catalogue.asked(&channel.tenant, number)?;
    if robot.is_resting() {
        state.teacher.take(&channel.tenant, number);
    }
    Some(robot)
}

/// What the robot behind a channel leads visitors with, where it may be asked on the way.
pub async fn guide(state: &State, channel: &ChannelConfig) -> Option<Guide> {
    let number = &channel.robot.as_ref()?.number;
    let robot = awake(state, &channel.tenant, number).await?;
    let guide = state.catalogue.guide(channel)?;
    Some(Guide { robot, ..guide })
}
