import { exampleContact, exampleNumber, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import {
  addSecondFactor,
  type Browser,
  createBrowser,
  firstOwner,
  password,
  type SignedIn,
} from '../../access/sign-in/browser.fixture.ts'
import { openStream, useGatewayBesideWebhooks } from '../../beside-webhooks.fixture.ts'

const beside = useGatewayBesideWebhooks()

const ofBrowser = ({ cookies }: Browser, workspace: string) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
  return openStream(`${beside.fixture.url}/v1/events/stream?workspace=${workspace}`, headers)
}

/** Opens the stream of an agent who is limited to two numbers. */
async function ofLimitedAgent() {
  const owner = await firstOwner(beside.fixture)
  const { browser, member, workspace } = await joinAsAgent(owner)
  const [kept, other] = [newId('num'), newId('num')]
  const limitTo = (...numbers: string[]) =>
    beside.fixture.gateway.rows('update member set numbers = $2 where id = $1', [member, numbers])
  await limitTo(kept, other)
  const stream = await ofBrowser(browser, workspace)
  const publish = (id: string) => {
    const data = { ...exampleNumber, id, change: 'connected' as const }
    return beside.webhooks.bus.publish(busEvent({ event: 'number:updated', workspace, data }))
  }
  const received = () => stream.state.text.split('event: number:updated').length - 1
  return { stream, kept, other, limitTo, publish, received }
}

/** A change that ends an agent's stream in another browser. Made by the agent in `own` or by the owner. */
type End = (people: { own: Browser; other: Browser; owner: SignedIn; agent: SignedIn }) => Promise<unknown>

async function joinAsAgent(owner: SignedIn): Promise<SignedIn> {
  const email = `agent-${owner.email}`
  const { json } = await owner.browser.send('/v1/invitations', { json: { email, role: 'agent' } })
  const browser = createBrowser(beside.fixture)
  const token = String(json['link']).split('#')[1]
  const joined = await browser.auth('POST welcome', { token, name: 'Grace', password })
  const [own] = joined.json['workspaces'] as unknown as { member: string }[]
  return { browser, email, workspace: owner.workspace, member: own?.member ?? '' }
}

const ends: [name: string, end: End][] = [
  ['signs out', ({ other }) => other.auth('POST sign-out')],
  [
    'changes the password elsewhere',
    ({ own }) => own.auth('POST password', { current: password, password: 'another one of mine' }),
  ],
  ['turns on the second factor elsewhere', ({ own }) => addSecondFactor(own)],
  [
    'ends it from another device',
    async ({ own }) => {
      const listed = (await own.auth('GET sessions')).json as unknown as { id: string; current: boolean }[]
      await own.auth(`DELETE sessions/${listed.find(({ current }) => !current)?.id}`)
    },
  ],
  ['is disabled', ({ owner, agent }) => owner.browser.send(`/v1/team/${agent.member}/disable`, { json: {} })],
  [
    'gets a lower role',
    ({ owner, agent }) => owner.browser.send(`/v1/team/${agent.member}`, { method: 'PATCH', json: { role: 'viewer' } }),
  ],
  ['is removed', ({ owner, agent }) => owner.browser.send(`/v1/team/${agent.member}/remove`, { json: {} })],
]

describe('the stream of a member', () => {
  // Without this check, the stream would end with its next chunk, after up to 15 s.
  it.each(ends)('ends within five seconds when the member %s', async (_, end) => {
    const owner = await firstOwner(beside.fixture)
    const agent = await joinAsAgent(owner)
    const other = createBrowser(beside.fixture)
    await other.auth('POST sign-in', { email: agent.email, password })
    const [stream, ofOwner] = [await ofBrowser(other, owner.workspace), await ofBrowser(owner.browser, owner.workspace)]
    expect([stream.answer.status, stream.state.ended]).toEqual([200, false])
    await end({ own: agent.browser, other, owner, agent })
    await until(() => stream.state.ended, { timeoutMs: 5_000, describe: 'the stream to end' })
    expect(ofOwner.state.ended).toBe(false)
    ofOwner.close()
  })

  it('of a person with several workspaces goes on while they belong to the one that the address names', async () => {
    const owner = await firstOwner(beside.fixture)
    const { workspace: second } = await beside.fixture.tenant()
    const { gateway, operator } = beside.fixture
    const { token } = await gateway.clients.gateway.people.welcome.mutate({ workspace: second }, operator())
    const browser = createBrowser(beside.fixture)
    await browser.auth('POST welcome', { token, name: 'Ada', email: owner.email, password })
    const stream = await ofBrowser(browser, owner.workspace)
    const event = () => busEvent({ event: 'contact:created', workspace: owner.workspace, data: exampleContact })
    const received = () => stream.state.text.split('event: contact:created').length - 1
    for (const count of [1, 2, 3]) {
      await beside.webhooks.bus.publish(event())
      await until(() => received() === count, { describe: `event ${count}` })
    }
    await gateway.rows('delete from member where workspace_id = $1', [owner.workspace])
    await beside.webhooks.bus.publish(event())
    await until(() => stream.state.ended, { describe: 'the stream to end' })
    expect(received()).toBe(3)
  })

  it('goes on while their numbers are the same in another order', async () => {
    const { stream, kept, other, limitTo, publish, received } = await ofLimitedAgent()
    await limitTo(other, kept)
    for (const [i, number] of [kept, other].entries()) {
      await publish(number)
      await until(() => received() === i + 1 || stream.state.ended, { describe: `event ${i + 1}` })
    }
    expect([received(), stream.state.ended]).toEqual([2, false])
    stream.close()
  })

  it('ends without an event of a number that they lost', async () => {
    const { stream, kept, other, limitTo, publish, received } = await ofLimitedAgent()
    await limitTo(kept)
    await publish(other)
    await until(() => stream.state.ended, { describe: 'the stream to end' })
    expect(received()).toBe(0)
  })

  it('of a key ends within five seconds when the key is limited to other addresses', async () => {
    const { browser } = await firstOwner(beside.fixture)
    const { json } = await browser.send('/v1/keys', { json: { name: 'Shop', scopes: ['read'] } })
    const stream = await openStream(`${beside.fixture.url}/v1/events/stream`, { Token: String(json['key']) })
    expect(stream.answer.status).toBe(200)
    const limits = { cidrs: ['198.51.100.0/24'] }
    await browser.send(`/v1/keys/${String(json['id'])}`, { method: 'PATCH', json: limits })
    await until(() => stream.state.ended, { timeoutMs: 5_000, describe: 'the stream to end' })
  })

  it('of a key ends within five seconds when the key is revoked', async () => {
    const { token, keyId } = await beside.fixture.tenant()
    const stream = await openStream(`${beside.fixture.url}/v1/events/stream`, { Token: token })
    const { gateway, operator } = beside.fixture
    await gateway.clients.gateway.workspaceKeys.revoke.mutate({ id: keyId }, operator())
    await until(() => stream.state.ended, { timeoutMs: 5_000, describe: 'the stream to end' })
  })
})
