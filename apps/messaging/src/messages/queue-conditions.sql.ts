/**
 * Condition: the ordered job `e` precedes job `j` in its chat and holds it up. Jobs that wait for the customer or for the end of quiet hours hold up
 * no one.
 */
export const isEarlierInOrder = `e.ordered
  and e.waits_for is distinct from 'window_closed' and (e.waits_for is distinct from 'quiet_hours' or e.run_at <= now())
  and (e.due_at, e.message_id) < (j.due_at, j.message_id)`

/** Condition: an earlier ordered job of the chat holds up job `j`. */
export const waitsForEarlier = `exists (select 1 from send_job e where e.chat_id = j.chat_id and ${isEarlierInOrder})`

/** Condition: queue `l` can be served, since its number is connected and it isn't paused. */
export const isQueueServed = `l.connected and l.status <> 'paused'`

/** Condition: queue `l` may send now, since the provider's pause, if any, is over. */
export const isQueueOpen = `${isQueueServed} and (l.blocked_until is null or l.blocked_until <= now())`

/** Condition: job `j` may leave a draining queue, since it was queued before draining began. */
export const leavesDrain = (queue: string) => `(${queue}.status <> 'draining' or j.message_id <= ${queue}.drain_mark)`
