import { type IdPrefix, idPrefixes, newId, parseRest } from '@posthorn/contracts'
import { inputsOf, type Texts } from '@posthorn/testkit/arbitrary'
import { phoneOf } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { z } from 'zod'
import { defaultNumber } from './preparations.ts'
import { type Input, isEndless, type RestOperation, requestOf, restOperations } from './requests.ts'
import { mapTexts, prefixOf, type TenantFixture } from './tenant.fixture.ts'

/** Values that hardly any field accepts. Only the strings that aren't empty can be used in a query. */
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

/**
 * Gives each field a value that its schema refuses, alone and in a list, because a query makes a list of a single value. In a query, only
 * texts are possible. Leaves out fields that accept all of them.
 */
function spoiled(fields: Field[], isInQuery: boolean): FaultyInput {
  const values = fields.flatMap(([name, schema]): [string, unknown][] => {
    const possible = faulty.filter((value) => !isInQuery || (typeof value === 'string' && value !== ''))
    const bad = possible.find((value) => !schema.safeParse(value).success && !schema.safeParse([value]).success)
    return bad === undefined ? [] : [[name, bad]]
  })
  return { input: Object.fromEntries(values), paths: values.map(([name]) => name) }
}

/** Returns the schema of an object, also if it is optional, nullable or has a default. Returns undefined for other schemas. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema
  const inner = (schema as { unwrap?: () => z.ZodType }).unwrap
  return typeof inner === 'function' && !(schema instanceof z.ZodArray) ? objectIn(inner.call(schema)) : undefined
}

const answerTimeoutMs = 30_000
const poolSize = 4
/** How many characters of the system's latest output to show if it doesn't respond. */
const saidMax = 4_000

/** Placeholder for the id at a position in the pool. It is resolved when the request is sent. */
const place = (prefix: string, position: number) => `<${prefix} ${position}>`
const placePattern = /^<([a-z]+) (\d+)>$/

