import type { z } from 'zod'
import type { Operation } from './contract.ts'

/**
 * Returns an input with its fields under the names of today. A field that is given under both names keeps the former one, which is then
 * refused as unknown.
 */
export function withPresentNames(
  given: Record<string, unknown>,
  formerFields: Operation['formerFields'],
): Record<string, unknown> {
  const former = Object.entries(formerFields ?? {}).filter(
    ([name, present]) => Object.hasOwn(given, name) && !Object.hasOwn(given, present),
  )
  if (former.length === 0) return given
  const renamed = { ...given }
  for (const [name, present] of former) {
    renamed[present] = given[name]
    delete renamed[name]
  }
  return renamed
}

/** Returns the sentence about the former names of fields; empty where there are none. */
export function formerFieldsText({ formerFields = {} }: Pick<Operation, 'formerFields'>): string {
  const named = Object.entries(formerFields).map(([name, present]) => `\`${name}\` for \`${present}\``)
  return named.length > 0 ? ` Former names of fields, accepted for one release more: ${named.join(', ')}.` : ''
}

/** Returns the field of an answer under its former name, which has the same value as the field of today. */
export function formerField<T extends z.ZodType>(schema: T, present: string): T {
  return schema.meta({ description: `Former name of \`${present}\`; absent after the next release`, deprecated: true })
}
