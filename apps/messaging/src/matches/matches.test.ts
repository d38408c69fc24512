import { newId } from '@posthorn/contracts'
import { copiedId, copyRow, startTestService, until } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'
import { messagingService } from '../service.ts'
import { hasWords } from './matches.sql.ts'

const { fixture, connected } = useMessaging()
const phone = '+15557610001'
const kinds: ('chat' | 'message' | 'key')[] = ['chat', 'message', 'key']
let chat: string

type Options = { numbers?: string[]; workspace?: string; size?: number }

async function find(q: string, { numbers, workspace = connected.workspace, size = 5 }: Options = {}) {
  const as = fixture.service.as(workspace, numbers ? { numbers: numbers as never } : {})
  return fixture.service.clients.messaging.matches.find.query({ q, kinds, size }, as)
}
const found = async (q: string, options?: Options) =>
  (await find(q, options)).map(({ kind, fields }) => `${kind} ${fields.at(-1)?.value}`)

beforeAll(async () => {
  chat = (await openChatByText(fixture, connected, { phone, text: 'Where is my parcel?' })).id
  await openChatByText(fixture, connected, { phone, text: 'A second parcel is late' })
  await until(async () => (await find('second')).length === 1)
})

describe('a search in messaging', () => {
  it('finds messages by their words, the newest first, with their chat; and chats by name and phone, not by words', async () => {
    expect(await found('PARC')).toEqual(['message A second parcel is late', 'message Where is my parcel?'])
    expect(await found('parcel where')).toEqual(['message Where is my parcel?'])
    expect(await found('576100')).toEqual([`chat ${phone}`])
    expect(await found('parcel', { size: 1 })).toEqual(['message A second parcel is late'])
    const [message] = await find('where is')
    expect(message).toMatchObject({ kind: 'message', chat, number: connected.number, at: expect.any(String) })
    await fixture.service.rows(`update chat set name = 'Zelda Parcel' where id = $1`, [chat])
    expect(await find('zelda')).toMatchObject([{ kind: 'chat', id: chat, name: 'Zelda Parcel' }])
  })

  it('finds a chat and a message by their whole ids, and nothing by those of other kinds', async () => {
    const [message] = await find('where is')
    const id = message?.id ?? ''
    expect(await find(id)).toMatchObject([{ kind: 'message', id, fields: [{ field: 'id', value: id }, {}] }])
    expect(await find(chat)).toMatchObject([{ kind: 'chat', id: chat }])
    for (const other of [newId('msg'), newId('chat'), newId('key')]) expect(await find(other)).toEqual([])
  })

  it('finds nothing of another number for a caller limited to numbers, nor of another workspace', async () => {
    const [message] = await find('where is')
    for (const q of ['parcel', phone, chat, message?.id ?? '']) {
      expect(await found(q, { numbers: [connected.number] })).not.toEqual([])
      expect(await found(q, { numbers: [newId('num')] })).toEqual([])
      expect(await found(q, { workspace: fixture.service.workspace() })).toEqual([])
    }
  })

  it('finds the newest of 2,500 messages with a frequent word, and an old one with a rare word', async () => {
    const { workspace, number } = await fixture.connectNumber()
    const own = { workspace, number } as typeof connected
    const other = await fixture.connectNumber({ workspace })
    await openChatByText(fixture, other, { phone: '+15557610003', text: 'the usual, elsewhere' })
    const old = await openChatByText(fixture, own, { phone: '+15557610002', text: 'the rarest quokka' })
    await copyRow(fixture.service, {
      table: 'message',
      where: 'chat_id = $1',
      params: [old.id],
      count: 2_500,
      changes: `jsonb_build_object('id', 'msg_7' || right(${copiedId('id')}, 25), 'body', 'usual words ' || i)`,
    })
    expect(await found('usual', { workspace })).toHaveLength(5)
    expect(await found('quokka', { workspace })).toEqual(['message the rarest quokka'])
    expect(await found('usual', { workspace, numbers: [newId('num')] })).toEqual([])
    expect(await found('usual', { workspace, numbers: [other.number] })).toEqual(['message the usual, elsewhere'])
    // The list of chats also finds it for a caller limited to that number.
    const limited = fixture.service.as(workspace, { numbers: [other.number as never] })
    const { items } = await fixture.service.clients.messaging.chats.list.query({ search: 'usual' }, limited)
    expect(items.map((each) => each.phone)).toEqual(['+15557610003'])
  })
})

it('words are looked up in their index under row-level security too', async () => {
  await using service = await startTestService(messagingService)
  await service.rows('alter table message drop constraint message_pkey cascade')
  await service.rows('drop index message_chat, message_number, message_reference')
  await service.rows('set role posthorn_messaging')
  await service.rows(`set enable_seqscan = off`)
  const plan = JSON.stringify(await service.rows(`explain select id from message where ${hasWords("'word'")}`))
  expect(plan).toContain(`Index Cond: (to_tsvector('simple'::regconfig, body) @@ '''word'''::tsquery)`)
  expect(plan).toContain(`Index Cond: (folded_words @@ '''word'''::tsquery)`)
})
