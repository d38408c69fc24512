/** Who has this lock alone leases jobs until the commit, so that the room of endpoints and the single probe hold across processes. */
export const leasingLock = `hashtext('claim ' || current_schema())`

/** Jobs of the endpoint `e` that are leased now, as `leased`. For `cross join lateral`. */
export const leased = `(
    select count(*) from delivery_job l where l.endpoint_id = e.id and l.lease_token is not null and l.run_at > now()
  ) leased`

/**
 * How many more jobs of the endpoint `e` may be leased, by `leased` and by what this process holds of it (`mine`): who alone holds jobs of
 * a lane may hold more than may be in flight.
 */
export const leasable = `case when leased.count <= mine.held then greatest(e.in_flight_max, mine.ahead) else e.in_flight_max end - leased.count`

/** The live secrets of the webhook `w`, newest first, sealed. */
export const secretsOf = (w: string) => `array(select s.sealed from webhook_secret s
    where s.workspace_id = ${w}.workspace_id and s.webhook_id = ${w}.webhook_id
      and (s.expires_at is null or s.expires_at > now()) order by s.version desc)`
