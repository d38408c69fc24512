import { once } from 'node:events'
import { connect } from 'node:net'
import { createClients, faultOf, signContext } from '@posthorn/client'
import { callContextHeader, contacts, exampleContact, newId } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVault, defineService, implement, migration, sql, type Verb } from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

const create: Verb<typeof contacts.contacts.create> = async ({ ctx, input }) => {
  await sql(ctx.em, 'insert into seen (workspace_id, phone) values ($1, $2)', [ctx.workspace, input.phone])
  return { ...exampleContact, created: true, phone: input.phone, name: ctx.workspace }
}

const remove: Verb<typeof contacts.contacts.remove> = async ({ input }) => ({ id: input.id, deleted: true })

const { create: creating, remove: removing, get, list } = contacts.contacts
const contract = { contacts: { create: creating, remove: removing, get, list } }

const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [migration('rpc_001', ['create table seen (workspace_id text, phone text)'])],
  deps: async () => ({}),
  router: implement(contract, {
    contacts: { create, remove, get: async () => exampleContact, list: async () => ({ items: [], next: null }) },
  }),
  subscribers: [],
  workers: [],
})

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService({ ...service, template: 'rpc' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const credential = { name: 'test', secret: 'test-credential-of-at-least-32-characters' }
const context = (over = {}) => ({
  workspace: newId('ws'),
  actor: { type: 'service' as const, id: 'test' },
  scopes: ['read' as const, 'manage' as const],
  requestId: 'r-1',
  expiresAt: Math.floor(Date.now() / 1000) + 60,
  ...over,
})
const callWith = (header: string | undefined) =>
  fetch(
    `${fixture.service.url}/trpc/contacts.get?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { id: exampleContact.id } }))}`,
    { headers: header === undefined ? {} : { [callContextHeader]: header } },
  )
const codeOf = async (response: Response) =>
  ((await response.json()) as { error?: { data: { fault: { code: string } } } }[])[0]?.error?.data.fault.code

describe('calls between programs', () => {
  it.each([
    ['without a context', () => undefined],
    ['with a forged signature', () => `${signContext(context(), credential).slice(0, -4)}AAAA`],
    ['signed by a stranger', () => signContext(context(), { name: 'stranger', secret: credential.secret })],
    ['signed with a wrong secret', () => signContext(context(), { name: 'test', secret: 'x'.repeat(40) })],
    ['that has expired', () => signContext(context({ expiresAt: 1 }), credential)],
    ['that is garbage', () => 'a.b.c'],
  ])('a call %s is refused', async (_, header) => {
    expect(await codeOf(await callWith(header()))).toBe('session:invalid')
  })

  it('a call of a batch without a context of its own is refused, whatever the first one carries', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: { id: exampleContact.id }, 1: { id: exampleContact.id } }))
    const response = await fetch(`${fixture.service.url}/trpc/contacts.get,contacts.get?batch=1&input=${input}`, {
      headers: { [callContextHeader]: signContext(context(), credential) },
    })
    const [first, second] = (await response.json()) as {
      result?: unknown
      error?: { data: { fault: { code: string } } }
    }[]
    expect(first?.result).toBeDefined()
    expect(second?.error?.data.fault.code).toBe('session:invalid')
  })

  it('a call without the scope of the operation is refused', async () => {
    const readOnly = fixture.as(fixture.workspace(), { scopes: ['read'] })
    const refused = await fixture.clients.contacts.contacts.create
      .mutate({ phone: '+4915112345678' }, readOnly)
      .catch(faultOf)
    expect(refused).toMatchObject({ code: 'scope:missing', status: 403 })
  })

  it('calls of many workspaces that share a request stay apart', async () => {
    const workspaces = Array.from({ length: 40 }, () => fixture.workspace())
    const answers = await Promise.all(
      workspaces.map((workspace) =>
        fixture.clients.contacts.contacts.create.mutate({ phone: '+4915112345678' }, fixture.as(workspace)),
      ),
    )
    expect(answers.map(({ name }) => name)).toEqual(workspaces)
  })

  it('a faulty input names every field', async () => {
    const faulty = { phone: 'nope', email: 'nope', shade: 'red' } as never
    const refused = await fixture.clients.contacts.contacts.create
      .mutate(faulty, fixture.as(fixture.workspace()))
      .catch(faultOf)
    expect(refused).toMatchObject({ code: 'request:invalid' })
    expect((refused as ReturnType<typeof faultOf>).errors.map(({ path }) => path).sort()).toEqual([
      'email',
      'phone',
      'shade',
    ])
  })

  it('a service that is down is reported as unavailable', async () => {
    const clients = createClients({ urls: { contacts: 'http://127.0.0.1:9' }, credential })
    const refused = await clients.contacts.contacts.get
      .query({ id: exampleContact.id }, clients.calling({}))
      .catch(faultOf)
    expect(refused).toMatchObject({ code: 'service:unavailable', status: 503 })
    await clients.close()
  })

  it('an Idempotency-Key belongs to its caller: no one else gets the answer, not even of the same body', async () => {
    const workspace = fixture.workspace()
    const callers = [
      { type: 'key' as const, id: 'key_1' },
      { type: 'key' as const, id: 'key_2' },
      { type: 'member' as const, id: 'mem_1' },
      { type: 'service' as const, id: 'key_1' },
    ]
    const seen = () => fixture.rows('select 1 from seen where workspace_id = $1', [workspace])
    for (const [i, actor] of callers.entries()) {
      for (const _again of [1, 2]) {
        const caller = fixture.as(workspace, { actor, idempotencyKey: 'one' })
        await fixture.clients.contacts.contacts.create.mutate({ phone: '+4915112345678' }, caller)
      }
      expect([actor, (await seen()).length]).toEqual([actor, i + 1])
    }
  })

  it('an Idempotency-Key belongs to its workspace and its route, and compares the meaning of an input, not its bytes', async () => {
    const [here, there] = [fixture.workspace(), fixture.workspace()]
    const { contacts } = fixture.clients.contacts
    const one = (workspace: string) => fixture.as(workspace, { idempotencyKey: 'one' })
    const input = { phone: '+4915112345678', fields: { a: '1', b: '2' } }
    const first = await contacts.create.mutate(input, one(here))
    expect(await contacts.create.mutate({ fields: { b: '2', a: '1' }, phone: input.phone }, one(here))).toEqual(first)
    await expect(contacts.create.mutate({ ...input, phone: `${input.phone}9` }, one(here))).rejects.toThrow(
      'another body',
    )
    expect(await contacts.create.mutate(input, one(there))).toMatchObject({ name: there })
    expect(await contacts.remove.mutate({ id: exampleContact.id }, one(here))).toMatchObject({ deleted: true })
    expect(await fixture.rows('select 1 from seen where workspace_id = any($1)', [[here, there]])).toHaveLength(2)
  })

  it('an answer that this process cannot read is unavailable, and what it answers happens only once', async () => {
    const workspace = fixture.workspace()
    const create = () =>
      fixture.clients.contacts.contacts.create.mutate(
        { phone: '+4915112345678' },
        fixture.as(workspace, { idempotencyKey: 'unread' }),
      )
    await create()
    await fixture.rows(`update idempotency set body = 'v1.newer.AAAA' where workspace_id = $1`, [workspace])
    expect(faultOf(await create().catch((err: unknown) => err)).code).toBe('service:unavailable')
    expect(await fixture.rows('select 1 from seen where workspace_id = $1', [workspace])).toHaveLength(1)
  })

  it('an answer older than 48 h is forgotten, and the key is free again', async () => {
    const workspace = fixture.workspace()
    const keyed = () => fixture.as(workspace, { idempotencyKey: 'old' })
    await fixture.clients.contacts.contacts.create.mutate({ phone: '+4915112345678' }, keyed())
    await fixture.rows(`update idempotency set created_at = now() - interval '49 hours' where workspace_id = $1`, [
      workspace,
    ])
    await fixture.clients.contacts.contacts.create.mutate({ phone: '+4915112345679' }, keyed())
    expect(await fixture.rows('select 1 from seen where workspace_id = $1', [workspace])).toHaveLength(2)
  })
})

