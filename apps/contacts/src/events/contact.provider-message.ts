import type { Tx } from '@posthorn/chassis'
import { derivedId, forWorkspace, on } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { presentContact } from '../contacts/present.ts'
import { Contact } from '../entities/contact.ts'
import { Identity } from '../entities/identity.ts'

/** Who writes to us becomes a contact; who is one gets the time of the message and, if nameless, the profile's name. */
export const contactFromMessage = on<'provider:message', ContactsRuntime>(
  'provider:message',
  async ({ tx, events }) => {
    for (const event of events) await rememberSender(tx, event)
  },
)

async function rememberSender(tx: Tx, event: BusEvent<'provider:message'>): Promise<void> {
  const { from, timestamp } = event.data
  const identities = [
    ...(from.phone ? [{ type: 'phone' as const, value: from.phone }] : []),
    ...(from.userId ? [{ type: 'provider_user' as const, value: from.userId }] : []),
  ]
  const [first] = identities
  if (!first) return
  const workspaceId = event.workspace
  const em = forWorkspace(tx.em, workspaceId)
  const known = await em.find(Identity, { $or: identities })
  const id = known[0]?.contactId ?? derivedId('con', workspaceId, first.type, first.value)
  const at = new Date(timestamp)
  const found = await em.findOne(Contact, { id })
  const row =
    found ?? em.create(Contact, { workspaceId, id, source: 'message', createdAt: new Date(), updatedAt: new Date() })
  const added = identities.filter(({ value }) => !known.some((identity) => identity.value === value))
  const renamed = !row.name && from.name
  if (renamed) row.name = from.name as string
  if (from.phone && !row.phone) row.phone = from.phone
  if (!row.lastMessageAt || row.lastMessageAt < at) row.lastMessageAt = at
  if (found && (renamed || added.length > 0)) {
    row.version += 1
    row.updatedAt = new Date()
  }
  await em.flush()
  for (const identity of added) em.create(Identity, { workspaceId, ...identity, contactId: id })
  await em.flush()
  if (found && !renamed && added.length === 0) return
  const data = presentContact(row, await em.find(Identity, { contactId: id }))
  const kind = found ? 'contact:updated' : 'contact:created'
  tx.emit({
    kind,
    workspace: workspaceId,
    data,
    aggregate: { id, version: row.version },
    traceparent: event.traceparent,
  })
}
