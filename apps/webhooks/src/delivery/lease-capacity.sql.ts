/** Global lock, held until the commit. Every lease takes it in shared mode, so an exclusive lock stops all leasing. */
export const leasingLock = `hashtext('claim ' || current_schema())`

/**
 * Lock of a shard, held until the commit. Only one process at a time leases a shard's jobs, so that endpoint capacity and the single probe
 * hold across processes.
 */
export const shardLock = (shard: string) => `${leasingLock}, ${shard}`

/** Counts the currently leased jobs of endpoint `e`, as `leased`. For `cross join lateral`. */
export const leased = `(
    select count(*) from delivery_job l where l.endpoint_id = e.id and l.lease_token is not null and l.run_at > now()
  ) leased`

/**
 * How many more jobs of endpoint `e` may be leased, given `leased` and this process's load (`mine`). A process that holds all leases of a
 * queue may lease more jobs than may be in flight.
 */
export const leasable = `case when leased.count <= mine.leased then greatest(e.in_flight_max, mine.prefetch_max) else e.in_flight_max end - leased.count`

/** Selects the valid secrets of webhook `w`, newest first, encrypted. */
export const secretsOf = (w: string) => `array(select s.sealed from webhook_secret s
    where s.workspace_id = ${w}.workspace_id and s.webhook_id = ${w}.webhook_id
      and (s.expires_at is null or s.expires_at > now()) order by s.version desc)`
