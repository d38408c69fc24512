import { until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { callbackTargetOf, messagesTo, postSigned, textMessage } from './callbacks.ts'

const count = 1_000

/** D5: 1,000 messages of 50 customers in one callback, sent twice. */
export async function thousandInOne(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:in'] })
  const target = await callbackTargetOf(system)
  const texts = Array.from({ length: count }, (_, i) => `D5 ${i}`)
  const from = (i: number) => `49151177${String(10_000 + (i % 50))}`
  const raw = messagesTo(
    target,
    texts.map((text, i) => textMessage(text, { from: from(i) })),
  )
  const begun = performance.now()
  const first = await postSigned(target, raw)
  const answeredMs = performance.now() - begun
  const received = () =>
    webhook.received().flatMap(({ data }) => (typeof data['message'] === 'string' ? [data['message']] : []))
  const announced = () => new Set(received()).size
  // Missing ones are part of the result.
  await until(() => announced() >= count, { timeoutMs: 300_000 }).catch(() => undefined)
  const seconds = (performance.now() - begun) / 1000
  const second = await postSigned(target, raw)
  await quiescence(fixture)
  const [stored] = await fixture.rows<{ count: number }>(
    `select count(*)::int as count from messaging.message where direction = 'in' and body = any($1)`,
    [texts],
  )
  const ids = new Set(webhook.received().map(({ id }) => id))
  return all(
    `${Math.round(raw.length / 1024)} KiB answered ${first} in ${Math.round(answeredMs)} ms, the repeat ${second}; ${stored?.count} messages, ${announced()} announced by ${ids.size} events within ${seconds.toFixed(1)} s`,
    {
      'both answered 200': first === 200 && second === 200,
      'each message stored once': stored?.count === count,
      'each announced by one event': ids.size === count && announced() === count,
      'answered within 10 s, as the provider waits': answeredMs <= 10_000,
    },
  )
}
