import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, purge, type RunningSystem, rowsOf, setQueue } from '@posthorn/testkit/system'
import {
  type Bench,
  type CpuCost,
  costText,
  load,
  measureCpu,
  medianCost,
  nextMessage,
  type Outcome,
  type Scenario,
  secondsOf,
  totalMs,
} from '../bench.ts'

const messagesPerBatch = 100
const tables = ['message', 'send_job', 'chat', 'outbox']

export const batch: Scenario = {
  name: 'batch',
  measures: 'POST /v1/messages/batch with 100 messages each, beside COPY of the same rows into the same tables',
  run: (bench) => bench.withSystem((system) => measure(bench, system)),
}

/** Alternates a round of batches into empty tables and a COPY of what it stored. The first is a warm-up. A paused queue sends nothing. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-batch-'))
  chmodSync(folder, 0o777)
  await setQueue(system, 'paused')
  const rounds: { accepted: number; copied: number; cost: CpuCost }[] = []
  try {
    for (let i = 0; i <= bench.size(2, 10); i++) {
      const seconds = i === 0 ? 3 : bench.size(5, 10)
      await rowsOf(system, tables.map((table) => `truncate messaging.${table} cascade`).join('; '))
      const endCpu = measureCpu(system)
      const accepted = await batches(system, seconds)
      const cost = endCpu(accepted * seconds)
      const copied = await copiedPerSecond(system, folder)
      bench.say(`${Math.round(accepted)} accepted, ${Math.round(copied)} copied per second`)
      if (i > 0) rounds.push({ accepted, copied, cost })
      await purge(system)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const ratio = median(rounds.map(({ accepted, copied }) => accepted / copied))
  const value = median(rounds.map(({ accepted }) => accepted))
  const cost = medianCost(rounds.map((round) => round.cost))
  return {
    measurements: [
      {
        measurement: 'accepted in batches of 100 per second',
        value,
        unit: 'messages/s',
        baseline: value / ratio,
        target: { of: 'ratio', atLeast: 0.3 },
      },
      {
        measurement: 'CPU per message, accepting in batches of 100',
        value: totalMs(cost),
        unit: 'ms',
        baseline: 'bare request',
        note: costText(cost),
      },
    ],
  }
}

/** Posts batches continuously. Returns the accepted messages per second. Eight connections keep the service busy. */
async function batches(system: RunningSystem, seconds: number): Promise<number> {
  const body = () => ({ messages: Array.from({ length: messagesPerBatch }, nextMessage) })
  const headers = { Token: system.account.key }
  const round = await load(`${system.url}/v1/messages/batch`, { headers, seconds, connections: 8, body })
  if (round.refused > 0) throw new Error(`${round.refused} batches were refused`)
  return round.perSecond * messagesPerBatch
}

/** Returns the rate at which Postgres copies the rows of one round, in messages per second. Exporting the rows does not count. */
async function copiedPerSecond(system: RunningSystem, folder: string): Promise<number> {
  const [{ count } = { count: 0 }] = await rowsOf<{ count: number }>(
    system,
    'select count(*)::int as count from messaging.message',
  )
  let seconds = 0
  for (const table of tables) {
    const file = join(folder, table)
    const columns = await columnsOf(system, table)
    await rowsOf(system, `copy (select ${columns} from messaging.${table}) to '${file}' (format binary)`)
    await rowsOf(system, `create table public.copied_${table} (like messaging.${table} including all)`)
    const copying = `copy public.copied_${table} (${columns}) from '${file}' (format binary)`
    seconds += await secondsOf(() => rowsOf(system, copying))
    await rowsOf(system, `drop table public.copied_${table}`)
  }
  return count / seconds
}

/** Returns the columns that COPY writes: all but generated ones, which Postgres computes. */
async function columnsOf(system: RunningSystem, table: string): Promise<string> {
  const [row] = await rowsOf<{ columns: string }>(
    system,
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'messaging.${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  return row?.columns ?? ''
}
