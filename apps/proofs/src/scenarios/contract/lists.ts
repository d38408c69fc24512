import { type IdPrefix, parseRest } from '@posthorn/contracts'
import { phoneOf } from '@posthorn/testkit/system'
import { askedByTwo, incoming } from './preparations.ts'
import { type Input, type RestOperation, restOperations } from './requests.ts'
import { prefixOf, type TenantFixture } from './tenant.fixture.ts'

/** Creates two objects of the kind that a list shows, so that it has a second page. */
export async function twoOf(tenant: TenantFixture, { operation }: RestOperation): Promise<void> {
  const kind = prefixOf((operation.example.output as { items: { id?: unknown }[] }).items[0]?.id)
  if (kind) await Promise.all([tenant.make(kind), tenant.make(kind)])
}

/** Creates parents with two items for lists whose items can't be created with a POST to the list's path. */
const parents: Partial<Record<string, (tenant: TenantFixture) => Promise<string>>> = {
  'GET /v1/chats/{id}/timeline': async (tenant) => {
    const id = await tenant.make('chat')
    await tenant.ok('POST /v1/chats/{id}/notes', { id, message: 'Beside the message' })
    return id
  },
  'GET /v1/automations/{id}/runs': async (tenant) => {
    // No message of another test contains these words.
    const [name, reply] = ['Runs of an automation', { message: 'Hello' }]
    const rule = { name, trigger: 'message_received', conditions: { words: [name] }, actions: { reply } }
    const { id } = await tenant.ok('POST /v1/automations', rule)
    for (let i = 0; i < 2; i++) await incoming(tenant, { text: name })
    return id
  },
  'GET /v1/notifications': async (tenant) => {
    const member = await tenant.make('mem')
    await tenant.ok('POST /v1/chats/{id}/assign', { id: await tenant.make('chat'), member })
    return member
  },
  'GET /v1/imports/{id}/errors': async (tenant) => {
    const contacts = [{ phone: '12' }, { phone: 'none' }]
    return (await tenant.ok('POST /v1/imports', { contacts })).id
  },
  'GET /v1/channels/{id}/subscribers': async (tenant) => {
    const id = await tenant.make('chn')
    await tenant.ok('POST /v1/channels/{id}/subscribers', { id, phones: [phoneOf(490_001), phoneOf(490_002)] })
    return id
  },
  'GET /v1/groups/{id}/requests': askedByTwo,
  'GET /v1/numbers/{id}/updates': async (tenant) => {
    const id = await tenant.make('num')
    for (const n of [1, 2])
      await tenant.ok('POST /v1/numbers/{id}/simulate', { id, change: { field: 'not_documented', value: { n } } })
    return id
  },
  'GET /v1/webhooks/{id}/deliveries': async (tenant) => {
    const id = await tenant.make('whk')
    await Promise.all([tenant.make('chat'), tenant.make('chat')])
    return id
  },
  'GET /v1/webhooks/{id}/replays': async (tenant) => {
    const id = await tenant.make('whk')
    const from = new Date(Date.now() - 3_600_000).toISOString()
    for (let i = 0; i < 2; i++) await tenant.ok('POST /v1/webhooks/{id}/replays', { id, from })
    return id
  },
}

/** Lists whose parent is in the query. */
const parentFields: Partial<Record<string, string>> = { 'GET /v1/notifications': 'member' }

/** Returns the field that names a list's parent, in the path or query. */
export const parentName = ({ rest }: RestOperation): string | undefined =>
  parseRest(rest).parameters[0] ?? parentFields[rest]

/** Returns a list's parent with at least two items, either from the table or by creating them with a POST to the list's path. */
export async function listedParent(tenant: TenantFixture, placed: RestOperation): Promise<string> {
  const made = await parents[placed.rest]?.(tenant)
  if (made !== undefined) return made
  const { path, parameters } = parseRest(placed.rest)
  const creating = restOperations.find(({ rest }) => rest === `POST ${path}`)
  const [parent = ''] = parameters
  const example = (placed.operation.example.input as Record<string, unknown>)[parent]
  const prefix = prefixOf(example)
  if (creating === undefined || prefix === undefined)
    throw new Error(`say in lists.ts how ${placed.rest} gets two items`)
  const id = await tenant.make(prefix satisfies IdPrefix)
  for (let i = 0; i < 2; i++) await tenant.ok(creating.rest, { ...(await tenant.inputOf(creating)), [parent]: id })
  return id
}

