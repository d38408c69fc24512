import { type CallLogEntry, callLog, eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'

/** Queues a message to each of `count` phone numbers, 500 per request. Returns the ids in order. */
export async function queueMany(
  system: RunningSystem,
  count: number,
  { firstPhone, ...body }: { firstPhone: number; [field: string]: unknown },
): Promise<string[]> {
  const size = 500
  const batches = await eachOf(Math.ceil(count / size), 2, (batch) => {
    const messages = Array.from({ length: Math.min(size, count - batch * size) }, (_, i) => ({
      phone: phoneOf(firstPhone + batch * size + i),
      message: `proof ${firstPhone + batch * size + i}`,
      ...body,
    }))
    return system.post<{ id: string }[]>('/v1/messages/batch', { messages })
  })
  return batches.flat().map(({ id }) => id)
}

/** Pauses a number while `work` queues messages, so that all are due at once. */
export async function releasedAtOnce<T>(system: RunningSystem, work: () => Promise<T>): Promise<T> {
  const queue = `/v1/numbers/${system.account.number}/queue`
  await system.ok('POST', `${queue}/pause`)
  const done = await work()
  await system.ok('POST', `${queue}/resume`)
  return done
}

/** Returns the id of the message that a call is for. The tag also has the number of the attempt. */
export const messageOf = ({ callbackTag }: CallLogEntry): string => callbackTag?.split(':')[0] ?? ''

/** Returns the provider calls for these messages, in order. */
export async function callsFor(system: RunningSystem, ids: readonly string[]): Promise<CallLogEntry[]> {
  const wanted = new Set(ids)
  return (await callLog(system)).filter((entry) => wanted.has(messageOf(entry)))
}

/** Returns the calls for messages that the provider had already accepted. */
export function calledAgain(calls: readonly CallLogEntry[]): CallLogEntry[] {
  const taken = new Set<string>()
  return calls.filter((call) => {
    const id = messageOf(call)
    const isAgain = taken.has(id)
    if (call.accepted) taken.add(id)
    return isAgain
  })
}

/** Returns the messages that the provider accepted more than once, so that the recipient got them twice. */
export function takenTwice(calls: readonly CallLogEntry[]): string[] {
  return calledAgain(calls)
    .filter(({ accepted }) => accepted)
    .map(messageOf)
}

/** Returns the highest number of calls within any second. */
export function busiestSecond(calls: readonly CallLogEntry[]): number {
  const times = calls.map(({ at }) => Date.parse(at)).sort((a, b) => a - b)
  let [first, most] = [0, 0]
  for (const [i, time] of times.entries()) {
    while ((times[first] ?? time) <= time - 1_000) first += 1
    most = Math.max(most, i - first + 1)
  }
  return most
}
