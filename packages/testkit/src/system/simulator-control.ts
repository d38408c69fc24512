import { type Receiver, until } from '@posthorn/test-servers'
import type { RunningSystem } from './running-system.ts'

/** A temporary outage that makes a number's sends fail. `share`: the fraction of sends that fail. Default: all. */
export type Outage = { kind: 'refuse' | 'hang' | 'error' | 'cut' | 'throttle'; seconds: number; share?: number }

export type Credentials = {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
}

export type NumberOptions = { key?: string; messagesPerSecond?: number }

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
  { key, ...more }: NumberOptions = {},
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

/** Runs `work` during a provider outage, which ends when `work` does. */
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
