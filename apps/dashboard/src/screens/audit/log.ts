import type { AuditEntry, AuditListInput } from '@posthorn/sdk'
import { auditedOperations } from '../../generated/audited-operations.ts'
import { isKey, language, say } from '../../words/words.ts'

/** Filters of the audit log; days are in the viewer's time zone. */
export type AuditFilter = { actor?: string; operation?: string; target?: string; from?: string; to?: string }

/**
 * Returns the API's input for a filter. One choice in the form can stand for several operations, separated by commas or spaces. The day in
 * `to` is included. Empty values and malformed days are left out, because a URL may be written by hand.
 */
export function inputOf({ actor, operation, target, ...days }: AuditFilter): AuditListInput {
  const [createdAfter, createdBefore] = [beginningOf(days.from), beginningOf(days.to, 1)]
  const operations = operationsIn(operation)
  return {
    ...(actor ? { actor } : {}),
    ...(operations.length > 0 ? { operation: operations } : {}),
    ...(target ? { target } : {}),
    ...(createdAfter ? { createdAfter } : {}),
    ...(createdBefore ? { createdBefore } : {}),
  }
}

/** Returns the operations in a URL's value, which may be written by hand. */
const operationsIn = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean)

/** Returns midnight at the start of a day, or `daysLater` days after it; undefined for a malformed day. */
function beginningOf(day: string | undefined, daysLater = 0): string | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '')
  if (parts === null) return undefined
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + daysLater).toISOString()
}

/** Returns what an operation does in words, or its name in the reference if it is newer than the dashboard. */
export function operationName(operation: string): string {
  const key = `operation.${operation}`
  return isKey(key) ? say(key) : operation
}

/**
 * Returns a choice for each name in words. Its value lists every operation with that name. `selected` is the URL's value: a link may
 * combine other operations, which then are a choice too.
 */
export function operationChoices(selected: string): { value: string; label: string }[] {
  const byName = Map.groupBy(auditedOperations, operationName)
  const choices = [...byName].map(([label, operations]) => ({ value: operations.join(','), label }))
  const sorted = choices.toSorted((a, b) => a.label.localeCompare(b.label, language()))
  const asked = operationsIn(selected)
  if (asked.length === 0 || sorted.some(({ value }) => value === selected)) return sorted
  const label = [...new Set(asked.map(operationName))].join(', ')
  return [{ value: selected, label }, ...sorted]
}

export type Names = ReadonlyMap<string, string>

/**
 * Returns the name of the object that an entry is about: the name at that time if the entry has it, because the object may have been
 * renamed or removed since, otherwise the current one.
 */
export function targetName({ target, given, changes }: AuditEntry, names: Names): string | undefined {
  const own = changes.filter(({ id }) => id === target).flatMap(({ after, before }) => [after, before])
  const known = [...own, given].map((fields) => fields?.['name']).find(isReadable)
  return known ?? names.get(target ?? '')
}

/** Whether a name can be shown: the log replaces names of people with `#` and a hash. */
const isReadable = (name: unknown): name is string => typeof name === 'string' && !name.startsWith('#')
