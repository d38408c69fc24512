import { randomUUID } from 'node:crypto'
import { setImmediate as othersTurn, setTimeout as pause } from 'node:timers/promises'
import { type ServiceName, serviceNames } from '@posthorn/contracts'
import { unpublishedSql, until } from '@posthorn/testkit'
import {
  acceptedCalls,
  callLogAt,
  eventLog,
  type Listening,
  percentile,
  phoneOf,
  type RunningSystem,
  UndocumentedAnswer,
} from '@posthorn/testkit/system'
import type { ProofFixture } from './proof.ts'

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

/** `firstPhone`: index of the first of 10,000 phone numbers that the messages go to in turn. `body`: fields that every message has. */
type LoadOptions = { perSecond: number; firstPhone?: number; body?: Record<string, unknown> }

const retryPauseMs = 100
/** Maximum requests in flight. The load pauses at this limit, because more requests would only slow down a lagging machine further. */
const openMax = 1_000

let loads = 0

/**
 * Sends message requests at an even pace, as `sendUntilAccepted` does, whose first failure `stop` throws. Each message has its own
 * reference. Ends with its system, so that the load of a failed check does not disturb the next one.
 */
export function startLoad(system: RunningSystem, opts: LoadOptions): Load {
  const sent: Sent[] = []
  const open = new Set<Promise<void>>()
  const stopping = new AbortController()
  let failure: Error | undefined
  const name = `load-${++loads}`
  const ask = async (i: number) => {
    const phone = phoneOf((opts.firstPhone ?? 0) + (i % 10_000))
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
      if (stopping.signal.aborted || system.isRemoved) return
      const asked = ask(i)
        .catch((error: unknown) => {
          if (!system.isRemoved) failure ??= error instanceof Error ? error : new Error(String(error))
        })
        .finally(() => open.delete(asked))
      open.add(asked)
    }
  })()
  return {
    sent,
    async stop() {
      stopping.abort()
      await running
      await Promise.all(open)
      if (failure !== undefined) throw failure
      return sent
    },
  }
}

/**
 * Repeats a request with the same Idempotency-Key, as a good client does, until the response is 201. Keeps all statuses, which
 * `strangeStatuses` judges. Fails if the system is removed, or if a response breaks the OpenAPI document.
 */
export async function sendUntilAccepted(
  system: RunningSystem,
  { phone, reference, body = {}, key }: { phone: string; reference: string; body?: object; key?: string },
): Promise<Sent> {
  const idempotencyKey = randomUUID()
  const message = { phone, message: `message ${reference}`, reference, ...body }
  const opts = { body: message, idempotencyKey, ...(key === undefined ? {} : { key }) }
  const statuses: number[] = []
  const begun = performance.now()
  for (;;) {
    const answer = await system.call<{ id: string }>('POST', '/v1/messages', opts).catch((error: unknown) => {
      if (error instanceof UndocumentedAnswer) throw error
      return undefined
    })
    if (system.isRemoved) throw new Error('the system was removed')
    statuses.push(answer?.status ?? 0)
    if (answer?.status === 201) {
      const latencyMs = performance.now() - begun
      return { id: answer.body.id, reference, statuses, latencyMs, acceptedAtMs: Date.now() }
    }
    await pause(retryPauseMs)
  }
}

/** Returns the statuses that a client must never see: anything but accepted, retry later, or no response. */
export const strangeStatuses = (sent: readonly Sent[]): number[] =>
  [...new Set(sent.flatMap(({ statuses }) => statuses))].filter((status) => ![0, 201, 429, 503].includes(status))

/** Returns how many milliseconds 99 of 100 of these messages took at most to be accepted; 0 without messages. */
export function p99Of(sent: readonly Sent[]): number {
  const tookMs = sent.map(({ latencyMs }) => latencyMs)
  return tookMs.length === 0 ? 0 : percentile(tookMs, 99)
}

/** Returns the value, rounded, that this share of the values, from 0 to 1, does not exceed. Without values, returns 0. */
export const quantile = (values: readonly number[], share: number): number =>
  values.length === 0 ? 0 : Math.round(percentile(values, share * 100))

