/** Farthest that a message or post may be scheduled. */
const scheduleDaysMax = 366
/** A time that is past by less counts as now: clocks of callers differ. */
const clockToleranceMs = 60_000

/** Returns why nothing can be scheduled for this time; null when it can, or when it counts as now. */
export function refusalOfDeliverAt(deliverAt: Date, now: Date): string | null {
  const inMs = deliverAt.getTime() - now.getTime()
  if (inMs > scheduleDaysMax * 86_400_000) return 'must be at most a year ahead'
  if (inMs < -clockToleranceMs) return 'is in the past; leave it out, or send null, to send at once'
  return null
}
