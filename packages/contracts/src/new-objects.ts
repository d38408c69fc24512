import type { ErrorCode } from './errors.ts'
import { type IdPrefix, idPrefixes, idTimeMs } from './ids.ts'
import type { ServiceName } from './services.ts'

/** Owners of the objects that other services know only from events. */
const owners: Partial<Record<IdPrefix, ServiceName>> = {
  num: 'numbers',
  seg: 'contacts',
  grp: 'groups',
  chn: 'groups',
  mem: 'gateway',
  dep: 'gateway',
}

/**
 * Returns whether a service refused a call because it may not know yet what was just created elsewhere: services learn it from an event. The
 * client then repeats the call for a moment, so that callers can use an id as soon as they have it. The input names the object by an id that
 * is less than `ageMs` old or, as the clocks of machines differ, dated less than `aheadMs` in the future.
 */
export function namesNewObject(
  { code, service, input }: { code: ErrorCode | undefined; service: ServiceName; input: unknown },
  { ageMs, aheadMs }: { ageMs: number; aheadMs: number },
): boolean {
  const prefix = (Object.keys(owners) as IdPrefix[]).find((each) => code === `${idPrefixes[each]}:not_found`)
  if (prefix === undefined || owners[prefix] === service) return false
  const now = Date.now()
  const isNew = (ms: number) => now - ageMs < ms && ms < now + aheadMs
  return textsIn(input).some((text) => text.startsWith(`${prefix}_`) && isNew(idTimeMs(text)))
}

/** Returns all texts in an input, because any field may have the id. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  return Object.values(value).flatMap(textsIn)
}
