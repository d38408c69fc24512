import { messageIdOf } from '@posthorn/cloud-api'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useGraph } from './graph.fixture.ts'

const graph = useGraph({ records: false })

let program: Receiver
beforeAll(async () => {
  program = await startReceiver()
  const events = [
    'messages',
    'smb_message_echoes',
    'account_update',
    'phone_number_quality_update',
    'flows',
    'new_field',
  ]
  const json = { url: program.url, format: 'graph', events }
  expect((await graph.gateway.send('/v1/webhooks', { token: graph.token, json })).status).toBe(201)
})
afterAll(() => program.stop())

type Entry = { id: string; changes: { field: string; value: Record<string, unknown> }[] }

let count = 0
const newWamid = () => `wamid.HBgNNDkxNTc3MDAwMDAw${++count}`
const from = '4915770004711'
const timestamp = '1790000000'
const contacts = [{ profile: { name: 'Ada' }, wa_id: from }]
const metadata = () => ({ display_phone_number: graph.phone.slice(1), phone_number_id: graph.phoneNumberId })

/** Posts a callback with this value and resolves with the update that the program receives. */
async function pass(field: string, value: Record<string, unknown>, entry: object = {}): Promise<Entry> {
  const before = program.requests.length
  const sent = { id: graph.businessAccountId, ...entry, changes: [{ field, value }] }
  await graph.callback({ object: 'whatsapp_business_account', entry: [sent] })
  const got = await until(() => program.requests.slice(before).find(({ json }) => isOf(json, field, value)), {
    describe: `the update of ${field}`,
  })
  return (got.json as { entry: [Entry] }).entry[0]
}

const itemOf = (value: Record<string, unknown>) =>
  ['messages', 'statuses', 'message_echoes'].flatMap((name) => (value[name] as Record<string, unknown>[]) ?? [])[0]

function isOf(json: unknown, field: string, value: Record<string, unknown>): boolean {
  const [change] = (json as { entry: Entry[] }).entry[0]?.changes ?? []
  const [sent, got] = [itemOf(value), itemOf(change?.value ?? {})]
  return change?.field === field && sent?.['timestamp'] === got?.['timestamp'] && sent?.['status'] === got?.['status']
}

/** Posts a message and expects the program to receive it unchanged, except for `expected`. */
async function expectSame(message: Record<string, unknown>, expected: object = {}, around: object = {}): Promise<void> {
  const own = { from, id: newWamid(), timestamp: String(1_790_000_000 + ++count), ...message }
  const value = { messaging_product: 'whatsapp', metadata: metadata(), contacts, ...around, messages: [own] }
  const { id, changes } = await pass('messages', value)
  expect(id).toBe(graph.businessAccountId)
  expect(changes).toEqual([{ field: 'messages', value: { ...value, messages: [{ ...own, ...expected }] } }])
}

/** Sends a message. Returns the id that programs see and the provider's id. */
async function sendOne(): Promise<{ wamid: string; providerId: string; from: string }> {
  const { phone } = await graph.customer()
  const wamid = await graph.post({ to: phone, type: 'text', text: { body: 'Hello' } })
  const providerId = await until(
    async () => {
      const { json } = await graph.gateway.send(`/v1/messages/${messageIdOf(wamid)}`, { token: graph.token })
      return json['status'] === 'read' && String(json['providerId'])
    },
    { describe: 'the message to be read', timeoutMs: 20_000 },
  )
  return { wamid, providerId, from: phone.slice(1) }
}

const more = { novelty: { of: ['the', { provider: true }] } }
const image = { id: '1479537139650973', mime_type: 'image/jpeg', sha256: 'q83v', caption: 'Ours', ...more }

