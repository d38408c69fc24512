import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

type SecretsFile = { masterKeys: string }

const schemas = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks']

/** Returns the versions of the master keys that still encrypt something in a service, separated by commas. */
async function keysInUse(fixture: ProofFixture): Promise<string> {
  const text = schemas.map((schema) => `select version from ${schema}.master_key`).join(' union ')
  return (await fixture.rows<{ version: string }>(`${text} order by 1`)).map(({ version }) => version).join()
}

/** Sets the master keys for the next start. Returns the previous ones. */
function keepKeys(dataFolder: string, masterKeys: string): string {
  const path = join(dataFolder, 'secrets.json')
  const kept = JSON.parse(readFileSync(path, 'utf8')) as SecretsFile
  writeFileSync(path, JSON.stringify({ ...kept, masterKeys }))
  return kept.masterKeys
}

async function restartWith(system: RunningSystem, masterKeys: string): Promise<void> {
  await system.stop()
  keepKeys(system.dataDir, masterKeys)
  await system.restart()
}

/** Sends messages, each with its own idempotency key, and waits until all have been reported. */
async function send(system: RunningSystem, receiver: Receiver, places: { from: number; count: number }): Promise<void> {
  const wanted = receiver.requests.length + places.count
  for (let i = places.from; i < places.from + places.count; i++) {
    const body = { phone: phoneOf(62_000 + i), message: 'h9' }
    const { status } = await system.call('POST', '/v1/messages', { body, idempotencyKey: `h9-${i}` })
    if (status !== 201) throw new Error(`a message was answered ${status}`)
  }
  await until(() => receiver.requests.length >= wanted, { timeoutMs: 30_000, describe: 'deliveries' })
}

/** Checks the system after the old master key is gone: whether the API key still works, and whether an earlier response is repeated. */
async function withoutOld(system: RunningSystem): Promise<{ status: number; repeats: boolean }> {
  const { status } = await system.call('GET', '/v1/me')
  const body = { phone: phoneOf(62_000), message: 'h9' }
  const { headers } = await system.call('POST', '/v1/messages', { body, idempotencyKey: 'h9-0' })
  return { status, repeats: headers.get('idempotent-replayed') === 'true' }
}

/**
 * H9: under load, a new master key is added next to the old one, which is later removed. If the old key is removed too early, the start
 * fails.
 */
export async function rotatedMasterKey(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using receiver = await startReceiver()
  const body = { url: `${receiver.url}/h9`, events: ['message:out'], secretHeader: { name: 'X-Key', value: 'h9' } }
  const { signingSecret } = await system.ok<{ signingSecret: string }>('POST', '/v1/webhooks', { body })
  receiver.useSecret(signingSecret)
  await send(system, receiver, { from: 0, count: 40 })
  const fresh = `2:${randomBytes(32).toString('base64')}`
  const old = keepKeys(system.dataDir, fresh)
  const early = await restartWith(system, fresh).then(
    () => 'started',
    (error: unknown) => String(error),
  )
  await restartWith(system, `${fresh},${old}`)
  await send(system, receiver, { from: 100, count: 100 })
  await until(async () => (await keysInUse(fixture)) === '2', { timeoutMs: 60_000, describe: 'all to be sealed anew' })
  await restartWith(system, fresh)
  const { status, repeats } = await withoutOld(system)
  await send(system, receiver, { from: 300, count: 40 })
  const isWrong = ({ verified, headers }: (typeof receiver.requests)[number]) => !verified || headers['x-key'] !== 'h9'
  const wrong = receiver.requests.filter(isWrong).length
  await fixture.end()
  return all(
    `${receiver.requests.length} deliveries before, while and after: ${wrong} not verified; without the old key the API key answers ${status}; a start without it, too early, is refused`,
    {
      'no failed signature': wrong === 0,
      'the old key, taken away too early, is named at the start': early.includes('lacks version 1'),
      'the old key can be taken away: API keys, kept answers, secrets': status === 200 && repeats,
    },
  )
}
