import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'

const writers = 16
const eventsOfWriter = 30
const pauseMsMax = 30

/** Reads new rows of the table; returns their ids. */
type Reader = (client: Client, seen: ReadonlySet<number>) => Promise<number[]>

const byCursor: Reader = async (client, seen) => idsOf(client, 'where id > $1', [Math.max(0, ...seen)])

/** As the relay does: reads unmarked rows, in any position. */
const byMark: Reader = async (client, seen) => idsOf(client, 'where id <> all($1)', [[...seen]])

async function idsOf(client: Client, where: string, values: unknown[]): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(`select id from proof_outbox ${where} order by id`, values)
  return rows.map(({ id }) => Number(id))
}

/** Counts events of out-of-order commits that a reader misses. */
async function missedBy(reader: Reader, url: string): Promise<{ missed: number; written: number }> {
  const clients = await Promise.all(Array.from({ length: writers + 1 }, () => connected(url)))
  const [reading, ...writing] = clients as [Client, ...Client[]]
  try {
    await reading.query('drop table if exists proof_outbox')
    await reading.query('create table proof_outbox (id bigserial primary key)')
    const seen = new Set<number>()
    let isWriting = true
    const reads = (async () => {
      while (isWriting) for (const id of await reader(reading, seen)) seen.add(id)
    })()
    await Promise.all(writing.map((client, i) => write(client, i)))
    isWriting = false
    await reads
    for (const id of await reader(reading, seen)) seen.add(id)
    const { rows } = await reading.query<{ count: string }>('select count(*) from proof_outbox')
    const written = Number(rows[0]?.count)
    return { missed: written - seen.size, written }
  } finally {
    await reading.query('drop table if exists proof_outbox')
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function write(client: Client, writer: number): Promise<void> {
  for (let i = 0; i < eventsOfWriter; i++) {
    await client.query('begin')
    await client.query('insert into proof_outbox default values')
    if ((i + writer) % 5 === 0) await pause((i * 7) % pauseMsMax)
    await client.query('commit')
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

/** The broken twin of B2: a relay that remembers the last id, compared with ours, with the same writers. */
export async function idCursor(fixture: ProofFixture): Promise<Outcome> {
  const url = await fixture.databaseUrl()
  const twin = await missedBy(byCursor, url)
  const ours = await missedBy(byMark, url)
  return {
    passed: twin.missed > 0 && ours.missed === 0,
    measured: `a cursor over ids missed ${twin.missed} of ${twin.written}, the claim of unmarked rows ${ours.missed} of ${ours.written}`,
  }
}
