import { parseRest } from '@posthorn/contracts'
import { z } from 'zod'
import type { Input, RestOperation } from './requests.ts'

/** Values that hardly any field accepts. Only the strings can be used in a query. */
const faulty = ['\u0001', 'x'.repeat(5_000), -1, { no: 'such' }, [[null]], true, '']

type FaultyInput = { input: Input; paths: string[] }

/**
 * Returns inputs with every field invalid: one with all of the operation's fields, and one per nested object. Path fields and fields that
 * accept anything stay valid.
 */
export function faultyInputs({ rest, operation }: RestOperation, input: Input): FaultyInput[] {
  const { parameters, method } = parseRest(rest)
  const fields = Object.entries(operation.input.shape).filter(([name]) => !parameters.includes(name)) as Field[]
  const whole = spoiled(fields, method === 'GET')
  const nested = fields.flatMap(([name, schema]): FaultyInput[] => {
    const inner = objectIn(schema)
    if (inner === undefined || method === 'GET') return []
    const { input: value, paths } = spoiled(Object.entries(inner.shape) as Field[], false)
    return [{ input: { [name]: value }, paths: paths.map((path) => `${name}.${path}`) }]
  })
  return [whole, ...nested]
    .filter(({ paths }) => paths.length > 0)
    .map((each) => ({ ...each, input: { ...input, ...each.input } }))
}

type Field = [name: string, schema: z.ZodType]

function spoiled(fields: Field[], inQuery: boolean): FaultyInput {
  const values = fields.flatMap(([name, schema]): [string, unknown][] => {
    const able = faulty.filter((value) => !inQuery || (typeof value === 'string' && value !== ''))
    const bad = able.find((value) => !schema.safeParse(value).success && !schema.safeParse([value]).success)
    return bad === undefined ? [] : [[name, bad]]
  })
  return { input: Object.fromEntries(values), paths: values.map(([name]) => name) }
}

function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  const inner = (schema as { unwrap?: () => z.ZodType }).unwrap
  return typeof inner === 'function' && !(schema instanceof z.ZodArray) ? objectIn(inner.call(schema)) : undefined
}
