import { messaging, numbers, type Operation } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import type { Api } from './client.ts'
import { move } from './move.ts'
import type { Row } from './move-source.ts'

/** Moves labels and chats to an installation with one number and nothing else. Returns the created chats, and the notes. */
async function moveRows(labels: Row[], chats: Row[]) {
  const created: unknown[] = []
  const api = {
    access: { url: 'http://here', key: 'ph_live_x', source: 'the test' },
    list: async (operation: Operation) => (operation === numbers.numbers.list ? [{ id: 'num_1', default: true }] : []),
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
})
