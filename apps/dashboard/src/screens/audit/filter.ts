import type { AuditListInput } from '@posthorn/sdk'

/** Filters of the audit log; days are in the viewer's time zone. */
export type AuditFilter = { actor?: string; operation?: string; target?: string; from?: string; to?: string }

/** Returns the API's input for a filter: several operations are separated by commas or spaces, and the day in `to` is included. */
export function inputOf({ actor, operation, target, ...days }: AuditFilter): AuditListInput {
  const [createdAfter, createdBefore] = [beginningOf(days.from), beginningOf(days.to, 1)]
  return {
    ...(actor ? { actor } : {}),
    ...(operation ? { operation: operation.split(/[\s,]+/).filter(Boolean) } : {}),
    ...(target ? { target } : {}),
    ...(createdAfter ? { createdAfter } : {}),
    ...(createdBefore ? { createdBefore } : {}),
  }
}

/** Returns midnight at the start of a day, or `daysLater` days after it; undefined for an invalid day. */
function beginningOf(day: string | undefined, daysLater = 0): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (parts === null) return undefined
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + daysLater).toISOString()
}
