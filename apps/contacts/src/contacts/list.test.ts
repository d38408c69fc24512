import { type contacts as contract, foldedText, type InputOf, spacedText } from '@posthorn/contracts'
import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsService } from '../service.ts'

let fixture: TestService
let mine: ReturnType<TestService['as']>
const contacts = () => fixture.clients.contacts.contacts

beforeAll(async () => {
  fixture = await startTestService(contactsService)
  mine = fixture.as(fixture.workspace())
  const made = [
    {
      phone: '+4915112345678',
      name: 'Ada Lovelace',
      email: 'Ada@example.com',
      tags: ['vip', 'new'],
      fields: { plan: 'gold' },
    },
    { phone: '+4366012345678', name: 'Grace Hopper', tags: ['vip'], fields: { plan: 'gold', seats: '3' } },
    { phone: '+14155550123', name: '50%_off sale', fields: { plan: 'free' } },
  ]
  for (const contact of made) await contacts().create.mutate(contact, mine)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const names = async (filters: InputOf<typeof contract.contacts.list>) =>
  (await contacts().list.query({ sort: 'name:asc', ...filters }, mine)).items.map(({ name }) => name?.split(' ')[0])

describe('list', () => {
  it.each([
    ['a word', 'lovelace', ['Ada']],
    ['a slip of the pen', 'Lovlace', ['Ada']],
    ['the beginning of a word', 'hopp', ['Grace']],
    ['the beginning of a phone', '+4366', ['Grace']],
    ['a phone as people type it', '49 (151) 1234', ['Ada']],
    ['the beginning of an email address', 'ada@EXA', ['Ada']],
    ['signs that SQL would interpret', '50%_off', ['50%_off']],
    ['a sign alone', '%', []],
    ['something else', 'zzzz', []],
  ])('search finds %s', async (_, search, found) => {
    expect(await names({ search })).toEqual(found)
  })

  it.each([
    ['José Weiß', ['jose', 'WEISS', 'weiß jos', 'zzz'], [true, true, true, false]],
    ['山田太郎 🎺', ['山田', '太郎', '郎', '🎺'], [true, true, true, true]],
    ['สมชาย', ['สมชาย', 'ชาย', 'ลมบน'], [true, true, false]],
  ])(
    'search finds %s without case and accents, and by parts of names without spaces',
    async (name, searches, expected) => {
      const caller = fixture.as(fixture.workspace())
      await contacts().create.mutate({ phone: '+819012345678', name }, caller)
      const found = searches.map(async (search) => (await contacts().list.query({ search }, caller)).items.length === 1)
      expect(await Promise.all(found)).toEqual(expected)
    },
  )

  it.each([' ', '\u0301', '@', ' @ ', '()', '\u0301\u0301 \u0301'])(
    'search finds no one by %j, which is in no name',
    async (search) => {
      const workspace = fixture.workspace()
      const caller = fixture.as(workspace)
      await contacts().create.mutate({ phone: '+819012345679' }, caller)
      await contacts().create.mutate({ phone: '+819012345680', name: 'Ada Lovelace', email: 'ada@example.com' }, caller)
      await fixture.rows(`update contact set username = 'ada.l' where workspace_id = $1`, [workspace])
      expect((await contacts().list.query({ search }, caller)).items).toEqual([])
    },
  )

  it('names and searches are folded alike, whatever the letter', async () => {
    const letters = Array.from({ length: 0x1ffff - 0x20 }, (_, i) => String.fromCodePoint(i + 0x20)).filter(
      // Exclude letters newer than Postgres's Unicode version, and a script whose lowercase letters are newer.
      (letter) => letter.isWellFormed() && !/[\p{Script=Cherokee}\ua7ce-\ua7f1\u{16ea0}-\u{16ebf}]/u.test(letter),
    )
    const rows = await fixture.rows<{ letter: string; folded: string }>(
      'select letter, spaced(folded(letter)) as folded from unnest($1::text[]) as letter',
      [letters],
    )
    expect(rows.filter(({ letter, folded }) => spacedText(foldedText(letter)) !== folded)).toEqual([])
  })

  it('filters by tags, fields, country, marks and time; all must hold', async () => {
    expect(await names({ tag: ['vip'] })).toEqual(['Ada', 'Grace'])
    expect(await names({ tag: ['vip', 'new'] })).toEqual(['Ada'])
    expect(await names({ tagExclude: ['new'] })).toEqual(['50%_off', 'Grace'])
    expect(await names({ field: { plan: 'gold' } })).toEqual(['Ada', 'Grace'])
    expect(await names({ field: { plan: 'gold', seats: '3' } })).toEqual(['Grace'])
    expect(await names({ country: ['DE', 'AT'] })).toEqual(['Ada', 'Grace'])
    expect(await names({ country: ['DE'], tagExclude: ['new'] })).toEqual([])
    expect(await names({ blocked: true })).toEqual([])
    expect(await names({ optedOut: false, hasReplied: false })).toHaveLength(3)
    expect(await names({ updatedAfter: '2100-01-01T00:00:00Z' })).toEqual([])
    expect(await names({ phone: '+14155550123' })).toEqual(['50%_off'])
  })

  it.each(['createdAt:asc', 'updatedAt:desc', 'lastMessageAt:asc', 'name:desc'] as const)(
    'sorted by %s shows every contact once over pages, and a cursor only fits its own order',
    async (sort) => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await contacts().list.query({ size: 1, sort, ...(cursor ? { cursor } : {}) }, mine)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next ?? cursor
        if (page.next === null) break
      } while (seen.length < 9)
      expect(new Set(seen).size).toBe(3)
      expect(seen).toHaveLength(3)
      await expect(contacts().list.query({ sort: 'name:asc', cursor: cursor ?? '' }, mine)).rejects.toThrow('cursor')
    },
  )

  it('shows no contact that changed meanwhile and no longer meets the filters', async () => {
    const caller = fixture.as(fixture.workspace())
    const { id } = await contacts().create.mutate({ phone: '+14155550199', tags: ['open'] }, caller)
    const listing = (async () => {
      const found = []
      for (let i = 0; i < 300; i++) found.push(...(await contacts().list.query({ tag: ['open'] }, caller)).items)
      return found
    })()
    let isListing = true
    void listing.finally(() => {
      isListing = false
    })
    for (let i = 0; isListing; i++) await contacts().update.mutate({ id, tags: i % 2 ? ['open'] : ['done'] }, caller)
    expect((await listing).filter(({ tags }) => !tags.includes('open'))).toEqual([])
  })
})
