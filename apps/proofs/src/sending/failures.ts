import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { callLog, messageOf, type RunningSystem } from '@posthorn/testkit/system'
import { quantile, quiescence, type Sent, startLoad } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { connectCloudNumber, queueMany, startCloudProvider } from './provider.ts'

/** Returns a message's present status. */
const statusOf = async (system: RunningSystem, id: string) =>
  (await system.ok<{ status: string }>('GET', `/v1/messages/${id}`)).status

/** Returns how many milliseconds each message waited from its acceptance to its call. */
async function startDelays(system: RunningSystem, sent: readonly Sent[]): Promise<number[]> {
  const accepted = new Map(sent.map(({ id, acceptedAtMs }) => [id, acceptedAtMs]))
  return (await callLog(system)).flatMap((call) => {
    const acceptedAtMs = accepted.get(messageOf(call))
    // The provider may be called before the sender has read the response.
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
  const whileRefused = calls.filter((at) => at < (openedMs - queuedMs) / 1_000)
  // Parallel calls may fail together. After that, only one call at a time is made.
  const single = whileRefused.filter((at) => at > 5)
  const leftAfter = (calls.at(-1) ?? 0) - (openedMs - queuedMs) / 1_000
  const delays = await startDelays(system, sent)
  const p99 = quantile(delays, 0.99)
  const lost = (await Promise.all(ids.map((id) => statusOf(system, id)))).filter((s) => s !== 'read').length
  return all(
    `25 s of refusal, ${ids.length} messages: ${whileRefused.length} calls, ${single.length} of them after the first 5 s; all called within ${leftAfter.toFixed(1)} s of its end, ${lost} lost; ${sent.length} of another number called within p99 ${Math.round(p99)} ms`,
    {
      'it is tried on': single.length > 0,
      'by one call at a time, with pauses': single.length <= 10,
      'everything leaves soon after': leftAfter <= 15,
      'none lost': lost === 0,
      'the other number is not held': delays.length >= sent.length && p99 <= 1_000,
    },
  )
}
