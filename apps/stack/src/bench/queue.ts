import { credentialsOf } from '../prove/simulated.ts'
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
  const { number } = system.account
  await credentialsOf(system, number, { messagesPerSecond: 100_000 })
  await system.ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { ratePerSecond: perSecond } } })
}
