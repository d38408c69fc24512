import { until } from '@posthorn/testkit'
import { callLog, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Sent = { phone: string; message: string; status: string }
type Post = { status: string; counts: { sent: number; delivered: number; read: number; failed: number } }

const [ada, unnamed, unknown] = [phoneOf(861_001), phoneOf(861_002), phoneOf(861_003)]
const message = 'Hello {{contact.firstName|there}}, your plan is {{contact.fields.plan|basic}}.'

/** A post's placeholders become each person's values, or the fallbacks, also if it comes from a message to the channel. */
export function fillPlaceholders(system: () => RunningSystem): void {
  test('a post greets each person by name, or by the fallback, once', async () => {
    const { number } = system().account
    await system().ok('POST', '/v1/contacts', { body: { phone: ada, name: 'Ada Lovelace' } })
    await system().ok('POST', '/v1/contacts', { body: { phone: unnamed, fields: { plan: 'gold' } } })
    const { id: channel } = await system().ok<{ id: string }>('POST', '/v1/channels', {
      body: { number, name: 'Plans' },
    })
    await system().ok('POST', `/v1/channels/${channel}/subscribers`, { body: { phones: [ada, unnamed, unknown] } })

    const faulty = await system().call('POST', '/v1/posts', { body: { channel, message: 'Hello {{first_name}}' } })
    expect(faulty).toMatchObject({ status: 400, body: { errorCode: 'request:invalid', errors: [{ path: 'message' }] } })

    const { id: post } = await system().ok<{ id: string }>('POST', '/v1/posts', { body: { channel, message } })
    await reads(post)
    const sent = await system().ok<{ id: string }>('POST', '/v1/messages', { body: { channel, message } })
    const shown = () => system().ok<{ post: string | null }>('GET', `/v1/messages/${sent.id}`)
    await reads((await until(async () => (await shown()).post, { describe: 'the post to begin' })) as string)
    const calls = (await callLog(system())).filter(({ to, accepted }) => accepted && to.endsWith(ada.slice(1)))
    expect(calls).toHaveLength(2)
  })

  /** Waits until the post has ended, and checks what its people got. */
  async function reads(post: string): Promise<void> {
    await until(async () => (await system().ok<Post>('GET', `/v1/posts/${post}`)).status === 'posted', {
      timeoutMs: 60_000,
      describe: 'the post to end',
    })
    const messages = await system().ok<Sent[]>('GET', `/v1/messages?reference=${post}`)
    expect(Object.fromEntries(messages.map(({ phone, message: text }) => [phone, text]))).toEqual({
      [ada]: 'Hello Ada, your plan is basic.',
      [unnamed]: 'Hello there, your plan is gold.',
      [unknown]: 'Hello there, your plan is basic.',
    })
    expect(messages).toHaveLength(3)
  }
}