describe('vault', () => {
  const first = `1:${Buffer.alloc(32, 1).toString('base64')}`
  const second = `2:${Buffer.alloc(32, 2).toString('base64')}`

  it('opens what an older key sealed after a newer one was added, and seals with the newer', () => {
    const sealed = createVault(first).seal('secret', 'number 1')
    const rotated = createVault(`${second},${first}`)
    expect(rotated.open(sealed, 'number 1')).toBe('secret')
    expect(rotated.seal('secret', 'number 1')).toMatch(/^v1\.2\./)
    expect(() => createVault(second).open(sealed, 'number 1')).toThrow('version 1')
  })

  it('opens nothing for another purpose, nothing altered, and verifies no value it did not sign', () => {
    const vault = createVault(first)
    const sealed = vault.seal('secret', 'number 1')
    expect(() => vault.open(sealed, 'number 2')).toThrow()
    expect(() => vault.open(`${sealed.slice(0, -2)}AA`, 'number 1')).toThrow()
    expect(vault.verify(vault.sign('x', 'a'), 'a')).toBe('x')
    expect(vault.verify(vault.sign('x', 'a'), 'b')).toBeNull()
    expect(vault.verify('eA.AAAA', 'a')).toBeNull()
  })
})

describe('a request whose caller is not proven', () => {
  it.each(['/trpc/contacts.create', '/trpc/contacts.create?batch=1', '/upload/contacts.create', '/trpc/none.none'])(
    'to %s is answered before any of its body has come',
    async (path) => {
      const socket = connect(Number(new URL(fixture.service.url).port), '127.0.0.1')
      const head = [
        'Host: a',
        'Content-Type: application/json',
        'Content-Length: 20000000',
        `${callContextHeader}: x.y.z`,
      ]
      socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1.1 40[14] /)
      socket.destroy()
    },
  )
})
