import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, type Tx } from '@posthorn/chassis'
import {
  countryOfPhone,
  type EventData,
  type Evidence,
  type Identification,
  identify,
  isLater,
  type KnownIdentifier,
  newId,
} from '@posthorn/contracts'
import { joinContacts, presentContacts } from '../contacts/contact.ts'
import {
  addAlias,
  assignIdentifiers,
  isGone,
  knownIdentifiers,
  releaseIdentifiers,
  resolveMerged,
} from '../contacts/identities.sql.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'

type Sender = Pick<EventData<'provider:message'>['from'], 'name' | 'username' | 'contact'>

/** The provider's report about a person: proof of their identity, and their names. */
export type Report = { workspace: string; traceparent?: string | undefined; evidence: Evidence; from: Sender }

/** A report to record, the stored rows for its identifiers, and the conclusions drawn from both. */
type Recording = Report & { tx: Tx; em: EntityManager; rows: KnownIdentifier[]; found: Identification }

/**
 * Records a provider's report on the person's contact, and announces the contact if it changed. Contacts that turn out to be one person are merged
 * into the oldest. Creates a contact if the person has none, unless `apply` is missing. `apply` stores what was reported, and returns whether
 * to announce it.
 */
export async function recordReport(tx: Tx, report: Report, apply?: (row: ContactRow) => boolean): Promise<void> {
  const { workspace, evidence } = report
  const identifiers = [...evidence.current, ...evidence.previous]
  if (identifiers.length === 0) return
  const em = forWorkspace(tx.em, workspace)
  const rows = await knownIdentifiers(em, workspace, identifiers)
  const recording = { ...report, tx, em, rows, found: identify(evidence, rows) }
  const { contact: known, joined } = await takeContact(recording)
  if (!known && !apply) return
  const row = known ?? (await newContact(recording))
  const changes = [joined, applyNames(row, report), apply?.(row) ?? false]
  await em.flush()
  changes.push(await storeIdentifiers(recording, row))
  if (known && changes.includes(true)) Object.assign(row, { version: row.version + 1, updatedAt: new Date() })
  await em.flush()
  await linkCandidate(recording, row)
  announceAddressChanges(recording, row)
  const kind = known ? 'contact:updated' : 'contact:created'
  if (!known || changes.includes(true)) await announceStored(recording, row, kind)
}

/**
 * Locks and returns the person's contact. Merges several into the oldest, and announces only the deletion of the others. `joined`: whether
 * it did, so that the caller announces the contact.
 */
