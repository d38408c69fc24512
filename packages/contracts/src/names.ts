import type { z } from 'zod'

/** A name of the OpenAPI document, and the schema that this one adds fields to, if there is one. */
export type SchemaName = { id: string; base?: z.ZodType }

/** Schemas that the OpenAPI document shows once, as a component of that name. */
export const schemaNames = new Map<z.ZodType, SchemaName>()

/** Names a schema in the OpenAPI document. With `base`, the component refers to that schema and lists the additional fields only. */
export function named<S extends z.ZodType>(id: string, schema: S, base?: z.ZodType): S {
  schemaNames.set(schema, base ? { id, base } : { id })
  return schema
}
