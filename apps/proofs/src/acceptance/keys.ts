import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import type { Outcome, ProofFixture } from '../proof.ts'

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
