/** Tests if lane `l` may be served at all: its number is connected, and its queue not paused. */
export const isLaneServed = `l.connected and l.status <> 'paused'`

/** Tests if lane `l` may send now: the provider has not asked for a pause, or that is over. */
export const isLaneOpen = `${isLaneServed} and (l.blocked_until is null or l.blocked_until <= now())`

/** Tests if job `j` may leave a lane that drains: it was queued before that began. */
export const leavesDrain = (lane: string) => `(${lane}.status <> 'draining' or j.message_id <= ${lane}.drain_mark)`
