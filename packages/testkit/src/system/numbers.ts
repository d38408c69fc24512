import { type Receiver, unpublishedSql, until } from '@posthorn/test-servers'
import { rowsOf } from './rows.ts'
import type { RunningSystem } from './running-system.ts'

/** A temporary outage that makes a number's sends fail. `share`: the fraction of sends that fail. Default: all. */
export type Outage = { kind: 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'; seconds: number; share?: number }

export type Credentials = { phoneNumberId: string; businessAccountId: string; accessToken: string; appSecret: string }

/** Posts to the simulator's control API: tests play the provider and customers through it. */
export async function control<T>(simulator: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${simulator}/_simulator${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Returns a simulator number's ids and secrets at the provider. Also sets the rate that the provider accepts, if one is given. */
export async function credentialsOf(
  system: RunningSystem,
  numberId: string,
  { key, ...more }: { key?: string; messagesPerSecond?: number } = {},
): Promise<Credentials> {
  const opts = key === undefined ? {} : { key }
  const { name, phoneNumberId } = await system.ok<Record<string, string>>('GET', `/v1/numbers/${numberId}`, opts)
  return control(system.account.simulator, '/numbers', { name, phoneNumberId, ...more })
}

/** Simulates something for the first run's number, in the control API's format. */
export async function play(system: RunningSystem, simulation: object): Promise<void> {
  const { number, simulator } = system.account
  const { phoneNumberId } = await system.ok<{ phoneNumberId: string }>('GET', `/v1/numbers/${number}`)
  await control(simulator, `/numbers/${phoneNumberId}/simulate`, simulation)
}

/** Runs `work` during a provider outage, which ends when `work` does, but after `outage.seconds` at the latest. */
export async function during<T>(system: RunningSystem, outage: Outage, work: () => Promise<T>): Promise<T> {
  await play(system, { outage })
  try {
    return await work()
  } finally {
    await play(system, { outage: { kind: outage.kind, seconds: 0 } })
  }
}

/** A hook request as Zapier passes it to a trigger: body as text, headers with the prefix `Http-`. */
type RawRequest = { content: string; headers: Record<string, string> }

const question = 'Is it there yet?'

/** Simulates a customer's question. Returns the signed request that the receiver got, and the same request with altered text. */
export async function receiveQuestion(
  system: RunningSystem,
  options: { receiver: Receiver; phone: string },
): Promise<{ question: string; signed: RawRequest; altered: RawRequest }> {
  const message = { from: options.phone, type: 'text', text: question }
  await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message } })
  const request = await until(() => options.receiver.requests.find(({ body }) => body.includes(question)))
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [`Http-${name}`, String(value)]),
  )
  const signed = { content: request.body.toString(), headers }
  return { question, signed, altered: { ...signed, content: signed.content.replace('there', 'here') } }
}

/** Pauses or resumes a number's queue. Default: the number from the first run. */
export async function setQueue(
  system: RunningSystem,
  status: 'active' | 'paused',
  number = system.account.number,
): Promise<void> {
  await system.ok('POST', `/v1/numbers/${number}/queue/${status === 'paused' ? 'pause' : 'resume'}`)
}

/** Resumes these numbers and waits until no number in the system has a send job left. The numbers stay active. */
export async function resumeAndEmpty(system: RunningSystem, numbers = [system.account.number]): Promise<void> {
  for (const number of numbers) await setQueue(system, 'active', number)
  const waiting = () => rowsOf(system, 'select 1 from messaging.send_job limit 1')
  await until(async () => (await waiting()).length === 0, { timeoutMs: 300_000, describe: 'the queue to be empty' })
}

/** Waits until this many messages of the first workspace have been read. Counts only messages from `fromId` on. */
export async function allRead(system: RunningSystem, messages: number, fromId = ''): Promise<void> {
  const counted = `select count(*)::int as read from messaging.message where workspace_id = $1 and id >= $2 and status = 'read'`
  const read = async () =>
    (await rowsOf<{ read: number }>(system, counted, [system.account.workspace, fromId]))[0]?.read ?? 0
  await until(async () => (await read()) >= messages, { timeoutMs: 300_000, describe: 'every message to be read' })
}

/** Waits until at least this many deliveries are stored and not done, for example while the webhooks are paused. */
export async function parked(system: RunningSystem, deliveries: number): Promise<void> {
  const counted = 'select count(*)::int as parked from webhooks.delivery_job'
  const isThere = async () => ((await rowsOf<{ parked: number }>(system, counted))[0]?.parked ?? 0) >= deliveries
  await until(isThere, { timeoutMs: 300_000, describe: `${deliveries} deliveries to be parked` })
}

/** Cancels what waits in the first number's queue. Right after a load test, the purge may be refused for a moment. */
export async function purge(system: RunningSystem): Promise<void> {
  const path = `/v1/numbers/${system.account.number}/queue/purge`
  const isEmpty = async () => {
    const { status, body } = await system.call<{ remaining: number }>('POST', path)
    return status === 200 && body.remaining === 0
  }
  await until(isEmpty, { timeoutMs: 300_000, describe: 'the queue to be empty' })
}

/** Lets a number send at this rate, and the provider take more than that, so that the provider never slows a load down. */
export async function unthrottle(
  system: RunningSystem,
  ratePerSecond: number,
  number = system.account.number,
): Promise<void> {
  await credentialsOf(system, number, { messagesPerSecond: 100_000 })
  await system.ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { ratePerSecond } } })
}

/** Whether nothing is waiting to be sent, delivered, or published by the messaging and numbers services. */
export async function isAtRest(system: RunningSystem): Promise<boolean> {
  const [row] = await rowsOf<{ left: boolean }>(
    system,
    `select exists (select 1 from messaging.send_job) or exists (select 1 from webhooks.delivery_job)
       or exists (select 1 from ${unpublishedSql('messaging')} as u)
       or exists (select 1 from ${unpublishedSql('numbers')} as u) as left`,
  )
  return row?.left === false
}

/** Waits until the system is at rest, so that earlier work does not affect what is measured or checked next. */
export async function rest(system: RunningSystem): Promise<void> {
  await until(() => isAtRest(system), { timeoutMs: 300_000, describe: 'everything to come to rest' })
}
