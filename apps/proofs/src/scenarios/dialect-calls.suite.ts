import { randomBytes } from 'node:crypto'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { spansOf } from './traced-message.suite.ts'

const chats = 100
const attempts = 12
/** Extra internal calls allowed for a dialect list: one for numbers, and one for the contacts of all chats. */
const moreCallsMax = 2

/** Creates 100 chats with messages that are not due for an hour, one of which is with a known contact. */
async function makeChats(system: RunningSystem, reference: string): Promise<void> {
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
  const messages = Array.from({ length: chats }, (_, i) => ({
    phone: phoneOf(610_000 + i),
    message: 'Later',
    deliverAt,
    reference,
  }))
  await system.ok('POST', '/v1/messages/batch', { body: { messages } })
  const message = { from: phoneOf(610_000), text: 'Hello' }
  await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  const contact = `/v1/contacts?phone=${encodeURIComponent(message.from)}`
  await until(async () => (await system.ok<object[]>('GET', contact)).length === 1)
}

/** Sends a request with its own trace. Resolves with the response's rows and the internal calls, once the expected calls have ended. */
async function callsOf(
  system: RunningSystem,
  collector: Receiver,
  { path, expected }: { path: string; expected: string[] },
) {
  const [trace, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  const headers = { Token: system.account.key, traceparent: `00-${trace}-${caller}-01` }
  const answer = await fetch(`${system.url}${path}`, { headers })
  expect([path, answer.status]).toEqual([path, 200])
  const body = (await answer.json()) as unknown
  const spans = () => spansOf(collector, trace)
  const calls = () => spans().filter((step) => step.startsWith('gateway GET '))
  const hasEnded = () => spans().some((step) => step.startsWith(`${caller} > gateway GET `))
  await until(() => hasEnded() && expected.every((name) => calls().some((step) => step.endsWith(`> ${name}`))), {
    describe: `the internal calls of ${path}`,
  })
  return { rows: body as { id: string; url?: string }[], calls: calls().map((step) => step.split(' > ')[1] ?? '') }
}

/** Dialect lists make a fixed number of internal calls, however many rows they have. */
export function dialectCalls(system: () => RunningSystem, collector: () => Receiver): void {
  const traced = (path: string, expected: string[]) => callsOf(system(), collector(), { path, expected })

  test('dialect: a list of 100 chats makes at most two internal calls more than the list of the main API', async () => {
    const reference = `calls-${randomBytes(4).toString('hex')}`
    await makeChats(system(), reference)
    const { number } = system().account
    const own = await traced(`/v1/chats?number=${number}&size=${chats}`, ['messaging chats.list'])
    const dialect = await traced(`/compat/v1/chat/${number}/chats?size=${chats}`, [
      'messaging chats.list',
      'contacts contacts.ofIds',
    ])
    expect([own.rows.length, dialect.rows.length]).toEqual([chats, chats])
    expect(dialect.calls.length, `${own.calls.join()}; ${dialect.calls.join()}`).toBeLessThanOrEqual(
      own.calls.length + moreCallsMax,
    )
    await system().ok('POST', `/v1/numbers/${number}/queue/purge`, { body: { includeScheduled: true, reference } })
  })

  test('dialect: webhooks, their logs and a look-up by short id make as many internal calls for many rows as for one', async () => {
    const { number } = system().account
    await using receiver = await startReceiver({})
    const hooks: string[] = []
    const hook = async () => {
      const body = { url: `${receiver.url}/${hooks.length}`, events: ['message:in'], number }
      hooks.push((await system().ok<{ id: string }>('POST', '/v1/webhooks', { body })).id)
    }
    const below = async (path: string, name: string) => traced(`/compat/v1${path}`, [name])
    const list = () => below('/webhooks?size=100', 'webhooks webhooks.list')
    await hook()
    const one = await list()
    for (let i = 1; i < 6; i += 1) await hook()
    const many = await list()
    expect([many.rows.length - one.rows.length, many.calls.toSorted()]).toEqual([5, one.calls.toSorted()])

    const message = { from: phoneOf(620_000), text: 'Hello' }
    for (let i = 0; i < attempts; i += 1)
      await system().ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
    const short = many.rows.find(({ url }) => url === `${receiver.url}/${hooks.length - 1}`)?.id
    const log = (size: number) => below(`/webhooks/${short}/logs?size=${size}`, 'webhooks deliveries.attempted')
    const all = `/compat/v1/webhooks/${short}/logs?size=${attempts}`
    await until(async () => (await traced(all, [])).rows.length === attempts)
    const [ofOne, ofMany] = [await log(1), await log(attempts)]
    expect([ofOne.rows.length, ofMany.rows.length]).toEqual([1, attempts])
    expect(ofMany.calls.toSorted()).toEqual(ofOne.calls.toSorted())

    const found = await below(`/webhooks/${short}`, 'webhooks webhooks.get')
    expect(found.calls.toSorted()).toEqual(['webhooks lookups.byRange', 'webhooks webhooks.get'])
    for (const each of hooks) await system().ok('DELETE', `/v1/webhooks/${each}`)
  })
}
