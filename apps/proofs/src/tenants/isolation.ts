import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { eachOf, median, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { serveCsv } from '../inputs/files.ts'
import { connectTo } from '../operations/own-postgres.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { requestOf } from '../scenarios/contract/requests.ts'
import { TenantFixture } from '../scenarios/contract/tenant.fixture.ts'

const nowhere = 'http://127.0.0.1:9'

/**
 * Creates two workspaces, each with a number. Other objects are created on demand. Their webhooks go to a closed port, because no check
 * here reads deliveries.
 */
async function twoTenants(fixture: ProofFixture): Promise<{ mine: TenantFixture; theirs: TenantFixture }> {
  const system = await fixture.system()
  const [mine, theirs] = await Promise.all(
    ['Mine', 'Theirs'].map((name) => TenantFixture.create(system, name, nowhere)),
  )
  if (!mine || !theirs) throw new Error('no tenants')
  return { mine, theirs }
}

const looked = ['con', 'msg', 'chat', 'whk', 'seg', 'chn'] as const
/** The operation that shows an object of each kind. */
const shownBy = {
  con: 'GET /v1/contacts/{id}',
  msg: 'GET /v1/messages/{id}',
  chat: 'GET /v1/chats/{id}',
  whk: 'GET /v1/webhooks/{id}',
  seg: 'GET /v1/segments/{id}',
  chn: 'GET /v1/channels/{id}',
} as const

/** H1: the response and response time for another workspace's id, compared with those for an unknown id. */
export async function foreignIds(fixture: ProofFixture): Promise<Outcome> {
  const { mine, theirs } = await twoTenants(fixture)
  const { system } = mine
  const gaps: number[] = []
  const differing: string[] = []
  let different = 0
  for (const kind of looked) {
    const foreign = await theirs.one(kind)
    const took = { foreign: [] as number[], unknown: [] as number[] }
    const texts = new Set<string>()
    for (let i = 0; i < 120; i++) {
      const which = i % 2 === 0 ? ('foreign' as const) : ('unknown' as const)
      const id = which === 'foreign' ? foreign : newId(kind)
      const { method, path } = requestOf(shownBy[kind], { id })
      const begun = performance.now()
      const headers = { Token: mine.keys.all, 'X-Request-Id': 'same' }
      const answer = await fetch(`${system.url}${path}`, { method, headers })
      const text = (await answer.text()).replaceAll(id, '<id>')
      took[which].push(performance.now() - begun)
      texts.add(text)
      if (answer.status !== 404 || !text.includes(':not_found') || !text.includes('"status":404')) different += 1
    }
    if (texts.size > 1) differing.push(kind)
    gaps.push(Math.abs(median(took.foreign) - median(took.unknown)))
  }
  const worst = Math.max(...gaps).toFixed(1)
  return all(`${looked.length * 120} look-ups: all but ${different} are 404; medians at most ${worst} ms apart`, {
    'foreign is unknown': different === 0,
    [`both have the same bytes (${differing.join(', ')})`]: differing.length === 0,
    'no gap over 5 ms': Math.max(...gaps) <= 5,
  })
}

/** H2: other workspaces' ids in unusual positions: event filters, sort fields, import columns. */
export async function foreignIdsElsewhere(fixture: ProofFixture): Promise<Outcome> {
  const { mine, theirs } = await twoTenants(fixture)
  const contact = await theirs.one('con')
  const number = await theirs.one('num')
  const before = await theirs.ok('GET /v1/contacts/{id}', { id: contact })
  const refusals = [
    await mine.call('POST /v1/webhooks', { url: `${nowhere}/h2`, events: ['*'], number }),
    await mine.call('GET /v1/contacts', { sort: `${contact}:asc` }),
    await mine.call('GET /v1/contacts', { sort: 'workspaceId:asc' }),
    await mine.call('POST /v1/messages', { phone: phoneOf(60_000), message: 'x', number }),
  ]
  const csv = `id,workspace_id,phone,name\n${contact},${theirs.workspace},${phoneOf(60_001)},Taken over\n`
  const ended = await importByUrl(mine, csv)
  const after = await theirs.ok('GET /v1/contacts/{id}', { id: contact })
  const found = await theirs.ok<unknown[]>('GET /v1/contacts', { phone: phoneOf(60_001) })
  const refused = refusals.filter(({ status }) => status === 400 || status === 422).length
  const same = JSON.stringify(before) === JSON.stringify(after)
  return all(
    `${refused} of ${refusals.length} refused; an import that names a foreign id ${ended}, the foreign contact ${same ? 'unchanged' : 'CHANGED'}`,
    { 'refused as 400 or 422': refused === refusals.length, 'nothing linked': same && found.length === 0 },
  )
}

/** Imports contacts from the URL of a short-lived server, as programs do. Returns how the import ended, in words. */
async function importByUrl(tenant: TenantFixture, csv: string): Promise<string> {
  await using server = await serveCsv(csv)
  const { status, body } = await tenant.call<{ id: string }>('POST /v1/imports', { url: server.url })
  if (status >= 400) return `is refused with ${status}`
  const statusOfImport = async () =>
    (await tenant.ok<{ status: string }>('GET /v1/imports/{id}', { id: body.id })).status
  await until(async () => !['fetching', 'running'].includes(await statusOfImport()), { timeoutMs: 30_000 })
  return `ends ${await statusOfImport()}`
}

const requests = 3_000
const contactsEach = 30

/** A workspace, and a name that only its contacts have. */
type Side = { key: string; tag: string }
type Answers = { ok: number; refused: number; failed: number; foreign: number; strange: number[] }

/** Creates contacts named after a tag, so that an answer to the other workspace that contains the tag shows a leak. */
async function createSide(tenant: TenantFixture, i: number): Promise<Side> {
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
  const sides = await Promise.all([mine, theirs].map(createSide))
  const disturbing = new AbortController()
  const disturbed = disturb(fixture, disturbing.signal)
  const answers: Answers = { ok: 0, refused: 0, failed: 0, foreign: 0, strange: [] }
  await eachOf(requests, 24, (i) => askOnce(mine.system, { i, sides, answers }))
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

/** Sends a request of one workspace, and counts the response, also if it has a name of the other. */
async function askOnce(system: RunningSystem, { i, sides, answers }: { i: number; sides: Side[]; answers: Answers }) {
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

/**
 * Repeatedly cancels one of the services' statements and terminates one of their sessions. Returns the number of each. This happens in the
 * middle of transactions, whose connections must not carry one workspace's rights into the next request.
 */
async function disturb(fixture: ProofFixture, signal: AbortSignal): Promise<{ canceled: number; ended: number }> {
  const client = await connectTo(await fixture.databaseUrl())
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
