import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSystem } from '@posthorn/testkit/system'
import { during } from '@posthorn/testkit/system'
import type { ProofFixture } from '../proof.fixture.ts'

/** Target of a fault; `receiverIsDown` makes the receiver drop every connection. */
export type FaultTarget = { fixture: ProofFixture; system: RunningSystem; receiverIsDown(isDown: boolean): void }

/** A fault that ends when `strike` resolves. */
export type Fault = { name: string; strike(place: FaultTarget): Promise<void> }

const stoppedMs = 5_000
const downMs = 10_000

const killed = (part: string): Fault => ({
  name: `kill -9 of ${part}`,
  strike: ({ fixture }) => fixture.killAndWait(part),
})

const stopped = (part: string): Fault => ({
  name: `${part} stopped for 5 s`,
  async strike({ fixture }) {
    const pid = fixture.signal(part, 'SIGSTOP')
    await pause(stoppedMs)
    process.kill(pid, 'SIGCONT')
  },
})

// SIGQUIT makes the postmaster stop immediately.
const postgresStops: Fault = {
  name: 'immediate stop of Postgres',
  strike: ({ fixture }) => fixture.killAndWait('postgres', 'SIGQUIT'),
}

const receiverDown: Fault = {
  name: 'receiver down for 10 s',
  async strike({ receiverIsDown }) {
    receiverIsDown(true)
    await pause(downMs)
    receiverIsDown(false)
  },
}

const providerFails: Fault = {
  name: 'provider answers 500 for 5 s',
  strike: ({ system }) => during(system, { kind: 'error', seconds: 10 }, () => pause(stoppedMs)),
}

/** Faults that kill no service. */
const survived: readonly Fault[] = [
  providerFails,
  postgresStops,
  stopped('messaging'),
  killed('nats'),
  receiverDown,
  stopped('webhooks'),
  stopped('numbers'),
]

const deadly = ['messaging', 'numbers', 'webhooks', 'contacts', 'groups', 'gateway'].map(killed)

/**
 * Returns this many faults: first, services die in turn with other faults between them; in the second half only other faults, to see whether
 * processes grow.
 */
export function faultsInTurn(count: number): Fault[] {
  const half = Math.floor(count / 2)
  return Array.from({ length: count }, (_, i) => {
    const isDeadly = i < half && i % 2 === 0
    const [turn, from] = isDeadly ? [i / 2, deadly] : [i < half ? (i - 1) / 2 : i, survived]
    return from[turn % from.length] ?? providerFails
  })
}
