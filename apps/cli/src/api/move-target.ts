import { attributeNames, contacts, type Id, type OutputOf } from '@posthorn/contracts'
import { type Api, CommandError, RefusedError } from './client.ts'
import { type ContactRow, contactOf, type Noting } from './move-rows.ts'
import type { Kind, Row } from './move-source.ts'
import { waitUntilEnded } from './outage.ts'

export type Outcome = 'made' | 'changed' | 'unchanged'

/** Where a move writes to, and how it keeps count: notes about what is lost, and outcomes by kind. */
export type Target = {
  api: Api
  number: Id<'num'>
  note: Noting
  counts: Record<Kind, Record<Outcome, number>>
  onProgress(kind: Kind, done: number, all: number): void
}

/** Makes a change and counts it. Notes a row that the API refuses; any other error ends the move. */
export async function countChange(
  { counts, note }: Target,
  { kind, row }: { kind: Kind; row: string },
  work: () => Promise<Outcome>,
): Promise<void> {
  try {
    counts[kind][await work()] += 1
  } catch (error) {
    if (!(error instanceof RefusedError) || !error.isAboutInput) throw error
    note({ kind, row, why: 'refused', detail: error.message, lost: true })
  }
}

type Contact = OutputOf<typeof contacts.contacts.get>
type ImportRows = { row: ContactRow; outcome: Outcome }[]

/** Maximum bytes and rows per import: a JSON body is limited to 1 MiB. */
const importBytesMax = 900_000
const importRowsMax = 5_000

/** Creates contacts and updates those that differ. Uses imports, because they take few requests. */
export async function moveContacts(target: Target, rows: readonly Row[]): Promise<void> {
  const { api, note, counts, onProgress } = target
  const byPhone = new Map<string, ContactRow>()
  for (const row of rows) {
    const contact = contactOf(row, note)
    if (contact === undefined) continue
    const earlier = byPhone.get(contact.phone)
    if (earlier !== undefined) note({ kind: 'contacts', row: contact.phone, why: 'same phone twice', lost: false })
    byPhone.set(contact.phone, joined(earlier, contact))
  }
  if (byPhone.size === 0) return
  const here = new Map<string, Contact>()
  for (const contact of await api.list(contacts.contacts.list, {}))
    if (contact.phone !== null && byPhone.has(contact.phone)) here.set(contact.phone, contact)
  let chunk: ImportRows = []
  let [bytes, done] = [0, 0]
  const flush = async () => {
    await importContacts(target, chunk)
    done += chunk.length
    onProgress('contacts', done + counts.contacts.unchanged, byPhone.size)
    chunk = []
    bytes = 0
  }
  for (const row of byPhone.values()) {
    const known = here.get(row.phone)
    const outcome = known === undefined ? 'made' : isSame(known, row) ? 'unchanged' : 'changed'
    if (outcome === 'unchanged') {
      counts.contacts.unchanged += 1
      continue
    }
    const size = Buffer.byteLength(JSON.stringify(row)) + 1
    if (chunk.length === importRowsMax || bytes + size > importBytesMax) await flush()
    chunk.push({ row, outcome })
    bytes += size
  }
  if (chunk.length > 0) await flush()
}

/** Merges two rows for the same person. The later row wins, but an opt-out or block stays, because a row without one lacks the field. */
function joined(earlier: ContactRow | undefined, later: ContactRow): ContactRow {
  return { ...earlier, ...later, fields: { ...earlier?.fields, ...later.fields } }
}

/** Whether importing the row would change nothing. */
const isSame = (here: Contact, { fields = {}, blocked, optedOutAt, ...row }: ContactRow): boolean =>
  attributeNames.every((name) => row[name] === undefined || here[name] === row[name]) &&
  Object.entries(fields).every(([key, value]) => here.fields[key] === value) &&
  (blocked !== true || here.blocked) &&
  (optedOutAt === undefined || here.optedOutAt !== null)

/** Imports rows, and waits for the result to count each row or note why it was refused. */
async function importContacts({ api, note, counts }: Target, chunk: ImportRows): Promise<void> {
  const rows = chunk.map(({ row }) => row)
  const { id } = await api.call(contacts.imports.create, { contacts: rows, onDuplicate: 'update' })
  const ended = await waitUntilEnded(() => api.call(contacts.imports.get, { id: id as Id<'imp'> }), {
    hasEnded: ({ status }) => status === 'finished' || status === 'failed',
  }).catch((error: Error) => {
    throw new CommandError(`the import ${id} goes on, but cannot be read: ${error.message}`)
  })
  if (ended.error !== null) throw new CommandError(`the import ${id} failed: ${ended.error.message}`)
  const faults = ended.counts.failed > 0 ? await api.list(contacts.imports.errors, { id: id as Id<'imp'> }) : []
  const reasons = Map.groupBy(faults, ({ row }) => row)
  for (const [i, { row, outcome }] of chunk.entries()) {
    // An import numbers its rows from 1.
    const faultsOfRow = reasons.get(i + 1)
    if (faultsOfRow === undefined) counts.contacts[outcome] += 1
    else {
      const detail = faultsOfRow.map(({ column, message }) => `${column} ${message}`).join('; ')
      note({ kind: 'contacts', row: row.phone, why: 'refused', detail, lost: true })
    }
  }
}
