import { setTimeout as pause } from 'node:timers/promises'
import { eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import type { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'
import { twoTenants } from './isolation.ts'

const requests = 3_000
const contactsEach = 30

/** A workspace, and a name that only its contacts have. */
type Side = { key: string; tag: string }
type Answers = { ok: number; refused: number; failed: number; foreign: number; strange: number[] }

async function sideOf(tenant: TenantFixture, i: number): Promise<Side> {
  const side = { key: tenant.keys.all, tag: `h4-${i}` }
  await eachOf(contactsEach, 4, (n) =>
    tenant.ok('POST /v1/contacts', { phone: phoneOf(48_000 + 1_000 * i + n), name: side.tag, tags: [side.tag] }),
  )
  return side
}

/** Cycles through requests: lists, a search, a duplicate contact, and an invalid body. */
const asked = (i: number, tag: string): readonly [method: 'GET' | 'POST', path: string, body?: object] => {
  const kinds = [
    ['GET', '/v1/contacts?size=100'],
    ['GET', `/v1/contacts?search=${tag}&size=50`],
    ['POST', '/v1/contacts', { phone: phoneOf(48_000 + (i % 2) * 1_000), name: tag }],
    ['POST', '/v1/contacts', { phone: 'none' }],
    ['GET', '/v1/chats?size=50'],
  ] as const
  return kinds[i % kinds.length] ?? kinds[0]
}

/** H4: two workspaces share each service's connections while statements are canceled, sessions are terminated, and callers disconnect. */
export async function sharedConnections(fixture: ProofFixture): Promise<Outcome> {
  const { mine, theirs } = await twoTenants(fixture)
  const sides = await Promise.all([mine, theirs].map(sideOf))
  const disturbing = new AbortController()
  const disturbed = disturb(fixture, disturbing.signal)
  const answers: Answers = { ok: 0, refused: 0, failed: 0, foreign: 0, strange: [] }
  await eachOf(requests, 24, (i) => ask(mine.system, { i, sides, answers }))
  disturbing.abort()
  const { canceled, ended } = await disturbed
  await pause(1_000)
  const open = await fixture.rows(
    `select 1 from pg_stat_activity where state like 'idle in transaction%' and xact_start < now() - interval '500 ms'`,
  )
  const { ok, refused, failed, foreign, strange } = answers
  return all(
    `${ok} answers, ${refused} refusals, ${failed} × 503 or given up, ${canceled} statements canceled, ${ended} sessions ended: ${foreign} answers with rows of another workspace, ${open.length} transactions left open`,
    {
      'no answer has a foreign row': foreign === 0,
      'answers were given, and connections disturbed': ok > requests / 3 && canceled + ended > 20,
      'no transaction is left open': open.length === 0,
      'no other answers': strange.length === 0,
    },
  )
}

async function ask(system: RunningSystem, { i, sides, answers }: { i: number; sides: Side[]; answers: Answers }) {
  const [side, other] = i % 2 === 0 ? sides : sides.toReversed()
  const [method, path, body] = asked(Math.floor(i / 2), side?.tag ?? '')
  try {
    const answer = await fetch(`${system.url}${path}`, {
      method,
      headers: { Token: side?.key ?? '', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // One in twenty callers disconnects before the response.
      signal: AbortSignal.timeout(i % 20 === 0 ? 3 : 30_000),
    })
    const text = await answer.text()
    if (answer.status < 300) answers.ok += 1
    else if (answer.status === 503) answers.failed += 1
    else if (answer.status < 500) answers.refused += 1
    else answers.strange.push(answer.status)
    if (text.includes(other?.tag ?? '')) answers.foreign += 1
  } catch {
    answers.failed += 1
  }
}

/** Repeatedly cancels one of the services' statements and terminates one of their sessions. Returns the number of each. */
async function disturb(fixture: ProofFixture, signal: AbortSignal): Promise<{ canceled: number; ended: number }> {
  const client = new Client({ connectionString: await fixture.databaseUrl() })
  await client.connect()
  const met = { canceled: 0, ended: 0 }
  const one = (call: string, states: string) =>
    client.query(
      `select ${call}(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()
         and usename is not null and state in (${states}) order by random() limit 1`,
    )
  try {
    while (!signal.aborted) {
      met.canceled += (await one('pg_cancel_backend', `'active', 'idle in transaction'`)).rowCount ?? 0
      await pause(20)
      met.ended += (await one('pg_terminate_backend', `'active', 'idle in transaction'`)).rowCount ?? 0
      await pause(60)
    }
    return met
  } finally {
    await client.end()
  }
}
