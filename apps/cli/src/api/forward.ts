import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { accounts, deliveryHeaders, webhooks } from '@posthorn/contracts'
import { type Event, lineOf, print } from '../terminal.ts'
import { type Env, loginPath, writePrivate } from './access.ts'
import { type Api, CommandError } from './client.ts'
import { isImpossible, networkReasonOf } from './fetch.ts'
import { readText } from './local-file.ts'
import { Outage } from './outage.ts'

/** A received request with its raw body. */
type SignedRequest = { headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Standard Webhooks 1.0 requires a limit, to prevent replays. */
const toleranceSeconds = 300

/**
 * Whether a delivery is signed with this `whsec_…` secret over its id, timestamp and raw body (Standard Webhooks 1.0, scheme v1: base64
 * HMAC-SHA256, with multiple signatures separated by spaces), within five minutes of now.
 */
export function isSigned({ headers, body }: SignedRequest, secret: string, nowSeconds: number): boolean {
  const [id, timestamp, signatures] = [deliveryHeaders.id, deliveryHeaders.timestamp, deliveryHeaders.signature].map(
    ({ name }) => String(headers[name.toLowerCase()] ?? ''),
  ) as [string, string, string]
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((entry) => {
    const [scheme, value = ''] = entry.split(',')
    const signature = Buffer.from(value, 'base64')
    return scheme === 'v1' && signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

/** Returns the headers of a delivery, signed with this secret at the current time. */
function signedHeaders(eventId: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')
  return {
    [deliveryHeaders.id.name]: eventId,
    [deliveryHeaders.timestamp.name]: timestamp,
    [deliveryHeaders.signature.name]: `v1,${signature}`,
  }
}

/** Position and filter for reading the event log. `after: null` reads only new events. */
type LogOptions = { after: number | null; events?: string[]; signal: AbortSignal }

const waitSeconds = 25
const pageSize = 200

/** Follows the event log from a position until aborted. Fails if the first read fails or a later one is refused. Waits while the installation is away. */
export async function* followLog(api: Api, { after, events: chosen, signal }: LogOptions): AsyncGenerator<Event> {
  const filter = chosen === undefined || chosen.includes('*') ? {} : { events: chosen }
  let last = after
  let [isSure, hasRead] = [false, false]
  const outage = new Outage()
  const read = async () => {
    if (last === null || !isSure) last = await positionIn(api, last, signal)
    isSure = true
    return api.call(webhooks.events.list, { after: last, size: pageSize, wait: waitSeconds, ...filter }, { signal })
  }
  while (!signal.aborted) {
    const page = await read().catch((error: unknown) => {
      if (signal.aborted) return []
      if (!hasRead) throw error
      // The installation may be away to be restored.
      isSure = false
      return outage.wait(error, signal)
    })
    if (page === undefined) continue
    hasRead = true
    outage.end()
    for (const event of page) {
      if (signal.aborted) return
      yield event as Event
      last = event.sequence
    }
  }
}

/**
 * Returns the position from which to follow the log: `after`, or its end if that is null. A log that was restored may end before the
 * position, or be empty; then, only new events follow.
 */
async function positionIn(api: Api, after: number | null, signal: AbortSignal): Promise<number> {
  const [newest] = await api.call(webhooks.events.list, { order: 'desc', size: 1 }, { signal })
  // In a log that is empty, even because its events were too old, all events are new.
  if (after === null || newest === undefined) return newest?.sequence ?? 0
  if (newest.sequence >= after) return after
  process.stderr.write(
    `The log ends at #${newest.sequence}, before #${after}, as after a restore. Continuing with new events\n`,
  )
  return newest.sequence
}

/** Receiver of forwarded events. `after` and `secret` override the stored values. */
export type ForwardTarget = { url: string; headers: Record<string, string>; secret?: string; after?: number }

/** Position and secret of a target, stored between runs. */
type Position = { after: number; secret: string }

const attemptsMax = 3
const attemptTimeoutMs = 30_000
const refusedPauseMs = 1_000
const unreachablePauseMs = { first: 250, most: 5_000 }

/**
 * Posts every event to a target, in order, signed like webhooks. Stores its position after each event, so that the next run delivers what
 * happened in the meantime. Waits while the target is down; tries a rejected event three times.
 */
export async function forwardLog(
  api: Api,
  {
    target,
    events,
    json,
    env,
    signal,
  }: { target: ForwardTarget; events: string[]; json: boolean; env: Env; signal: AbortSignal },
): Promise<void> {
  const { workspace } = await api.call(accounts.me.get, {}, { signal })
  const file = positionPath(env, [api.access.url, workspace.id, target.url])
  const kept = readPosition(file)
  const after = await positionIn(api, target.after ?? kept?.after ?? null, signal)
  const secret = target.secret ?? kept?.secret ?? newSecret()
  writePrivate(file, JSON.stringify({ after, secret } satisfies Position))
  const from = kept === undefined && target.after === undefined ? 'new events' : `the events after #${after}`
  process.stderr.write(
    `Forwarding ${from} (${events.join()}) to ${target.url}; press Ctrl-C to stop\nSigning secret: ${secret}\n`,
  )
  for await (const event of followLog(api, { after, events, signal })) {
    const outcome = await deliver(event, { ...target, secret }, signal)
    if (outcome === 'stopped') return
    writePrivate(file, JSON.stringify({ after: event.sequence, secret } satisfies Position))
    if (json) print(JSON.stringify({ ...event, delivery: outcome }))
    else print(`${lineOf(event)}  → ${outcome}`)
  }
}

/** Returns the secret for a rehearsal: the given one, that of earlier forwarding, or a new one, which isn't stored. */
export async function secretFor(api: Api, env: Env, target: Pick<ForwardTarget, 'url' | 'secret'>): Promise<string> {
  if (target.secret !== undefined) return target.secret
  const { workspace } = await api.call(accounts.me.get, {})
  return readPosition(positionPath(env, [api.access.url, workspace.id, target.url]))?.secret ?? newSecret()
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Posts an event until the target accepts it, rejects it three times, or the user stops. Returns the outcome in words; `stopped` if stopped. */
async function deliver(event: Event, target: ForwardTarget & { secret: string }, signal: AbortSignal): Promise<string> {
  let [refusals, pauseMs] = [0, unreachablePauseMs.first]
  while (!signal.aborted) {
    const outcome = await attempt(event, target, signal)
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return String(outcome)
    if (signal.aborted) break
    if (typeof outcome === 'number') {
      refusals += 1
      if (refusals >= attemptsMax) return `${outcome}, given up after ${attemptsMax} attempts`
      await pause(refusedPauseMs, undefined, { signal }).catch(() => {})
      continue
    }
    if (pauseMs === unreachablePauseMs.first)
      process.stderr.write(`${target.url} cannot be reached (${outcome}); #${event.sequence} waits for it\n`)
    await pause(pauseMs, undefined, { signal }).catch(() => {})
    pauseMs = Math.min(pauseMs * 2, unreachablePauseMs.most)
  }
  return 'stopped'
}

/**
 * Posts an event. Returns the HTTP status, or the reason there is none. The target's headers replace ours, except the signature.
 *
 * @throws CommandError if every attempt would fail, because the request itself is not possible.
 */
export async function attempt(
  event: Event,
  { url, headers: added, secret }: ForwardTarget & { secret: string },
  signal: AbortSignal,
): Promise<number | string> {
  const body = JSON.stringify(event)
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const [name, value] of Object.entries({ ...added, ...signedHeaders(event.id, body, secret) }))
    headers.set(name, value)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
    })
    await response.body?.cancel()
    return response.status
  } catch (error) {
    const reason = networkReasonOf(error)
    if (isImpossible(error)) throw new CommandError(`${url} cannot be called (${reason})`)
    return reason
  }
}

/** Returns the file that keeps a target's position. `identity` is what tells targets apart: installation, workspace and URL. */
function positionPath(env: Env, identity: string[]): string {
  const name = createHash('sha256').update(identity.join('\n')).digest('hex').slice(0, 16)
  return join(dirname(loginPath(env)), 'listen', `${name}.json`)
}

/** Reads where an earlier run stopped, and its secret. A missing or damaged file counts as a first run. */
function readPosition(path: string): Position | undefined {
  try {
    const { after, secret } = JSON.parse(readText(path)) as Position
    return Number.isSafeInteger(after) && secret.startsWith('whsec_') ? { after, secret } : undefined
  } catch {
    return undefined
  }
}
