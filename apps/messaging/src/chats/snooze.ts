import { failField } from '@posthorn/contracts'

const daysMax = 366

/** Refuses to let a chat rest until a time that has passed or is too far ahead. `place`: where the field is, with a dot at its end. */
export function refuseSnoozeInPast(snooze: { until: string | null } | null | undefined, place = ''): void {
  if (!snooze?.until) return
  const inMs = Date.parse(snooze.until) - Date.now()
  if (inMs > 0 && inMs < daysMax * 86_400_000) return
  const message = inMs > 0 ? 'must be at most a year ahead' : 'must be in the future'
  failField(`${place}snooze.until`, message)
}
