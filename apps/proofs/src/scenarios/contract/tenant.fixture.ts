import {
  type Id,
  type IdPrefix,
  idPrefixes,
  type KeyScope,
  keyScopeNames,
  type PlacedOperation,
  parseRest,
} from '@posthorn/contracts'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { type Answer, phoneOf, RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll } from 'vitest'
import { unhindered } from '../all.suite.ts'
import { type Input, type RestOperation, requestOf, restOperations } from './requests.ts'

const idPattern = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const exampleUrl = 'https://example.com'

/** Returns the prefix of an id, such as `msg`, or undefined if the value is no id. */
export function prefixOf(value: unknown): IdPrefix | undefined {
  const prefix = typeof value === 'string' ? idPattern.exec(value)?.[1] : undefined
  return prefix !== undefined && prefix in idPrefixes ? (prefix as IdPrefix) : undefined
}

/** Replaces every string in a value with the result of `change`, in field order. */
export async function mapTexts(value: unknown, change: (text: string) => Promise<string>): Promise<unknown> {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value)) entries.push([name, await mapTexts(inner, change)])
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** Ids chosen for one request, keyed by the id in the example. An id that the example repeats always refers to the same object. */
type Chosen = Map<string, string>

type LimitedCaller = { key: string; number: string }

let counter = 0

type Keys = { all: string; read: string; send: string; manage: string }

/** A workspace with the objects that the contract's examples refer to, all created through the public API. */
export class TenantFixture {
  readonly system: RunningSystem
  readonly keys: Keys
  readonly workspace: string
  /** Receives webhooks and serves the links in examples. */
  readonly #receiverUrl: string
  #limited: Promise<LimitedCaller> | undefined
  readonly #ones = new Map<IdPrefix, Promise<string>>()

  private constructor(system: RunningSystem, facts: { keys: Keys; workspace: string; receiverUrl: string }) {
    this.system = system
    this.keys = facts.keys
    this.workspace = facts.workspace
    this.#receiverUrl = facts.receiverUrl
  }

  /** Creates a workspace with a number and with a key for each scope. `receiverUrl`: where its webhooks deliver to. */
  static async create(system: RunningSystem, name: string, receiverUrl: string): Promise<TenantFixture> {
    const { keys, workspace } = await system.asOperator(async ({ clients: { gateway }, operator }) => {
      const { id } = await gateway.workspaces.create.mutate({ name }, operator)
      const key = async (...scopes: KeyScope[]) =>
        (await gateway.workspaceKeys.create.mutate({ workspace: id, name: scopes.join(), scopes }, operator)).key
      // Created one at a time, because they wait for the same lock, and that wait would time out on a busy machine.
      const all = await key(...keyScopeNames)
      return {
        keys: { all, read: await key('read'), send: await key('send'), manage: await key('manage') },
        workspace: id,
      }
    })
    const tenant = new TenantFixture(system, { keys, workspace, receiverUrl })
    await tenant.make('num')
    return tenant
  }

