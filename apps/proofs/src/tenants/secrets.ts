import { randomBytes } from 'node:crypto'
import { startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { freshKey } from '../limits/rates.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { requestOf, restOperations } from '../scenarios/contract/requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'
import { holding } from '../scenarios/dump.ts'

/** Secrets that the product got or returned once, in a separate workspace with a webhook. */
async function planted(
  system: RunningSystem,
  url: string,
): Promise<{ tenant: TenantFixture; webhook: string; texts: string[] }> {
  const tenant = await TenantFixture.create(system, 'Secrets', url)
  const value = `header-${randomBytes(16).toString('hex')}`
  const body = { url, events: ['*'], secretHeader: { name: 'X-Key', value } }
  const { id, signingSecret } = await tenant.ok<{ id: string; signingSecret: string }>('POST /v1/webhooks', body)
  const rotated = await tenant.ok<{ signingSecret: string }>('POST /v1/webhooks/{id}/rotate-secret', { id })
  const bare = (secret: string) => secret.replace('whsec_', '')
  const keys = Object.values(tenant.keys).flatMap((key) => [key, key.split('_').at(-1) ?? key])
  return { tenant, webhook: id, texts: [...keys, value, bare(signingSecret), bare(rotated.signingSecret)] }
}

/** H8: no usable secret is in the database or in a file. */
export async function dumpedSecrets(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using receiver = await startReceiver()
  const { tenant, texts } = await planted(system, receiver.url)
  const own = [system.account.key, system.account.key.split('_').at(-1) ?? '']
  await tenant.ok('POST /v1/messages', { phone: phoneOf(61_000), message: 'h8' })
  await until(() => receiver.requests.length > 0, { describe: 'a delivery' })
  const found = await holding(system, [...texts, ...own])
  return all(`${texts.length + own.length} secrets looked for in every table and file: found in ${found.length}`, {
    [`none in clear (${found.join(', ')})`]: found.length === 0,
  })
}

/** H-twin: a table with a plain secret; H8's scanner must find it. */
export async function secretInClear(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { key } = await freshKey(system, 'twin')
  await fixture.rows('create table public.twin (note bytea)')
  await fixture.rows('insert into public.twin values (convert_to($1, $2))', [`the key is ${key}`, 'UTF8'])
  const found = await holding(system, [key])
  await fixture.rows('drop table public.twin')
  return all(`a key in a column of bytes: found in ${found.join(', ') || 'nothing'}`, {
    'the twin is caught': found.length === 1 && found[0] === 'public.twin',
  })
}

/** H10: after its creation, no response shows a secret. */
export async function shownSecrets(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using receiver = await startReceiver()
  const { tenant, webhook, texts } = await planted(system, receiver.url)
  await tenant.ok('POST /v1/messages', { phone: phoneOf(61_001), message: 'h10' })
  await until(() => receiver.requests.length > 0, { describe: 'a delivery' })
  const shown: string[] = []
  let answers = 0
  const reads = restOperations.filter(
    ({ rest, operation }) => rest.startsWith('GET') && operation.stream !== 'text/event-stream',
  )
  for (const placed of reads) {
    const input = await tenant.inputOf(placed)
    if (placed.rest.includes('/webhooks/{id}')) input['id'] = webhook
    if (typeof input['wait'] === 'number') input['wait'] = 0
    const { path } = requestOf(placed.rest, input)
    const answer = await fetch(`${system.url}${path}`, { headers: { Token: tenant.keys.all } })
    const text = await answer.text()
    answers += answer.status === 200 ? 1 : 0
    if (texts.some((secret) => text.includes(secret))) shown.push(placed.rest)
  }
  const sent = receiver.requests.filter(({ body }) => texts.some((secret) => body.includes(secret))).length
  return all(
    `${reads.length} reading operations (${answers} with 200), ${receiver.requests.length} deliveries: ${shown.length + sent} show a secret`,
    {
      [`no answer shows one (${shown.join(', ')})`]: shown.length === 0,
      'no delivery holds one': sent === 0,
    },
  )
}