/** Repeats work with a pause after each time until it is stopped, which waits for the present one. A failure ends it, and `stop` rejects. */
export function repeat(
  everyMs: number,
  work: (i: number) => Promise<unknown>,
): AsyncDisposable & { stop(): Promise<void> } {
  let isOver = false
  const running = (async () => {
    for (let i = 0; !isOver; i++) {
      await work(i)
      await pause(everyMs)
    }
  })()
  // Without a handler, a failure before `stop` would end the process, and with it all checks.
  running.catch(() => {})
  const stop = () => {
    isOver = true
    return running
  }
  return { stop, [Symbol.asyncDispose]: stop }
}

/** Ids returned with a 201, receivers with their event kinds, the number of Postgres restores, and the provider if it isn't the system's. */
type Witnesses = { accepted?: readonly string[]; receivers?: Listening[]; restores?: number; provider?: string }

const finalStatuses = `('sent', 'delivered', 'read', 'played', 'failed', 'expired', 'canceled', 'received')`

type Queries = Partial<Record<ServiceName, string>>

/** Returns a query for the schema of each service. */
const ofEach = (query: (schema: string) => string): Queries =>
  Object.fromEntries(serviceNames.map((name) => [name, query(name)]))

/** Queries, by service, that return no rows as long as an invariant holds. Each service may have its own database. */
const invariantQueries: Readonly<Record<string, Queries>> = {
  'I2 one message for a reference': {
    messaging: `select reference from messaging.message
    where reference like 'load-%' group by workspace_id, reference having count(*) > 1`,
  },
  'I3 a job for each open message': {
    messaging: `select m.id from messaging.message m left join messaging.send_job j on j.message_id = m.id
    where m.direction = 'out' and (m.status not in ${finalStatuses}) <> (j.message_id is not null) and
      not coalesce(j.status = 'unknown' and m.status <> 'sending', false)`,
  },
  'I4 nothing is open past its validity': {
    messaging: `select id from messaging.message
    where direction = 'out' and status not in ${finalStatuses} and expires_at < now() - interval '5 minutes'`,
  },
  'I7 every event reached the bus': ofEach((schema) => `select id from ${unpublishedSql(schema)} as u`),
  'I7 nothing was put aside': ofEach((schema) => `select event_id from ${schema}.dead_event`),
  'I8 one delivery for event and endpoint': {
    webhooks: `select event_id from webhooks.delivery group by event_id, endpoint_id having count(*) > 1`,
  },
  'I9 a job for each open delivery': {
    webhooks: `select d.id from webhooks.delivery d left join webhooks.delivery_job j
    on j.workspace_id = d.workspace_id and j.delivery_id = d.id
    where (d.status in ('waiting', 'parked')) <> (j.delivery_id is not null)`,
  },
}

/** Finds workspaces whose event log repeats or skips a sequence. Each restore may skip some, which receivers may already know. */
const logGaps = (restores: number): Queries => ({
  webhooks: `select workspace_id from (
      select workspace_id, sequence - coalesce(lag(sequence) over (partition by workspace_id order by sequence), 0) as step
      from webhooks.event
    ) as steps group by workspace_id having count(*) filter (where step > 1) > ${restores} or min(step) < 1`,
})

/**
 * Returns messaging's public events, of the most frequent kinds, that are in its outbox but not in the event log of the webhooks service.
 * The two may be in different databases, so the ids are compared.
 */
async function missingInLog(fixture: ProofFixture): Promise<object[]> {
  const published = await fixture.rows<{ id: string }>(
    `select id from messaging.outbox where kind in ('message:in', 'message:out', 'message:ack', 'message:failed', 'chat:updated')`,
    [],
    'messaging',
  )
  return fixture.rows(
    'select id from unnest($1::text[]) as id where not exists (select 1 from webhooks.event e where e.id = id.id)',
    [published.map(({ id }) => id)],
    'webhooks',
  )
}

/** Waits, at most four minutes, until no message or delivery is due within an hour, and messaging and numbers have published all events. */
export async function quiescence(fixture: ProofFixture): Promise<void> {
  const open = {
    messaging: `select exists (select from messaging.send_job where run_at < now() + interval '1 hour')
      or exists (select from ${unpublishedSql('messaging')} as u) as open`,
    webhooks: `select exists (select from webhooks.delivery_job where parked_at is null and run_at < now() + interval '1 hour')`,
    numbers: `select exists (select from ${unpublishedSql('numbers')} as u)`,
  }
  let quiet = 0
  await until(
    async () => {
      const rows = await fixture.rowsOfEach(open)
      quiet = rows.flatMap((row) => Object.values(row) as boolean[]).includes(true) ? 0 : quiet + 1
      // An event passing between two services is briefly in neither table.
      return quiet > 10
    },
    { timeoutMs: 240_000, describe: 'nothing to be on its way' },
  )
}

