import { newId } from '@posthorn/contracts'
import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
let mine: ReturnType<TestService['as']>
const ids = new Map<string, string>()

beforeAll(async () => {
  fixture = await startTestService(contactsService)
  mine = fixture.as(fixture.workspace())
  const made = [
    { phone: '+4915112376001', name: 'Ada Lovelace', email: 'ada@example.com' },
    { phone: '+4915112376002', name: 'Grace Hopper' },
  ]
  for (const contact of made) {
    const { id } = await fixture.clients.contacts.contacts.create.mutate(contact, mine)
    ids.set(contact.name, id)
  }
})
afterAll(() => fixture[Symbol.asyncDispose]())

const find = (q: string, as = mine, size = 5) =>
  fixture.clients.contacts.matches.find.query({ q, kinds: ['contact', 'chat'], size }, as)
const names = async (q: string, as = mine) => (await find(q, as)).map(({ name }) => name)

describe('a search in contacts', () => {
  it('finds people by the beginnings of their names, phones and addresses, and by similar names where none fits', async () => {
    expect(await names('love')).toEqual(['Ada Lovelace'])
    expect(new Set(await names('+49151123760'))).toEqual(new Set(['Ada Lovelace', 'Grace Hopper']))
    expect(await names('ada@')).toEqual(['Ada Lovelace'])
    expect(await names('Hoper')).toEqual(['Grace Hopper'])
    expect(await names('nobody')).toEqual([])
    expect(await find('+49151123760', mine, 1)).toHaveLength(1)
  })

  it('finds a person by the whole id, with the fields that were searched', async () => {
    const id = ids.get('Ada Lovelace') as string
    expect(await find(id)).toEqual([
      {
        kind: 'contact',
        id,
        name: 'Ada Lovelace',
        chat: null,
        number: null,
        at: null,
        fields: [
          { field: 'id', value: id },
          { field: 'name', value: 'Ada Lovelace' },
          { field: 'phone', value: '+4915112376001' },
          { field: 'email', value: 'ada@example.com' },
        ],
      },
    ])
    expect(await find(newId('con'))).toEqual([])
    expect(await find(newId('chat'))).toEqual([])
  })

  it('finds no one of another workspace, and no one when other kinds are searched', async () => {
    const other = fixture.as(fixture.workspace())
    for (const q of ['love', 'Hoper', ids.get('Ada Lovelace') as string]) expect(await names(q, other)).toEqual([])
    const chats = { q: 'love', kinds: ['chat' as const], size: 5 }
    expect(await fixture.clients.contacts.matches.find.query(chats, mine)).toEqual([])
  })
})