  /** Returns a key restricted to a number that has no other data. */
  limited(): Promise<LimitedCaller> {
    this.#limited ??= this.make('num').then(async (number) => {
      const limited = { workspace: this.workspace, name: 'one number', scopes: [...keyScopeNames], numbers: [number] }
      return this.system.asOperator(async ({ clients, operator }) => {
        const { key } = await clients.gateway.workspaceKeys.create.mutate(limited, operator)
        return { key, number }
      })
    })
    return this.#limited
  }

  /** Returns the ids of all objects that `one` has created, keyed by kind. */
  async made(): Promise<Map<IdPrefix, string>> {
    const ones = [...this.#ones].map(async ([prefix, one]) => [prefix, await one] as const)
    return new Map(await Promise.all(ones))
  }

  /** Calls an operation with a key that may do everything. */
  call<T = unknown>(rest: RestOperation['rest'], input: Input, idempotencyKey?: string): Promise<Answer<T>> {
    const { method, path, body } = requestOf(rest, input)
    const key = { key: this.keys.all, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
    return this.system.call<T>(method, path, { ...key, ...(body === undefined ? {} : { body }) })
  }

  /** Makes a call that must succeed, and returns its body. */
  async ok<T = { id: string }>(rest: RestOperation['rest'], input: Input): Promise<T> {
    const { status, body } = await this.call<T>(rest, input)
    if (status < 300) return body
    throw new Error(`${rest} with ${JSON.stringify(input)} answered ${status}: ${JSON.stringify(body)}`)
  }

  /** Returns the example's input with existing ids and with new phone numbers, names and addresses. */
  async inputOf({ operation }: Pick<PlacedOperation, 'operation'>, chosen: Chosen = new Map()): Promise<Input> {
    const mine = ++counter
    const input = (await mapTexts(operation.example.input, async (text) => {
      const prefix = prefixOf(text)
      if (prefix !== undefined) return this.#chosen(prefix, text, chosen)
      if (text.startsWith(exampleUrl)) return `${this.#receiverUrl}/${mine}${text.slice(exampleUrl.length)}`
      return text.replace('+4915112345678', phoneOf(mine))
    })) as Input
    const { name } = operation.example.input as Input
    const named = typeof name === 'string' && operation.rest?.startsWith('POST')
    return named ? { ...input, name: `${name}_${mine}` } : input
  }

  /** Returns the id that stands for an example's id in this request, creating the object the first time. */
  async #chosen(prefix: IdPrefix, example: string, chosen: Chosen): Promise<string> {
    const known = chosen.get(example) ?? (await this.make(prefix, chosen))
    chosen.set(example, known)
    return known
  }

  /** Returns the id of an object of this kind, always the same object. */
  one<P extends IdPrefix>(prefix: P): Promise<Id<P>> {
    const known = this.#ones.get(prefix) ?? this.make(prefix)
    this.#ones.set(prefix, known)
    return known as Promise<Id<P>>
  }

  /** Creates another object of this kind and returns its id. `chosen` contains the ids of its parents. */
  async make<P extends IdPrefix>(prefix: P, chosen: Chosen = new Map()): Promise<Id<P>> {
    const maker = makers[prefix] ?? ((tenant: TenantFixture) => tenant.#byContract(prefix, chosen))
    return (await maker(this, chosen)) as Id<P>
  }

  /**
   * Creates an object with the POST operation that returns its kind. Retries until the other services know about the objects that it refers
   * to.
   */
  async #byContract(prefix: IdPrefix, chosen: Chosen): Promise<string> {
    const creating = restOperations.find(
      ({ rest, operation: { example } }) =>
        rest.startsWith('POST') && prefixOf((example.output as { id?: unknown } | null)?.id) === prefix,
    )
    if (creating === undefined) throw new Error(`no operation makes a ${idPrefixes[prefix]}: add a maker below`)
    const { parameters } = parseRest(creating.rest)
    const input = await this.inputOf(creating, new Map(parameters.length > 0 ? chosen : []))
    return until(async () => (await this.ok(creating.rest, input)).id, { describe: `a ${idPrefixes[prefix]}` })
  }
}

type Maker = (tenant: TenantFixture, chosen: Chosen) => Promise<string>

/** Waits until a list has an item. Returns the id of the first. */
const first = async (tenant: TenantFixture, rest: RestOperation['rest'], input: Input) =>
  until(async () => (await tenant.ok<{ id: string }[]>(rest, input))[0]?.id, { describe: `one of ${rest}` })

