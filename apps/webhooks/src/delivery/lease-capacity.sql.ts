/** Lock of all leasing, held until the commit. Every lease takes it as a shared one; someone who takes it alone stops all leasing. */
export const leasingLock = `hashtext('claim ' || current_schema())`

/** Lock of the one process that leases jobs of a shard, held until the commit: capacity of endpoints and single probe hold across processes. */
export const shardLock = (shard: string) => `${leasingLock}, ${shard}`

/** Counts the jobs of the endpoint `e` that are leased now, as `leased`. For `cross join lateral`. */
export const leased = `(
    select count(*) from delivery_job l where l.endpoint_id = e.id and l.lease_token is not null and l.run_at > now()
  ) leased`

/**
 * Number of further jobs of the endpoint `e` that may be leased, from `leased` and the load of this process (`mine`): the only process
 * with leases of a queue may lease more than may be in flight.
 */
export const leasable = `case when leased.count <= mine.leased then greatest(e.in_flight_max, mine.prefetch_max) else e.in_flight_max end - leased.count`

/** Selects the valid secrets of the webhook `w`, newest first, sealed. */
export const secretsOf = (w: string) => `array(select s.sealed from webhook_secret s
    where s.workspace_id = ${w}.workspace_id and s.webhook_id = ${w}.webhook_id
      and (s.expires_at is null or s.expires_at > now()) order by s.version desc)`
