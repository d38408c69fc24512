import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../../gateway.fixture.ts'
import { firstOwner } from '../sign-in/browser.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture({ RATE_LIMIT_KEY_BURST: '5000', RATE_LIMIT_WORKSPACE_BURST: '5000' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const admin = () => fixture.tenant(['read', 'send', 'admin'])

type Key = { id: string; key: string; expiresAt: string | null }

async function make(token: string, fields: object = {}): Promise<Key> {
  const made = await fixture.send('/v1/keys', { token, json: { name: 'till', scopes: ['read'], ...fields } })
  expect(made.status, made.text).toBe(201)
  return made.json as unknown as Key
}

describe('keys over REST', () => {
  it('have no end in the past, neither a new one nor a changed one', async () => {
    const { token } = await admin()
    const { id } = await make(token)
    const ended = { expiresAt: '2020-01-01T00:00:00Z' }
    const answers = [
      await fixture.send('/v1/keys', { token, json: { name: 'till', scopes: ['read'], ...ended } }),
      await fixture.send(`/v1/keys/${id}`, { method: 'PATCH', token, json: ended }),
    ]
    const message = expect.stringContaining('must be in the future') as string
    for (const { status, json } of answers)
      expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ path: 'expiresAt', message }] } })
  })

  it('are made with the scope admin, shown with their creator and without their secret, and used', async () => {
    const { keyId, token, workspace } = await admin()
    const made = await make(token, { expiresAt: inDays(3) })
    const { key, ...shown } = made
    expect(shown).toMatchObject({ scopes: ['read'], createdBy: { type: 'key', id: keyId, name: 'shop' } })
    expect((await fixture.send('/v1/contacts', { token: key })).status).toBe(200)
    expect((await fixture.send(`/v1/keys/${made.id}`, { token })).json).toMatchObject({ id: made.id, name: 'till' })
    const list = await fixture.send('/v1/keys', { token })
    expect(list.json.map((each) => (each as Key).id)).toEqual([made.id, keyId])
    expect(list.text).not.toContain(key.slice(21, -6))
    const other = await admin()
    expect(refusal(await fixture.send(`/v1/keys/${made.id}`, { token: other.token }))).toEqual([404, 'key:not_found'])
    const manager = await fixture.tenant(['read', 'send', 'manage', 'raw'])
    expect(refusal(await fixture.send('/v1/keys', { token: manager.token }))).toEqual([403, 'scope:missing'])
    const entry = async () =>
      (await fixture.gateway.rows(`select 1 from audit_entry where workspace_id = $1 and operation = 'keys.create'`, [
        workspace,
      ])) as unknown[]
    await until(async () => (await entry()).length === 1)
  })

  it('announce creation, change, replacement and end, each with the id alone', async () => {
    const { token, workspace } = await admin()
    const made = await make(token)
    await fixture.send(`/v1/keys/${made.id}`, { method: 'PATCH', token, json: { name: 'till 2' } })
    const rotated = await fixture.send(`/v1/keys/${made.id}/rotate`, { token, json: { graceHours: 1 } })
    await fixture.send(`/v1/keys/${made.id}/revoke`, { method: 'POST', token })
    const announced = () => fixture.gateway.bus.published.filter((each) => each.workspace === workspace)
    const ofKeys = () => announced().filter(({ event }) => event.startsWith('key:'))
    await until(() => ofKeys().length === 5)
    const of = (key: unknown) => ofKeys().filter(({ aggregate }) => aggregate.id === key)
    const kinds = ['key:created', 'key:updated', 'key:updated', 'key:revoked']
    expect(of(made.id).map(({ event }) => event)).toEqual(kinds)
    expect(of(rotated.json['id'])).toMatchObject([{ event: 'key:created', data: { key: rotated.json['id'] } }])
    for (const { data } of ofKeys()) expect(Object.keys(data)).toEqual(['key'])
  })

  it('made twice with one Idempotency-Key are one, and the second answer says that it is a repeat', async () => {
    const { token } = await admin()
    const headers = { 'Idempotency-Key': newId('key') }
    const once = () => fixture.send('/v1/keys', { token, headers, json: { name: 'till', scopes: ['read'] } })
    const [first, second] = [await once(), await once()]
    expect([second.status, second.json]).toEqual([201, first.json])
    expect([first, second].map((each) => each.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  })

  it('never give more than their creator has: scopes, addresses and end', async () => {
    const { workspace } = await admin()
    const limits = { cidrs: ['127.0.0.0/8', '203.0.113.0/24'], expiresAt: inDays(3) }
    const { key: token } = await fixture.gateway.clients.gateway.workspaceKeys.create.mutate(
      { workspace, name: 'limited', scopes: ['read', 'admin'], ...limits },
      fixture.operator(),
    )
    const refused = async (fields: object) => {
      const json = { name: 'more', scopes: ['read'], ...fields }
      return refusal(await fixture.send('/v1/keys', { token, json }))
    }
    expect(await refused({ scopes: ['read', 'send'] })).toEqual([403, 'scope:missing'])
    expect(await refused({ cidrs: ['198.51.100.0/24'] })).toEqual([403, 'scope:missing'])
    expect(await refused({ cidrs: ['203.0.113.5/32', '203.0.112.0/23'] })).toEqual([403, 'scope:missing'])
    expect(await make(token, { cidrs: ['203.0.113.5/32'] })).toMatchObject({ cidrs: ['203.0.113.5/32'] })
    expect(await refused({ expiresAt: inDays(4) })).toEqual([403, 'scope:missing'])
    const within = await make(token, { scopes: ['admin'] })
    expect(within).toMatchObject(limits)
    const change = (json: object) => fixture.send(`/v1/keys/${within.id}`, { method: 'PATCH', token, json })
    expect(refusal(await change({ expiresAt: null }))).toEqual([403, 'scope:missing'])
    expect(refusal(await change({ cidrs: null }))).toEqual([403, 'scope:missing'])
    const sooner = inDays(1)
    expect((await change({ name: 'till 2', cidrs: ['127.0.0.0/8'], expiresAt: sooner })).json).toMatchObject({
      name: 'till 2',
      cidrs: ['127.0.0.0/8'],
      expiresAt: sooner,
    })
  })

  it('of a caller that is limited to numbers are limited to these, and the others do not exist for it', async () => {
    const { workspace, keyId } = await admin()
    const [one, other] = [newId('num'), newId('num')]
    const limit = (id: string, numbers: string[]) =>
      fixture.gateway.rows('update api_key set numbers = $2 where id = $1', [id, numbers])
    const { workspaceKeys } = fixture.gateway.clients.gateway
    const holder = await workspaceKeys.create.mutate({ workspace, name: 'one', scopes: ['admin'] }, fixture.operator())
    await limit(holder.id, [one])
    const made = await make(holder.key, { scopes: ['admin'] })
    expect(made).toMatchObject({ numbers: [one] })
    const foreign = await workspaceKeys.create.mutate({ workspace, name: 'two', scopes: ['admin'] }, fixture.operator())
    await limit(foreign.id, [one, other])
    const { json } = await fixture.send('/v1/keys', { token: holder.key })
    expect(json.map((each) => (each as Key).id)).toEqual([made.id, holder.id])
    for (const id of [foreign.id, keyId]) {
      const revoked = await fixture.send(`/v1/keys/${id}/revoke`, { method: 'POST', token: holder.key })
      expect(refusal(revoked)).toEqual([404, 'key:not_found'])
    }
  })

  it('that are rotated have a successor of the same kind, and end after the grace period or at once', async () => {
    const { token } = await admin()
    const previous = await make(token, { scopes: ['read', 'send'] })
    const rotate = (id: string, json: object) => fixture.send(`/v1/keys/${id}/rotate`, { token, json })
    const later = await rotate(previous.id, { graceHours: 2 })
    expect([later.status, later.json]).toMatchObject([201, { name: 'till', scopes: ['read', 'send'], expiresAt: null }])
    const successor = later.json as unknown as Key & { previousExpiresAt: string }
    const graceMs = Date.parse(successor.previousExpiresAt) - Date.now()
    expect(Math.abs(graceMs - 7_200_000)).toBeLessThan(600_000)
    const status = async (key: string) => (await fixture.send('/v1/me', { token: key })).status
    expect([await status(previous.key), await status(successor.key)]).toEqual([200, 200])
    expect((await rotate(successor.id, { graceHours: 0 })).status).toBe(201)
    const ended = await fixture.send('/v1/me', { token: successor.key })
    expect(refusal(ended)).toEqual([401, 'token:expired'])
    expect(refusal(await rotate(successor.id, {}))).toEqual([409, 'key:ended'])
  })

  it.each([0, 24])(
    'have one successor when they are rotated twice at once, with %i hours of grace',
    async (graceHours) => {
      const { token } = await admin()
      const { id } = await make(token)
      const rotate = () => fixture.send(`/v1/keys/${id}/rotate`, { token, json: { graceHours } })
      const answers = (await Promise.all([rotate(), rotate(), rotate()])).map(refusal)
      const refused = [409, 'key:ended']
      expect(answers.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([[201, undefined], refused, refused])
      expect((await fixture.send('/v1/keys', { token })).json).toHaveLength(3)
    },
  )

  it('that are revoked are refused at once, and revoking twice changes nothing', async () => {
    const { token } = await admin()
    const made = await make(token)
    const revoke = () => fixture.send(`/v1/keys/${made.id}/revoke`, { method: 'POST', token })
    const first = await revoke()
    expect([first.status, typeof first.json['revokedAt']]).toEqual([200, 'string'])
    expect((await fixture.send('/v1/me', { token: made.key })).status).toBe(401)
    expect((await revoke()).json).toEqual(first.json)
  })

  it('show from where they were used, and for which operations how often', async () => {
    const { token } = await admin()
    const made = await make(token)
    const paths = ['/v1/contacts', '/v1/contacts', '/v1/contacts/export', '/v1/keys', '/compat/v1/devices']
    for (const path of paths) await fixture.send(path, { token: made.key })
    const used = async () => {
      const { items } = (await fixture.send(`/v1/keys/${made.id}/usage`, { token })).json as unknown as {
        items: { operation: string; calls: number; refused: number }[]
      }
      const shown = (await fixture.send(`/v1/keys/${made.id}`, { token })).json
      return items.length === 4 && shown['lastUsedFrom'] === '127.0.0.1' && items
    }
    const items = await until(used, { describe: 'the use of the key' })
    expect(items).toEqual([
      expect.objectContaining({ operation: 'contacts.export', calls: 1, refused: 0 }),
      expect.objectContaining({ operation: 'contacts.list', calls: 2, refused: 0 }),
      expect.objectContaining({ operation: 'keys.list', calls: 1, refused: 1 }),
      // The dialect asks for it. No service of numbers runs here.
      expect.objectContaining({ operation: 'numbers.list', calls: 1, refused: 1 }),
    ])
  })

  it('are made by admins and owners who have just confirmed their password, in their name', async () => {
    const { browser, member } = await firstOwner(fixture)
    const create = () => browser.send('/v1/keys', { json: { name: 'till', scopes: ['read', 'send', 'manage'] } })
    const made = await create()
    expect([made.status, made.json]).toMatchObject([201, { createdBy: { type: 'member', id: member, name: 'Ada' } }])
    await fixture.gateway.rows(
      `update session set confirmed_at = now() - interval '11 minutes'
       where person_id = (select person_id from member where id = $1)`,
      [member],
    )
    expect(refusal(await create())).toEqual([403, 'confirmation:required'])
    await fixture.gateway.rows(`update member set role = 'agent' where id = $1`, [member])
    expect(refusal(await create())).toEqual([403, 'role:insufficient'])
  })
})