/** Makers for kinds that no single POST creates, or that must have a certain form. */
const makers: Partial<Record<IdPrefix, Maker>> = {
  ws: async (tenant) => tenant.workspace,
  num: async (tenant) => {
    const { id } = await tenant.ok('POST /v1/numbers', { name: `Number ${++counter}`, provider: 'simulator' })
    await until(async () => (await tenant.call('GET /v1/numbers/{id}/queue', { id })).status === 200)
    return id
  },
  // Scheduled for an hour from now, so that it can still be changed and canceled.
  msg: async (tenant) => {
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    return (await tenant.ok('POST /v1/messages', { phone: phoneOf(++counter), message: 'Hello', deliverAt })).id
  },
  chat: async (tenant) => {
    const sent = await tenant.ok<{ chat: string }>('POST /v1/messages', { phone: phoneOf(++counter), message: 'Hello' })
    return sent.chat
  },
  // An operator adds the member. Once messaging knows about the member, chats can be assigned to them.
  mem: async (tenant) => {
    const person = { workspace: tenant.workspace, name: 'Grace', email: `grace${++counter}@shop.example.com` }
    const member = await tenant.system.asOperator(({ clients, operator }) =>
      clients.gateway.members.create.mutate(person, operator),
    )
    const assigned = { id: await tenant.one('chat'), member: member.id }
    await until(async () => (await tenant.call('POST /v1/chats/{id}/assign', assigned)).status === 200)
    return member.id
  },
  // A member is notified about a chat assigned to them.
  ntf: async (tenant) => first(tenant, 'GET /v1/notifications', { member: await tenant.make('mem') }),
  // An address can have only one invitation.
  tin: async (tenant) => {
    const input = { email: `linus${++counter}@shop.example.com`, role: 'agent' }
    return (await tenant.ok('POST /v1/invitations', input)).id
  },
  file: async (tenant) => {
    const content = Buffer.from('%PDF-1.7\n').toString('base64')
    return (await tenant.ok('POST /v1/files', { content, filename: 'receipt.pdf' })).id
  },
  grp: async (tenant) => {
    const number = await tenant.make('num')
    const made = () => tenant.ok('POST /v1/groups', { number, name: `Group ${++counter}` })
    const { id } = await until(made, { describe: 'a group' })
    const status = async () => (await tenant.ok<{ status: string }>('GET /v1/groups/{id}', { id })).status
    await until(async () => (await status()) === 'active', { describe: 'the group to be active' })
    return id
  },
  evt: async (tenant) => {
    await tenant.make('con')
    return first(tenant, 'GET /v1/events', {})
  },
  pst: async (tenant, chosen) => {
    const id = [...chosen.values()].find((known) => prefixOf(known) === 'chn') ?? (await tenant.make('chn'))
    await tenant.ok('POST /v1/channels/{id}/subscribers', { id, phones: [phoneOf(490_000)] })
    return (await tenant.ok('POST /v1/posts', { channel: id, message: 'Hello' })).id
  },
  ers: async (tenant) => {
    const id = await tenant.make('con')
    return (await tenant.ok<{ erasure: string }>('POST /v1/contacts/{id}/erase', { id, confirm: id })).erasure
  },
  rpl: async (tenant, chosen) => {
    const id = [...chosen.values()].find((known) => prefixOf(known) === 'whk') ?? (await tenant.one('whk'))
    const from = new Date(Date.now() - 3_600_000).toISOString()
    return (await tenant.ok('POST /v1/webhooks/{id}/replays', { id, from })).id
  },
  aud: async (tenant) => first(tenant, 'GET /v1/audit', { target: await tenant.make('lbl') }),
  dlv: async (tenant) => {
    const id = await tenant.make('whk')
    await tenant.make('chat')
    return first(tenant, 'GET /v1/webhooks/{id}/deliveries', { id })
  },
}

type Tenants = { mine: TenantFixture; theirs: TenantFixture; fuzzed: TenantFixture; receiverUrl: string }

/** Starts a system with three workspaces before a file's tests, and removes it afterwards. */
export function startTenants(): () => Tenants {
  let system: RunningSystem | undefined
  let receiver: Receiver | undefined
  let tenants: Tenants | undefined
  beforeAll(async () => {
    receiver = await startReceiver()
    const { url } = receiver
    system = await RunningSystem.start({ split: false, env: { ...unhindered, CLOUD_API_URL: url } })
    const mine = await TenantFixture.create(system, 'Mine', url)
    const theirs = await TenantFixture.create(system, 'Theirs', url)
    const fuzzed = await TenantFixture.create(system, 'Fuzzed', url)
    tenants = { mine, theirs, fuzzed, receiverUrl: url }
  })
  afterAll(async () => {
    await system?.remove()
    await receiver?.stop()
  })
  return () => {
    if (tenants === undefined) throw new Error('the system did not start')
    return tenants
  }
}
