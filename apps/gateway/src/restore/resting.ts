import { randomUUID } from 'node:crypto'
import type { Clients } from '@posthorn/client'
import type { accounts, OutputOf } from '@posthorn/contracts'

/** Work that rests, and since when. */
export type Resting = OutputOf<typeof accounts.restore.get>

/** Each of these services finds by itself that its Postgres was restored. */
const services = [
  ['messaging', 'messages'],
  ['groups', 'posts'],
  ['webhooks', 'webhooks'],
] as const

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

/** A service that is away is left out: its quarantine shows once it is back. */
async function ask(clients: Clients): Promise<Resting> {
  const call = {
    ...clients.calling({
      workspace: null,
      actor: { type: 'service', id: 'gateway' },
      scopes: ['operator'],
      requestId: randomUUID(),
    }),
    signal: AbortSignal.timeout(patienceMs),
  }
  const answers = await Promise.allSettled(services.map(([service]) => clients[service].quarantine.get.query({}, call)))
  const found = answers.flatMap((answer, i) => {
    const since = answer.status === 'fulfilled' ? answer.value.since : null
    return since === null ? [] : [{ since, work: (services[i] as (typeof services)[number])[1] }]
  })
  const [since = null] = found.map((each) => each.since).toSorted()
  return { since, resting: found.map(({ work }) => work) }
}
