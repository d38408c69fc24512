import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { callLog, listen, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { brokenInvariants, invariantText } from '../invariants.ts'
import { type Load, startLoad, strangeStatuses } from '../load.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { OwnPostgres } from './own-postgres.ts'

const perSecond = 5
const awayMs = 8_000

/** What still worked while one Postgres was down: accepted messages, provider calls, and the status of listing contacts. */
type Meanwhile = { accepted: number; calls: number; contacts: number }

async function without(
  postgres: OwnPostgres,
  { system, load }: { system: RunningSystem; load: Load },
): Promise<Meanwhile> {
  await postgres.kill()
  // Requests that were in progress when the server was killed may still get a response.
  await pause(1_000)
  const before = { accepted: load.sent.length, calls: (await callLog(system)).length }
  await pause(awayMs)
  const listed = await system.call('GET', '/v1/contacts?size=1').catch(() => ({ status: 0 }))
  const accepted = load.sent.length - before.accepted
  const calls = (await callLog(system)).length - before.calls
  await postgres.resume()
  const resumed = load.sent.length
  const goesOn = { timeoutMs: 120_000, describe: 'messages to be accepted again' }
  await until(() => load.sent.length > resumed + perSecond, goesOn)
  return { accepted, calls, contacts: listed.status }
}

const text = ({ accepted, calls, contacts }: Meanwhile) =>
  `${accepted} accepted, ${calls} sent, contacts answered ${contacts}`

type Servers = Record<'messaging' | 'reporting' | 'others', OwnPostgres>

/** L1: services spread over three Postgres servers, each killed in turn. */
export async function databaseForEach(fixture: ProofFixture): Promise<Outcome> {
  await using messaging = await OwnPostgres.start()
  await using reporting = await OwnPostgres.start()
  await using others = await OwnPostgres.start()
  try {
    return await killEach(fixture, { messaging, reporting, others })
  } finally {
    await fixture.end()
  }
}

async function killEach(fixture: ProofFixture, { messaging, reporting, others }: Servers): Promise<Outcome> {
  const system = await fixture.freshSystem({
    DATABASE_URL: others.url,
    DATABASE_URL_MESSAGING: messaging.url,
    DATABASE_URL_NUMBERS: reporting.url,
    DATABASE_URL_WEBHOOKS: reporting.url,
  })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond, firstPhone: 95_000 })
  await until(() => load.sent.length > perSecond, { timeoutMs: 60_000, describe: 'messages to be accepted' })
  const withoutReporting = await without(reporting, { system, load })
  const withoutMessaging = await without(messaging, { system, load })
  await without(others, { system, load })
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const strange = strangeStatuses(sent)
  return all(
    `three servers, each killed for ${awayMs / 1_000} s at ${perSecond}/s: ${sent.length} accepted; without that of numbers and webhooks ${text(withoutReporting)}; without that of messaging ${text(withoutMessaging)}; ${invariantText(broken)}`,
    {
      'messages are accepted and sent without numbers and webhooks':
        withoutReporting.accepted > 0 && withoutReporting.calls > 0,
      'contacts answer without messaging': withoutMessaging.contacts === 200,
      'refused only with 503': strange.length === 0,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}