const numberPattern = /num_[0-7][0-9a-hjkmnp-tv-z]{25}/g
const namePattern = /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b|\+\d{7,15}\b/g

/** Operations that show an object together with its number. */
const shownBy: Partial<Record<IdPrefix, RestOperation['rest']>> = {
  chat: 'GET /v1/chats/{id}',
  chn: 'GET /v1/channels/{id}',
  con: 'GET /v1/contacts/{id}',
  evt: 'GET /v1/events/{id}',
  file: 'GET /v1/files/{id}',
  grp: 'GET /v1/groups/{id}',
  msg: 'GET /v1/messages/{id}',
  num: 'GET /v1/numbers/{id}',
  whk: 'GET /v1/webhooks/{id}',
}

type Sorted = { own: string[]; others: string[] }

/** Stops after this many, because even one is a failure. */
const othersMax = 5

/** Finds out which numbers own the objects in a response, using a workspace-wide key. */
export class Owners {
  readonly #tenant: TenantFixture
  readonly #numbers = new Map<string, Promise<ReadonlySet<string> | null>>()

  constructor(tenant: TenantFixture) {
    this.#tenant = tenant
  }

  /**
   * Sorts a response's ids and phone numbers into those that belong to the number and those that belong to others. Ignores values from the
   * caller's own input.
   */
  async sort(body: unknown, { number, input }: { number: string; input: Input }): Promise<Sorted> {
    const given = namesIn(input)
    const sorted: Sorted = { own: [], others: [] }
    for (const name of namesIn(body)) {
      const numbers = given.has(name) ? null : await this.#numbersOf(name)
      if (numbers) sorted[numbers.has(number) ? 'own' : 'others'].push(name)
      if (sorted.others.length >= othersMax) break
    }
    return sorted
  }

  /** Returns the numbers that an object belongs to, or null if it belongs to the workspace or doesn't exist. */
  #numbersOf(name: string): Promise<ReadonlySet<string> | null> {
    const known = this.#numbers.get(name) ?? this.#find(name)
    this.#numbers.set(name, known)
    return known
  }

  /** Looks an id or phone number up with the workspace-wide key. See `#numbersOf` for the result. */
  async #find(name: string): Promise<ReadonlySet<string> | null> {
    if (name.startsWith('+')) return this.#ofPhone(name)
    const prefix = prefixOf(name)
    const rest = prefix && shownBy[prefix]
    if (rest === undefined) return null
    const { status, body } = await this.#tenant.call<{ phone?: string }>(rest, { id: name })
    if (status === 404) return null
    // Callers restricted to a number have no files in this suite, so every file belongs to others.
    if (prefix === 'con' && body.phone) return this.#ofPhone(body.phone)
    return prefix === 'con' || prefix === 'file' ? new Set() : numbersIn(body)
  }

  /** Returns the numbers that have a chat with this phone number, or have it themselves; null if the workspace doesn't know it. */
  async #ofPhone(phone: string): Promise<ReadonlySet<string> | null> {
    const chats = await this.#tenant.ok<{ number: string }[]>('GET /v1/chats', { phone })
    const numbers = await this.#tenant.ok<{ id: string; phone: string | null }[]>('GET /v1/numbers', { size: 100 })
    const contacts = await this.#tenant.ok<unknown[]>('GET /v1/contacts', { search: phone })
    const own = numbers.filter((number) => number.phone === phone)
    const found = new Set([...chats.map(({ number }) => number), ...own.map(({ id }) => id)])
    return found.size === 0 && contacts.length === 0 ? null : found
  }
}

/** Returns the ids and phone numbers in a value. */
const namesIn = (value: unknown): Set<string> => new Set(JSON.stringify(value ?? null).match(namePattern))

/** Returns the ids of numbers in a response. */
const numbersIn = (shown: unknown): ReadonlySet<string> => new Set(JSON.stringify(shown ?? null).match(numberPattern))
