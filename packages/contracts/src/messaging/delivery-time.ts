const scheduleDaysMax = 366
/** Times up to this far in the past count as now, because callers' clocks differ. */
const clockToleranceMs = 60_000

/** Returns the reason nothing can be scheduled for this time, or null if scheduling is possible. */
export function refusalOfDeliverAt(deliverAt: Date, now: Date): string | null {
  const inMs = deliverAt.getTime() - now.getTime()
  if (inMs > scheduleDaysMax * 86_400_000) return 'must be at most a year ahead'
  if (inMs < -clockToleranceMs) return 'is in the past; leave it out, or send null, to send at once'
  return null
}
