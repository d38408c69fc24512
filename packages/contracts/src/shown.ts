import { z } from 'zod'
import { isIdSchema } from './schemas.ts'

type Schema = z.ZodType
type Def = {
  type: string
  shape?: Record<string, Schema>
  catchall?: Schema | undefined
  element?: Schema
  innerType?: Schema
  keyType?: Schema
  valueType?: Schema
  options?: Schema[]
  getter?: () => Schema
}

/** External JSON, in which null is a value. */
type Json = z.core.util.JSONType
type NullField<T> = { [K in keyof T]: null extends T[K] ? (Json extends T[K] ? never : K) : never }[keyof T]

/** A value as a verb returns or publishes it. Empty fields may be omitted; `shown` sets them to null. */
export type Unfilled<T> = [Json] extends [T]
  ? T
  : T extends readonly (infer I)[]
    ? Unfilled<I>[]
    : T extends object
      ? { [K in keyof T as Exclude<K, NullField<T>>]: Unfilled<T[K]> } & {
          [K in keyof T as Extract<K, NullField<T>>]?: Unfilled<T[K]> | undefined
        }
      : T

/** A value as stored in a JSON column, with empty fields omitted. */
export type Sparse<T> = [Json] extends [T]
  ? T
  : T extends readonly (infer I)[]
    ? Sparse<I>[]
    : T extends object
      ? { [K in keyof T as Exclude<K, NullField<T>>]: Sparse<T[K]> } & {
          [K in keyof T as Extract<K, NullField<T>>]?: Sparse<Exclude<T[K], null>> | undefined
        }
      : T

/** Leaves out fields that are null, at any depth: JSON columns and the other APIs don't have them. */
export function sparse<T>(value: T): Sparse<T> {
  if (Array.isArray(value)) return value.map((each: unknown) => sparse(each)) as Sparse<T>
  if (typeof value !== 'object' || value === null) return value as Sparse<T>
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, sparse(field)])) as Sparse<T>
}

/** Removes undefined fields. */
export const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

const copies = new WeakMap<Schema, Schema>()
const originals = new WeakMap<Schema, Schema>()

/**
 * Converts a schema to one for responses and events: the same fields and types, without rules about format, length and size. The provider's
 * values follow its own rules, and values stored under older rules are still shown. Unknown fields are removed, and empty fields are null.
 */
export function shown<S extends Schema>(schema: S): S {
  const known = copies.get(schema)
  if (known) return known as S
  const copy = isIdSchema(schema) ? schema : derive(schema)
  copies.set(schema, copy).set(copy, copy)
  if (copy !== schema) originals.set(copy, schema)
  return copy as S
}

/**
 * Returns the schema that was passed to `shown`. The OpenAPI document names the original schema, so that requests and responses share a
 * component.
 */
export const declaredSchema = (schema: Schema): Schema => originals.get(schema) ?? schema

/** Returns a copy of a schema without its rules. Kinds that have none are returned unchanged. */
function derive(schema: Schema): Schema {
  const def = schema._zod.def as unknown as Def
  const copyWith = (changes: Partial<Def>) => z.clone(schema, { ...def, checks: [], ...changes } as never)
  switch (def.type) {
    case 'string':
      return z.string()
    case 'number':
      return copyWith({})
    case 'object':
      // Without its catchall, a strict object removes unknown fields instead of refusing them.
      return copyWith({ shape: shownFields(def.shape ?? {}), catchall: undefined })
    case 'array':
      return copyWith({ element: shown(def.element as Schema) })
    case 'optional':
    case 'nullable':
    case 'default':
      return copyWith({ innerType: shown(def.innerType as Schema) })
    case 'union':
      return copyWith({ options: def.options?.map((each) => shown(each)) ?? [] })
    case 'record':
      return copyWith({ keyType: shownKey(def.keyType as Schema), valueType: shown(def.valueType as Schema) })
    case 'lazy':
      return z.lazy(() => shown(def.getter?.() as Schema))
    default:
      return schema
  }
}

/** Leaves a record's enum keys unchanged, because `partialRecord` needs them. */
const shownKey = (key: Schema): Schema => ((key._zod.def as unknown as Def).type === 'string' ? z.string() : key)

/** Returns an object's fields as responses and events have them. */
const shownFields = (shape: Record<string, Schema>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, filled(shown(field))]))

/** Rows omit empty fields; responses and events set them to null. */
const filled = (field: Schema): Schema => (field._zod.def.type === 'nullable' ? field.default(null) : field)
