import { newId } from '@posthorn/contracts'
import { busEvent, faultOf, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addSecondFactor,
  type Browser,
  firstOwner,
  password,
  type SignedIn,
} from '../access/sign-in/browser.fixture.ts'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let fixture: GatewayFixture
let operator: SignedIn
beforeAll(async () => {
  fixture = await startGatewayFixture()
  operator = await firstOwner(fixture)
  await operators().add.mutate({ person: await proven(operator.email) }, fixture.operator())
  await addSecondFactor(operator.browser)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const operators = () => fixture.gateway.clients.gateway.operators
const people = () => fixture.gateway.clients.gateway.people

/** Confirms the address of the only person who uses it, and returns their id. */
async function proven(email: string): Promise<`per_${string}`> {
  const [person] = await people().list.query({ email }, fixture.operator())
  const { id } = await people().confirm.mutate({ person: person?.id as `per_${string}` }, fixture.operator())
  return id as `per_${string}`
}
const refusal = ({ status, json }: { status: number; json: Record<string, unknown> }) => [status, json['errorCode']]
const look = (browser: Browser, path: string) => browser.send(`/app/operator/${path}`)
const act = (browser: Browser, path: string, json: object) => browser.send(`/app/operator/${path}`, { json })

/** Stores an event that the gateway failed to apply, and returns its id. */
async function putAside(workspace: string): Promise<string> {
  const id = newId('evt')
  const event = busEvent({ event: 'contact:deleted', workspace, id, data: { name: 'Ada' } as never })
  const statement = `insert into dead_event (consumer, event_id, kind, payload, error, deliveries)
    values ('gateway', $1, 'contact:deleted', $2, 'Error: too long', 10)`
  await fixture.gateway.rows(statement, [id, JSON.stringify(event)])
  return id
}

it('making and removing an operator is recorded in the audit logs of the person', async () => {
  const { email, workspace } = await firstOwner(fixture)
  const person = await proven(email)
  await operators().add.mutate({ person }, fixture.operator())
  await operators().remove.mutate({ person }, fixture.operator())
  const recorded = async () => {
    const query = `select operation from audit_entry where workspace_id = $1 and operation ~ '^(people|operators)' order by sequence`
    return (await fixture.gateway.rows<{ operation: string }>(query, [workspace])).map(({ operation }) => operation)
  }
  await until(async () => (await recorded()).length === 4)
  expect(await recorded()).toEqual(['people.welcome', 'people.confirm', 'operators.add', 'operators.remove'])
})

describe('the pages of operators', () => {
  it('open for a person with the permission and a second factor, and for no one else', async () => {
    const other = await firstOwner(fixture)
    expect(refusal(await look(other.browser, 'gateway/process/get'))).toEqual([403, 'role:insufficient'])
    const [person] = await people().list.query({ email: other.email }, fixture.operator())
    const id = person?.id as `per_${string}`
    const early = operators().add.mutate({ person: id }, fixture.operator())
    expect(faultOf(await early.catch((err: unknown) => err)).code).toBe('person:unproven')
    await people().confirm.mutate({ person: id }, fixture.operator())
    const added = await operators().add.mutate({ person: id }, fixture.operator())
    expect(added).toMatchObject({ id, email: other.email, workspaces: [{ id: other.workspace, role: 'owner' }] })
    expect((await other.browser.auth('GET session')).json).toMatchObject({ person: { operator: true } })
    expect(refusal(await look(other.browser, 'gateway/process/get'))).toEqual([403, 'role:insufficient'])
    await addSecondFactor(other.browser)
    expect((await look(other.browser, 'gateway/process/get')).status).toBe(200)
    expect(await operators().list.query({}, fixture.operator())).toContainEqual(
      expect.objectContaining({ email: other.email, twoFactor: true }),
    )
    await operators().remove.mutate({ person: id }, fixture.operator())
    expect(refusal(await look(other.browser, 'gateway/process/get'))).toEqual([403, 'role:insufficient'])
    const again = operators().remove.mutate({ person: id }, fixture.operator())
    expect(faultOf(await again.catch((err: unknown) => err)).code).toBe('person:not_found')
  })

  it('refuse keys, other sites, and changes without the value of Csrf', async () => {
    const { token } = await fixture.tenant()
    expect(refusal(await fixture.send('/app/operator/gateway/process/get', { token }))[0]).toBe(403)
    const path = '/app/operator/gateway/workspaces/create'
    const send = (headers: Record<string, string>) => operator.browser.send(path, { json: { name: 'North' }, headers })
    expect(refusal(await send({ 'Sec-Fetch-Site': 'cross-site' }))).toEqual([403, 'request:cross_site'])
    expect(refusal(await send({ Csrf: 'wrong' }))).toEqual([403, 'csrf:invalid'])
  })

  it('show the process of a service, and say of one that is away that it is', async () => {
    const own = await look(operator.browser, 'gateway/process/get')
    expect(own.json).toMatchObject({ role: 'all', ready: true, reasons: [], bus: { connected: true } })
    const shown = async () => {
      const { json } = await look(operator.browser, 'contacts/process/get')
      const loops = json['loops'] as unknown as { name: string; status: string; lastRoundAt: string | null }[]
      return loops.find(({ name, lastRoundAt }) => name === 'relay' && lastRoundAt !== null) && json
    }
    expect(await until(shown)).toMatchObject({ ready: true, deadEvents: 0, outbox: { waiting: 0 } })
    expect(refusal(await look(operator.browser, 'groups/process/get'))).toEqual([503, 'service:unavailable'])
    expect((await look(operator.browser, 'contacts/deadEvents/list')).json).toEqual([])
  })

  it('show events that could not be applied without their contents, apply one again and discard another with a reason', async () => {
    const { workspace } = operator
    const [first, second] = [await putAside(workspace), await putAside(workspace)]
    const { json } = await look(operator.browser, 'gateway/deadEvents/list')
    expect(json).toContainEqual(
      expect.objectContaining({ event: first, kind: 'contact:deleted', workspace, deliveries: 10 }),
    )
    for (const query of [`event=${first}&event=${second}`, `event=${first}&all=true`])
      expect(refusal(await look(operator.browser, `gateway/deadEvents/get?${query}`))).toEqual([400, 'request:invalid'])
    const shown = await look(operator.browser, `gateway/deadEvents/get?event=${first}`)
    expect(shown.json).toMatchObject({ event: first, data: { name: expect.stringMatching(/^#/) } })
    expect(JSON.stringify([json, shown.json])).not.toContain('Ada')
    expect((await look(operator.browser, 'gateway/process/get')).json).toMatchObject({ deadEvents: 2 })
    const reason = 'Removed by hand'
    await fixture.gateway.rows(`update session set confirmed_at = now() - interval '11 minutes'`)
    const discard = () => act(operator.browser, 'gateway/deadEvents/discard', { event: second, reason })
    expect(refusal(await discard())).toEqual([403, 'confirmation:required'])
    await operator.browser.auth('POST confirm', { password })
    expect((await discard()).status).toBe(200)
    expect((await act(operator.browser, 'gateway/deadEvents/applyAgain', { event: first })).status).toBe(200)
    expect((await look(operator.browser, 'gateway/deadEvents/list')).json).toEqual([])
    const recorded = () =>
      fixture.gateway.rows(
        `select operation, actor_name, details::json->'given'->>'reason' as reason from audit_entry
         where workspace_id = $1 and operation like 'deadEvents.%' order by sequence`,
        [workspace],
      )
    await until(async () => (await recorded()).length === 2)
    expect(await recorded()).toEqual([
      { operation: 'deadEvents.discard', actor_name: 'Ada', reason },
      { operation: 'deadEvents.applyAgain', actor_name: 'Ada', reason: null },
    ])
  })

  it('change something only soon after a proof of the password, and leave the name of the operator in the audit log', async () => {
    const make = () => act(operator.browser, 'gateway/workspaces/create', { name: 'North' })
    await fixture.gateway.rows(`update session set confirmed_at = now() - interval '11 minutes'`)
    expect(refusal(await make())).toEqual([403, 'confirmation:required'])
    await operator.browser.auth('POST confirm', { password })
    const made = await make()
    expect([made.status, made.json]).toMatchObject([200, { name: 'North' }])
    const { json: link } = await act(operator.browser, 'gateway/people/welcome', { workspace: made.json['id'] })
    expect(link['token']).toMatch(/^\S{20,}$/)
    const recorded = () =>
      fixture.gateway.rows('select operation, actor_name from audit_entry where workspace_id = $1 order by sequence', [
        made.json['id'],
      ])
    await until(async () => (await recorded()).length === 2)
    expect(await recorded()).toEqual([
      { operation: 'workspaces.create', actor_name: 'Ada' },
      { operation: 'people.welcome', actor_name: 'Ada' },
    ])
  })

  it('change something once if they repeat it with its idempotency key', async () => {
    await operator.browser.auth('POST confirm', { password })
    const headers = { 'Idempotency-Key': 'once' }
    const make = () =>
      operator.browser.send('/app/operator/gateway/workspaces/create', { json: { name: 'East' }, headers })
    const { json: made } = await make()
    expect((await make()).json).toEqual(made)
    expect(await fixture.gateway.rows(`select workspace_id as id from workspace where name = 'East'`)).toEqual([
      { id: made['id'] },
    ])
  })

  it('reach no other operation, and refuse faulty input', async () => {
    expect(refusal(await act(operator.browser, 'gateway/workspaceKeys/create', {}))).toEqual([404, 'route:not_found'])
    expect(refusal(await look(operator.browser, 'gateway/workspaces/create'))).toEqual([
      405,
      'route:method_not_allowed',
    ])
    expect(refusal(await act(operator.browser, 'gateway/workspaces/create', { name: '' }))).toEqual([
      400,
      'request:invalid',
    ])
  })
})
