import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '@posthorn/contracts'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import { foreignIds, foreignIdsElsewhere, sharedConnections } from './isolation.ts'
import { dumpedSecrets, revokedKey, secretInClear, shownSecrets } from './secrets.ts'

/** Returns the versions of the master keys that still encrypt something in a service, separated by commas. */
async function keysInUse(fixture: ProofFixture): Promise<string> {
  const text = serviceNames
    .map((schema) => `select version from ${schema}.master_key where retired_at is null`)
    .join(' union ')
  return (await fixture.rows<{ version: string }>(`${text} order by 1`)).map(({ version }) => version).join()
}

/** Sets the master keys for the next start. Returns the previous ones. */
function writeMasterKeys(dataFolder: string, masterKeys: string): string {
  const path = join(dataFolder, 'secrets.json')
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { masterKeys: string }
  writeFileSync(path, JSON.stringify({ ...kept, masterKeys }))
  return kept.masterKeys
}

/** Restarts the system with these master keys. Fails if a key is missing that still encrypts something. */
async function restartWith(system: RunningSystem, masterKeys: string): Promise<void> {
  await system.stop()
  writeMasterKeys(system.dataDir, masterKeys)
  await system.restart()
}

/**
 * Sends messages, each with its own idempotency key, and waits until all have been reported. `places`: which of the check's numbered
 * messages to send.
 */
async function sendEach(
  system: RunningSystem,
  receiver: Receiver,
  places: { from: number; count: number },
): Promise<void> {
  const wanted = receiver.requests.length + places.count
  for (let i = places.from; i < places.from + places.count; i++) {
    const body = { phone: phoneOf(62_000 + i), message: 'h9' }
    const { status } = await system.call('POST', '/v1/messages', { body, idempotencyKey: `h9-${i}` })
    if (status !== 201) throw new Error(`a message was answered ${status}`)
  }
  await until(() => receiver.requests.length >= wanted, { timeoutMs: 30_000, describe: 'deliveries' })
}

/** Checks that what the old master key had sealed was sealed again: whether the API key works, and an earlier response is repeated. */
async function withoutOld(system: RunningSystem): Promise<{ status: number; repeats: boolean }> {
  const { status } = await system.call('GET', '/v1/me')
  const body = { phone: phoneOf(62_000), message: 'h9' }
  const { headers } = await system.call('POST', '/v1/messages', { body, idempotencyKey: 'h9-0' })
  return { status, repeats: headers.get('idempotent-replayed') === 'true' }
}

/**
 * H9: under load, a new master key is added alongside the old one, which is later removed. If the old key is removed too early, startup
 * fails.
 */
