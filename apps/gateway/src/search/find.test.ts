import { roles, scopesOfRole, searchKinds } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { maySee } from './find.ts'

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
