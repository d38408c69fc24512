import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expiredCertificate, localhostCertificate, type ReceivedRequest, until } from '@posthorn/testkit'
import { eachOf, type RunningSystem } from '@posthorn/testkit/system'
import type { ProofFixture } from '../proof.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-prove-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A file of certificates that the system trusts, so that a refused connection must have another cause. */
const trustedCertificates: string = join(folder, 'certificates.pem')
writeFileSync(trustedCertificates, [localhostCertificate, expiredCertificate].join('\n'))

/** Settings with the same pauses as in production, a high delivery concurrency, and trusted test certificates. */
export const productionTimes: Record<string, string> = {
  RETRY_SCALE: '1',
  DELIVERY_CONCURRENCY: '500',
  NODE_EXTRA_CA_CERTS: trustedCertificates,
}

let contacts = 0

/** Creates events by creating a contact for each. */
export async function makeEvents(system: RunningSystem, count: number): Promise<void> {
  const first = contacts
  contacts += count
  await eachOf(count, 12, (i) =>
    system.post('/v1/contacts', { phone: `+4917${String(200_000_000 + first + i)}`, name: `Proof ${first + i}` }),
  )
}

type Delivery = { id: string; status: string; attempts: number }

/** Returns a webhook's deliveries, oldest first. */
export const deliveriesOf = (fixture: ProofFixture, webhookId: string): Promise<Delivery[]> =>
  fixture.rows<Delivery>('select id, status, attempts from webhooks.delivery where webhook_id = $1 order by id', [
    webhookId,
  ])

type Attempt = { delivery_id: string; number: number; latency_ms: number }

/** Returns the recorded attempts of a webhook in order of time. */
export const attemptsOf = (fixture: ProofFixture, webhookId: string): Promise<Attempt[]> =>
  fixture.rows<Attempt>(
    `select a.delivery_id, a.number, a.latency_ms from webhooks.attempt a join webhooks.delivery d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
     where d.webhook_id = $1 order by a.started_at, a.number`,
    [webhookId],
  )

/** Waits until a webhook has exactly this many deliveries, all in one of these statuses. */
export async function allInStatus(
  fixture: ProofFixture,
  webhookId: string,
  { count, statuses, timeoutMs = 30_000 }: { count: number; statuses: readonly string[]; timeoutMs?: number },
): Promise<Delivery[]> {
  return until(
    async () => {
      const all = await deliveriesOf(fixture, webhookId)
      return all.length === count && all.every(({ status }) => statuses.includes(status)) && all
    },
    { timeoutMs, describe: `${count} deliveries to be ${statuses.join(' or ')}` },
  )
}

/** Returns how long an event took from its occurrence to the receiver. */
export const ageMs = ({ json, receivedAtMs }: Pick<ReceivedRequest, 'json' | 'receivedAtMs'>): number =>
  receivedAtMs - Date.parse((json as { occurredAt: string }).occurredAt)

/** Creates a webhook for a URL, subscribed to contact events by default. Returns its id and signing secret. */
export function webhookTo(
  system: RunningSystem,
  url: string,
  events: readonly string[] = ['contact:created'],
): Promise<{ id: string; signingSecret: string }> {
  return system.ok('POST', '/v1/webhooks', { body: { url, events } })
}
