import { randomBytes } from 'node:crypto'
import { type Receiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { phoneOf } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { spansOf } from './traced-message.suite.ts'

const chats = 100
/** Additional internal calls of a dialect list: numbers, and the contacts of all chats. */
const moreCallsMax = 2

/** Creates chats with scheduled messages, and a contact. */
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

/** Dialect lists request everything at once. */
export function dialectCalls(system: () => RunningSystem, collector: () => Receiver): void {
  test('dialect: a list of 100 chats makes at most two internal calls more than the list of the main API', async () => {
    const reference = `calls-${randomBytes(4).toString('hex')}`
    await makeChats(system(), reference)
    const callsOf = async (path: string, expected: string[]) => {
      const [trace, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
      const headers = { Token: system().account.key, traceparent: `00-${trace}-${caller}-01` }
      const answer = await fetch(`${system().url}${path}`, { headers })
      const rows = (await answer.json()) as object[]
      expect([path, answer.status, rows.length]).toEqual([path, 200, chats])
      const calls = () => spansOf(collector(), trace).filter((step) => step.startsWith('gateway GET '))
      await until(() => expected.every((name) => calls().some((step) => step.endsWith(`> ${name}`))), {
        describe: `the internal calls of ${path}`,
      })
      return calls()
    }
    const { number } = system().account
    const own = await callsOf(`/v1/chats?number=${number}&size=${chats}`, ['messaging chats.list'])
    const dialect = await callsOf(`/compat/v1/chat/${number}/chats?size=${chats}`, [
      'messaging chats.list',
      'contacts contacts.ofIds',
    ])
    expect(dialect.length, `${own.join(', ')}; ${dialect.join(', ')}`).toBeLessThanOrEqual(own.length + moreCallsMax)
    await system().ok('POST', `/v1/numbers/${number}/queue/purge`, { body: { includeScheduled: true, reference } })
  })
}
