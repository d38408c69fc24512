import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Receiver, type Respond, startReceiver, until } from '@posthorn/testkit'
import { assertAnswer, assertCallback } from '@posthorn/testkit/cloud-api'
import { expect } from 'vitest'
import { type SimulatorConfig, startSimulator } from './service.ts'

type Json = Record<string, unknown>

export type Credentials = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  displayPhoneNumber: string
}

export type ReportedStatus = { id: string; status: string; errors?: { code: number }[]; [field: string]: unknown }

export type Answered = { status: number; body: Json }

export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'simulator-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Returns a client for a simulator that checks each response against the provider's contract. */
export function callerOf(url: string) {
  const call = async (
    method: string,
    path: string,
    opts: { token?: string; body?: unknown } = {},
  ): Promise<Answered> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(opts.token && { authorization: `Bearer ${opts.token}` }) },
      ...(opts.body !== undefined && { body: typeof opts.body === 'string' ? opts.body : JSON.stringify(opts.body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const makeNumber = async (fields: Json = {}): Promise<Credentials> => {
    const made = await call('POST', '/_simulator/numbers', { body: { name: 'Shop', callbackUrl: '', ...fields } })
    expect(made.status).toBe(200)
    return made.body as Credentials
  }
  const post = async (number: Credentials, body: unknown): Promise<Answered> => {
    const answered = await call('POST', `/v24.0/${number.phoneNumberId}/messages`, { token: number.accessToken, body })
    if (answered.status !== 200) assertAnswer('error', answered.body)
    return answered
  }
  const sendText = async (number: Credentials, to: string, tag = 'msg_1:1'): Promise<Answered> => {
    const answered = await post(number, textTo(to, tag))
    if (answered.status === 200) assertAnswer('send', answered.body)
    return answered
  }
  const simulate = (number: Credentials, body: Json) =>
    call('POST', `/_simulator/numbers/${number.phoneNumberId}/simulate`, { body })
  const callLog = async (query = '') => {
    const { body } = await call('GET', `/_simulator/calls?${query}`)
    return body as { entries: (Json & { accepted: boolean; wamid: string | null; code?: number })[]; next: number }
  }
  return { url, call, makeNumber, post, sendText, simulate, callLog }
}

export function textTo(to: string, tag = 'msg_1:1'): Json {
  return { messaging_product: 'whatsapp', to, type: 'text', text: { body: 'Hello' }, biz_opaque_callback_data: tag }
}

export function wamidOf({ body }: Answered): string {
  return (body.messages as [{ id: string }])[0].id
}

export function codeOf({ body }: Answered): number | undefined {
  return (body.error as { code: number } | undefined)?.code
}

/** Starts a simulator with a number and a receiver that verifies each callback. */
export async function startFixture(opts: { respond?: Respond; config?: Partial<SimulatorConfig>; number?: Json } = {}) {
  const folder = await temporaryFolder()
  const receiver = await startReceiver(opts.respond === undefined ? {} : { respond: opts.respond })
  const simulator = await startSimulator({ port: 0, dataDir: folder.path, statusDelayMs: 2, ...opts.config })
  const caller = callerOf(simulator.url)
  const number = await caller.makeNumber({ callbackUrl: `${receiver.url}/callbacks/num_1`, ...opts.number })
  return {
    ...caller,
    number,
    receiver,
    folder,
    simulator,
    reported: () => reportedStatuses(receiver, number),
    [Symbol.asyncDispose]: async () => {
      await simulator.stop()
      await receiver.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Returns the statuses in confirmed callbacks so far, in order. Fails if a callback violates the contract or has an invalid signature. */
export function reportedStatuses(receiver: Receiver, number: Credentials): ReportedStatus[] {
  return reportedValues(receiver, number).flatMap((value) => (value.statuses ?? []) as ReportedStatus[])
}

export function reportedValues(receiver: Receiver, number: Credentials): Json[] {
  return receiver.requests
    .filter(({ status }) => status === 200)
    .flatMap(({ body, headers, json }) => {
      const expected = createHmac('sha256', number.appSecret).update(body).digest('hex')
      expect(headers['x-hub-signature-256']).toBe(`sha256=${expected}`)
      assertCallback(json as Json)
      return (json as { entry: { changes: { value: Json }[] }[] }).entry.flatMap(({ changes }) =>
        changes.map(({ value }) => value),
      )
    })
}

/** Waits until exactly these statuses of a message were reported, in this order. */
export async function untilReported(
  fixture: { reported(): ReportedStatus[] },
  wamid: string,
  states: string[],
): Promise<ReportedStatus[]> {
  const of = () => fixture.reported().filter(({ id }) => id === wamid)
  await until(() => of().length >= states.length, { describe: `${states.join(', ')} of ${wamid}` })
  expect(of().map(({ status }) => status)).toEqual(states)
  return of()
}
