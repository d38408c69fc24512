import { until } from '@posthorn/testkit'
import { listen } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { callsFor, takenTwice } from './calls.ts'

/** The simulator answers calls to this recipient after 5 s, and reports the statuses at once. */
const slowRecipient = '+15550100003'
const count = 3

type Step = { id: string; status: string }

/** C8: the statuses of a message arrive before the answer to its call. */
export async function statusBeforeAnswer(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:out', 'message:ack', 'message:failed'] })
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await system.post('/v1/messages', { phone: slowRecipient, message: `c8 ${i}`, order: 'none' })).id)
  const steps = (): Step[] =>
    webhook.received().flatMap(({ data }) => {
      const { id, status } = data as { id?: string; status?: string }
      return id !== undefined && ids.includes(id) && status !== undefined ? [{ id, status }] : []
    })
  const delivered = () => ids.filter((id) => steps().some((step) => step.id === id && step.status === 'delivered'))
  await until(() => delivered().length === count, { timeoutMs: 60_000, describe: 'all to be delivered' })
  await quiescence(fixture)
  const attempts = await fixture.rows<{ message_id: string; early: boolean; outcome: string }>(
    `select a.message_id, a.outcome, (m.status_at->>'delivered')::timestamptz < a.ended_at as early
     from messaging.send_attempt a join messaging.message m on m.id = a.message_id where a.message_id = any($1)`,
    [ids],
  )
  const states = await Promise.all(ids.map((id) => system.ok<{ status: string }>('GET', `/v1/messages/${id}`)))
  const calls = await callsFor(system, ids)
  return all(
    `${attempts.filter(({ early }) => early).length} of ${count} delivered before their call was answered; ${calls.length} calls`,
    {
      'statuses came before answers': attempts.filter(({ early }) => early).length > 0,
      'one attempt and one taken call each': attempts.length === count && calls.length === count,
      'none taken twice': takenTwice(calls).length === 0,
      'none went back a step': states.every(({ status }) => status === 'delivered' || status === 'read'),
      'delivered was announced once each': ids.every(
        (id) => steps().filter((step) => step.id === id && step.status === 'delivered').length === 1,
      ),
    },
  )
}