/** Messages, and the differences in the program's copy. */
const messages: readonly [string, Record<string, unknown>, object?, object?][] = [
  ['a text', { type: 'text', text: { body: 'Hi' } }],
  ['a text with a field that is not known', { type: 'text', text: { body: 'Hi', ...more }, ...more }],
  [
    'a text of a contact with such a field',
    { type: 'text', text: { body: 'Hi' } },
    {},
    { contacts: [{ ...contacts[0], ...more }] },
  ],
  ['a text with such a field beside it', { type: 'text', text: { body: 'Hi' } }, {}, more],
  ['a text of a forwarded message', { type: 'text', text: { body: 'Hi' }, context: { frequently_forwarded: true } }],
  [
    'an image, under an id of ours and without the address of the provider',
    { type: 'image', image: { ...image, url: 'https://lookaside.example.com/1' } },
    { image: { ...image, id: expect.stringMatching(/^\d{39,40}$/) } },
  ],
  ['a kind that is not known', { type: 'hologram', hologram: { depth: 3, parts: [more] } }],
  [
    'an interactive answer that is not known',
    { type: 'interactive', interactive: { type: 'orb_reply', orb_reply: { id: '7', ...more } } },
  ],
  ['an error', { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown', ...more }] }],
]

describe('an update of the provider, as a program gets it', () => {
  it.each(messages)('is as it was sent: %s', (_name, message, expected, around) =>
    expectSame(message, expected, around),
  )

  it('names our messages by the ids that the program has, and keeps the rest: contexts, reactions and statuses', async () => {
    const { wamid, providerId, from: to } = await sendOne()
    const own = { contacts: [{ profile: { name: 'Ada' }, wa_id: to }] }
    const context = (id: string) => ({ context: { from: graph.phone.slice(1), id, ...more } })
    await expectSame({ from: to, type: 'text', text: { body: 'To that' }, ...context(providerId) }, context(wamid), own)
    const reaction = (id: string) => ({ reaction: { message_id: id, emoji: '👍', ...more } })
    await expectSame({ from: to, type: 'reaction', ...reaction(providerId) }, reaction(wamid), own)
    const status = { id: providerId, status: 'played', timestamp: '1999999999', recipient_id: to, ...more }
    const value = (id: string) => ({
      messaging_product: 'whatsapp',
      metadata: metadata(),
      statuses: [{ ...status, id }],
    })
    expect((await pass('messages', value(providerId))).changes[0]?.value).toEqual(value(wamid))
  })

  it('of a status that is not known has the id of the program, without our mark', async () => {
    const { wamid, providerId, from: to } = await sendOne()
    const status = { status: 'pondered', timestamp, recipient_id: to, pricing: { billable: true } }
    const value = (item: object) => ({
      messaging_product: 'whatsapp',
      metadata: metadata(),
      statuses: [{ ...status, ...item }],
    })
    const mark = { biz_opaque_callback_data: `${messageIdOf(wamid)}:1` }
    const { changes } = await pass('messages', value({ id: providerId, ...mark }))
    expect(changes).toEqual([{ field: 'messages', value: value({ id: wamid }) }])
  })

  it.each([
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
        ...more,
      },
    ],
    [
      'phone_number_quality_update',
      { display_phone_number: '15550000001', event: 'FLAGGED', current_limit: 'TIER_1K' },
    ],
    ['flows', { event: 'FLOW_STATUS_CHANGE', message: 'Published', flow_id: '7' }],
    ['new_field', more],
  ])('of the field %s is the whole entry', async (field, value) => {
    const { changes, ...entry } = await pass(field, value, { time: 1_790_000_000, ...more })
    expect(entry).toEqual({ id: graph.businessAccountId, time: 1_790_000_000, ...more })
    expect(changes).toEqual([{ field, value }])
  })

  it('of a message from the app of the provider comes in its own field', async () => {
    const echo = {
      from: graph.phone.slice(1),
      to: from,
      id: newWamid(),
      timestamp: '1790009999',
      type: 'text',
      text: { body: 'By hand' },
      ...more,
    }
    const value = { messaging_product: 'whatsapp', metadata: metadata(), message_echoes: [echo] }
    expect((await pass('smb_message_echoes', value)).changes).toEqual([{ field: 'smb_message_echoes', value }])
  })
})
