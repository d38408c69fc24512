import type { AuditListInput } from '@posthorn/sdk'

/** Texts that narrow the audit log; days are those of the viewer. */
export type AuditFilter = { actor?: string; operation?: string; target?: string; from?: string; to?: string }

/** Returns the filter as the operation takes it. */
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

/** Returns the midnight at which a day begins, or one some days later; undefined for what is no day. */
function beginningOf(day: string | undefined, later = 0): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (parts === null) return undefined
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + later).toISOString()
}
