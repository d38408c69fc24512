import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { startReceiver, unpack, until } from '@posthorn/testkit'
import { listen, newKey, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** Captures everything on the bus from now on as raw protocol text, which also has the headers. */
async function captureBus(url: string): Promise<{ captured(): string; end(): void }> {
  const { hostname, port, username: user, password: pass } = new URL(url)
  const socket = connect(Number(port), hostname)
  let captured = ''
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (text: string) => {
    captured += text
    // NATS closes connections that do not answer its pings.
    if (text.includes('PING\r\n')) socket.write('PONG\r\n')
  })
  const login = JSON.stringify({ verbose: false, headers: true, user, pass })
  socket.write(`CONNECT ${login}\r\nSUB > 1\r\n`)
  await until(() => captured.includes('INFO'), { describe: 'the bus' })
  return { captured: () => captured, end: () => void socket.destroy() }
}

/** Returns the services whose log lines have this trace id. */
function servicesLogging(system: RunningSystem, trace: string): string[] {
  const lines = system.output.split('\n').filter((line) => line.includes(trace))
  return [...new Set(lines.flatMap((line) => /"service":"(\w+)"/.exec(line)?.[1] ?? []))].sort()
}

/** J8: one trace from caller to receiver. If the caller sends none, the trace starts at the gateway. */
export async function oneTrace(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system({ LOG_LEVEL: 'debug' })
  await using webhook = await listen(system, { events: ['message:out', 'message:ack'] })
  const bus = await captureBus(system.run.natsUrl)
  const trace = randomBytes(16).toString('hex')
  const send = async (phone: string, more: Record<string, string>) => {
    const headers = { Token: system.account.key, 'content-type': 'application/json', ...more }
    const body = JSON.stringify({ phone, message: 'j8' })
    const answer = await fetch(`${system.url}/v1/messages`, { method: 'POST', headers, body })
    const { id } = (await answer.json()) as { id: string }
    const reported = () =>
      webhook.receiver.requests.filter(({ json }) => (json as { data?: { id?: string } }).data?.id === id)
    await until(() => reported().length >= 2, { timeoutMs: 20_000, describe: 'the message to be announced' })
    return reported().map(({ headers: seen }) => String(seen['traceparent']))
  }
  const own = `00-${trace}-${randomBytes(8).toString('hex')}-01`
  const arrived = await send(phoneOf(95_000), { traceparent: own })
  const begun = await send(phoneOf(95_001), {})
  await until(() => servicesLogging(system, trace).length >= 3, { describe: 'the log' }).catch(() => {})
  const events = await fixture.rows<{ payload: Buffer }>('select payload from messaging.outbox')
  const inOutbox = events.filter(({ payload }) => unpack(payload).includes(trace)).length
  const onBus = bus.captured().split(`traceparent: 00-${trace}`).length - 1
  bus.end()
  const services = servicesLogging(system, trace)
  const traces = new Set(begun.map((header) => header.split('-')[1]))
  return all(
    `${arrived.length} deliveries of the caller's trace, each a step of its own; ${inOutbox} rows of the outbox and ${onBus} headers on the bus carry it; it is in the logs of ${services.join(', ')}; without one, a trace begins at the gateway: ${traces.size}`,
    {
      'from caller to receiver': arrived.every((header) => header.includes(trace)),
      'each attempt is a step': new Set([own, ...arrived]).size === arrived.length + 1,
      'through the outbox': inOutbox > 0,
      'over the bus': onBus > 0,
      'in the logs of all on the way': ['gateway', 'messaging', 'webhooks'].every((name) => services.includes(name)),
      'one trace begins where none was given': traces.size === 1 && !traces.has(undefined) && !traces.has(trace),
    },
  )
}

/** Returns the names of the secrets that the log contains. */
const leaked = (log: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, text]) => (log.includes(text) ? [name] : []))

/** Makes calls that services log, and that contain strings that must never be logged. Returns those strings. */
async function useSecrets(system: RunningSystem): Promise<Record<string, string>> {
  await using receiver = await startReceiver({ respond: (_, i) => ({ status: i % 2 === 0 ? 500 : 200 }) })
  const phone = '+4915198765432'
  const { key } = await newKey(system)
  const value = `header-${randomBytes(12).toString('hex')}`
  const text = `secret words ${randomBytes(12).toString('hex')}`
  const body = { url: `${receiver.url}/j7`, events: ['*'], secretHeader: { name: 'X-Key', value } }
  const { signingSecret } = await system.ok<{ signingSecret: string }>('POST', '/v1/webhooks', { body })
  await system.post('/v1/messages', { phone, message: text })
  await system.call('POST', '/v1/messages', { body: { phone, message: text, nonsense: text } })
  await system.call('GET', '/v1/me', { key: `${key}x` })
  await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { message: { from: phone, text } } })
  await system.call('POST', '/v1/contacts', { body: { phone, name: text, upsert: true } })
  await until(() => receiver.requests.length > 6, { timeoutMs: 20_000, describe: 'deliveries' })
  return {
    key,
    'the first key': system.account.key,
    'header value': value,
    'signing secret': signingSecret,
    text,
    phone: phone.slice(1),
  }
}

/** J7: all log output of every process at the most verbose level, including during faults. */
export async function silentLogs(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ LOG_LEVEL: 'debug' })
  const secrets = await useSecrets(system)
  // Waits for the restart, because the lines logged while Postgres goes down are about work in progress.
  await fixture.killAndWait('postgres')
  await until(async () => (await fixture.rows('select 1')).length === 1, { timeoutMs: 30_000 })
  await system.ready()
  await system.post('/v1/messages', { phone: '+4915198765432', message: secrets['text'] })
  const log = system.output
  // The lines of the services. What the launcher itself prints is no log, but must not contain secrets either.
  const lines = log.split('\n').filter((line) => / \| /.test(line))
  const found = leaked(log, secrets)
  await fixture.end()
  return all(
    `${lines.length} lines of log at level debug: ${Object.keys(secrets).length} secrets looked for, ${found.length} found`,
    {
      'there is a log': lines.length > 50,
      [`nothing announced (${found.join(', ')})`]: found.length === 0,
    },
  )
}

/** J-twin: a log line with a complete phone number. */
export async function talkativeLog(): Promise<Outcome> {
  const found = leaked('{"level":30,"msg":"sending","to":"4915198765432"}\n', { phone: '4915198765432', key: 'none' })
  return all(`found ${found.join(', ')}`, { 'the twin is caught': found.join() === 'phone' })
}
