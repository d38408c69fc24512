import { beforeAll, describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
const texts = [
  'Your Parcel is on its way',
  'The parcels are late',
  'Grüße aus Köln',
  'Nothing of that',
  'Ein Café in der Straße, 👍🏽',
  '日本語テキスト',
  'สวัสดีครับ ขอบคุณ',
  "It costs C:\\temp, 'quoted'",
]
beforeAll(async () => {
  const { messages } = fixture.service.clients.messaging
  for (const message of texts)
    await messages.send.mutate({ phone: '+15551800001', message }, fixture.service.as(connected.workspace))
})

const list = (input: object, workspace = connected.workspace) =>
  fixture.service.clients.messaging.messages.list.query(
    { sort: 'createdAt:asc', ...input },
    fixture.service.as(workspace),
  )
const found = async (search: string) =>
  (await list({ search })).items.map(({ message }) => texts.indexOf(message ?? ''))

describe('messages.list', () => {
  it('search finds messages with all words, whatever their case, the last as it is begun', async () => {
    expect(await found('PARCEL')).toEqual([0, 1])
    expect(await found('parcel way')).toEqual([0])
    expect(await found('late parc')).toEqual([1])
    expect(await found('grüße')).toEqual([2])
    expect(await found('arcel')).toEqual([])
    for (const odd of ['%', `'`, '\\', ':*', '((', '&', '  ']) expect(await found(odd), odd).toEqual([])
  })

  it.each([
    ['cafe', [4]],
    ['CAFÉ', [4]],
    ['strasse cafe', [4]],
    ['STRAẞE', [4]],
    ['grusse koln', [2]],
    ['pàrcel', [0, 1]],
    ['👍', [4]],
    ['👍 cafe', [4]],
    ['👎', []],
    ['本語', [5]],
    ['語', [5]],
    ['語本', []],
    ['日本語テキスト', [5]],
    ['テキ 日本', [5]],
    ['ดีครับ', [6]],
    ['ขอบ', [6]],
    ["c:\\temp 'quot", [7]],
  ])('search finds %s without case and accents, signs, and parts of texts without spaces', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  it('search pages without gaps, keeps the other filters, and stays within the workspace', async () => {
    const first = await list({ search: 'parcel', size: 1 })
    const second = await list({ search: 'parcel', size: 1, cursor: first.next as string })
    expect([...first.items, ...second.items].map(({ message }) => message)).toEqual(texts.slice(0, 2))
    expect(second.next).toBeNull()
    expect((await list({ search: 'parcel', direction: 'in' })).items).toEqual([])
    expect((await list({ search: 'parcel' }, fixture.service.workspace())).items).toEqual([])
  })
})
