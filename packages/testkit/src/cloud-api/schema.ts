/** A JSON Schema, or any object in one. */
export type Schema = { [keyword: string]: unknown }

export type Schemas = { [name: string]: Schema }

/** Returns the object at a path of names and list indexes, such as `Statuses.properties.status`. Throws if there is none. */
export function at(schemas: Schemas, path: string): Schema {
  const found = path.split('.').reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], schemas)
  if (typeof found !== 'object' || found === null) throw new Error(`the document has no ${path}`)
  return found as Schema
}

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

export function widen(schema: Schema, values: string[]): void {
  schema.enum = [...((schema.enum as string[] | undefined) ?? []), ...values]
}
