import { type LineFile, type LineFileOptions, openLineFile } from './line-file.ts'
import type { PlanName } from './plans.ts'

/** `outbound` is sent by the business, `inbound` is written by a customer. */
type WamidKind = 'outbound' | 'inbound'

const kinds: WamidKind[] = ['outbound', 'inbound']
const instanceBytes = 6
/** Only the first is used. With all three, an id has 15 bytes, which base64 writes without padding. */
const kindBytes = 3
const sequenceBytes = 6

/** Creates a message id from the data folder's instance (12 hex digits), the kind and a sequence number. */
export function makeWamid(instance: string, kind: WamidKind, sequence: number): string {
  const bytes = Buffer.alloc(instanceBytes + kindBytes + sequenceBytes)
  bytes.write(instance, 'hex')
  bytes.writeUInt8(kinds.indexOf(kind), instanceBytes)
  bytes.writeUIntBE(sequence, instanceBytes + kindBytes, sequenceBytes)
  return `wamid.${bytes.toString('base64')}`
}

/** Parses an id that `makeWamid` created for this data folder. Returns undefined for any other id. */
export function readWamid(instance: string, wamid: string): { kind: WamidKind; n: number } | undefined {
  const bytes = Buffer.from(wamid.slice('wamid.'.length), 'base64')
  if (bytes.length !== instanceBytes + kindBytes + sequenceBytes || !wamid.startsWith('wamid.')) return undefined
  if (bytes.toString('hex', 0, instanceBytes) !== instance) return undefined
  const kind = kinds[bytes.readUInt8(instanceBytes)]
  return kind && { kind, n: bytes.readUIntBE(instanceBytes + kindBytes, sequenceBytes) }
}

/** A send call with a recipient. `code`: the error returned or reported later. `plan`: the statuses that follow; `silent` if it was refused. */
export type CallLogEntry = {
  n: number
  phoneNumberId: string
  /** An E.164 phone number, a user id, or a group id. */
  to: string
  /** For a group, its participants at that time. */
  people?: string[]
  callbackTag: string | null
  atMs: number
  accepted: boolean
  code?: number
  plan: PlanName
}

type Row = [
  n: number,
  phoneNumberId: string,
  to: string,
  tag: string | null,
  atMs: number,
  accepted: 0 | 1,
  code: number,
  plan: PlanName,
  people?: string[],
]

/** Entries per remembered offset. A search starts at one, so it reads fewer lines than this before the first that it needs. */
const indexEvery = 128

const lines: LineFileOptions = {
  isWhole(line) {
    try {
      const [n, phoneNumberId, to] = JSON.parse(line) as Partial<Row>
      return typeof n === 'number' && typeof phoneNumberId === 'string' && typeof to === 'string'
    } catch {
      return false
    }
  },
  lost: 'the calls they recorded are missing from the call log, and the rest is as before; nothing needs to be done',
}

/** All send calls, stored on disk and numbered from 1. Only damaged lines leave gaps. Memory holds one file offset per 128 numbers. */
export type CallLog = {
  add(entry: Omit<CallLogEntry, 'n'>): CallLogEntry
  get(n: number): CallLogEntry | undefined
  /** Returns up to `limit` entries after entry `after`, optionally for only one number. Pass `next` as `after` to continue. */
  page(query: { after: number; limit: number; phoneNumberId?: string }): { entries: CallLogEntry[]; next: number }
  readonly last: number
  close(): void
}

/** Opens the call log. Calls `visit` with each existing entry, in order. */
export function openCallLog(path: string, visit: (entry: CallLogEntry) => void): CallLog {
  const file = openLineFile(path, lines)
  const offsets: number[] = []
  let last = 0
  const index = (n: number, offset: number) => {
    // Keeps the first entry that exists, because damaged lines are missing.
    offsets[Math.floor((n - 1) / indexEvery)] ??= offset
    last = n
  }
  file.scan(0, (line, offset) => {
    const entry = fromLine(line)
    index(entry.n, offset)
    visit(entry)
    return true
  })
  return {
    add: (fields) => {
      const entry = { n: last + 1, ...fields }
      index(entry.n, file.append(toLine(entry)))
      return entry
    },
    get: (n) => scanFrom(file, offsets, { after: Math.max(0, n - 1), limit: 1 }).entries.find((entry) => entry.n === n),
    page: (query) => scanFrom(file, offsets, query),
    get last() {
      return last
    },
    close: () => file.close(),
  }
}

/** Reads a page, starting at the last remembered offset before it. */
function scanFrom(
  file: LineFile,
  offsets: number[],
  query: { after: number; limit: number; phoneNumberId?: string },
): { entries: CallLogEntry[]; next: number } {
  const entries: CallLogEntry[] = []
  let next = query.after
  const offset = offsets.slice(Math.floor(Math.max(0, query.after) / indexEvery)).find((known) => known !== undefined)
  if (offset === undefined) return { entries, next }
  file.scan(offset, (line) => {
    const entry = fromLine(line)
    if (entry.n <= query.after) return true
    next = entry.n
    if (query.phoneNumberId === undefined || entry.phoneNumberId === query.phoneNumberId) entries.push(entry)
    return entries.length < query.limit
  })
  return { entries, next }
}

/** Writes an entry as a list, which is shorter than an object. Code 0 means that there is none. */
function toLine({ n, phoneNumberId, to, callbackTag, atMs, accepted, code = 0, plan, people }: CallLogEntry): string {
  const row: Row = [n, phoneNumberId, to, callbackTag, atMs, accepted ? 1 : 0, code, plan]
  if (people) row.push(people)
  return JSON.stringify(row)
}

/** Reads an entry that `toLine` wrote. */
function fromLine(line: string): CallLogEntry {
  const [n, phoneNumberId, to, callbackTag, atMs, accepted, code, plan, people] = JSON.parse(line) as Row
  const group = people && { people }
  return {
    n,
    phoneNumberId,
    to,
    callbackTag,
    atMs,
    accepted: accepted === 1,
    ...group,
    ...(code !== 0 && { code }),
    plan,
  }
}