/** Returns generators for ids and formats, so that many requests refer to existing objects and reach our receiver. */
const texts = (receiverUrl: string): Texts => ({
  oddOneIn: 40,
  // Positions beyond the pool become ids that don't exist.
  id: (prefix) => fc.integer({ min: 0, max: poolSize + 1 }).map((position) => place(prefix, position)),
  formats: {
    uri: fc.oneof(
      fc.integer({ min: 0, max: 5 }).map((i) => `${receiverUrl}/fuzz/${i}`),
      fc.constantFrom(
        'http://127.0.0.1:1/',
        'http://localhost:1/\u202e',
        'ftp://127.0.0.1/',
        'http://[::1]:1',
        'data:,x',
      ),
    ),
    email: fc.constantFrom('ada@example.com', 'grace@example.com'),
    phone: fc.oneof(
      fc.integer({ min: 600_000, max: 600_200 }).map(phoneOf),
      fc.integer({ min: 1, max: 14 }).map((i) => `+1555010${String(i).padStart(4, '0')}`),
    ),
    'date-time': fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
})

/** An operation and input to request. `cutAt` is the fraction of the body that is sent; 1 sends all of it. */
export type FuzzRequest = { rest: RestOperation['rest']; input: unknown; cutAt: number }

/** Generates requests to all operations except streams, whose responses don't end. */
export function fuzzRequests(receiverUrl: string): fc.Arbitrary<FuzzRequest> {
  const known = texts(receiverUrl)
  const ending = restOperations.filter((placed) => !isEndless(placed))
  const each = ending.map((placed): fc.Arbitrary<FuzzRequest> => {
    // One in forty bodies is truncated.
    const cutAt = fc.oneof(
      { weight: 39, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    )
    return fc.record({
      rest: fc.constant(placed.rest),
      input: inputsOf(placed.operation, known, exampleOf(placed, receiverUrl)),
      cutAt,
    })
  })
  return fc.oneof(...each)
}

/** Returns an operation's example, with placeholders for its ids and the receiver for its URLs. */
function exampleOf({ operation }: RestOperation, receiverUrl: string): object {
  const text = JSON.stringify(operation.example.input)
  const placed = text.replaceAll(
    /"([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}"/g,
    (_, prefix: string) => `"${place(prefix, 1)}"`,
  )
  return JSON.parse(placed.replaceAll('https://example.com', receiverUrl)) as object
}

/** Limits fields that would only cost time: outages, which affect all later requests, and `wait`, which delays the response. */
function bounded(input: Input): Input {
  const calm = { ...input }
  if (typeof calm['wait'] === 'number') calm['wait'] = Math.min(calm['wait'], 0)
  const { outage } = calm as { outage?: { seconds?: unknown } | null }
  if (typeof outage?.seconds === 'number') calm['outage'] = { ...outage, seconds: Math.min(outage.seconds, 0.001) }
  return calm
}

type Pool = ReadonlyMap<IdPrefix, string[]>

/**
 * Replaces what a request removed, so that later requests find it. An earlier request may also have closed the queue or disconnected the
 * default number.
 */
async function refill(pool: Pool, tenant: TenantFixture, path: string): Promise<void> {
  for (const [prefix, ids] of pool) {
    const at = ids.findIndex((id) => path.includes(id))
    if (at < 0) continue
    const number = (await defaultNumber(tenant)) || (await tenant.make('num'))
    await tenant.call('PATCH /v1/numbers/{id}/queue', { id: number, refuses: false })
    ids[at] = await tenant.make(prefix)
  }
}

/** Creates the objects that ids in fuzz requests refer to: four of each kind that the examples name. */
export async function filledPool(tenant: TenantFixture): Promise<Pool> {
  const kinds = new Set<IdPrefix>()
  for (const { operation } of restOperations) {
    await mapTexts(operation.example.input, async (text) => {
      const prefix = prefixOf(text)
      if (prefix) kinds.add(prefix)
      return text
    })
  }
  const pool = new Map<IdPrefix, string[]>()
  for (const kind of kinds) pool.set(kind, await Promise.all(Array.from({ length: poolSize }, () => tenant.make(kind))))
  return pool
}

/** Replaces a placeholder with an id of the pool, or with an unknown one. Returns other texts as they are. */
function idAt(pool: Pool, text: string): string {
  const [, prefix, at] = placePattern.exec(text) ?? []
  if (prefix === undefined || !(prefix in idPrefixes)) return text
  return pool.get(prefix as IdPrefix)?.[Number(at)] ?? newId(prefix as IdPrefix)
}

/**
 * Sends a request with ids of the pool. Throws if there is no response, or one that the OpenAPI document doesn't describe. Replaces an
 * object that it deleted, so that later requests find one.
 */
export async function sendFuzzRequest(
  tenant: TenantFixture,
  pool: Pool,
  { rest, input, cutAt }: FuzzRequest,
): Promise<{ status: number; body: unknown }> {
  const filled = (await mapTexts(input, async (text) => idAt(pool, text))) as Input
  const { status, body, path } = await sendOne(tenant, { rest, input: bounded(filled), cutAt })
  if (status < 400 && rest.startsWith('DELETE')) await refill(pool, tenant, path)
  return { status, body }
}

/**
 * Sends a request, possibly cut. If there is no response, reports what the system has logged. `cutAt`: the share of the body that is sent.
 */
async function sendOne(tenant: TenantFixture, { rest, input, cutAt }: FuzzRequest & { input: Input }) {
  const { method, path, body } = requestOf(rest, input)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const answer = await fetch(`${tenant.system.url}${path}`, {
    method,
    headers: { Token: tenant.keys.all, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(answerTimeoutMs),
    ...(text === undefined ? {} : { body: text.slice(0, Math.ceil(text.length * cutAt)) }),
  }).catch((cause: unknown) => {
    throw new Error(`${method} ${path} had no answer; the system said:\n${tenant.system.output.slice(-saidMax)}`, {
      cause,
    })
  })
  return { ...(await tenant.system.read(method, path, answer)), path }
}
