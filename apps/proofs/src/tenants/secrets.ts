import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '@posthorn/contracts'
import { startReceiver, until } from '@posthorn/testkit'
import { totpCode } from '@posthorn/testkit/browser'
import { callbackTargetOf, newKey, phoneOf, type RunningSystem, startReplica } from '@posthorn/testkit/system'
import { Browser } from '../dashboard/members.ts'
import { ask } from '../limits/rates.ts'
import { repeat } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { isEndless, requestOf, restOperations } from '../scenarios/contract/requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'
import { holding } from '../scenarios/dump.ts'

/** Revokes a key as an operator, without the start-up time of a command. Returns when it was requested. */
async function revoke(system: RunningSystem, id: string): Promise<number> {
  const begun = Date.now()
  await system.asOperator(({ clients: { gateway }, operator }) =>
    gateway.workspaceKeys.revoke.mutate({ id: id as never }, operator),
  )
  return begun
}

/** Uses a key up to 20 times a second, and notes when the last request began that it was accepted for. */
function asking(url: string, key: string): { lastTakenAt(): number; stop(): Promise<void> } {
  let last = 0
  const { stop } = repeat(50, async () => {
    const begun = Date.now()
    if ((await ask(url, key)) === 200) last = begun
  })
  return { lastTakenAt: () => last, stop }
}

/** Uses a new key at several gateways and revokes it. Returns for how many milliseconds it still worked. */
async function workedMsAfterRevocation(system: RunningSystem, urls: string[], waitMs: number): Promise<number> {
  const { id, key } = await newKey(system)
  const gateways = urls.map((url) => asking(url, key))
  await until(() => gateways.every(({ lastTakenAt }) => lastTakenAt() > 0), { describe: 'the key to be taken' })
  await pause(500)
  const revokedAt = await revoke(system, id)
  await pause(waitMs)
  await Promise.all(gateways.map(({ stop }) => stop()))
  return Math.max(0, ...gateways.map(({ lastTakenAt }) => lastTakenAt() - revokedAt))
}

/** H5: a revoked key at two gateways, with and without the bus. */
export async function revokedKey(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using second = await startReplica(system, 'gateway')
  const urls = [system.url, second.edgeUrl]
  const withBus = await workedMsAfterRevocation(system, urls, 2_500)
  fixture.signal('nats', 'SIGSTOP')
  const without = await workedMsAfterRevocation(system, urls, 7_000).finally(() => fixture.signal('nats', 'SIGCONT'))
  const { id, key } = await newKey(system)
  await revoke(system, id)
  await fixture.killAndWait('gateway')
  await system.ready()
  const { status } = await system.call('GET', '/v1/me', { key })
  return all(`last taken ${withBus} ms after, ${without} ms without NATS; ${status} after a restart`, {
    'within 1 s': withBus <= 1_000,
    'within 5 s without NATS': without <= 5_000,
    'refused after a restart': status === 401,
  })
}

/**
 * Creates a workspace with a webhook, and returns the secrets that the product received or returned once. `receiverUrl`: where its webhook
 * delivers to.
 */
async function planted(
  system: RunningSystem,
  receiverUrl: string,
): Promise<{ tenant: TenantFixture; webhook: string; texts: string[] }> {
  const tenant = await TenantFixture.create(system, 'Secrets', receiverUrl)
  const value = `header-${randomBytes(16).toString('hex')}`
  const body = { url: receiverUrl, events: ['*'], secretHeader: { name: 'X-Key', value } }
  const { id, signingSecret } = await tenant.ok<{ id: string; signingSecret: string }>('POST /v1/webhooks', body)
  const rotated = await tenant.ok<{ signingSecret: string }>('POST /v1/webhooks/{id}/rotate-secret', { id })
  const bare = (secret: string) => secret.replace('whsec_', '')
  // The last part of a key is its secret, which must not appear by itself either.
  const keys = Object.values(tenant.keys).flatMap((key) => [key, key.split('_').at(-1) ?? key])
  return { tenant, webhook: id, texts: [...keys, value, bare(signingSecret), bare(rotated.signingSecret)] }
}

