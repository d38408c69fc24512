import { roles, scopesOfRole, searchKinds } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { maySee, partThatFits } from './find.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const search = (token: string, query: string) => fixture.send(`/v1/search?${query}`, { token })

describe('GET /v1/search', () => {
  it('joins what services find with the part that fits, and names the kinds of services that are away', async () => {
    const { token } = await fixture.tenant(['read', 'send', 'manage', 'admin'])
    const created = await fixture.send('/v1/contacts', { token, json: { phone: '+4915112376101', name: 'Shop Ada' } })
    const { status, json } = await search(token, 'q=shop')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      groups: [
        {
          kind: 'contact',
          more: false,
          items: [{ id: created.json['id'], field: 'name', text: 'Shop Ada', marks: [{ from: 0, to: 4 }] }],
        },
        { kind: 'key', items: [{ name: 'shop', field: 'name', marks: [{ from: 0, to: 4 }] }] },
      ],
      unavailable: ['number', 'template', 'webhook'],
    })
    expect((await search(token, 'q=shop&kinds=contact')).json).toMatchObject({
      groups: [{ kind: 'contact' }],
      unavailable: [],
    })
    expect((await search(token, `q=${String(created.json['id'])}`)).json).toMatchObject({
      groups: [{ kind: 'contact', items: [{ field: 'id' }] }],
      unavailable: [],
    })
    expect((await search(token, 'q=nobody%20is%20called%20so&kinds=contact')).json).toMatchObject({ groups: [] })
  })

  it('has at most as many of a kind as asked for, and says that there are more', async () => {
    const { token } = await fixture.tenant()
    for (const [i, name] of ['Quill One', 'Quill Two', 'Quill Three'].entries())
      await fixture.send('/v1/contacts', { token, json: { phone: `+491511237611${i}`, name } })
    const groups = async (size: number) => (await search(token, `q=quill&kinds=contact&size=${size}`)).json['groups']
    expect(await groups(2)).toMatchObject([{ more: true, items: [{}, {}] }])
    expect(await groups(3)).toMatchObject([{ more: false, items: [{}, {}, {}] }])
  })

  it('finds keys by name, beginning and id for those who administer keys only, and never by their secret', async () => {
    const { workspace, keyId } = await fixture.tenant(['read'])
    const { workspaceKeys } = fixture.gateway.clients.gateway
    const scopes: ('read' | 'admin')[] = ['read', 'admin']
    const { key: token } = await workspaceKeys.create.mutate({ workspace, name: 'desk', scopes }, fixture.operator())
    const hint = token.slice(0, 20)
    const found = async (by: string, q: string) =>
      (await search(by, `q=${q}&kinds=key`)).json['groups'] as unknown as { items: { name: string; text: string }[] }[]
    expect(await found(token, 'DES')).toMatchObject([{ items: [{ name: 'desk', text: 'desk' }] }])
    expect(await found(token, keyId)).toMatchObject([{ items: [{ id: keyId }] }])
    expect(await found(token, hint)).toMatchObject([{ items: [{ name: 'desk', field: 'hint', text: hint }] }])
    expect(await found(token, token.slice(-30))).toEqual([])
    const { key: reader } = await workspaceKeys.create.mutate(
      { workspace, name: 'reader', scopes: ['read'] },
      fixture.operator(),
    )
    for (const q of ['des', keyId, hint]) {
      expect(await found(reader, q)).toEqual([])
      expect(await found((await fixture.tenant(['read', 'admin'])).token, q)).toEqual([])
    }
  })

  it('needs a text and the scope `read`', async () => {
    const { token } = await fixture.tenant(['read'])
    for (const query of ['', 'q=', 'q=%20', 'q=a&size=21', 'q=a&kinds=person'])
      expect((await search(token, query)).status).toBe(400)
    expect((await search((await fixture.tenant(['send'])).token, 'q=a')).status).toBe(403)
  })

  it('lets every role see what it may list: viewers and agents all but keys', () => {
    const seen = roles.map((role) => searchKinds.filter((kind) => maySee({ scopes: scopesOfRole(role), role }, kind)))
    const withoutKeys = searchKinds.filter((kind) => kind !== 'key')
    expect(seen).toEqual([withoutKeys, withoutKeys, [...searchKinds], [...searchKinds]])
    // The role applies even if the scopes would allow more.
    expect(maySee({ scopes: ['read', 'admin'], role: 'viewer' }, 'key')).toBe(false)
  })
})

/** Returns the field with its matches marked in brackets. */
function marked(fields: Parameters<typeof partThatFits>[0], q: string): string {
  const { field, text, marks } = partThatFits(fields, q)
  const parts = marks.toReversed().reduce((shown, { from, to }) => {
    return `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`
  }, text)
  return `${field}: ${parts}`
}

const person = [
  { field: 'name' as const, value: 'Adalbert von Ada' },
  { field: 'phone' as const, value: '+4915112345678' },
  { field: 'email' as const, value: 'ada@example.com' },
]
const says = (value: string) => [{ field: 'text' as const, value }]

describe('the part that fits', () => {
  it.each([
    ['a name, whatever its case', 'ADALB', 'name: [Adalb]ert von Ada'],
    ['part of a name', 'bert', 'name: Adal[bert] von Ada'],
    ['words of a name in any order', 'ada von', 'name: [Ada]lbert [von] Ada'],
    ['a phone as people type it', '+49 (151) 123-45', 'phone: +[4915112345]678'],
    ['an address', 'example.com', 'email: ada@[example.com]'],
    ['a name that only resembles it', 'Adelbert', 'name: Adalbert von Ada'],
    ['signs that a pattern would interpret', '.*', 'name: Adalbert von Ada'],
  ])('is found for %s', (_, q, expected) => {
    expect(marked(person, q)).toBe(expected)
  })

  it.each([
    ['Ein Café, bitte', 'cafe', 'text: Ein [Café], bitte'],
    ['Ein Cafe\u0301, bitte', 'café', 'text: Ein [Cafe\u0301], bitte'],
    ['Lange Straße 3', 'STRASSE 3', 'text: Lange [Straße 3]'],
    ['gut 👍🏽 danke', '👍', 'text: gut [👍]🏽 danke'],
    ['日本語テキスト', '本語', 'text: 日[本語]テキスト'],
  ])('is found without case and accents: %s', (value, q, expected) => {
    expect(marked(says(value), q)).toBe(expected)
  })

  it('is the beginning of a word in a message, and all its words wherever they are', () => {
    expect(marked(says('Compare my parcel'), 'par')).toBe('text: Compare my [par]cel')
    expect(marked(says('Where is my Parcel,\nplease?'), 'parcel where')).toBe('text: [Where] is my [Parcel],\nplease?')
    expect(marked(says('Größe passt nicht'), 'größe pas')).toBe('text: [Größe pas]st nicht')
    expect(marked(says('parcel_on_its_way'), 'parcel on')).toBe('text: [parcel_on]_its_way')
  })

  it('of a long text is what is around it, with whole characters', () => {
    const long = `${'🦊'.repeat(300)} the needle ${'🦊'.repeat(300)}`
    const { text, marks } = partThatFits(says(long), 'needle')
    expect(text.isWellFormed()).toBe(true)
    expect(text.length).toBeLessThan(150)
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(['needle'])
    expect(text).toMatch(/^…🦊.*🦊…$/u)
    expect(partThatFits(says(`needle ${'x'.repeat(300)}`), 'needle').text).toMatch(/^needle x+…$/)
    expect(marked(says(`${'x '.repeat(300)}needle`), 'needle')).toMatch(/^text: …[x ]+\[needle\]$/)
  })
})
