import { type Receiver, until } from '@posthorn/testkit'
import { owner } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'

type Timeline = { webhook: string; since: string; until: string; from: string; to: string }

type Delivery = { attempts: number; event: { at: string }; lastHttpStatus: number | null }

const path = '/warehouse'
/** The number of consecutive changes to a chat, and how many of them, in the middle, the receiver rejects. */
const [changes, refused] = [20, 4]
const firstRefused = 8
/** Margin in milliseconds before the first and after the last delivery. */
const marginMs = 1_000

/**
 * Changes a chat repeatedly, with the receiver rejecting the changes in the middle and their retries, then pauses the webhook. The timeline
 * then shows an outage and what was delivered after it.
 */
async function seedTimeline(system: RunningSystem, receiver: Receiver, chatId: string): Promise<Timeline> {
  const { id: webhook } = await system.ok<{ id: string }>('POST', '/v1/webhooks', {
    body: { name: 'Warehouse', url: `${receiver.url}${path}`, events: ['chat:updated'] },
  })
  const read = () => system.ok<Delivery[]>('GET', `/v1/webhooks/${webhook}/deliveries?size=100`)
  const lost = new Set<unknown>()
  let isBroken = false
  receiver.respondWith(({ path: asked, json }) => {
    if (asked !== path) return {}
    const { id } = json as { id: string }
    if (isBroken) lost.add(id)
    return lost.has(id) ? { status: 500, body: 'out of shelves' } : {}
  })
  for (let i = 0; i < changes; i += 1) {
    isBroken = i >= firstRefused && i < firstRefused + refused
    await system.ok('PATCH', `/v1/chats/${chatId}`, { body: { unread: i % 2 === 1 } })
    await until(async () => (await read()).filter(({ attempts }) => attempts > 0).length > i, {
      describe: `delivery ${i} to be attempted`,
    })
  }
  await system.ok('POST', `/v1/webhooks/${webhook}/pause`)
  return { webhook, ...rangesOf(await read()) }
}

/** Returns the time range of all deliveries, and the range of the rejected deliveries and their neighbors. */
function rangesOf(deliveries: readonly Delivery[]): Omit<Timeline, 'webhook'> {
  const times = deliveries.map(({ event }) => Date.parse(event.at)).sort((a, b) => a - b)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const [from = first, to = last] = [times[firstRefused - 1], times[firstRefused + refused]]
  const iso = (ms: number) => new Date(ms).toISOString()
  return { since: iso(first - marginMs), until: iso(last + marginMs), from: iso(from), to: iso(to) }
}

/** Assigns chats to the owner, and mentions the owner in notes, with a program's key: members get no alerts about what they did. */
async function seedNotifications(system: RunningSystem, chats: readonly string[]): Promise<void> {
  const team = await system.ok<{ id: string; email: string }[]>('GET', '/v1/team')
  const member = team.find(({ email }) => email === owner.email)?.id
  const options = ['--workspace', system.account.workspace, '--scopes', 'read,send']
  const { key } = await system.posthorn<{ key: string }>(
    'operator',
    'key',
    'create',
    '--name',
    'Order desk',
    ...options,
  )
  const [parcel, size, , address] = chats
  const mention = (chat: string | undefined, message: string) =>
    system.ok('POST', `/v1/chats/${chat}/notes`, { body: { message, mentions: [member] }, key })
  const assign = (chat: string | undefined) => system.ok('POST', `/v1/chats/${chat}/assign`, { body: { member }, key })
  await mention(address, 'Ada, may we change the address once it is packed?')
  await assign(size)
  await assign(parcel)
  await mention(parcel, 'Ada, the carrier has found it: it arrives tomorrow.')
}

type WithId = { id: string }

export type Seeded = {
  chat: string
  contact: string
  number: string
  /** Message that waits in the number's queue, once that is paused. */
  message: string
  webhook: string
  delivery: string
  channel: string
  segment: string
  group: string
  import: string
  automation: string
  timeline: Timeline
}

const customers = [
  ['+4915112345601', 'Grace Hopper', 'Where is my parcel 4711?'],
  ['+4915112345602', 'Mei Chen', 'Can I change the size of my order?'],
  ['+393331234560', 'Chiara Rossi', 'Thank you, it arrived today!'],
  ['+4915112345604', 'Jürgen Müller', 'Guten Tag, kann ich die Lieferadresse ändern?'],
  ['+254712345678', 'Olu Adeyemi', 'Is the shop open on Sunday?'],
] as const

/** Fills a new system with a small shop, so that every screen has something to show. Returns the ids that paths of screens need. */
export async function seed(system: RunningSystem, receiver: Receiver): Promise<Seeded> {
  const post = (path: string, body: object) => system.ok<WithId>('POST', path, { body })
  const { number } = system.account
  await post(`/v1/numbers/${number}/templates`, template)
  const webhook = await post('/v1/webhooks', { name: 'CRM', url: receiver.url, events: ['message:*'] })
  const labels = await Promise.all(colors.map(([name, color]) => post('/v1/labels', { name, color })))
  const chats = await writeAll(system)
  const chat = chats[0] ?? ''
  await post(`/v1/chats/${chat}/labels`, { labels: [labels[0]?.id] })
  await post(`/v1/chats/${chat}/notes`, { message: 'Lost once before: be generous.' })
  await post('/v1/messages', { chat, message: 'Hello Grace, I am looking it up right now.' })
  await seedNotifications(system, chats)
  const contactOf = async () => (await system.ok<{ contact: string | null }>('GET', `/v1/chats/${chat}`)).contact
  const contact = await until(contactOf, { describe: 'the contact of the chat' })
  await post('/v1/replies', {
    name: 'Parcel',
    shortcut: 'parcel',
    folder: 'Shipping',
    message: 'Your parcel is on its way.',
  })
  const channel = await makeChannel(system)
  const audience = await makeAudience(system)
  const second = await post('/v1/numbers', { name: 'Shop North', provider: 'simulator' })
  const timeline = await seedTimeline(system, receiver, chats[4] ?? '')
  return {
    timeline,
    chat,
    contact,
    channel,
    ...audience,
    number: second.id,
    message: '',
    delivery: await succeededDelivery(system, webhook.id),
    webhook: webhook.id,
    // Last, so that it doesn't act in the chats above.
    automation: await makeAutomations(system, labels[1]?.id ?? ''),
  }
}

