import { contacts, messaging, numbers, type Operation, webhooks } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { type Api, RefusedError } from './client.ts'
import { move } from './move.ts'
import { contactOf, webhookOf } from './move-rows.ts'
import type { Row } from './move-source.ts'

/** Moves labels and chats to an installation with one number and these chats. Returns the created chats, and the notes. */
async function moveRows(labels: Row[], chats: Row[], here: { phone: string; labels: { name: string }[] }[] = []) {
  const created: unknown[] = []
  const api = {
    access: { url: 'http://here', key: 'ph_live_x', source: 'the test' },
    async list(operation: Operation) {
      if (operation === messaging.chats.list) return here
      if (operation === messaging.labels.list) return [{ name: 'Ｇｏｌｄ' }]
      return operation === numbers.numbers.list ? [{ id: 'num_1', default: true }] : []
    },
    call: async (operation: Operation, input: unknown) => {
      if (operation === messaging.chats.create) created.push(input)
      return input
    },
  } as unknown as Api
  const form = { format: 'posthorn' as const, eventsOf: () => [] }
  const source = { labels, chats, contacts: [], webhooks: [], device: undefined, form, unread: [] }
  const { notes } = await move(api, { source, number: undefined, onProgress: () => {} })
  return { created, notes }
}

describe('contacts', () => {
  it('have the time of their opt-out in UTC if it has no zone', () => {
    const row = { wid: '491511000001@c.us', subscription: { status: 'unsubscribed', date: '2024-01-31 10:00:00' } }
    expect(contactOf(row, () => undefined)?.optedOutAt).toBe('2024-01-31T10:00:00.000Z')
  })

  it.each([
    [{ subscription: 1, optedOut: 0 }, undefined],
    [{ subscription: { status: 'active', subscribed: 1 } }, undefined],
    [{ subscription: { unsubscribed: 1, unsubscribedAt: 1_706_695_200 } }, '2024-01-31T10:00:00.000Z'],
    [{ subscription: { subscribed: 0, date: 1_706_695_200_000 } }, '2024-01-31T10:00:00.000Z'],
  ])('have the opt-out that numbers say: %j', (row, optedOutAt) => {
    expect(contactOf({ wid: '491511000001@c.us', ...row }, () => undefined)?.optedOutAt).toBe(optedOutAt)
  })

  it('name their import if the key may not read its result, because it goes on', async () => {
    const api = {
      list: async (operation: Operation) => (operation === numbers.numbers.list ? [{ id: 'num_1' }] : []),
      call: async (operation: Operation) => {
        if (operation === contacts.imports.create) return { id: 'imp_1' }
        throw new RefusedError('no scope', { status: 403 })
      },
    } as unknown as Api
    const form = { format: 'posthorn' as const, eventsOf: () => [] }
    const rows = { labels: [], chats: [], contacts: [{ wid: '491511000001@c.us', name: 'Ada' }], webhooks: [] }
    const source = { ...rows, device: undefined, form, unread: [] }
    const moving = move(api, { source, number: undefined, onProgress: () => {} })
    await expect(moving).rejects.toThrow('the import imp_1 goes on')
  })
})

it('webhooks of the same address become one with the first header, and a note about each other header', async () => {
  const created: unknown[] = []
  const api = {
    access: { url: 'http://here', key: 'ph_live_x', source: 'the test' },
    list: async (operation: Operation) => (operation === numbers.numbers.list ? [{ id: 'num_1' }] : []),
    call: async (operation: Operation, input: object) => {
      if (operation === webhooks.webhooks.create) created.push(input)
      return { id: 'whk_1', status: 'active' }
    },
  } as unknown as Api
  const form = { format: 'dialect' as const, eventsOf: (event: string) => [event] }
  const hook = (name: string, headers: Row) => ({ name, url: 'https://example.com', events: ['a'], headers })
  const rows = [hook('A', {}), hook('B', { 'X-Key': 'b' }), hook('C', { 'X-Key': 'b' }), hook('D', { 'X-Key': 'd' })]
  const source = { labels: [], chats: [], contacts: [], webhooks: rows, device: undefined, form, unread: [] }
  const { notes } = await move(api, { source, number: undefined, onProgress: () => {} })
  expect(created).toEqual([expect.objectContaining({ name: 'A', secretHeader: { name: 'X-Key', value: 'b' } })])
  expect(notes.filter(({ lost }) => lost)).toMatchObject([{ row: 'D', detail: expect.stringContaining('X-Key') }])
})

it.each([
  ['dialect', 'failed', 'paused'],
  ['dialect', 'active', 'active'],
  ['posthorn', 'active', 'paused'],
] as const)(
  'a webhook of the form %s that was %s is %s from the moment it is created',
  async (format, before, status) => {
    const calls: unknown[] = []
    const api = {
      access: { url: 'http://here', key: 'ph_live_x', source: 'the test' },
      list: async (operation: Operation) => (operation === numbers.numbers.list ? [{ id: 'num_1' }] : []),
      call: async (_: Operation, input: object) => calls.push(input),
    } as unknown as Api
    const form = { format, eventsOf: (event: string) => [event] }
    const rows = [{ name: 'A', url: 'https://example.com', events: ['a'], status: before }]
    const source = { labels: [], chats: [], contacts: [], webhooks: rows, device: undefined, form, unread: [] }
    await move(api, { source, number: undefined, onProgress: () => {} })
    expect(calls).toEqual([expect.objectContaining({ url: 'https://example.com', status })])
  },
)

