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
