/** A JSON Schema, or any object inside one. */
export type Schema = { [keyword: string]: unknown }

/** The schemas of an OpenAPI document, by name. */
export type Schemas = { [name: string]: Schema }

/** The object at a path of names and list positions, `Statuses.properties.status`; throws when there is none. */
export function at(schemas: Schemas, path: string): Schema {
  const found = path.split('.').reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], schemas)
  if (typeof found !== 'object' || found === null) throw new Error(`the document has no ${path}`)
  return found as Schema
}

/** A reference to a schema of the document. */
export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Adds values to an `enum`. */
export function widen(schema: Schema, values: string[]): void {
  schema.enum = [...((schema.enum as string[] | undefined) ?? []), ...values]
}
