import { subscriptionCovers } from '@posthorn/contracts'
import { failing, type Receiver, type Respond, startReceiver, until } from '@posthorn/test-servers'
import type { RunningSystem } from './running-system.ts'

export type Event = {
  id: string
  event: string
  workspace: string
  sequence: number
  data: Record<string, unknown> & { id?: string; ack?: string }
}

/** A send that the simulator got. `callbackTag`: the message's id and the number of the attempt; null if its sender gave none. */
export type CallLogEntry = { n: number; to: string; callbackTag: string | null; accepted: boolean; at: string }

export type Listening = AsyncDisposable & {
  id: string
  receiver: Receiver
  covers(kind: string): boolean
  /** Events that the receiver answered with 200, without duplicates, in order of arrival. */
  received(): Event[]
}

export const secretHeader = { name: 'X-Webhook-Secret', value: 's3cret' }

/** Starts a receiver and creates a webhook that delivers to it. `keeps: false`: the receiver records no requests, for long loads. */
export async function listen(
  system: RunningSystem,
  opts: { events?: string[]; respond?: Respond; key?: string; keeps?: boolean } = {},
): Promise<Listening> {
  const { respond = {}, keeps = true } = opts
  const receiver = await startReceiver({ respond, keeps })
  const key = opts.key === undefined ? {} : { key: opts.key }
  const events = opts.events ?? ['*']
  const body = { url: `${receiver.url}/hook`, events, secretHeader }
  const { id, signingSecret } = await system.ok<{ id: string; signingSecret: string }>('POST', '/v1/webhooks', {
    body,
    ...key,
  })
  receiver.useSecret(signingSecret)
  return {
    id,
    receiver,
    covers: (kind) => events.some((subscription) => subscriptionCovers(subscription, kind)),
    received() {
      const taken = receiver.requests.filter(({ status }) => status === 200).map(({ json }) => json as Event)
      return [...new Map(taken.map((event) => [event.id, event])).values()]
    },
    async [Symbol.asyncDispose]() {
      await system.call('DELETE', `/v1/webhooks/${id}`, key)
      await receiver.stop()
    },
  }
}

/** Fails three out of ten requests, choosing the same requests in every run, but no event more than four times. */
export const threeOfTenFail: Respond = failing({ rate: 0.3, seed: 7, timesMax: 4 })

/** Reads the event log page by page. */
export async function eventLog(system: RunningSystem, afterSequence = 0): Promise<Event[]> {
  const events: Event[] = []
  for (;;) {
    const from = events.at(-1)?.sequence ?? afterSequence
    const page = await system.ok<Event[]>('GET', `/v1/events?after=${from}&size=200`)
    if (page.length === 0) return events
    events.push(...page)
  }
}

/** Returns every send that the system's simulator recorded after entry number `afterEntry`. */
export const callLog = (system: RunningSystem, afterEntry = 0): Promise<CallLogEntry[]> =>
  callLogAt(system.account.simulator, afterEntry)

/** Like `callLog`, for a simulator that isn't the system's. */
export async function callLogAt(simulatorUrl: string, afterEntry = 0): Promise<CallLogEntry[]> {
  const all: CallLogEntry[] = []
  for (let from = afterEntry; ; ) {
    const answer = await fetch(`${simulatorUrl}/_simulator/calls?after=${from}&limit=1000`)
    const { entries, next } = (await answer.json()) as { entries: CallLogEntry[]; next: number }
    all.push(...entries)
    if (entries.length === 0 || next === from) return all
    from = next
  }
}

/** Returns the id of the message that a call is for; empty if the call has no tag. */
export const messageOf = ({ callbackTag }: CallLogEntry): string => callbackTag?.split(':')[0] ?? ''

/**
 * Counts the sends that the provider accepted, by message id. More than one for a message means that its recipient got it twice. Leaves out
 * sends without a tag, which are for no message of the system.
 */
export function acceptedCalls(entries: readonly CallLogEntry[]): Map<string, number> {
  const calls = new Map<string, number>()
  for (const entry of entries) {
    const message = messageOf(entry)
    if (entry.accepted && message !== '') calls.set(message, (calls.get(message) ?? 0) + 1)
  }
  return calls
}

/** Returns a unique phone number for the message with index `i`. */
export const phoneOf = (i: number): string => `+4915${String(100_000_000 + i)}`

/** Calls `work` for 0 … count − 1, up to `atOnce` at a time. Returns results in order. */
export async function eachOf<T>(count: number, atOnce: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array<T>(count)
  let next = 0
  const takeNext = async () => {
    for (let i = next++; i < count; i = next++) results[i] = await work(i)
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return results
}

/** Waits until the webhook has received an acknowledgment of each of these messages. The error has what is known about those without. */
export async function allDelivered(
  system: RunningSystem,
  listening: Listening,
  { ids, timeoutMs }: { ids: readonly string[]; timeoutMs: number },
): Promise<void> {
  const missing = () => {
    const acks = listening.received().filter(({ event }) => event === 'message:ack')
    const reported = new Set(acks.map(({ data }) => data.id))
    return ids.filter((id) => !reported.has(id))
  }
  try {
    await until(() => missing().length === 0, { timeoutMs, describe: 'every message to be reported as delivered' })
  } catch {
    const left = missing()
    const log = await eventLog(system)
    const shown = await Promise.all(
      left.slice(0, 5).map(async (id) => ({
        message: await system.ok('GET', `/v1/messages/${id}`),
        events: log.filter(({ data }) => data.id === id).map(({ id, event, sequence }) => ({ id, event, sequence })),
        trace: await system.ok('GET', `/v1/messages/${id}/trace`),
      })),
    )
    throw new Error(`${left.length} of ${ids.length} messages were not reported as delivered: ${JSON.stringify(shown)}`)
  }
}
