/** Tests if queue `l` may be served at all: its number is connected, and its queue not paused. */
export const isQueueServed = `l.connected and l.status <> 'paused'`

/** Tests if queue `l` may send now: the provider has not asked for a pause, or that is over. */
export const isQueueOpen = `${isQueueServed} and (l.blocked_until is null or l.blocked_until <= now())`

/** Tests if job `j` may leave a queue that drains: it was queued before that began. */
export const leavesDrain = (queue: string) => `(${queue}.status <> 'draining' or j.message_id <= ${queue}.drain_mark)`
