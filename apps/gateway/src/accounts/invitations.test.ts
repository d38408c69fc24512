import { randomUUID } from 'node:crypto'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, createBrowser, firstOwner, password } from '../access/sign-in/browser.fixture.ts'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../gateway.fixture.ts'

let fixture: GatewayFixture
let owner: Browser
let admin: Browser
beforeAll(async () => {
  fixture = await startGatewayFixture()
  owner = (await firstOwner(fixture)).browser
  admin = createBrowser(fixture)
  await enter(admin, await invite({ email: address(), role: 'admin' }))
})
afterAll(() => fixture[Symbol.asyncDispose]())

const address = () => `${randomUUID()}@shop.example.com`
const forbidden = [403, 'role:insufficient']
const refusal = ({ status, json }: TestResponse) => [status, json['errorCode']]
const invite = (json: object) => owner.send('/v1/invitations', { json })
const enter = (browser: Browser, { json }: TestResponse) =>
  browser.auth('POST welcome', { token: String(json['link']).split('#')[1], name: 'Grace', password })

describe('an invitation', () => {
  it.each(['admin', 'owner'])('of an %s is withdrawn by owners only', async (role) => {
    const { json } = await invite({ email: address(), role })
    const withdraw = (by: Browser) => by.send(`/v1/invitations/${String(json['id'])}`, { method: 'DELETE' })
    expect(refusal(await withdraw(admin))).toEqual(forbidden)
    expect((await withdraw(owner)).status).toBe(200)
  })

  it('without a name gives its role to a member who was invited before, whom an admin cannot change then', async () => {
    const email = address()
    await invite({ email, role: 'agent', name: 'Grace' })
    await invite({ email, role: 'owner' })
    const team = (await owner.send('/v1/team')).json as unknown as { id: string; email: string }[]
    const member = team.find((each) => each.email === email)
    expect(member).toMatchObject({ name: 'Grace', role: 'owner', status: 'invited' })
    const color = await admin.send(`/v1/team/${member?.id}`, { method: 'PATCH', json: { color: '#e0115f' } })
    expect(refusal(color)).toEqual(forbidden)
  })

  it('grants what it says when it is used up, not when it was looked up', async () => {
    const invited = await invite({ email: address(), role: 'admin' })
    await fixture.gateway.rows('begin')
    await fixture.gateway.rows(`update invitation set role = 'viewer' where id = $1`, [invited.json['id']])
    const entering = enter(createBrowser(fixture), invited)
    const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await fixture.gateway.rows(waits)).length > 0)
    await fixture.gateway.rows('commit')
    expect((await entering).json).toMatchObject({ workspaces: [{ role: 'viewer' }] })
  })

  it('is refused to a member who is disabled at the same moment', async () => {
    const email = address()
    const { json } = await invite({ email, role: 'agent', name: 'Grace' })
    const { gateway } = fixture
    await gateway.rows('begin')
    const workspaceOf = 'select workspace_id from invitation where id = $1'
    await gateway.rows(`select 1 from workspace where workspace_id = (${workspaceOf}) for update`, [json['id']])
    await gateway.rows('update member set disabled_at = now() where email = $1', [email])
    const inviting = invite({ email, role: 'admin' })
    const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await gateway.rows(waits)).length > 0)
    await gateway.rows('commit')
    expect(refusal(await inviting)).toEqual([409, 'member:duplicate'])
  })

  it('leaves the workspace an owner when all owners join at once by invitations as agents', async () => {
    const one = await firstOwner(fixture)
    const inviteBy = (json: object) => one.browser.send('/v1/invitations', { json })
    const other = { browser: createBrowser(fixture), email: address() }
    await enter(other.browser, await inviteBy({ email: other.email, role: 'owner' }))
    const team = (await one.browser.send('/v1/team')).json as unknown as { id: string }[]
    const { members } = fixture.gateway.clients.gateway
    for (const { id } of team) await members.update.mutate({ id, email: address() }, fixture.operator())
    const invited = [one, other].map(async ({ browser, email }) => ({
      browser,
      invitation: await inviteBy({ email, role: 'agent' }),
    }))
    const entering = (await Promise.all(invited)).map(({ browser, invitation }) => enter(browser, invitation))
    const refusals = (await Promise.all(entering)).map(refusal)
    expect(refusals).toHaveLength(2)
    expect(refusals).toEqual(
      expect.arrayContaining([
        [201, undefined],
        [409, 'member:last_owner'],
      ]),
    )
  })
})
