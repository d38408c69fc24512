import type { SchemaObject } from './document-types.ts'
import { schemaPath } from './references.ts'

/** Fewest places of `X or null` for which a component states the alternative once. */
const placesMin = 3

const place = new RegExp(`"anyOf":\\[\\{"\\$ref":"${schemaPath}(\\w+)"\\},\\{"type":"null"\\}\\]`, 'g')

/** Replaces `X or null` by a reference to the component `XOrNull`, where it is written often. Returns the names of these. */
export function withNullComponents<T>(value: T): { value: T; names: string[] } {
  const text = JSON.stringify(value)
  const counts = Map.groupBy(text.matchAll(place), ([, name = '']) => name)
  const isOften = (name: string) => (counts.get(name)?.length ?? 0) >= placesMin
  const replaced = text.replaceAll(place, (written, name: string) =>
    isOften(name) ? `"$ref":"${schemaPath}${name}OrNull"` : written,
  )
  return { value: JSON.parse(replaced) as T, names: [...counts.keys()].filter(isOften) }
}

/** Returns the components of the alternatives with null. */
export function nullComponents(
  components: Record<string, SchemaObject>,
  names: string[],
): Record<string, SchemaObject> {
  const made = names.map((name): [string, SchemaObject] => {
    const { description } = components[name] ?? {}
    const anyOf: SchemaObject[] = [{ $ref: schemaPath + name }, { type: 'null' }]
    return [`${name}OrNull`, { ...(description !== undefined && { description }), anyOf }]
  })
  return Object.fromEntries(made)
}
