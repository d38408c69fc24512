import { randomUUID } from 'node:crypto'
import { setImmediate as othersTurn, setTimeout as pause } from 'node:timers/promises'
import { type Answer, percentile, phoneOf, type RunningSystem } from '@posthorn/testkit/system'

/** A message whose request was repeated until it was accepted. */
export type Sent = {
  id: string
  reference: string
  /** Status of each response until acceptance; 0 if there was no response. */
  statuses: number[]
  /** Milliseconds from the first request until acceptance. */
  latencyMs: number
  acceptedAtMs: number
}

export type Load = { sent: readonly Sent[]; stop(): Promise<readonly Sent[]> }

type LoadOptions = {
  perSecond: number
  /** First phone number. Messages rotate through `phones` numbers, starting here. */
  firstPhone?: number
  phones?: number
  body?: Record<string, unknown>
  key?: string
}

const retryPauseMs = 100
/** Maximum requests in flight. The load pauses at this limit, because more requests would only slow down a lagging machine further. */
const openMax = 1_000

let loads = 0

/** Sends message requests at an even pace, as `sendUntilAccepted` does. Each message has its own reference. */
export function startLoad(system: RunningSystem, opts: LoadOptions): Load {
  const sent: Sent[] = []
  const open = new Set<Promise<void>>()
  const stopping = new AbortController()
  const name = `load-${++loads}`
  const ask = async (i: number) => {
    const phone = phoneOf((opts.firstPhone ?? 0) + (i % (opts.phones ?? 10_000)))
    sent.push(await sendUntilAccepted(system, { phone, reference: `${name}-${i}`, ...opts }))
  }
  const running = (async () => {
    const begun = performance.now()
    for (let i = 0; !stopping.signal.aborted; i++) {
      const dueMs = begun + (i * 1000) / opts.perSecond - performance.now()
      if (dueMs > 1) await pause(dueMs, undefined, { signal: stopping.signal }).catch(() => {})
      // A load that is behind schedule must yield to handle its responses, or it never catches up.
      else await othersTurn()
      if (open.size >= openMax) await Promise.race(open)
      if (stopping.signal.aborted) return
      const asked = ask(i).finally(() => open.delete(asked))
      open.add(asked)
    }
  })()
  return {
    sent,
    async stop() {
      stopping.abort()
      await running
      await Promise.all(open)
      return sent
    },
  }
}

/**
 * Repeats a request with the same Idempotency-Key until the response is 201. Other statuses are kept, and `strangeStatuses` judges them.
 */
export async function sendUntilAccepted(
  system: RunningSystem,
  { phone, reference, body = {}, key }: { phone: string; reference: string; body?: object; key?: string },
): Promise<Sent> {
  const idempotencyKey = randomUUID()
  const opts = { body: { phone, message: `message ${reference}`, reference, ...body }, idempotencyKey }
  const statuses: number[] = []
  const begun = performance.now()
  for (;;) {
    const answer: Answer<{ id: string }> | undefined = await system
      .call<{ id: string }>('POST', '/v1/messages', { ...opts, ...(key === undefined ? {} : { key }) })
      .catch(() => undefined)
    statuses.push(answer?.status ?? 0)
    if (answer?.status === 201) {
      const latencyMs = performance.now() - begun
      return { id: answer.body.id, reference, statuses, latencyMs, acceptedAtMs: Date.now() }
    }
    await pause(retryPauseMs)
  }
}

/** Returns the statuses that a client must never see: anything but accepted, retry later, or no response. */
export function strangeStatuses(sent: readonly Sent[]): number[] {
  return [...new Set(sent.flatMap(({ statuses }) => statuses))].filter((status) => ![0, 201, 429, 503].includes(status))
}

/** Returns the value that this share of the values, from 0 to 1, does not exceed, rounded. Without values, returns 0. */
export function quantile(values: readonly number[], share: number): number {
  return values.length === 0 ? 0 : Math.round(percentile(values, share * 100))
}
