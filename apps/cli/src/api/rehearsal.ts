import { setTimeout as pause } from 'node:timers/promises'
import { defined, deliveryHeaders, type Id, type InputOf, type OutputOf, webhooks } from '@posthorn/contracts'
import { type Event, lineOf, print } from '../terminal.ts'
import { type Api } from './client.ts'
import { attempt, type ForwardTarget } from './forward.ts'

/** A receiver's response; `none`: not attempted. */
type Answer = 'ok' | 'refused' | 'silent' | 'none'

type Delivery = OutputOf<typeof webhooks.webhooks.deliveries>['items'][number]

/**
 * A webhook's events from a time range, to post to a local target. `speed`: multiple of the original pace; if absent, as fast as possible.
 */
type Rehearsal = {
  webhook: Id<'whk'>
  from: string
  to?: string
  onlyFailed: boolean
  speed?: number
  target: ForwardTarget & { secret: string }
  json: boolean
  signal: AbortSignal
}

type Outcome = { before: Answer; now: Answer }

const pageSize = 200
/** Header that marks a rehearsal, in addition to the header for replays. */
const rehearsalHeader = 'Webhook-Rehearsal'

/**
 * Posts the events that a webhook has deliveries of to a local target, once each and in order, and compares the responses with those that
 * the webhook got, which shows what a changed receiver fixes or breaks. Only reads from the installation, so the webhook isn't affected.
 */
export async function rehearse(api: Api, rehearsal: Rehearsal): Promise<void> {
  const { webhook, from, to, onlyFailed, target, json, signal } = rehearsal
  const deliveries = await api.list(webhooks.webhooks.deliveries, {
    id: webhook,
    ...(await sequencesOf(api, from, to)),
  })
  const all = answersBefore(deliveries)
  const wanted = onlyFailed ? new Map([...all].filter(([, before]) => before !== 'ok')) : all
  process.stderr.write(
    `Rehearsing ${wanted.size} of ${all.size} events of ${webhook} at ${target.url}; press Ctrl-C to stop\nSigning secret: ${target.secret}\n`,
  )
  const headers = { ...target.headers, [deliveryHeaders.replay.name]: 'true', [rehearsalHeader]: 'true' }
  const outcomes: Outcome[] = []
  const waitUntilDue = createPace(rehearsal.speed, signal)
  for await (const event of eventsOf(api, [...wanted.keys()])) {
    await waitUntilDue(event)
    if (signal.aborted) break
    const answer = await attempt(event, { ...target, headers }, signal)
    if (signal.aborted && typeof answer === 'string') break
    const outcome = { before: wanted.get(event.sequence) ?? 'none', now: answerOf(answer) }
    outcomes.push(outcome)
    if (json) print(JSON.stringify({ ...event, delivery: String(answer), ...outcome }))
    else print(`${lineOf(event)}  ${outcome.before} → ${answer}`)
  }
  process.stderr.write(`${summaryOf(outcomes)}\n`)
}

/** Converts a time range to a range of sequences, because deliveries are listed by sequence. Both ends are exclusive. */
async function sequencesOf(api: Api, occurredAfter: string, occurredBefore?: string) {
  const edge = async (input: InputOf<typeof webhooks.events.list>) =>
    (await api.call(webhooks.events.list, { ...input, size: 1 }))[0]?.sequence
  const after = (await edge({ occurredAfter, order: 'asc' })) ?? Number.MAX_SAFE_INTEGER
  const last = occurredBefore === undefined ? undefined : ((await edge({ occurredBefore, order: 'desc' })) ?? 0)
  return { after: after - 1, ...defined({ before: last && last + 1 }) }
}

/** Returns the previous response to each event by sequence, oldest first. If there were several URLs, the worst response counts. */
function answersBefore(deliveries: readonly Delivery[]): Map<number, Answer> {
  const order = ['ok', 'none', 'silent', 'refused'] as const
  const bySequence = new Map<number, Answer>()
  for (const { event, status, lastHttpStatus, lastError } of deliveries.toReversed()) {
    const unanswered = lastError === null ? 'none' : 'silent'
    const answer = status === 'succeeded' ? 'ok' : lastHttpStatus === null ? unanswered : 'refused'
    const known = bySequence.get(event.sequence) ?? 'ok'
    bySequence.set(event.sequence, order.indexOf(answer) > order.indexOf(known) ? answer : known)
  }
  return new Map([...bySequence].toSorted(([a], [b]) => a - b))
}

/** Reads the events with these sequences from the log. A page may have other events, and one further sequences, so each is read once. */
async function* eventsOf(api: Api, sequences: readonly number[]): AsyncGenerator<Event> {
  const wanted = new Set(sequences)
  for (const sequence of sequences) {
    if (!wanted.has(sequence)) continue
    const page = await api.call(webhooks.events.list, { after: sequence - 1, size: pageSize })
    for (const event of page) if (wanted.delete(event.sequence)) yield event as Event
    // Skip an event that is no longer in the log.
    wanted.delete(sequence)
  }
}

/** Returns a function that waits until an event is due. Each pause is the original pause divided by the speed. */
function createPace(speed: number | undefined, signal: AbortSignal): (event: Event) => Promise<void> {
  let first: { eventMs: number; atMs: number } | undefined
  return async ({ occurredAt }) => {
    if (speed === undefined) return
    const eventMs = Date.parse(occurredAt)
    first ??= { eventMs, atMs: Date.now() }
    const waitMs = first.atMs + (eventMs - first.eventMs) / speed - Date.now()
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {})
  }
}

/** Classifies the outcome of an attempt: an HTTP status, or the reason that there was no response. */
function answerOf(statusOrReason: number | string): Answer {
  if (typeof statusOrReason === 'string') return 'silent'
  return statusOrReason >= 200 && statusOrReason < 300 ? 'ok' : 'refused'
}

/** Compares the responses with those that the webhook got, in one line. */
function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (matches: (outcome: Outcome) => boolean) => outcomes.filter(matches).length
  const [ok, before] = [count(({ now }) => now === 'ok'), count((each) => each.before === 'ok')]
  const fixed = count((each) => each.before !== 'ok' && each.now === 'ok')
  const broken = count((each) => each.before === 'ok' && each.now !== 'ok')
  return `${ok} of ${outcomes.length} now succeed (before: ${before}); ${fixed} fixed, ${broken} newly failing`
}
