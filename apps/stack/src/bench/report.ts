import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '../settings.ts'
import type { ImportFigures } from './import.ts'
import { median, percentile, type Round } from './load.ts'
import type { Memory } from './memory.ts'

/** Everything one run measured. */
export type Figures = {
  /** Interleaved rounds of the bare server and the whole system: accepting only, and accepting while it sends. */
  pairs: { bare: Round; whole: Round; sending: Round }[]
  /** Milliseconds from acceptance to the provider's call. */
  toProvider: number[]
  /** Milliseconds from callback to webhook. */
  toWebhook: number[]
  atRest: Memory
  underLoad: Memory
}

/** Which run it was. */
export type Run = {
  profile: string
  commit: string
  date: string
  /** Processes that wanted a core before it began: above 1, something else was running and the figures are too low. */
  loadBefore: number
}

const page = join(repositoryRoot, 'apps/docs/benchmarks.md')

const introduction = `# Benchmarks

Figures of \`pnpm bench\`, newest last. The load generator, the system, Postgres and NATS share the cores of one machine.

- **Accepted per second**: \`POST /v1/messages\` at 64 connections to 5,000 phones in turn, through gateway and services in one process,
  the number's queue paused: what acceptance costs with all its guarantees. Beside it a bare Express server with one \`pg\` INSERT per
  request on the same Postgres. Rounds take turns; medians. The ratio is the median of the rounds' ratios.
- **Accepted while sending**: the same while the number sends at its ordinary 76 a second, with every acknowledgement and event.
- **Accept → provider call**: at 50 messages a second, from the message's \`createdAt\` to the simulator's ledger.
- **Callback → webhook**: at 50 a second, from posting a signed callback to the last byte of the webhook request at the receiver.
- **Memory**: launcher, NATS, Postgres and its backends. Shared pages counted once (PSS), and in brackets counted for each process (RSS).
- **Load before**: processes that wanted a core when it began; above 1, something else was running and the figures are too low.
- **Import** (\`pnpm bench import\`): a CSV file, three of ten rows faulty, fetched by the contacts service in a process of its own, which is
  killed half way. Rows a second from acceptance to end; beside it COPY of the same file into a table without keys. Memory is the most RSS the
  service ever had. Contacts and phones in the table are the same when no row came twice.
`

/** The figures of messages as a table. */
export function messagesTable(figures: Figures): string {
  const { pairs, toProvider, toWebhook, atRest, underLoad } = figures
  const bare = pairs.map((pair) => pair.bare)
  const whole = pairs.map((pair) => pair.whole)
  const perSecond = (rounds: Round[]) => Math.round(median(rounds.map((round) => round.perSecond)))
  const ratio = median(pairs.map((pair) => pair.whole.perSecond / pair.bare.perSecond))
  const p99 = Math.round(median(whole.map((round) => round.p99Ms)))
  const refused = whole.reduce((sum, round) => sum + round.refused, 0)
  const rows = [
    ['bare Express + INSERT, per second', perSecond(bare), ''],
    ['accepted per second', perSecond(whole), `p99 ${p99} ms, ${refused} refused`],
    ['ratio', ratio.toFixed(2), 'aim 0.35'],
    ['accepted while sending, per second', perSecond(pairs.map((pair) => pair.sending)), ''],
    ['accept → provider call, p50', `${percentile(toProvider, 50).toFixed(0)} ms`, 'aim 20 ms'],
    ['accept → provider call, p99', `${percentile(toProvider, 99).toFixed(0)} ms`, ''],
    ['callback → webhook, p50', `${percentile(toWebhook, 50).toFixed(0)} ms`, 'aim 30 ms'],
    ['callback → webhook, p99', `${percentile(toWebhook, 99).toFixed(0)} ms`, ''],
    ['memory at rest', memoryText(atRest), ''],
    ['memory under load', memoryText(underLoad), 'aim 450 MB'],
  ]
  return tableOf(rows)
}

/** The figures of an import as a table. */
export function importTable(figures: ImportFigures): string {
  const { rows, fileMb, copyPerSecond, importPerSecond, counts, contacts, phones, atRestMb, peakMb } = figures
  return tableOf([
    ['rows', rows, `${fileMb.toFixed(0)} MB`],
    ['created · faulty', `${counts.created} · ${counts.failed}`, `${contacts} contacts, ${phones} phones in the table`],
    ['imported, rows per second', Math.round(importPerSecond), ''],
    ['COPY, rows per second', Math.round(copyPerSecond), `ratio ${(importPerSecond / copyPerSecond).toFixed(4)}`],
    ['memory of the service at rest', `${Math.round(atRestMb)} MB`, ''],
    ['most memory of the service', `${Math.round(peakMb)} MB`, 'aim 200 MB'],
  ])
}

function tableOf(rows: (string | number)[][]): string {
  return ['| | | |', '|---|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')
}

/** Adds the table of a run to the page of benchmarks. */
export function record(table: string, { profile, commit, date, loadBefore }: Run): void {
  if (!existsSync(page)) writeFileSync(page, introduction)
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load before ${loadBefore.toFixed(1)}`
  appendFileSync(page, `\n## ${date}, ${profile}, ${commit}, ${machine}\n\n${table}\n`)
}

function memoryText({ pssMb, rssMb }: Memory): string {
  return `${Math.round(pssMb)} MB (${Math.round(rssMb)} MB)`
}