/** Creates two automations. Returns the id of the one that its screen shows. */
async function makeAutomations(system: RunningSystem, labelId: string): Promise<string> {
  const create = (body: object) => system.ok<WithId>('POST', '/v1/automations', { body })
  await create({
    name: 'Away reply',
    trigger: 'message_received',
    conditions: { hours: 'closed' },
    actions: { reply: { message: 'We are back on Monday at nine.', pauseHours: 12 } },
    enabled: true,
  })
  const { id } = await create({
    name: 'Sort refunds',
    trigger: 'message_received',
    conditions: { words: ['invoice', 'refund'] },
    actions: { labels: [labelId] },
    enabled: true,
  })
  return id
}

const template = {
  name: 'parcel_on_its_way',
  language: 'en',
  category: 'UTILITY',
  body: 'Hello {{1}}, your parcel is on its way.',
  samples: { 1: 'Grace' },
}

const colors = [
  ['Shipping', '#2f80ed'],
  ['Refund', '#b3261e'],
] as const

/** Has each customer write once. Returns the ids of their chats in the same order. */
async function writeAll(system: RunningSystem): Promise<string[]> {
  for (const [from, name, text] of customers) {
    const body = { message: { from, name, text } }
    await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body })
  }
  const chatOf = (phone: string) =>
    until(async () => (await system.ok<WithId[]>('GET', `/v1/chats?search=${encodeURIComponent(phone)}`))[0]?.id, {
      describe: `the chat of ${phone}`,
    })
  return Promise.all(customers.map(([phone]) => chatOf(phone)))
}

/** Creates a channel with a post that all customers got, so that its screen shows counts. Returns its id. */
async function makeChannel(system: RunningSystem): Promise<string> {
  const body = { name: 'Autumn sale', number: system.account.number, description: 'Regular customers' }
  const { id } = await system.ok<WithId>('POST', '/v1/channels', { body })
  const phones = customers.map(([phone]) => phone)
  await system.ok('POST', `/v1/channels/${id}/subscribers`, { body: { phones } })
  const post = await system.ok<WithId>('POST', '/v1/posts', { body: { channel: id, message: 'New colors are here.' } })
  const status = async () => (await system.ok<{ status: string }>('GET', `/v1/posts/${post.id}`)).status === 'posted'
  await until(status, { describe: 'the post to be sent' })
  return id
}

/** Creates a segment, a group, and an import with one faulty row, which its screen shows. */
async function makeAudience(system: RunningSystem): Promise<Pick<Seeded, 'segment' | 'group' | 'import'>> {
  const post = (path: string, body: object) => system.ok<WithId>('POST', path, { body })
  const filter = {
    all: [
      { attribute: 'country', is: 'DE' },
      { attribute: 'lastMessageAt', withinDays: 30 },
    ],
  }
  const { id: segment } = await post('/v1/segments', { name: 'Active in Germany', filter })
  const participants = customers.slice(0, 3).map(([phone]) => phone)
  const { number } = system.account
  const { id: group } = await post('/v1/groups', { number, name: 'Drivers north', participants })
  const csv = 'Phone;Name;Plan\n+4915112345620;Ida Rhodes;gold\n12;Bob Brown;silver\n'
  const { id } = await post('/v1/imports', { csv, mapping: { Plan: 'fields.plan' }, tags: ['fair'] })
  const isOver = async () => (await system.ok<{ status: string }>('GET', `/v1/imports/${id}`)).status === 'finished'
  await until(isOver, { describe: 'the import to end' })
  return { segment, group, import: id }
}

/** Pauses the queue of a number, and lets messages wait in it, one of them scheduled. Returns the id of the first one. */
export async function pauseQueue(system: RunningSystem, numberId: string): Promise<string> {
  const pause = () => system.ok('POST', `/v1/numbers/${numberId}/queue/pause`)
  await until(pause, { describe: 'the queue of the new number to be there' })
  const send = (phone: string, message: string, more: object = {}) =>
    system.ok<WithId>('POST', '/v1/messages', { body: { number: numberId, phone, message, ...more } })
  const { id: message } = await send('+4915112345611', 'Your order 1042 is ready.')
  await send('+4915112345612', 'Your order 1043 is ready.')
  await send('+4915112345613', 'Shall we deliver on Friday?', {
    deliverAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  return message
}

/** Waits until a delivery to a webhook has succeeded. Returns its id. */
async function succeededDelivery(system: RunningSystem, webhookId: string): Promise<string> {
  const path = `/v1/webhooks/${webhookId}/deliveries?status=succeeded`
  const read = async () => (await system.ok<WithId[]>('GET', path))[0]?.id
  return until(read, { describe: 'a delivery' })
}
