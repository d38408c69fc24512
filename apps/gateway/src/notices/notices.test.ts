import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { firstOwner, type SignedIn } from '../sign-in/browser.fixture.ts'

let webhooks: TestService
let fixture: GatewayFixture
beforeAll(async () => {
  webhooks = await startTestService(webhooksService)
  fixture = await startGatewayFixture({ WEBHOOKS_URL: webhooks.service.url })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await webhooks[Symbol.asyncDispose]()
})

/** Opens a stream and collects its text. */
async function open(headers: Record<string, string>) {
  const gone = new AbortController()
  const answer = await fetch(`${fixture.url}/v1/events/stream`, { headers, signal: gone.signal })
  const state = { text: '' }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of answer.body ?? []) state.text += decoder.decode(part as Uint8Array, { stream: true })
  }
  void read().catch(() => {})
  await until(() => state.text.includes('connected'))
  return { text: () => state.text, close: () => gone.abort() }
}

const ofMember = ({ browser }: SignedIn) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return open({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
}
const notify = ({ workspace, member }: SignedIn) =>
  fixture.gateway.bus.publish(
    busEvent({ event: 'member:notified', workspace, data: { members: [member as `mem_${string}`] } }),
  )
const notice = 'event: notifications\ndata: {}\n\n'

it('is sent on all streams of the member, without an id, and on no stream of another member or of a key', async () => {
  const [ada, bob] = [await firstOwner(fixture), await firstOwner(fixture)]
  const { token } = await fixture.tenant()
  const streams = [await ofMember(ada), await ofMember(ada), await ofMember(bob), await open({ Token: token })]
  await notify(ada)
  await until(() => streams.slice(0, 2).every(({ text }) => text().endsWith(notice)))
  await notify(bob)
  await until(() => streams[2]?.text().endsWith(notice))
  expect(streams.map(({ text }) => text().split(notice).length - 1)).toEqual([1, 1, 1, 0])
  expect(streams[0]?.text()).not.toContain('id: ')
  streams[0]?.close()
  await notify(ada)
  await until(() => streams[1]?.text().split(notice).length === 3)
  for (const stream of streams.slice(1)) stream.close()
})