async function rotatedMasterKey(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await using receiver = await startReceiver()
  const body = { url: `${receiver.url}/h9`, events: ['message:out'], secretHeader: { name: 'X-Key', value: 'h9' } }
  const { signingSecret } = await system.ok<{ signingSecret: string }>('POST', '/v1/webhooks', { body })
  receiver.useSecret(signingSecret)
  await sendEach(system, receiver, { from: 0, count: 40 })
  const fresh = `2:${randomBytes(32).toString('base64')}`
  const old = writeMasterKeys(system.dataDir, fresh)
  const early = await restartWith(system, fresh).then(
    () => 'started',
    (error: unknown) => String(error),
  )
  await restartWith(system, `${fresh},${old}`)
  await sendEach(system, receiver, { from: 100, count: 100 })
  await until(async () => (await keysInUse(fixture)) === '2', { timeoutMs: 180_000, describe: 'all to be sealed anew' })
  await restartWith(system, fresh)
  const { status, repeats } = await withoutOld(system)
  await sendEach(system, receiver, { from: 300, count: 40 })
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

const contract = 'apps/proofs/src/scenarios/contract.e2e.test.ts'
const isolation = 'apps/proofs/src/scenarios/isolation.e2e.test.ts'
const badInput = 'apps/gateway/src/rest/bad-input.test.ts'
const keysTest = 'apps/gateway/src/access/keys/keys.test.ts'
const keyringTest = 'apps/gateway/src/access/auth/keyring.test.ts'
const limitTests = 'apps/gateway/src/limits/limits.test.ts'
const signInTest = 'apps/gateway/src/access/sign-in/sign-in.test.ts'
const auditTest = 'apps/gateway/src/audit/audit.test.ts'
const foreign = "answers another workspace's id as one that does not exist"

/** H: no workspace sees another's data, and no secret is readable anywhere. */
export const tenants = groupOf('tenants', 'H. Tenants, keys, secrets', {
  H1: {
    promise: "Another workspace's id is answered as one that does not exist",
    expected: 'every operation with every foreign id: 404, the same bytes; medians of the time at most 5 ms apart',
    run: foreignIds,
    tests: { [isolation]: [foreign] },
  },
  H2: {
    promise: 'An id of another workspace never links anything, in any field',
    expected: 'bodies, filters, cursors, sort fields, event filters, imports: 400 or 422, nothing linked',
    run: foreignIdsElsewhere,
    tests: { [isolation]: [foreign, "refuses another workspace's cursor"] },
  },
  H3: {
    promise: 'A query without its workspace condition reads nothing from another workspace',
    expected: 'without the condition on the workspace: 0 foreign rows',
    tests: {
      'packages/chassis/src/db/row-security.test.ts': [
        'a verb without any condition on the workspace reads no row of another, by list or by id',
        'nothing can be changed, removed, or written for another workspace, alone or inside a transaction',
      ],
    },
  },
  H4: {
    promise: 'A reused database connection shows nothing of its previous workspace',
    expected:
      '3,000 requests of two workspaces, 24 at once over 10 connections a service, statements canceled, sessions ended, callers gone: 0 foreign rows, no transaction left open',
    run: sharedConnections,
  },
  H5: {
    promise: 'Every gateway rejects a revoked key at once',
    expected:
      'asked 20 times a second at two gateways: last taken ≤ 1 s after, ≤ 5 s without NATS; refused after a restart',
    run: revokedKey,
  },
  H6: {
    promise: 'Invalid keys are rejected, and stop reaching Postgres after too many tries from an address',
    expected:
      'missing, empty, malformed, wrong checksum, unknown, wrong secret, expired, wrong scheme: 401; an unknown key is read once in 5 s; over the limit of the address 429 without a look-up',
    tests: {
      [badInput]: ['gives the one 401', 'may be sent as Authorization: Bearer'],
      [keysTest]: ['that have expired answer token:expired, with their secret only'],
      [keyringTest]: [
        'accepts no other secret for a key that it has cached',
        'reads an unknown key once in 5 s however often it is sent, one after another and at once',
        'waits for no look-up once its limit is used up, while a key that was valid continues',
      ],
    },
  },
  H7: {
    promise: 'Addresses that guess keys are limited; holders of valid keys are not',
    expected: 'a limit for each address, answered 401 below and 429 above; a key that was valid before is always taken',
    tests: {
      [limitTests]: [
        'slows down an address that tries keys',
        'trying keys is limited and stops no key that was valid before',
      ],
      [keyringTest]: ['waits for no look-up once its limit is used up, while a key that was valid continues'],
    },
  },
  H8: {
    promise: 'A copy of the database reveals no secret, and neither do logs, metrics or command lines',
    expected:
      'keys, signing secrets, header values, password, session, second factor, links, secrets of numbers and of the installation: in no table, file, log, metric or command line in clear',
    run: dumpedSecrets,
  },
  'H-twin': {
    promise: 'The scanner catches a secret stored in plain text',
    expected: 'a key in a column of bytes is found',
    run: secretInClear,
    fast: true,
  },
  H9: {
    promise: 'The master key can be changed without downtime',
    expected:
      'no failed signature after a new key is put before the old one; all is sealed anew under load; then, and not before, the old one can be taken away',
    run: rotatedMasterKey,
    tests: { 'packages/chassis/src/secrets/master-keys.test.ts': ['seals everything anew beside live work'] },
  },
  H10: {
    promise: 'A secret is shown once, at its creation',
    expected: 'every reading operation, event log and delivery: header value and signing secrets never appear',
    run: shownSecrets,
    tests: {
      'apps/webhooks/src/webhooks/webhooks.test.ts': ['create returns the signing secret once'],
      'apps/gateway/src/access/keys/keys.test.ts': ['are shown once, listed without their secret'],
    },
  },
  H11: {
    promise: 'A dashboard session cannot be forged, fixated or used after it ends',
    expected:
      'unsafe requests without token, cross-site, after logout: refused; forged ids: refused; cookie flags, no framing',
    tests: {
      [signInTest]: [
        'takes no id from the browser, and one that ended opens nothing',
        'has a cookie that scripts cannot read',
        'ends when no one has used it for half an hour, and twelve hours after it began',
        'behind TLS has the cookie that browsers take from this server alone',
      ],
      'apps/gateway/src/access/sessions/admit.test.ts': [
        'changes something only with the value of Csrf, and only from a page of this server',
        'that no gateway began is refused',
      ],
      'apps/gateway/src/access/sign-in/tries.test.ts': ['comes from a page of ours'],
      'apps/gateway/src/pages/app.test.ts': [
        'are not there before they are built',
        'forbid scripts in the page, other hosts, frames and referrers',
      ],
    },
  },
  H12: {
    promise: 'Passwords cannot be brute-forced, and checking them costs bounded work',
    expected: 'at most 5 wrong logins per 15 min and account, 20 per address; the same text and time for unknown users',
    tests: {
      'apps/gateway/src/access/sign-in/tries.test.ts': [
        'of an account that exists and of one that does not are answered the same, five in fifteen minutes for each',
        'take as long for an account that does not exist',
        'from one address are twenty in fifteen minutes, whatever the account',
        'of others keep no one out of a browser in which they have signed in',
      ],
    },
  },
  H13: {
    promise: 'Every administrative action leaves an entry that cannot be changed',
    expected:
      'every operation of operators and of keys that may manage: who, what, when, from where, before and after; UPDATE, DELETE and TRUNCATE refused to every role; the chain verifies',
    tests: {
      [contract]: ['answers its example, the same again to the same Idempotency-Key, and is in the audit log'],
      [auditTest]: [
        'names who did what, when, from where and with which request',
        'can be neither changed nor emptied by any role the service has',
        'shows where someone changed or removed an entry past all guards',
        'continues from a checkpoint when its oldest month is dropped',
        'is one chain however many services announce actions at once',
      ],
    },
  },
  H14: {
    promise: 'A member can do exactly the actions in the table of roles',
    expected: 'owner, admin, agent, viewer × operations as documented',
    tests: {
      'apps/gateway/src/access/sessions/admit.test.ts': ['decides about every operation as the contract states it'],
    },
  },
  'H14-scopes': {
    promise: 'A key can call exactly the operations of its scopes',
    expected: 'every operation with every scope alone: 403 exactly where the reference names another',
    tests: { [contract]: ['refuses a request without a key, with any other scope'] },
  },
})
