import type { z } from 'zod'

type SchemaName = { id: string; base?: z.ZodType }

/** Schemas that are components of the OpenAPI document. */
export const schemaNames = new Map<z.ZodType, SchemaName>()

/** Names a schema in the OpenAPI document. With `base`, the component refers to that schema and lists only the additional fields. */
export function named<S extends z.ZodType>(id: string, schema: S, base?: z.ZodType): S {
  schemaNames.set(schema, base ? { id, base } : { id })
  return schema
}
