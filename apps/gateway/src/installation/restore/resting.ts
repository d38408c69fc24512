import { randomUUID } from 'node:crypto'
import type { Clients } from '@posthorn/client'
import type { accounts, OutputOf } from '@posthorn/contracts'

/** Work that rests, and since when. */
export type Resting = OutputOf<typeof accounts.restore.get>

/** The services that find by themselves that their Postgres was restored, and the work of each that rests then. */
const restingWork = { messaging: 'messages', groups: 'posts', webhooks: 'webhooks' } as const

type GuardedService = keyof typeof restingWork

/** Names of these services. */
export const guardedServices = Object.keys(restingWork) as GuardedService[]

const keptMs = 5_000
/** Milliseconds after which a service counts as away: all callers wait for the slowest one. */
const patienceMs = 2_000

/** Asks the services what rests. An answer is kept for some seconds, however many callers ask. */
export function createRestingReader(clients: Clients, now = Date.now): () => Promise<Resting> {
  let known: { until: number; answer: Promise<Resting> } | undefined
  return () => {
    if (known === undefined || known.until <= now()) known = { until: now() + keptMs, answer: ask(clients) }
    return known.answer
  }
}

/** Returns a call of the gateway with the permissions of an operator. */
export function operatorCall(clients: Clients, requestId: string): ReturnType<Clients['calling']> {
  return clients.calling({
    workspace: null,
    actor: { type: 'service', id: 'gateway' },
    scopes: ['operator'],
    requestId,
  })
}

/** A service that is away is left out: its quarantine shows once it is back. */
async function ask(clients: Clients): Promise<Resting> {
  const call = { ...operatorCall(clients, randomUUID()), signal: AbortSignal.timeout(patienceMs) }
  const answers = await Promise.allSettled(
    guardedServices.map((service) => clients[service].quarantine.get.query({}, call)),
  )
  const found = answers.flatMap((answer, i) => {
    const since = answer.status === 'fulfilled' ? answer.value.since : null
    return since === null ? [] : [{ since, work: restingWork[guardedServices[i] as GuardedService] }]
  })
  const [since = null] = found.map((each) => each.since).toSorted()
  return { since, resting: found.map(({ work }) => work) }
}
