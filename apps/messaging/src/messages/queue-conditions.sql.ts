/**
 * Tests if the ordered job `e` comes before job `j` of its chat and holds up later ones: not while it waits for the customer, or for the
 * day.
 */
export const isEarlierInOrder = `e.ordered
  and e.waits_for is distinct from 'window_closed' and (e.waits_for is distinct from 'quiet_hours' or e.run_at <= now())
  and (e.due_at, e.message_id) < (j.due_at, j.message_id)`

/** Tests if the ordered job `j` comes after one of its chat that holds up later ones. */
export const waitsForEarlier = `exists (select 1 from send_job e where e.chat_id = j.chat_id and ${isEarlierInOrder})`

/** Tests if queue `l` may be served at all: its number is connected, and its queue not paused. */
export const isQueueServed = `l.connected and l.status <> 'paused'`

/** Tests if queue `l` may send now: the provider has not asked for a pause, or that is over. */
export const isQueueOpen = `${isQueueServed} and (l.blocked_until is null or l.blocked_until <= now())`

/** Tests if job `j` may leave a queue that drains: it was queued before that began. */
export const leavesDrain = (queue: string) => `(${queue}.status <> 'draining' or j.message_id <= ${queue}.drain_mark)`
