import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { type LineFileOptions, openLineFile } from './line-file.ts'
import type { SimulatedGroup, SimulatedNumber } from './numbers.ts'

/** An update requested explicitly: one `change` in a callback. Its `id` is negative; those of planned statuses are positive. */
export type ExplicitUpdate = {
  id: number
  phoneNumberId: string
  field: string
  value: Record<string, unknown>
  atMs: number
}

/** All state that must survive the process, except for the call log. */
export type JournalState = {
  /** 12 hex digits that make message ids unique to this data folder. */
  instance: string
  numbers: Map<string, SimulatedNumber>
  updates: Map<number, ExplicitUpdate>
  /** How many explicit updates there have been in total. */
  lastUpdate: number
  /** Confirmed planned statuses, as one bit per step, by call number. */
  done: Map<number, number>
  /** When each customer last wrote, in virtual milliseconds, by `pairKey`. */
  wrote: Map<string, number>
  groups: Map<string, SimulatedGroup>
}

type JournalRecord =
  | ['instance', string]
  | ['number', SimulatedNumber]
  | ['deleted', string]
  | ['update', ExplicitUpdate]
  | ['updates', number]
  | ['done', number[]]
  | ['bits', n: number, bits: number]
  | ['wrote', key: string, ms: number]
  | ['group', SimulatedGroup]

/** Appends records. Once `append` returns, the record is kept even if the process is killed. */
export type Journal = { append(record: JournalRecord): void; close(): void }

/** A plan has at most this many steps, and the bits of its confirmed steps fit in a number. */
const stepsPerEntry = 16

/** Returns the id of a planned status: `n` is the number of the call in the call log, `step` the position in its plan. */
export const stepId = (n: number, step: number): number => n * stepsPerEntry + step

const kinds = new Set(['instance', 'number', 'deleted', 'update', 'updates', 'done', 'bits', 'wrote', 'group'])

const lines: LineFileOptions = {
  isWhole(line) {
    try {
      const record = JSON.parse(line) as unknown
      return Array.isArray(record) && kinds.has(record[0] as string)
    } catch {
      return false
    }
  },
  lost: 'what they recorded (a status that was reported, a number, a group) is lost, and the rest is as before; nothing needs to be done unless a number or a group is missing: connect or create it again',
}

/** Reads the journal, or creates it if missing. */
export function readJournal(path: string): JournalState {
  const state: JournalState = {
    instance: randomBytes(6).toString('hex'),
    numbers: new Map(),
    updates: new Map(),
    lastUpdate: 0,
    done: new Map(),
    wrote: new Map(),
    groups: new Map(),
  }
  const file = openLineFile(path, lines)
  file.scan(0, (line) => {
    apply(state, JSON.parse(line) as JournalRecord)
    return true
  })
  file.close()
  return state
}

/** Rewrites the journal without finished items, because it would only grow, then opens it for appending. */
export function openJournal(path: string, state: JournalState): Journal {
  const fresh = `${path}.new`
  const fd = openSync(fresh, 'w', 0o600)
  for (const record of recordsOf(state)) appendFileSync(fd, `${JSON.stringify(record)}\n`)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(fresh, path)
  const file = openLineFile(path, lines)
  return { append: (record) => void file.append(JSON.stringify(record)), close: () => file.close() }
}

/** Returns the records that restore the current state. Deleted numbers and groups, and confirmed explicit updates, need none. */
function* recordsOf(state: JournalState): Generator<JournalRecord> {
  yield ['instance', state.instance]
  yield ['updates', state.lastUpdate]
  for (const number of state.numbers.values()) yield ['number', number]
  for (const update of state.updates.values()) yield ['update', update]
  for (const [n, bits] of state.done) yield ['bits', n, bits]
  for (const [key, ms] of state.wrote) yield ['wrote', key, ms]
  for (const group of state.groups.values()) if (!group.deleted) yield ['group', group]
}

/** Deletes a number and what is known under its id, so that a new number with this id starts without it. */
export function forgetNumber(state: JournalState, phoneNumberId: string): void {
  state.numbers.delete(phoneNumberId)
  for (const key of state.wrote.keys()) if (key.startsWith(`${phoneNumberId} `)) state.wrote.delete(key)
  for (const update of state.updates.values())
    if (update.phoneNumberId === phoneNumberId) state.updates.delete(update.id)
}

/** Applies a record to the state, in the order in which they were written. */
function apply(state: JournalState, record: JournalRecord): void {
  switch (record[0]) {
    case 'instance':
      state.instance = record[1]
      return
    case 'number':
      state.numbers.set(record[1].phoneNumberId, record[1])
      return
    case 'deleted':
      forgetNumber(state, record[1])
      return
    case 'update':
      state.updates.set(record[1].id, record[1])
      state.lastUpdate = Math.max(state.lastUpdate, -record[1].id)
      return
    case 'updates':
      state.lastUpdate = record[1]
      return
    case 'done':
      for (const id of record[1]) markDone(state, id)
      return
    case 'bits':
      state.done.set(record[1], record[2])
      return
    case 'wrote':
      state.wrote.set(record[1], record[2])
      return
    case 'group':
      state.groups.set(record[1].id, record[1])
  }
}

/** Marks an update as confirmed: a negative id is that of an explicit update, any other that of a planned status. */
function markDone(state: JournalState, id: number): void {
  if (id < 0) {
    state.updates.delete(id)
    return
  }
  const n = Math.floor(id / stepsPerEntry)
  state.done.set(n, (state.done.get(n) ?? 0) | (1 << (id % stepsPerEntry)))
}
