import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { eachOf, newWorkspace, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { Pool, type PoolClient } from 'pg'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

type Message = { id: string }

/** Sends a message with an idempotency key, and checks the response against the OpenAPI document. */
const send = (system: RunningSystem, body: object, idempotencyKey: string) =>
  system.call<Message>('POST', '/v1/messages', { body, idempotencyKey })

/** A5: one key, fifty requests at once. */
export async function fiftyAtOnce(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const body = { phone: phoneOf(30_000), message: 'once', reference: 'a5' }
  const answers = await eachOf(50, 50, () => send(system, body, 'a5-key'))
  const accepted = answers.filter(({ status }) => status === 201)
  const ids = new Set(accepted.map((answer) => answer.body.id))
  const replayed = accepted.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length
  const rows = await fixture.rows(`select id from messaging.message where reference = 'a5'`)
  const late = answers.filter(({ status }) => status === 409).length
  return all(
    `${accepted.length} × 201 with ${ids.size} id, ${replayed} replayed, ${late} × 409, ${rows.length} stored`,
    {
      'one message': rows.length === 1 && ids.size === 1,
      'all but one replayed': replayed === accepted.length - 1,
      'nothing but 201 and 409': accepted.length + late === 50,
    },
  )
}

/** A6: the fingerprint covers the canonical JSON. */
export async function otherBody(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const phone = phoneOf(30_001)
  const first = await send(system, { phone, message: 'a6', reference: 'a6' }, 'a6-key')
  const reordered = await send(system, { reference: 'a6', message: 'a6', phone }, 'a6-key')
  const changed = await send(system, { phone, message: 'a6!', reference: 'a6' }, 'a6-key')
  return all(`same body in another order ${reordered.status}, one character more ${changed.status}`, {
    'order does not count': reordered.status === 201 && reordered.body.id === first.body.id,
    'a character does': changed.status === 422,
  })
}

/** A7: a key belongs to its workspace and its route. */
export async function sameKeyElsewhere(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const other = await newWorkspace(system, 'A7')
  const label = (key?: string) =>
    system.call<Message>('POST', '/v1/labels', {
      body: { name: 'A7', color: '#112233' },
      idempotencyKey: 'a7-key',
      ...(key === undefined ? {} : { key }),
    })
  const message = await send(system, { phone: phoneOf(30_002), message: 'a7' }, 'a7-key')
  const [here, there] = [await label(), await label(other.key)]
  const ids = new Set([message.body.id, here.body.id, there.body.id])
  return all(`${[message, here, there].map(({ status }) => status).join(', ')} with ${ids.size} ids`, {
    'three things': ids.size === 3 && [message, here, there].every(({ status }) => status === 201),
  })
}

/** A10: keys that are empty, too long, not ASCII, or given twice. `fetch` refuses to send some of them, so this uses `request`. */
export async function malformedKeys(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const before = await fixture.rows(`select id from messaging.message where reference = 'a10'`)
  const body = JSON.stringify({ phone: phoneOf(30_003), message: 'a10', reference: 'a10' })
  const url = `${system.url}/v1/messages`
  const statuses: number[] = []
  for (const value of ['', 'x'.repeat(256), 'schlüssel', ['one', 'two']]) {
    const headers = { Token: system.account.key, 'content-type': 'application/json', 'Idempotency-Key': value }
    statuses.push(
      await new Promise<number>((resolve, reject) => {
        const call = request(url, { method: 'POST', headers }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
        })
        call.once('error', reject).end(body)
      }),
    )
  }
  const after = await fixture.rows(`select id from messaging.message where reference = 'a10'`)
  return all(`answers ${statuses.join(', ')}; ${after.length - before.length} stored`, {
    'each is 400': statuses.every((status) => status === 400),
    'nothing stored': after.length === before.length,
  })
}

const requests = 50
const connections = 16

/** A strategy that creates a message for a key unless one exists. */
type Acceptance = (client: PoolClient) => Promise<void>

/** The common approach in gateways: check the key, do the work, store the key. */
const lookFirst: Acceptance = async (client) => {
  const known = await client.query(`select 1 from proof_key where key = 'once'`)
  if (known.rowCount) return
  // The work takes a moment, in which other requests look for the key.
  await pause(2)
  await client.query('insert into proof_message default values')
  await client.query(`insert into proof_key (key) values ('once') on conflict do nothing`)
}

/** Our approach: the transaction that does the work claims the key, so a second request waits for the first. */
const keyFirst: Acceptance = async (client) => {
  await client.query('begin')
  const taken = await client.query(`insert into proof_key (key) values ('once') on conflict do nothing`)
  if (taken.rowCount) await client.query('insert into proof_message default values')
  await client.query('commit')
}

/** Opens all connections up front. Otherwise, the first request could end before the second begins. */
async function openAll(pool: Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  for (const client of clients) client.release()
}

/** Returns how many messages 50 parallel requests with one key create. */
async function messagesOf(accept: Acceptance, pool: Pool): Promise<number> {
  await pool.query('drop table if exists proof_key, proof_message')
  await pool.query(
    'create table proof_key (key text primary key); create table proof_message (id bigserial primary key)',
  )
  await openAll(pool)
  const ask = async () => {
    const client = await pool.connect()
    await accept(client).finally(() => client.release())
  }
  await Promise.all(Array.from({ length: requests }, ask))
  const { rows } = await pool.query<{ count: string }>('select count(*) from proof_message')
  await pool.query('drop table proof_key, proof_message')
  return Number(rows[0]?.count)
}

/** The broken twin of A5, which stores the key after the work, compared with our approach. */
export async function lookThenInsert(fixture: ProofFixture): Promise<Outcome> {
  const pool = new Pool({ connectionString: await fixture.databaseUrl(), max: connections })
  try {
    const [twin, ours] = [await messagesOf(lookFirst, pool), await messagesOf(keyFirst, pool)]
    return {
      passed: twin > 1 && ours === 1,
      measured: `${requests} at once: looking first made ${twin} messages, taking the key with the effect ${ours}`,
    }
  } finally {
    await pool.end()
  }
}