/** Signs up an owner. Returns their secrets: password, session, second factor and its backup codes, and the tokens of two invitations. */
async function ownedSecrets({ system, workspace }: TenantFixture): Promise<string[]> {
  const { token } = await system.asOperator(({ clients: { gateway }, operator }) =>
    gateway.people.welcome.mutate({ workspace: workspace as Id<'ws'> }, operator),
  )
  const browser = new Browser(system)
  const password = `a sentence of ${randomBytes(16).toString('hex')}`
  const send = async (line: string, body: object) => {
    const answer = await browser.send(line, { body })
    if (answer.status >= 300) throw new Error(`${line} answered ${answer.status} ${answer.body.errorCode}`)
    return answer.body as { secret?: string; offer?: string; codes?: string[]; link?: string }
  }
  await send('POST /app/auth/welcome', { token, name: 'Ada', email: `${workspace}@shop.example.com`, password })
  const { secret = '', offer } = await send('POST /app/auth/two-factor', { password })
  const { codes = [] } = await send('POST /app/auth/two-factor/confirm', { offer, code: totpCode(secret) })
  const { link = '' } = await send('POST /v1/invitations', { email: `b-${workspace}@shop.example.com`, role: 'agent' })
  return [token ?? '', password, secret, ...codes, link.split('#')[1] ?? '', browser.cookies.get('posthorn') ?? '']
}

/** Returns the secrets that the installation has created for itself: master keys, credentials and passwords. */
function installed({ dataDir }: RunningSystem): string[] {
  const { masterKeys, credentials, databasePasswords, serverPasswords } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  ) as { masterKeys: string } & Record<'credentials' | 'databasePasswords' | 'serverPasswords', Record<string, string>>
  const named = [credentials, databasePasswords, serverPasswords].flatMap((each) => Object.values(each))
  return [masterKeys.replace(/^\d+:/, ''), ...named]
}

/** Returns what a running system exposes: its log, each service's metrics, and the command lines of all processes. */
async function saidBy(system: RunningSystem): Promise<Record<string, string>> {
  const metrics = Object.entries(system.run.urls).map(async ([name, url]) => {
    const answer = await fetch(`${url}/metrics`)
    return [`metrics of ${name}`, answer.ok ? await answer.text() : ''] as const
  })
  const commands = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : []
    } catch {
      return []
    }
  })
  return { log: system.output, 'command lines': commands.join('\n'), ...Object.fromEntries(await Promise.all(metrics)) }
}

/** H8: no usable secret is in the database, a file, a log, a metric or a command line. */
export async function dumpedSecrets(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ LOG_LEVEL: 'debug' })
  await using receiver = await startReceiver()
  const { tenant, texts } = await planted(system, receiver.url)
  const own = [system.account.key, system.account.key.split('_').at(-1) ?? '']
  const { appSecret, accessToken } = await callbackTargetOf(system)
  const secrets = [...texts, ...own, ...(await ownedSecrets(tenant)), appSecret, accessToken, ...installed(system)]
  await tenant.ok('POST /v1/messages', { phone: phoneOf(61_000), message: 'h8' })
  await until(() => receiver.requests.length > 0, { describe: 'a delivery' })
  const said = await saidBy(system)
  const spoken = Object.entries(said).filter(([, text]) => secrets.some((secret) => text.includes(secret)))
  const found = [...(await holding(system, secrets)), ...spoken.map(([where]) => where)]
  await fixture.end()
  const measured = `${secrets.length} secrets looked for in every table and file, ${said['log']?.length} characters of the log, ${Object.keys(said).length - 2} pages of metrics and all command lines: found in ${found.length}`
  return all(measured, {
    [`none in clear (${found.join(', ')})`]: found.length === 0,
    'all are there': secrets.every((secret) => secret.length >= 16),
    'the log and metrics say something':
      (said['log']?.split('\n').length ?? 0) > 50 && Object.values(said).filter((text) => text.length > 0).length >= 8,
  })
}

/** H-twin: a table with a plaintext secret. H8's scanner must find it. */
export async function secretInClear(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { key } = await newKey(system)
  await fixture.rows('create table public.twin (note bytea)')
  await fixture.rows('insert into public.twin values (convert_to($1, $2))', [`the key is ${key}`, 'UTF8'])
  const found = await holding(system, [key])
  await fixture.rows('drop table public.twin')
  return all(`a key in a column of bytes: found in ${found.join(', ') || 'nothing'}`, {
    'the twin is caught': found.length === 1 && found[0] === 'public.twin',
  })
}

/** H10: after its creation, a secret appears in no response and no delivery. */
export async function shownSecrets(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using receiver = await startReceiver()
  const { tenant, webhook, texts } = await planted(system, receiver.url)
  await tenant.ok('POST /v1/messages', { phone: phoneOf(61_001), message: 'h10' })
  await until(() => receiver.requests.length > 0, { describe: 'a delivery' })
  const shown: string[] = []
  let answers = 0
  const reads = restOperations.filter((placed) => placed.rest.startsWith('GET') && !isEndless(placed))
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
      'most operations answer': answers > reads.length / 2,
      [`no answer shows one (${shown.join(', ')})`]: shown.length === 0,
      'no delivery holds one': sent === 0,
    },
  )
}