/** How long an invariant may still be broken, until events have been handed over to a new process. */
const handOverMs = 40_000

/** Waits for quiescence and returns the violated invariants with their violation counts. */
export async function brokenInvariants(
  fixture: ProofFixture,
  system: RunningSystem,
  witnesses: Witnesses = {},
): Promise<string[]> {
  const broken: string[] = []
  await quiescence(fixture).catch(() => broken.push('it never came to rest'))
  const all = { ...invariantQueries, 'the log has no gap': logGaps(witnesses.restores ?? 0) }
  const checks = Object.entries(all).map(([name, query]) => [name, () => fixture.rowsOfEach(query)] as const)
  const inLog = ['I7 every public event is in the log', () => missingInLog(fixture)] as const
  for (const [name, find] of [...checks, inLog]) {
    // A dead consumer's events are redelivered only after a delay.
    await until(async () => (await find()).length === 0, { timeoutMs: handOverMs }).catch(() => {})
    const rows = await find()
    if (rows.length > 0) broken.push(`${name}: ${rows.length} broken`)
  }
  if (witnesses.accepted?.length === 0) broken.push('nothing was accepted')
  const { accepted = [], receivers = [], provider = system.account.simulator } = witnesses
  const lost = await fixture.rows(
    'select id from unnest($1::text[]) as id where not exists (select 1 from messaging.message m where m.id = id.id)',
    [accepted],
    'messaging',
  )
  if (lost.length > 0) broken.push(`I1 accepted and gone: ${lost.length}`)
  const taken = acceptedCalls(await callLogAt(provider))
  const twice = [...taken].filter(([, calls]) => calls > 1)
  if (twice.length > 0) broken.push(`I5 taken twice by the provider: ${twice.length}`)
  const shown = await fixture.rows<{ id: string }>(
    `select id from messaging.message where id = any($1) and status in ('sent', 'delivered', 'read', 'played')`,
    [accepted],
    'messaging',
  )
  const untaken = shown.filter(({ id }) => !taken.has(id))
  if (untaken.length > 0) broken.push(`I6 shown as sent and never taken: ${untaken.length}`)
  for (const receiver of receivers) broken.push(...(await brokenAtReceiver(system, receiver)))
  return broken
}

/** Checks what a receiver got: the same bytes in each attempt, valid signatures, and all events of its kinds since its first one. */
async function brokenAtReceiver(system: RunningSystem, { receiver, received, covers }: Listening): Promise<string[]> {
  const broken: string[] = []
  const bodies = new Map<string, string>()
  let changed = 0
  for (const { headers, body } of receiver.requests) {
    const id = headers['webhook-id'] ?? ''
    const text = body.toString('base64')
    changed += (bodies.get(id) ?? text) === text ? 0 : 1
    bodies.set(id, text)
  }
  if (changed > 0) broken.push(`I10 bytes differ between attempts: ${changed}`)
  const unverified = receiver.requests.filter(({ verified }) => verified !== true).length
  if (unverified > 0) broken.push(`I11 not verified: ${unverified}`)
  if (received().length === 0) return [...broken, 'I8 nothing delivered']
  const findMissing = async () => {
    const first = Math.min(...received().map(({ sequence }) => sequence))
    const got = new Set(received().map(({ id }) => id))
    const wanted = (await eventLog(system)).filter(({ event, sequence }) => sequence >= first && covers(event))
    return wanted.filter(({ id }) => !got.has(id))
  }
  // A new event in the log may still be on its way to the receiver.
  await until(async () => (await findMissing()).length === 0, { timeoutMs: handOverMs }).catch(() => {})
  const missing = await findMissing()
  if (missing.length > 0) broken.push(`I8 not delivered: ${missing.length}`)
  return broken
}

/** Returns the result of the invariants as text for the page of guarantees. */
export const invariantText = (broken: readonly string[]): string =>
  broken.length === 0 ? 'invariants hold' : `invariants broken: ${broken.join(', ')}`
