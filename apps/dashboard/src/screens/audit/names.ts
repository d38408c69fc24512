import type { AuditEntry } from '@posthorn/sdk'
import { auditedOperations } from '../../generated/audited-operations.ts'
import { isKey, language, say } from '../../words/words.ts'

/** Returns what an operation does in words, or its name in the reference if it is newer than the dashboard. */
export function operationName(operation: string): string {
  const key = `operation.${operation}`
  return isKey(key) ? say(key) : operation
}

type Choice = { value: string; label: string }

/**
 * Returns a choice for each name in words. Its value lists every operation with that name. `selected` is the URL's value: a link may
 * combine other operations, which then are a choice too.
 */
export function operationChoices(selected: string): Choice[] {
  const byName = Map.groupBy(auditedOperations, operationName)
  const choices = [...byName].map(([label, operations]) => ({ value: operations.join(','), label }))
  const sorted = choices.toSorted((a, b) => a.label.localeCompare(b.label, language()))
  if (selected === '' || sorted.some(({ value }) => value === selected)) return sorted
  const label = [...new Set(selected.split(/[\s,]+/).map(operationName))].join(', ')
  return [{ value: selected, label }, ...sorted]
}

export type Names = ReadonlyMap<string, string>

/** Returns the name of the object that an entry is about: the name at that time if the entry has it, otherwise the current one. */
export function targetName({ target, given, changes }: AuditEntry, names: Names): string | undefined {
  const own = changes.filter(({ id }) => id === target).flatMap(({ after, before }) => [after, before])
  const known = [...own, given].map((fields) => fields?.['name']).find(isReadable)
  return known ?? names.get(target ?? '')
}

/** Tells whether a name can be shown: the log replaces names of people with `#` and a hash. */
const isReadable = (name: unknown): name is string => typeof name === 'string' && !name.startsWith('#')
