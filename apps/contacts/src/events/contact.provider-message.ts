import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import { derivedId, forWorkspace, on } from '@posthorn/chassis'
import { type BusEvent, countryOfPhone } from '@posthorn/contracts'
import { type ContactsRuntime, wordOf } from '../config.ts'
import { firstVersion } from '../contacts/change.ts'
import { presentContact } from '../contacts/present.ts'
import { Contact, type ContactRow } from '../entities/contact.ts'
import { Identity, type IdentityRow } from '../entities/identity.ts'

type Named = Pick<IdentityRow, 'type' | 'value'>
type Config = ContactsRuntime['config']

/**
 * Who writes to us becomes a contact; who is one gets the time of the message and, if nameless, the profile's name. A message that is
 * nothing but one of the configured words opts out, or in again.
 */
export const contactFromMessage = on<'provider:message', ContactsRuntime>(
  'provider:message',
  async ({ tx, runtime, events }) => {
    for (const event of events) await rememberSender(tx, event, runtime.config)
  },
)

async function rememberSender(tx: Tx, event: BusEvent<'provider:message'>, config: Config): Promise<void> {
  const { from } = event.data
  const identities: Named[] = [
    ...(from.phone ? [{ type: 'phone' as const, value: from.phone }] : []),
    ...(from.userId ? [{ type: 'provider_user' as const, value: from.userId }] : []),
  ]
  const [first] = identities
  if (!first) return
  const workspaceId = event.workspace
  const em = forWorkspace(tx.em, workspaceId)
  const known = await em.find(Identity, { $or: identities })
  const id = known[0]?.contactId ?? derivedId('con', workspaceId, first.type, first.value)
  const found = await em.findOne(Contact, { id })
  const row = found ?? (await newContact(em, workspaceId, id))
  const added = identities.filter(({ value }) => !known.some((identity) => identity.value === value))
  const changed = applyMessage(row, event.data, config) || added.length > 0
  if (found && changed) {
    row.version += 1
    row.updatedAt = new Date()
  }
  await em.flush()
  for (const identity of added) em.create(Identity, { workspaceId, ...identity, contactId: id })
  await em.flush()
  if (found && !changed) return
  tx.emit({
    kind: found ? 'contact:updated' : 'contact:created',
    workspace: workspaceId,
    data: presentContact(row, await em.find(Identity, { contactId: id })),
    aggregate: { id, version: row.version },
    traceparent: event.traceparent,
  })
}

async function newContact(em: EntityManager, workspaceId: string, id: string): Promise<ContactRow> {
  const now = new Date()
  const version = await firstVersion(em, id)
  return em.create(Contact, { workspaceId, id, source: 'message', version, createdAt: now, updatedAt: now })
}

/** Takes over what the message tells; true when it is worth announcing. */
function applyMessage(row: ContactRow, data: BusEvent<'provider:message'>['data'], config: Config): boolean {
  const { from, timestamp, text } = data
  const at = new Date(timestamp)
  const renamed = !row.name && from.name
  if (renamed) row.name = from.name as string
  if (from.phone && !row.phone) row.phone = from.phone
  if (row.phone && !row.country) row.country = countryOfPhone(row.phone)
  if (!row.lastMessageAt || row.lastMessageAt < at) row.lastMessageAt = at
  const word = wordOf(text ?? '')
  const optsOut = config.OPT_OUT_WORDS.has(word) && !row.optedOutAt
  const optsIn = config.OPT_IN_WORDS.has(word) && Boolean(row.optedOutAt)
  if (optsOut) row.optedOutAt = at
  if (optsIn) row.optedOutAt = null
  return Boolean(renamed) || optsOut || optsIn
}
