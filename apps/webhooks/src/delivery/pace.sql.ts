/** The share of a second that may leave at once. */
const burstSeconds = 0.1

/** A replay has this share of the rate. */
const replayShare = 0.5

/**
 * What an endpoint `e` of a webhook `w` may take now by its rate, and when it may take more, or more of a replay, while that is less than
 * one; endless where there is no rate. Kept beside the endpoint, whose row belongs to completions.
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

/** Takes what was leased from the tokens; endpoints without a rate have none. For a statement with `open_lane` and `leased`. */
export const payPace = `paid as (
    insert into endpoint_pace as p (workspace_id, endpoint_id, tokens, replay_tokens, counted_at)
    select l.workspace_id, l.id, l.tokens - count(*), l.replay_tokens - count(*) filter (where taken.replay), now()
    from open_lane l join leased taken on taken.endpoint_id = l.id where l.rate is not null
    group by l.workspace_id, l.id, l.tokens, l.replay_tokens
    on conflict (workspace_id, endpoint_id) do update
      set tokens = excluded.tokens, replay_tokens = excluded.replay_tokens, counted_at = excluded.counted_at
  )`
