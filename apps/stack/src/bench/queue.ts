import { until } from '@posthorn/testkit'
import { rowsOf } from '../scenarios/rows.ts'
import type { RunningSystem } from '../scenarios/system.ts'

/** Stops or resumes the sending of the first run's number. */
export async function setQueue(system: RunningSystem, state: 'active' | 'paused'): Promise<void> {
  await system.ok('PATCH', `/v1/numbers/${system.account.number}/queue`, { body: { state } })
}

/** Takes what waits out of the queue, so that the next round starts from rest. */
export async function purge(system: RunningSystem): Promise<void> {
  for (let remaining = 1; remaining > 0; ) {
    const answer = await system.ok<{ remaining: number }>('DELETE', `/v1/numbers/${system.account.number}/queue`)
    remaining = answer.remaining
  }
}

/** Lets the provider and the number take as many messages a second as the number's settings allow at most. */
export async function unthrottle(system: RunningSystem, perSecond: number): Promise<void> {
  const { number, simulator } = system.account
  const { name, phoneNumberId } = await system.ok<Record<string, string>>('GET', `/v1/numbers/${number}`)
  const answer = await fetch(`${simulator}/_simulator/numbers`, {
    method: 'POST',
    body: JSON.stringify({ name, phoneNumberId, messagesPerSecond: 100_000 }),
  })
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`)
  await system.ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { ratePerSecond: perSecond } } })
}

/** Waits until nothing is to be sent, published or delivered any more. */
export async function rest(system: RunningSystem): Promise<void> {
  const left = async () => {
    const [row] = await rowsOf<{ left: number }>(
      system,
      `select ((select count(*) from messaging.send_job) + (select count(*) from webhooks.delivery_job)
         + (select count(*) from messaging.outbox where published_at is null)
         + (select count(*) from numbers.outbox where published_at is null))::int as left`,
    )
    return row?.left === 0
  }
  await until(left, { timeoutMs: 300_000, describe: 'everything to come to rest' })
}
