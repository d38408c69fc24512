import { until } from '@posthorn/testkit'
import { eachOf, listen, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { connectCloudNumber, startCloudProvider } from './cloud-provider.ts'

const count = 20

type Attempt = { message_id: string; outcome: string; early: boolean }

/** C8: a number's calls get their responses only after the message's statuses were applied. */
export async function statusBeforeAnswer(fixture: ProofFixture): Promise<Outcome> {
  let answered = 0
  const isDelivered = async (message: string) =>
    (await fixture.rows(`select 1 from messaging.message where id = $1 and status in ('delivered', 'read')`, [message]))
      .length > 0
  await using provider = await startCloudProvider({
    async beforeAnswer(message) {
      await until(() => isDelivered(message), { timeoutMs: 12_000, describe: 'the statuses of a call under way' })
      answered += 1
    },
  })
  const system = await fixture.freshSystem({ CLOUD_API_URL: provider.providerSwitch.url })
  const number = await connectCloudNumber(system, provider)
  await using webhook = await listen(system, { events: ['message:out', 'message:ack', 'message:failed'] })
  const messages = await eachOf(count, 4, (i) =>
    system.post('/v1/messages', { phone: phoneOf(46_000 + i), message: `c8 ${i}`, number }),
  )
  const ids = messages.map(({ id }) => id)
  await until(() => answered === count, { timeoutMs: 60_000, describe: 'every call to be answered' })
  await quiescence(fixture)
  const attempts = await fixture.rows<Attempt>(
    `select a.message_id, a.outcome, (m.status_at->>'delivered')::timestamptz < a.ended_at as early
     from messaging.send_attempt a join messaging.message m on m.id = a.message_id where a.message_id = any($1)`,
    [ids],
  )
  const read = await fixture.rows(`select 1 from messaging.message where id = any($1) and status = 'read'`, [ids])
  const steps = webhook.received().map(({ event, data }) => `${event} ${data.id} ${String(data['status'])}`)
  const early = attempts.filter((attempt) => attempt.early).length
  return all(
    `${early} of ${count} delivered before their call was answered, ${provider.providerSwitch.sends.length} calls, ${read.length} read, ${steps.length} events`,
    {
      'every status came before the answer': early === count,
      'one attempt and one call each': attempts.length === count && provider.providerSwitch.sends.length === count,
      'none goes back a step': read.length === count,
      'each step is announced once': new Set(steps).size === steps.length && steps.length > count,
      'none failed': !steps.some((step) => step.startsWith('message:failed')),
    },
  )
}
