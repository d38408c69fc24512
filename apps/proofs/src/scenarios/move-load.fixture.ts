import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type SimulatorProcess, startReceiver } from '@posthorn/testkit'
import {
  type CallLogEntry,
  type Credentials,
  control,
  type Event,
  newWorkspace,
  phoneOf,
} from '@posthorn/testkit/system'
import type { Cells } from './cells.fixture.ts'

/** A workspace with a Cloud API number, reached through the router. */
export type Tenant = { workspace: string; key: string; phoneNumberId: string }

/** A running load: accepted messages, in order for each phone number, and what customers wrote. */
export type Load = {
  accepted: Map<string, string[]>
  written: string[]
  /** Longest times, in milliseconds, without an accepted message (`writesMs`) and without a successful read (`readsMs`). */
  longest: { writesMs: number; readsMs: number }
  /** Responses that callers must never get, formatted as text. */
  wrong: string[]
  stop(): Promise<void>
}

const phones = 5
const sendEveryMs = 300
const writeEveryMs = 600
const retryMs = 250

/** Calls the API through the router. The status is 0 if there is no response. */
async function callOf(
  cells: Cells,
  key: string,
  {
    method = 'GET',
    path,
    body,
    idempotencyKey,
  }: { method?: string; path: string; body?: unknown; idempotencyKey?: string },
): Promise<{ status: number; body: unknown }> {
  const headers = {
    Token: key,
    'Content-Type': 'application/json',
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${cells.url}${path}`, { method, headers, ...sent }).catch(() => null)
  return answer ? { status: answer.status, body: await answer.json().catch(() => ({})) } : { status: 0, body: {} }
}

/** Creates a workspace in the first cell, with a webhook, and a number whose callbacks go through the router. */
export async function createTenant(cells: Cells, simulator: SimulatorProcess) {
  const { workspace, key } = await newWorkspace(cells.a, 'Moving')
  const receiver = await startReceiver()
  const hook = { url: `${receiver.url}/hook`, events: ['*'] }
  const webhook = await callOf(cells, key, { method: 'POST', path: '/v1/webhooks', body: hook })
  receiver.useSecret((webhook.body as { signingSecret: string }).signingSecret)
  const made = await control<Credentials>(simulator.url, '/numbers', { name: 'Cloud' })
  const { phoneNumberId, businessAccountId, accessToken, appSecret } = made
  const number = {
    name: 'Cloud',
    provider: 'cloud',
    default: true,
    phoneNumberId,
    businessAccountId,
    accessToken,
    appSecret,
  }
  const connected = await callOf(cells, key, { method: 'POST', path: '/v1/numbers', body: number })
  const { callbackUrl } = connected.body as { callbackUrl: string }
  await control(simulator.url, '/numbers', { name: 'Cloud', phoneNumberId, callbackUrl })
  return { tenant: { workspace, key, phoneNumberId } satisfies Tenant, receiver }
}

/** Returns whether a caller may try again. While a workspace moves, callers may get no response, 502 or 503. */
const mayRetry = (status: number) => status === 0 || status === 502 || status === 503

type Work = { cells: Cells; tenant: Tenant; simulator: SimulatorProcess; load: Load; isRunning: () => boolean }

/** Sends messages to one phone number, one at a time. Repeats each with its idempotency key until it is accepted or refused. */
async function send({ cells, tenant, load, isRunning }: Work, sender: number): Promise<void> {
  const phone = phoneOf(700_000 + sender)
  for (let n = 0; isRunning(); n++) {
    const begunMs = performance.now()
    const call = {
      method: 'POST',
      path: '/v1/messages',
      body: { phone, message: `Hello ${n}` },
      idempotencyKey: randomUUID(),
    }
    for (;;) {
      const { status, body } = await callOf(cells, tenant.key, call)
      if (status === 201) {
        load.accepted.set(phone, [...(load.accepted.get(phone) ?? []), (body as { id: string }).id])
        break
      }
      if (!mayRetry(status)) {
        load.wrong.push(`send ${status} ${JSON.stringify(body)}`)
        break
      }
      await pause(retryMs)
    }
    load.longest.writesMs = Math.max(load.longest.writesMs, performance.now() - begunMs)
    await pause(sendEveryMs)
  }
}

/** Reads a list again and again, and notes the longest time without a success. */
async function read({ cells, tenant, load, isRunning }: Work): Promise<void> {
  let lastMs = performance.now()
  while (isRunning()) {
    const { status } = await callOf(cells, tenant.key, { path: '/v1/messages?size=1' })
    if (status === 200) {
      load.longest.readsMs = Math.max(load.longest.readsMs, performance.now() - lastMs)
      lastMs = performance.now()
    } else if (!mayRetry(status)) load.wrong.push(`read ${status}`)
    await pause(retryMs)
  }
  load.longest.readsMs = Math.max(load.longest.readsMs, performance.now() - lastMs)
}

/** Has customers write again and again, each time with a text that no other message has. */
async function write({ tenant, simulator, load, isRunning }: Work): Promise<void> {
  for (let n = 0; isRunning(); n++) {
    const message = { from: phoneOf(710_000 + (n % phones)), type: 'text', text: `Question ${n}` }
    await control(simulator.url, `/numbers/${tenant.phoneNumberId}/simulate`, { message })
    load.written.push(message.text)
    await pause(writeEveryMs)
  }
}

/** Sends to five phone numbers, reads, and has customers write, all at the same time, until stopped. */
export function startLoad(cells: Cells, tenant: Tenant, simulator: SimulatorProcess): Load {
  let isRunning = true
  const load: Load = {
    accepted: new Map(),
    written: [],
    longest: { writesMs: 0, readsMs: 0 },
    wrong: [],
    stop: async () => {
      isRunning = false
      await Promise.all(all)
    },
  }
  const work: Work = { cells, tenant, simulator, load, isRunning: () => isRunning }
  const all = [...Array.from({ length: phones }, (_, sender) => send(work, sender)), read(work), write(work)]
  return load
}

/** Returns the send calls that the provider accepted, in order. */
export async function acceptedAt(simulator: SimulatorProcess): Promise<CallLogEntry[]> {
  const all: CallLogEntry[] = []
  for (let after = 0; ; ) {
    const answer = await fetch(`${simulator.url}/_simulator/calls?after=${after}&limit=1000`)
    const { entries, next } = (await answer.json()) as { entries: CallLogEntry[]; next: number }
    all.push(...entries.filter(({ accepted }) => accepted))
    if (entries.length === 0 || next === after) return all
    after = next
  }
}

/**
 * Returns a function that reads the event log through the router. Each call continues where the last one stopped and returns the complete
 * log so far.
 */
export function createLogReader(cells: Cells, { key }: Tenant): () => Promise<Event[]> {
  const events: Event[] = []
  return async () => {
    for (;;) {
      const path = `/v1/events?after=${events.at(-1)?.sequence ?? 0}&size=200`
      const { status, body } = await callOf(cells, key, { path })
      if (status !== 200 || (body as Event[]).length === 0) return events
      events.push(...(body as Event[]))
    }
  }
}
