import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Receiver, type Respond, startReceiver, until } from '@posthorn/testkit'
import { assertAnswer, assertCallback } from '@posthorn/testkit/cloud-api'
import { expect } from 'vitest'
import { type SimulatorConfig, startSimulator } from './service.ts'

type Json = Record<string, unknown>

/** A number's credentials, as the simulator returned them. */
export type Credentials = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  displayPhoneNumber: string
}

/** A status in a callback. */
export type ReportedStatus = { id: string; status: string; errors?: { code: number }[]; [field: string]: unknown }

/** A response: status and parsed body. */
export type Answered = { status: number; body: Json }

/** A folder that is removed with its content. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'simulator-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A client of a simulator that checks each response against the provider's contract. */
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

/** The body of a text message. */
export function textTo(to: string, tag = 'msg_1:1'): Json {
  return { messaging_product: 'whatsapp', to, type: 'text', text: { body: 'Hello' }, biz_opaque_callback_data: tag }
}

/** The id of an accepted message. */
export function wamidOf({ body }: Answered): string {
  return (body.messages as [{ id: string }])[0].id
}

/** The error code of a response. */
export function codeOf({ body }: Answered): number | undefined {
  return (body.error as { code: number } | undefined)?.code
}

/** A running simulator with a number and a receiver, which verifies each callback. */
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

/** Statuses of confirmed callbacks so far, in order; fails if a callback violates the contract or its signature is invalid. */
export function reportedStatuses(receiver: Receiver, number: Credentials): ReportedStatus[] {
  return reportedValues(receiver, number).flatMap((value) => (value.statuses ?? []) as ReportedStatus[])
}

/** The `value` of every reported change. */
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

/** Waits until a message's reported statuses are these, in order. */
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
