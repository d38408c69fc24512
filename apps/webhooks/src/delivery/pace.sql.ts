/** Burst size: as many requests as the rate allows in this many seconds. */
const burstSeconds = 0.1

/** Share of the rate that a replay may use. */
const replayShare = 0.5

/**
 * Rate-limit tokens of endpoint `e` of webhook `w`, for all deliveries and for replays, and the time of the next token if none is left.
 * Infinite without a rate. Stored in a separate table, because completions lock the endpoint's row.
 */
export const pace = `select
    case when w.rate_per_second is null then 'infinity'::float8 else least(greatest(1, w.rate_per_second * ${burstSeconds}),
      coalesce(p.tokens + extract(epoch from now() - p.counted_at) * w.rate_per_second, 1)) end as tokens,
    case when w.rate_per_second is null then 'infinity'::float8 else least(greatest(1, w.rate_per_second * ${burstSeconds * replayShare}),
      coalesce(p.replay_tokens + extract(epoch from now() - p.counted_at) * w.rate_per_second * ${replayShare}, 1)) end as replay_tokens,
    w.rate_per_second as rate, p.counted_at + make_interval(secs => greatest(0, case
      when extract(epoch from now() - p.counted_at) * w.rate_per_second < 1 - p.tokens then (1 - p.tokens) / w.rate_per_second
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
