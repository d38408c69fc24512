import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture({
    RATE_LIMIT_KEY_PER_SECOND: '10000',
    RATE_LIMIT_KEY_BURST: '10000',
    RATE_LIMIT_WORKSPACE_BURST: '10000',
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())

let phones = 0
const newPhone = () => `+4915112${String(100_000 + phones++)}`

describe('a resource over REST', () => {
  it('is created with 201, found by id and listed, as the contract says', async () => {
    const { token } = await fixture.tenant()
    const phone = newPhone()
    const created = await fixture.send('/v1/contacts', { token, json: { phone, name: 'Ada' } })
    expect(created.status).toBe(201)
    expect(created.headers.get('content-type')).toBe('application/json')
    expect(created.json).toMatchObject({ phone, name: 'Ada', source: 'api', created: true })
    const { created: _created, ...contact } = created.json
    const found = await fixture.send(`/v1/contacts/${String(contact['id'])}`, { token })
    expect(found.json).toEqual(contact)
    const listed = await fixture.send(`/v1/contacts?search=ad&phone=${phone}`, { token })
    expect(listed.json).toEqual([contact])
  })

  it('that exists is answered with 200 where it is updated, also after it was deleted', async () => {
    const { token } = await fixture.tenant(['read', 'send', 'manage'])
    const phone = newPhone()
    const post = (json: object) => fixture.send('/v1/contacts', { token, json: { phone, ...json } })
    const created = await post({ name: 'Ada', upsert: true })
    expect([created.status, created.json['created']]).toEqual([201, true])
    const { id } = created.json
    const updated = await post({ name: 'Grace', upsert: true })
    expect(updated).toMatchObject({ status: 200, json: { id, name: 'Grace', created: false } })
    await fixture.send(`/v1/contacts/${String(id)}`, { method: 'DELETE', token })
    expect(await post({ name: 'Ada' })).toMatchObject({ status: 200, json: { id, name: 'Ada', created: false } })
  })

  it('takes phones as they are dialed within the country of the workspace, or the one beside them', async () => {
    const { token } = await fixture.tenant(['read', 'send', 'manage'])
    const create = (json: object) => fixture.send('/v1/contacts', { token, json })
    expect((await create({ phone: '0151 20007556' })).json['errorCode']).toBe('phone:invalid')
    expect((await create({ phone: '0151 20007556', country: 'DE' })).json).toMatchObject({ phone: '+4915120007556' })
    const settings = { country: 'GB' }
    const changed = await fixture.send('/v1/workspace', { method: 'PATCH', token, json: { settings } })
    expect(changed.json['settings']).toMatchObject(settings)
    const phone = '+447400123456'
    const created = await until(async () => {
      const answer = await create({ phone: '07400 123456' })
      return answer.status === 201 && answer.json
    })
    expect(created).toMatchObject({ phone, country: 'GB' })
    const found = await fixture.send('/v1/contacts?phone=07400%20123456', { token })
    expect(found.json).toMatchObject([{ id: created['id'], phone }])
    expect((await create({ phone: '0151 20007556', country: 'DE', upsert: true })).json).toMatchObject({
      country: 'DE',
    })
  })

  it('of another workspace answers the very bytes of one that does not exist', async () => {
    const [mine, other] = [await fixture.tenant(), await fixture.tenant()]
    const created = await fixture.send('/v1/contacts', { token: other.token, json: { phone: newPhone() } })
    const headers = { 'X-Request-Id': 'same' }
    const foreign = await fixture.send(`/v1/contacts/${String(created.json['id'])}`, { token: mine.token, headers })
    const unknown = await fixture.send(`/v1/contacts/${newId('con')}`, { token: mine.token, headers })
    const impossible = await fixture.send('/v1/contacts/nobody', { token: mine.token, headers })
    expect(foreign.status).toBe(404)
    expect(foreign.json['errorCode']).toBe('contact:not_found')
    expect(unknown.text).toBe(foreign.text)
    expect(impossible.text).toBe(foreign.text)
  })

  it('is paged: following Link shows everything once, in the order of the list', async () => {
    const { token } = await fixture.tenant()
    const sent = Array.from({ length: 7 }, newPhone)
    for (const phone of sent) await fixture.send('/v1/contacts', { token, json: { phone } })
    const seen: unknown[] = []
    let next: string | undefined = `${fixture.url}/v1/contacts?size=3`
    for (let pages = 0; next; pages++) {
      expect(pages).toBeLessThan(4)
      const page = await fixture.send(next.slice(fixture.url.length), { token })
      seen.push(...page.json.map((contact) => (contact as { phone: string }).phone))
      next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen).toEqual(sent.reverse())
    const forged = await fixture.send('/v1/contacts?cursor=forged.cursor', { token })
    expect([forged.status, forged.json['errorCode']]).toEqual([400, 'cursor:invalid'])
  })

  it('is made once for an Idempotency-Key: repeated answer, marked; another body refused', async () => {
    const { token } = await fixture.tenant()
    const phone = newPhone()
    const headers = { 'Idempotency-Key': 'order-1042' }
    const first = await fixture.send('/v1/contacts', { token, json: { phone }, headers })
    const second = await fixture.send('/v1/contacts', { token, json: { phone }, headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect([first, second].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    const other = await fixture.send('/v1/contacts', { token, json: { phone: newPhone() }, headers })
    expect([other.status, other.json['errorCode']]).toEqual([422, 'idempotency:key_reused'])
  })

  it('is deleted with the same answer when that was lost and the DELETE is repeated with its Idempotency-Key', async () => {
    const { token } = await fixture.tenant()
    const made = await fixture.send('/v1/departments', { token, json: { name: 'Sales' } })
    const remove = (headers: Record<string, string>) =>
      fixture.send(`/v1/departments/${String(made.json['id'])}`, { method: 'DELETE', token, headers })
    const first = await remove({ 'Idempotency-Key': 'gone' })
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
    const second = await remove({ 'Idempotency-Key': 'gone' })
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
    expect((await remove({})).status).toBe(404)
  })

  it('is made once though twenty ask for it at once with one key', async () => {
    const { token } = await fixture.tenant()
    const phone = newPhone()
    const create = () =>
      fixture.send('/v1/contacts', { token, json: { phone }, headers: { 'Idempotency-Key': 'at-once' } })
    // Repeats the request while its first attempt is running.
    const created = () => until(async () => ((answer) => answer.status !== 409 && answer)(await create()))
    const answers = await Promise.all(Array.from({ length: 20 }, created))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map(({ json }) => json['id'])).size).toBe(1)
    expect((await fixture.send('/v1/contacts', { token })).json).toHaveLength(1)
  })

  it('takes what sloppy clients send: odd phones, a plus in the query, a slash at the end, an encoded @', async () => {
    const { token } = await fixture.tenant()
    const phone = newPhone()
    const made = await fixture.send('/v1/contacts/', { token, json: { phone: `${phone.slice(1)}@c.us` } })
    const { created: _created, ...contact } = made.json
    expect(contact).toMatchObject({ phone })
    const plus = await fixture.send(`/v1/contacts?phone=${phone}&updatedAfter=2020-01-01T00:00:00+0100&search=`, {
      token,
    })
    expect(plus.json).toEqual([contact])
    const encoded = await fixture.send(`/v1/contacts/?phone=${phone.slice(1)}%40c.us&`, { token })
    expect(encoded.json).toEqual([contact])
    expect((await fixture.send('/v1/contacts?', { token })).status).toBe(200)
    const id = String(contact['id'])
    expect((await fixture.send(`/v1/contacts/${id.replace('_', '%5F')}`, { token })).json).toEqual(contact)
  })
})

describe('an address book', () => {
  it('is filtered by fields of its own, and exported as a file to save', async () => {
    const { token } = await fixture.tenant()
    const [gold, free] = [newPhone(), newPhone()]
    await fixture.send('/v1/contacts', { token, json: { phone: gold, fields: { plan: 'gold', seats: '3' } } })
    await fixture.send('/v1/contacts', { token, json: { phone: free, fields: { plan: 'free' } } })
    const found = await fixture.send('/v1/contacts?field[plan]=gold&field%5Bseats%5D=3', { token })
    expect(found.json).toMatchObject([{ phone: gold }])
    const unknown = await fixture.send('/v1/contacts?field[-st]=gold', { token })
    expect(unknown.json).toMatchObject({ status: 400, errors: [{ path: 'field.-st' }] })
    const file = await fixture.send('/v1/contacts/export?field[plan]=gold', { token })
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.text).toMatch(new RegExp(`^id,phone,.*,fields\\.plan,fields\\.seats\ncon_\\w+,\\${gold},.*,gold,3\n$`))
    expect((await fixture.send('/v1/contacts/export?cursor=forged', { token })).status).toBe(400)
  })

  it('imports through the public API, and shows the result', async () => {
    const { token } = await fixture.tenant()
    const json = { csv: `phone,name\n${newPhone()},Ada\n12,Grace\n` }
    const taken = await fixture.send('/v1/imports', { token, json })
    expect(taken.status).toBe(202)
    const path = `/v1/imports/${String(taken.json['id'])}`
    const shown = await until(async () => {
      const answer = await fixture.send(path, { token })
      return answer.json['status'] === 'finished' && answer.json
    })
    expect(shown).toMatchObject({ counts: { created: 1, failed: 1 }, progress: 1 })
    expect((await fixture.send(`${path}/errors`, { token })).json).toMatchObject([
      { row: 2, column: 'phone', value: '12' },
    ])
    const refused = await fixture.send('/v1/imports', { token, json: {} })
    expect(refused.json).toMatchObject({ errors: [{ path: 'csv', code: 'field:missing' }] })
  })
})

describe('the facade', () => {
  it('answers 503 with Retry-After while a service is away', async () => {
    const { token } = await fixture.tenant()
    const answer = await fixture.send('/v1/groups', { token })
    expect(answer.status).toBe(503)
    expect(answer.json).toMatchObject({ errorCode: 'service:unavailable', retryable: true, retryAfter: 1 })
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  it('shows the account of the key, and the limits', async () => {
    const { token, workspace, keyId } = await fixture.tenant(['read'])
    const me = await fixture.send('/v1/me', { token })
    expect(me.json).toMatchObject({
      workspace: { id: workspace, name: 'Shop' },
      key: { id: keyId, name: 'shop', scopes: ['read'] },
      limits: { perKey: { perSecond: 10_000, burst: 10_000 }, perWorkspace: { perSecond: 100 } },
    })
  })

  it('answers HEAD as GET without a body, and preflights without a key', async () => {
    const { token } = await fixture.tenant()
    const head = await fixture.send('/v1/contacts', { token, method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '2'])
    expect(head.headers.get('access-control-expose-headers')).toContain('Content-Range')
    const preflight = await fixture.send('/v1/contacts', { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['Content-Disposition', 'Last-Event-ID', 'Range', 'Token']))
  })
})
