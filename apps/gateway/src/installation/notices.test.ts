import { busEvent, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { firstOwner, type SignedIn } from '../access/sign-in/browser.fixture.ts'
import { openStream, useGatewayBesideWebhooks } from '../beside-webhooks.fixture.ts'

const beside = useGatewayBesideWebhooks()

const open = (headers: Record<string, string>) => openStream(`${beside.fixture.url}/v1/events/stream`, headers)
const ofMember = ({ browser }: SignedIn) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return open({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
}
const notify = ({ workspace, member }: SignedIn) =>
  beside.fixture.gateway.bus.publish(
    busEvent({ event: 'member:notified', workspace, data: { members: [member as `mem_${string}`] } }),
  )
const notice = 'event: notifications\ndata: {}\n\n'

it('is sent on all streams of the member, without an id, and on no stream of another member or of a key', async () => {
  const [ada, bob] = [await firstOwner(beside.fixture), await firstOwner(beside.fixture)]
  const { token } = await beside.fixture.tenant()
  const streams = [await ofMember(ada), await ofMember(ada), await ofMember(bob), await open({ Token: token })]
  await notify(ada)
  await until(() => streams.slice(0, 2).every(({ state }) => state.text.endsWith(notice)))
  await notify(bob)
  await until(() => streams[2]?.state.text.endsWith(notice))
  expect(streams.map(({ state }) => state.text.split(notice).length - 1)).toEqual([1, 1, 1, 0])
  expect(streams[0]?.state.text).not.toContain('id: ')
  streams[0]?.close()
  await notify(ada)
  await until(() => streams[1]?.state.text.split(notice).length === 3)
  for (const stream of streams.slice(1)) stream.close()
})
