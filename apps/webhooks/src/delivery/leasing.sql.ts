import { valuesOf } from '@posthorn/chassis'

/** Returns SQL for a time as milliseconds since 1970. */
export const epochMs = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`

/** Lists endpoints that have jobs, for `with recursive`. */
export const endpointQueues = valuesOf('endpoint_queue', { table: 'delivery_job', column: 'endpoint_id' })

/** Condition for an open queue of endpoint `e` and webhook `w`: active, and neither the breaker nor the receiver delays it. */
export const isOpen = `e.status = 'active' and w.status = 'active'
  and (e.breaker_until is null or e.breaker_until <= now()) and (e.held_until is null or e.held_until <= now())`

/** Global lock, held until the commit. Every lease takes it in shared mode, so an exclusive lock stops all leasing. */
export const leasingLock = `hashtext('claim ' || current_schema())`

/** Lock of a shard, held until the commit. One process at a time leases its jobs, so that an endpoint's limits and the single probe hold. */
export const shardLock = (shard: string) => `${leasingLock}, ${shard}`

/** Counts the currently leased jobs of endpoint `e`, as `leased`. For `cross join lateral`. */
export const leased = `(
    select count(*) from delivery_job l where l.endpoint_id = e.id and l.lease_token is not null and l.run_at > now()
  ) leased`

/**
 * How many more jobs of endpoint `e` may be leased, given `leased` and this process's load (`mine`). A process that holds all leases of a
 * queue may lease more jobs than may be in flight.
 */
export const leasable = `case when leased.count <= mine.leased then greatest(e.in_flight_max, mine.leased_max) else e.in_flight_max end - leased.count`

/** Selects the valid secrets of webhook `w`, newest first, encrypted. */
export const secretsOf = (w: string) => `array(select s.sealed from webhook_secret s
    where s.workspace_id = ${w}.workspace_id and s.webhook_id = ${w}.webhook_id
      and (s.expires_at is null or s.expires_at > now()) order by s.version desc)`

/** Burst size: as many requests as the rate allows in this many seconds. */
const burstSeconds = 0.1

/** Share of the rate that a replay may use. */
const replayShare = 0.5

/** If the clock of Postgres goes back, as in a failover, time counts as passed, or deliveries would wait until the clock is there again. */
const secondsSince = 'abs(extract(epoch from now() - p.counted_at))'

/**
 * Rate-limit tokens of endpoint `e` of webhook `w`, for all deliveries and for replays, and the time of the next token if none is left.
 * Infinite without a rate. Stored in a separate table, because completions lock the endpoint's row.
 */
export const pace = `select
    case when w.rate_per_second is null then 'infinity'::float8 else least(greatest(1, w.rate_per_second * ${burstSeconds}),
      coalesce(p.tokens + ${secondsSince} * w.rate_per_second, 1)) end as tokens,
    case when w.rate_per_second is null then 'infinity'::float8 else least(greatest(1, w.rate_per_second * ${burstSeconds * replayShare}),
      coalesce(p.replay_tokens + ${secondsSince} * w.rate_per_second * ${replayShare}, 1)) end as replay_tokens,
    w.rate_per_second as rate, p.counted_at + make_interval(secs => greatest(0, case
      when ${secondsSince} * w.rate_per_second < 1 - p.tokens then (1 - p.tokens) / w.rate_per_second
      else (1 - p.replay_tokens) / w.rate_per_second / ${replayShare} end)) as next_at
  from (select) one left join endpoint_pace p on p.workspace_id = e.workspace_id and p.endpoint_id = e.id`

/** Subtracts leased jobs from the tokens. Endpoints without a rate limit have no tokens. Requires the CTEs `open_queue` and `leased`. */
export const spendTokens = `spent as (
    insert into endpoint_pace as p (workspace_id, endpoint_id, tokens, replay_tokens, counted_at)
    select l.workspace_id, l.id, l.tokens - count(*), l.replay_tokens - count(*) filter (where t.replay), now()
    from open_queue l join leased t on t.endpoint_id = l.id where l.rate is not null
    group by l.workspace_id, l.id, l.tokens, l.replay_tokens
    on conflict (workspace_id, endpoint_id) do update
      set tokens = excluded.tokens, replay_tokens = excluded.replay_tokens, counted_at = excluded.counted_at
  )`
