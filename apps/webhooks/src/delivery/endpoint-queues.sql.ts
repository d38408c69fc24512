/**
 * Lists every endpoint that has jobs by an index skip scan: the cost grows with the number of queues, not of jobs. For `with recursive`.
 */
export const endpointQueues = `endpoint_queue (endpoint_id) as (
    (select endpoint_id from delivery_job order by endpoint_id limit 1)
    union all
    select (select j.endpoint_id from delivery_job j where j.endpoint_id > endpoint_queue.endpoint_id order by j.endpoint_id limit 1)
    from endpoint_queue where endpoint_queue.endpoint_id is not null
  )`

/** Condition that the queue of the endpoint `e` of the webhook `w` is open: active, breaker not open, not postponed by the receiver. */
export const isOpen = `e.status = 'active' and w.status = 'active'
  and (e.breaker_until is null or e.breaker_until <= now()) and (e.held_until is null or e.held_until <= now())`
