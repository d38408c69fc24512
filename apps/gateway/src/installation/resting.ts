import { randomUUID } from 'node:crypto'
import type { Clients } from '@posthorn/client'
import type { accounts, OutputOf } from '@posthorn/contracts'

/** Quarantined work, and the time when the quarantine began. */
export type Resting = OutputOf<typeof accounts.restore.get>

/** Services that detect a restore of their Postgres, and the work that each one quarantines. */
const restingWork = { messaging: 'messages', groups: 'posts', webhooks: 'webhooks' } as const

type GuardedService = keyof typeof restingWork

export const guardedServices = Object.keys(restingWork) as GuardedService[]

const keptMs = 5_000
/** A slower service counts as unavailable, because callers wait for the slowest one. */
const patienceMs = 2_000

/** Returns a function that reads the quarantine of every service. Cached for a few seconds, because every open dashboard asks. */
export function createRestingReader(clients: Clients): () => Promise<Resting> {
  let known: { untilMs: number; answer: Promise<Resting> } | undefined
  return () => {
    const nowMs = performance.now()
    if (known === undefined || known.untilMs <= nowMs) known = { untilMs: nowMs + keptMs, answer: ask(clients) }
    return known.answer
  }
}

/** Returns the identity for calls that only operators may make. The gateway itself is the actor. */
export const operatorCall = (clients: Clients, requestId: string): ReturnType<Clients['calling']> =>
  clients.calling({ workspace: null, actor: { type: 'service', id: 'gateway' }, scopes: ['operator'], requestId })

/** Asks every service for its quarantine. Skips unavailable services. Their quarantine appears once they are back. */
async function ask(clients: Clients): Promise<Resting> {
  const call = { ...operatorCall(clients, randomUUID()), signal: AbortSignal.timeout(patienceMs) }
  const answers = await Promise.allSettled(
    guardedServices.map((service) => clients[service].quarantine.get.query({}, call)),
  )
  const found = answers.flatMap((answer, i) => {
    const since = answer.status === 'fulfilled' ? answer.value.since : null
    return since === null ? [] : [{ since, work: restingWork[guardedServices[i] as GuardedService] }]
  })
  const [since = null] = found.map((quarantine) => quarantine.since).toSorted()
  return { since, resting: found.map(({ work }) => work) }
}
