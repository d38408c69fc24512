import { until } from '@posthorn/testkit'
import { phoneOf } from '@posthorn/testkit/system'
import type { Input, RestOperation } from './requests.ts'
import type { TenantFixture } from './tenant.fixture.ts'

type Message = { id: string; status: string }

/** Returns the id of the number that a workspace sends from if a call names none. */
export async function defaultNumber(tenant: TenantFixture): Promise<string> {
  const numbers = await tenant.ok<{ id: string; default: boolean }[]>('GET /v1/numbers', {})
  return numbers.find((number) => number.default)?.id ?? ''
}

let written = 0

/** Has a new customer write to the default number. Returns the message. */
export async function incoming(tenant: TenantFixture, message: Input = { text: 'Hello' }): Promise<Message> {
  const from = phoneOf(500_000 + ++written)
  const id = await defaultNumber(tenant)
  await tenant.ok('POST /v1/numbers/{id}/simulate', { id, message: { from, ...message } })
  const listed = () => tenant.ok<Message[]>('GET /v1/messages', { direction: 'in', phone: from })
  return until(async () => (await listed())[0], { describe: 'the incoming message' })
}

/** Returns the chat of a new customer who has just written, so that its window is open. */
async function writtenChat(tenant: TenantFixture): Promise<string> {
  const { id } = await incoming(tenant)
  return (await tenant.ok<{ chat: string }>('GET /v1/messages/{id}', { id })).chat
}

/** Creates a number that has to be verified, and the code that the simulator accepts: the end of its phone number. */
async function unverified(tenant: TenantFixture): Promise<{ id: string; code: string }> {
  const id = await tenant.make('num')
  await tenant.ok('POST /v1/numbers/{id}/deregister', { id })
  const { phone } = await tenant.ok<{ phone: string }>('GET /v1/numbers/{id}', { id })
  return { id, code: phone.slice(-6) }
}

/** Starts a post to many subscribers, so that it is still running when a test changes it, even on a slow machine. */
async function runningPost(tenant: TenantFixture): Promise<Input> {
  const channel = await channelWithSubscriber(tenant)
  const phones = Array.from({ length: 100 }, (_, i) => phoneOf(491_000 + i))
  await tenant.ok('POST /v1/channels/{id}/subscribers', { id: channel, phones })
  const { id } = await tenant.ok('POST /v1/posts', { channel, message: 'Today only' })
  return { id }
}

/** Creates a channel with one subscriber, because a post to none is refused. */
async function channelWithSubscriber(tenant: TenantFixture): Promise<string> {
  const id = await tenant.make('chn')
  await tenant.ok('POST /v1/channels/{id}/subscribers', { id, phones: [phoneOf(490_000)] })
  return id
}

/**
 * Creates an active group that people joined, or asked to join, through its link. Returns the group and the last person. With
 * `joinApproval`, people must ask.
 */
async function followed(
  tenant: TenantFixture,
  joinApproval: boolean,
  people = 1,
): Promise<{ id: string; who: string }> {
  const number = await tenant.make('num')
  const { id } = await tenant.ok('POST /v1/groups', { number, name: 'Followed', joinApproval })
  const shown = () => tenant.ok<{ status: string; providerId: string }>('GET /v1/groups/{id}', { id })
  const { providerId } = await until(async () => {
    const group = await shown()
    return group.status === 'active' && group
  })
  const phones = Array.from({ length: people }, (_, i) => phoneOf(480_000 + i))
  for (const who of phones) {
    const group = { group: providerId, action: 'follow_link', who }
    await tenant.ok('POST /v1/numbers/{id}/simulate', { id: number, group })
  }
  return { id, who: phones.at(-1) ?? '' }
}

/** Creates a group that two people have asked to join. */
export const askedByTwo = async (tenant: TenantFixture): Promise<string> => (await followed(tenant, true, 2)).id

/** Creates a group that one person has joined. */
async function inGroup(tenant: TenantFixture): Promise<{ id: string; who: string }> {
  const { id, who } = await followed(tenant, false)
  const people = () => tenant.ok<unknown[]>('GET /v1/groups/{id}/participants', { id })
  await until(async () => (await people()).length === 1, { describe: 'somebody to join' })
  return { id, who }
}

