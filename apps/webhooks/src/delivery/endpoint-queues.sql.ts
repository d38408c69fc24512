/**
 * Lists endpoints that have jobs, for `with recursive`. Uses an index skip scan, whose cost depends on the number of queues rather than
 * jobs.
 */
export const endpointQueues = `endpoint_queue (endpoint_id) as (
    (select endpoint_id from delivery_job order by endpoint_id limit 1)
    union all
    select (select j.endpoint_id from delivery_job j where j.endpoint_id > endpoint_queue.endpoint_id order by j.endpoint_id limit 1)
    from endpoint_queue where endpoint_queue.endpoint_id is not null
  )`

/**
 * Condition for an open queue, for endpoint `e` of webhook `w`: both are active, the breaker doesn't block it, and the receiver hasn't
 * postponed it.
 */
export const isOpen = `e.status = 'active' and w.status = 'active'
  and (e.breaker_until is null or e.breaker_until <= now()) and (e.held_until is null or e.held_until <= now())`