it('webhooks that are here get the header of each move, because the API does not show whether its value is the same', async () => {
  const updated: unknown[] = []
  const row = { name: 'A', url: 'https://example.com', events: ['a'], headers: { 'X-Key': 'b' } }
  const known = { id: 'whk_1', format: 'dialect', urls: [row.url], number: null, name: 'A', events: ['a'] }
  const outcomeWith = async (secretHeader: { name: string } | null) => {
    const api = {
      list: async (operation: Operation) => {
        if (operation === numbers.numbers.list) return [{ id: 'num_1' }]
        return operation === webhooks.webhooks.list ? [{ ...known, status: 'active', secretHeader }] : []
      },
      call: async (_: Operation, input: object) => updated.push(input),
    } as unknown as Api
    const form = { format: 'dialect' as const, eventsOf: (event: string) => [event] }
    const source = { labels: [], chats: [], contacts: [], webhooks: [row], device: undefined, form, unread: [] }
    const { moved } = await move(api, { source, number: undefined, onProgress: () => {} })
    return moved.find(({ kind }) => kind === 'webhooks')
  }
  expect(await outcomeWith(null)).toMatchObject({ changed: 1 })
  expect(await outcomeWith({ name: 'X-Key' })).toMatchObject({ changed: 1 })
  const update = { id: 'whk_1', secretHeader: { name: 'X-Key', value: 'b' } }
  expect(updated).toMatchObject([update, update])
})

it('without a default number, goes to a connected one', async () => {
  const moved: unknown[] = []
  const all = ['disconnected', 'active'].map((status, i) => ({ id: `num_${i}`, status, default: false }))
  const api = {
    list: async (operation: Operation) => (operation === numbers.numbers.list ? all : []),
    call: async (operation: Operation, input: unknown) => {
      if (operation === messaging.chats.create) moved.push(input)
    },
  } as unknown as Api
  const form = { format: 'posthorn' as const, eventsOf: () => [] }
  const chats = [{ wid: '491511000001@c.us', labels: ['VIP'] }]
  const source = { labels: [{ name: 'VIP' }], chats, contacts: [], webhooks: [], device: undefined, form, unread: [] }
  await move(api, { source, number: undefined, onProgress: () => {} })
  expect(moved).toMatchObject([{ number: 'num_1' }])
})

it('webhooks with a longer name than the API takes get its beginning, without half an emoji', () => {
  const row = { name: `${'a'.repeat(99)}😀`, url: 'https://example.com', events: ['a'] }
  const form = { format: 'dialect' as const, eventsOf: (event: string) => [event] }
  const name = webhookOf(row, { device: undefined, number: 'num_1', form }, () => undefined)?.name
  expect([name?.length, name?.isWellFormed()]).toEqual([100, true])
})

describe('labels of chats', () => {
  it('are all kept if a person has several chats there, which become one', async () => {
    const labels = [
      { id: '1', name: 'VIP' },
      { id: '2', name: 'New' },
    ]
    const { created, notes } = await moveRows(labels, [
      { wid: '491511000001@c.us', labels: ['1'] },
      { wid: '491511000001@c.us', labels: ['2'] },
    ])
    expect(created).toEqual([{ phone: '+491511000001', labels: ['VIP', 'New'], status: 'open', number: 'num_1' }])
    expect(notes).toEqual([{ kind: 'chats', row: '+491511000001', why: 'same phone twice', lost: false }])
  })

  it('are found by an id that is a number, and by a name with spaces around it', async () => {
    const { created, notes } = await moveRows([{ id: 7, name: ' VIP ' }], [{ wid: '491511000001@c.us', labels: [7] }])
    expect(created).toMatchObject([{ labels: ['VIP'] }])
    expect(notes).toEqual([])
  })

  it('are as many as a chat can have, with a note about each of the others, also if it has some here', async () => {
    const labels = [...Array(60).keys()].map((i) => ({ id: String(i), name: `Label ${i}` }))
    const ids = labels.map(({ id }) => id)
    const [phone, other] = ['+491511000001', '+491511000002']
    const chats = [
      { wid: '491511000001@c.us', labels: ids.slice(0, 40) },
      { wid: '491511000001@c.us', labels: ids.slice(30) },
      { wid: '491511000002@c.us', labels: ids.slice(0, 4) },
    ]
    const own = [...Array(48).keys()].map((i) => ({ name: `Own ${i}` }))
    const { created, notes } = await moveRows(labels, chats, [{ phone: other, labels: own }])
    expect(created).toHaveLength(2)
    expect(created).toContainEqual(
      expect.objectContaining({ phone, labels: labels.slice(0, 50).map((each) => each.name) }),
    )
    expect(created).toContainEqual(expect.objectContaining({ phone: other, labels: ['Label 0', 'Label 1'] }))
    const said = notes.flatMap(({ lost, row, detail }) => (lost ? `${row}: ${detail}` : []))
    const noted = (row: string, some: Row[]) =>
      some.map(({ name }) => `${row}: label ${String(name)} cannot be set; left out`)
    const leftOut = [...noted(phone, labels.slice(50)), ...noted(other, labels.slice(2, 4))]
    expect(said.toSorted()).toEqual(leftOut.toSorted())
  })

  it('are found by a name that the API takes for the same, such as one in letters of full width', async () => {
    const { created, notes } = await moveRows([], [{ wid: '491511000001@c.us', labels: ['gold'] }])
    expect(created).toMatchObject([{ labels: ['gold'] }])
    expect(notes).toEqual([])
  })
})