/** Creates a group that one person has asked to join. */
async function askedToJoin(tenant: TenantFixture): Promise<Input> {
  const { id } = await followed(tenant, true)
  const requests = () => tenant.ok<{ id: string }[]>('GET /v1/groups/{id}/requests', { id })
  const request = await until(async () => (await requests())[0], { describe: 'a request to join' })
  return { id, requests: [request.id] }
}

/** Creates a number with a template. */
async function withTemplate(tenant: TenantFixture): Promise<Input> {
  const id = await tenant.make('num')
  const template = { name: 'farewell', language: 'en', category: 'UTILITY', body: 'Goodbye.' }
  await tenant.ok('POST /v1/numbers/{id}/templates', { id, ...template })
  return { id, name: template.name }
}

/** Returns where a replay begins that covers the last hour. */
const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

/** Inputs for operations that need an object in a certain status. */
const preparations: Partial<Record<string, (tenant: TenantFixture) => Promise<Input>>> = {
  'POST /v1/messages/{id}/read': async (tenant) => ({ id: (await incoming(tenant)).id }),
  'POST /v1/contacts/{id}/erase': async (tenant) => {
    const id = await tenant.make('con')
    return { id, confirm: id }
  },
  'POST /v1/numbers/{id}/request-code': async (tenant) => ({ id: (await unverified(tenant)).id }),
  'POST /v1/numbers/{id}/verify-code': async (tenant) => {
    const { id, code } = await unverified(tenant)
    await tenant.ok('POST /v1/numbers/{id}/request-code', { id })
    return { id, code }
  },
  'POST /v1/chats/{id}/typing': async (tenant) => ({ id: await writtenChat(tenant) }),
  'DELETE /v1/chats/{id}': async (tenant) => ({ id: await writtenChat(tenant) }),
  'PATCH /v1/posts/{id}': async (tenant) => {
    const channel = await channelWithSubscriber(tenant)
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await tenant.ok('POST /v1/posts', { channel, message: 'Later', deliverAt })
    return { id, deliverAt }
  },
  'POST /v1/posts': async (tenant) => ({ channel: await channelWithSubscriber(tenant), message: 'Today only' }),
  'POST /v1/posts/{id}/pause': runningPost,
  'POST /v1/posts/{id}/resume': runningPost,
  'POST /v1/posts/{id}/stop': runningPost,
  'POST /v1/groups/{id}/requests/approve': askedToJoin,
  'POST /v1/groups/{id}/requests/reject': askedToJoin,
  'POST /v1/groups/{id}/participants/remove': async (tenant) => {
    const { id, who } = await inGroup(tenant)
    return { id, participants: [who] }
  },
  'POST /v1/webhooks/{id}/replays': async (tenant) => ({ id: await tenant.one('whk'), from: hourAgo() }),
  'POST /v1/webhooks/{id}/replays/preview': async (tenant) => ({ id: await tenant.one('whk'), from: hourAgo() }),
  'GET /v1/numbers/{id}/templates/{name}': withTemplate,
  'DELETE /v1/numbers/{id}/templates/{name}': withTemplate,
  'POST /v1/messages/{id}/retry': async (tenant) => {
    const { id } = await tenant.ok('POST /v1/messages', { phone: '+15550100009', message: 'Hello' })
    const shown = () => tenant.ok<Message>('GET /v1/messages/{id}', { id })
    await until(async () => (await shown()).status === 'failed', { describe: 'the message to fail' })
    return { id }
  },
}

/** Returns a valid input for the operation, creating what it needs. */
export const preparedInput = async (tenant: TenantFixture, placed: RestOperation): Promise<Input> =>
  (await preparations[placed.rest]?.(tenant)) ?? tenant.inputOf(placed)

const kept = new WeakMap<TenantFixture, Map<string, Promise<Input>>>()

/** Like `preparedInput`, but creates the input only once, for all tests whose calls are refused and so change nothing. */
export function keptInput(tenant: TenantFixture, placed: RestOperation): Promise<Input> {
  const ofTenant = kept.get(tenant) ?? new Map<string, Promise<Input>>()
  kept.set(tenant, ofTenant)
  const input = ofTenant.get(placed.rest) ?? preparedInput(tenant, placed)
  ofTenant.set(placed.rest, input)
  return input
}
