import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { callLog, type Listening, listen, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { quantile, quiescence, type Sent, startLoad } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { connectCloudNumber, messageOf, queueMany, startCloudProvider } from './provider.ts'

/** Returns a message's present status. */
const statusOf = async (system: RunningSystem, id: string) =>
  (await system.ok<{ status: string }>('GET', `/v1/messages/${id}`)).status

/** Returns how many milliseconds each message waited from its acceptance to its call. */
async function startDelays(system: RunningSystem, sent: readonly Sent[]): Promise<number[]> {
  const accepted = new Map(sent.map(({ id, acceptedAtMs }) => [id, acceptedAtMs]))
  return (await callLog(system)).flatMap((call) => {
    const acceptedAtMs = accepted.get(messageOf(call))
    return acceptedAtMs === undefined ? [] : [Math.max(0, Date.parse(call.at) - acceptedAtMs)]
  })
}

/** Returns the start times of the calls for these messages, in seconds after `sinceMs`. */
const callsAfter = async (fixture: ProofFixture, ids: readonly string[], sinceMs: number): Promise<number[]> => {
  const rows = await fixture.rows<{ after: number }>(
    `select extract(epoch from started_at)::float8 - $2 as after from messaging.send_attempt
     where message_id = any($1) order by started_at`,
    [ids, sinceMs / 1_000],
  )
  return rows.map(({ after }) => after)
}

/** C9: one number's provider is down, while another number continues. */
export async function refusedConnections(fixture: ProofFixture): Promise<Outcome> {
  await using provider = await startCloudProvider()
  const system = await fixture.freshSystem({ CLOUD_API_URL: provider.providerSwitch.url })
  const number = await connectCloudNumber(system, provider)
  await provider.providerSwitch.set('closed')
  const load = startLoad(system, { perSecond: 20, firstPhone: 60_000 })
  const queuedMs = Date.now()
  const ids = await queueMany(system, 40, { firstPhone: 61_000, number })
  await pause(25_000)
  const openedMs = Date.now()
  await provider.providerSwitch.set('open')
  const sent = await load.stop()
  await until(async () => (await Promise.all(ids.map((id) => statusOf(system, id)))).every((s) => s !== 'queued'), {
    timeoutMs: 60_000,
    describe: 'the messages of the refused number to leave',
  })
  await quiescence(fixture)
  const calls = await callsAfter(fixture, ids, queuedMs)
  const until25 = calls.filter((at) => at < (openedMs - queuedMs) / 1_000)
  // Parallel calls may fail together. After that, only one call at a time is made.
  const single = until25.filter((at) => at > 5)
  const leftAfter = (calls.at(-1) ?? 0) - (openedMs - queuedMs) / 1_000
  const p99 = quantile(await startDelays(system, sent), 0.99)
  const lost = (await Promise.all(ids.map((id) => statusOf(system, id)))).filter((s) => s !== 'read').length
  return all(
    `25 s of refusal, ${ids.length} messages: ${until25.length} calls, ${single.length} of them after the first 5 s; all called within ${leftAfter.toFixed(1)} s of its end, ${lost} lost; ${sent.length} of another number called within p99 ${Math.round(p99)} ms`,
    {
      'it is tried on': single.length > 0,
      'by one call at a time, with pauses': single.length <= 10,
      'everything leaves soon after': leftAfter <= 15,
      'none lost': lost === 0,
      'the other number is not held': p99 <= 1_000,
    },
  )
}

/** The first refusal must stop further calls within this many milliseconds. */
const roundTripMs = 500

/** Returns the events that report a change of the number. */
const reportsOf = (webhook: Listening, numberId: string) =>
  webhook.received().filter(({ event, data }) => event === 'number:updated' && data.id === numberId)

/** C11: the provider refuses a number's token. */
export async function revokedToken(fixture: ProofFixture): Promise<Outcome> {
  await using provider = await startCloudProvider()
  const system = await fixture.freshSystem({ CLOUD_API_URL: provider.providerSwitch.url })
  const number = await connectCloudNumber(system, provider)
  await using webhook = await listen(system, { events: ['number:updated'] })
  await provider.providerSwitch.set('revoked')
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      system.post('/v1/messages', { phone: phoneOf(63_000 + i), message: 'c11', number }),
    ),
  )
  const reported = await until(() => reportsOf(webhook, number)[0], {
    describe: 'the number to be reported as refused',
  })
  const first = await until(() => provider.providerSwitch.sends[0])
  await pause(Math.max(0, first + 45_000 - Date.now()))
  const calls = provider.providerSwitch.sends.map((at) => at - first)
  // Calls already in progress at the first refusal can't be stopped.
  const later = calls.filter((ms) => ms > roundTripMs)
  const waiting = await Promise.all(ids.map(({ id }) => statusOf(system, id)))
  await provider.providerSwitch.set('open')
  await system.ok('POST', `/v1/numbers/${number}/refresh`)
  const released = Date.now()
  const done = async () => (await Promise.all(ids.map(({ id }) => statusOf(system, id)))).every((s) => s === 'read')
  await until(done, { timeoutMs: 60_000, describe: 'the messages to leave once the token is good again' })
  const status = reported.data['status']
  return all(
    `number reported as ${String(status)}, ${calls.length - later.length} calls under way at the first refusal, ${later.length} in the 45 s after it${later.map((ms) => `, after ${(ms / 1000).toFixed(1)} s`).join('')}, ${waiting.length} messages waited and left ${((Date.now() - released) / 1000).toFixed(1)} s after the token was good again`,
    {
      'the number is reported as faulty': status === 'error',
      'at most one call in 30 s once it is known': [0, ...later].every(
        (ms, i, all) => i === 0 || ms - (all[i - 1] ?? 0) >= 29_000,
      ),
      'the messages wait': waiting.every((status) => status === 'queued'),
    },
  )
}