async function takeContact(recording: Recording): Promise<{ contact: ContactRow | null; joined: boolean }> {
  const { tx, em, workspace, found, from, traceparent } = recording
  // Without a known identifier, the id that events use for the person may lead to the contact.
  const candidate = found.owners.length === 0 ? from.contact : undefined
  const ids = candidate ? [...(await resolveMerged(em, workspace, [candidate])).values()] : found.owners
  if (ids.length === 0) return { contact: null, joined: false }
  const rows = await em.find(
    Contact,
    { id: { $in: ids } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  const [into, ...others] = rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (!into) return { contact: null, joined: false }
  for (const other of others) {
    const joined = await joinContacts(em, { into, from: other })
    tx.emit({ kind: 'contact:deleted', workspace, ...joined, traceparent })
  }
  return { contact: into, joined: others.length > 0 }
}

/** Creates the sender's contact, with the id that events used for the person unless that id has led to an earlier contact. */
async function newContact({ em, workspace, from: { contact: candidate } }: Recording): Promise<ContactRow> {
  const isFree = candidate && !(await isGone(em, workspace, candidate))
  const now = new Date()
  return em.create(Contact, {
    workspaceId: workspace,
    id: isFree ? candidate : newId('con'),
    source: 'message',
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
}

/** Gives the contact the person's identifiers, also phone numbers that another contact has, and ends previous ones. Returns whether they changed. */
async function storeIdentifiers(recording: Recording, row: ContactRow): Promise<boolean> {
  const { em, workspace, evidence, rows, found } = recording
  const isHeld = (value: string) =>
    rows.some(
      (each) => each.value === value && each.owner === row.id && each.releasedAt === null && each.since <= evidence.at,
    )
  if (found.release.length === 0 && found.hold.every(({ value }) => isHeld(value))) return false
  const before = await identitiesOf(recording, row)
  for (const { owner, value } of found.take) await losePhone(recording, owner, value)
  const place = { workspace, contact: row.id, at: evidence.at }
  await releaseIdentifiers(em, found.release, place)
  await assignIdentifiers(em, found.hold, place)
  const after = await identitiesOf(recording, row)
  takePhone(row, after, evidence)
  return before.size !== after.size || [...after].some((value) => !before.has(value))
}

/** Announces each identifier that a new one of its type replaced. Other services move what they store under it. */
function announceAddressChanges(
  { tx, workspace, evidence, found, traceparent }: Recording,
  { id, version }: ContactRow,
): void {
  for (const previous of found.release) {
    const next = evidence.current.find(({ type }) => type === previous.type)
    if (!next) continue
    const data = { id, previous: previous.value, address: next.value }
    tx.emit({ kind: 'contact:address_changed', workspace, data, aggregate: { id, version }, traceparent })
  }
}

const identitiesOf = async ({ em, workspace }: Recording, { id }: ContactRow): Promise<Set<string>> =>
  new Set((await knownIdentifiers(em, workspace, [], id)).map(({ value }) => value))

const isPhone = (value: string) => value.startsWith('+')

/**
 * Makes the contact's phone number one of its identities. If it no longer is one, the reported number replaces it. The country follows, unless it
 * was not that of the previous number: then someone entered it.
 */
function takePhone(row: ContactRow, identities: Set<string>, { current, previous }: Evidence): void {
  const phones = [...identities].filter(isPhone)
  const shown = row.phone
  if (!shown || !phones.includes(shown)) {
    const reported = current.find(({ value }) => phones.includes(value))
    row.phone = reported?.value ?? phones[0] ?? null
  }
  const ofPrevious = previous.some(({ value }) => isPhone(value) && countryOfPhone(value) === row.country)
  if (row.phone && (!row.country || (ofPrevious && row.phone !== shown))) row.country = countryOfPhone(row.phone)
}

/** Removes a phone number and, unless another was entered, its country from its previous owner, because it now belongs to this person. */
async function losePhone(recording: Recording, owner: string, value: string): Promise<void> {
  const { em, workspace, evidence } = recording
  const row = await em.findOne(Contact, { id: owner }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!row) return
  await releaseIdentifiers(em, [{ type: 'phone', value }], { workspace, contact: owner, at: evidence.at })
  const left = await identitiesOf(recording, row)
  if (row.phone === value) {
    row.phone = [...left].find(isPhone) ?? null
    if (row.country === countryOfPhone(value)) row.country = row.phone ? countryOfPhone(row.phone) : null
  }
  Object.assign(row, { version: row.version + 1, updatedAt: new Date() })
  await em.flush()
  await announceStored(recording, row, 'contact:updated')
}

/** Announces a contact whose changes are stored. */
async function announceStored(
  { tx, em, workspace, traceparent }: Recording,
  row: ContactRow,
  kind: 'contact:created' | 'contact:updated',
): Promise<void> {
  for (const data of await presentContacts(em, [row]))
    tx.emit({ kind, workspace, data, aggregate: { id: row.id, version: row.version }, traceparent })
}

/** Turns an id that events used for the person into an alias for their contact, and announces it for each of the person's addresses. */
async function linkCandidate(
  { tx, workspace, from, evidence, traceparent }: Recording,
  row: ContactRow,
): Promise<void> {
  const candidate = from.contact
  if (!candidate || candidate === row.id) return
  if (!(await addAlias(tx.em, workspace, { id: candidate, contact: row.id }))) return
  const name = row.name ?? null
  const contacts = evidence.current.map(({ value }) => ({ contact: row.id, recipient: value, name }))
  const aggregate = { id: candidate, version: 1 }
  tx.emit({ kind: 'contact:identified', workspace, data: { contacts }, aggregate, traceparent })
}

/** Sets a missing name, and the latest reported username. Returns whether either changed. */
function applyNames(row: ContactRow, { from: { name, username }, evidence }: Report): boolean {
  const isNamed = !row.name && Boolean(name)
  if (isNamed) row.name = name as string
  const [usernameAt, before] = [new Date(evidence.at), row.usernameAt?.toISOString()]
  if (!username || !isLater({ at: usernameAt.toISOString(), text: username }, { at: before, text: row.username ?? '' }))
    return isNamed
  const isCalled = row.username !== username
  Object.assign(row, { username, usernameAt })
  return isNamed || isCalled
}
