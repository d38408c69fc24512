import { on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { linkPeople, type Proof } from '../people/link.ts'

/** Links chats to their contact, and shows its name. */
export const chatFromIdentified = on<'contact:identified', MessagingRuntime>(
  'contact:identified',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      await sql(
        tx.em,
        `update chat set contact_id = n.contact, name = coalesce(n.name, chat.name), version = version + 1
       from unnest($2::text[], $3::text[], $4::text[]) as n (contact, recipient, name)
       where chat.workspace_id = $1 and chat.type = 'direct' and chat.recipient = n.recipient
         and (chat.contact_id is distinct from n.contact or chat.name is distinct from coalesce(n.name, chat.name))`,
        [
          workspace,
          data.contacts.map(({ contact }) => contact),
          data.contacts.map(({ recipient }) => recipient),
          data.contacts.map(({ name }) => name),
        ],
      )
    }
  },
)

/** Updates the contact's name on chats, and blocks or unblocks all addresses of the contact. */
export const chatFromContact = on<'contact:created' | 'contact:updated', MessagingRuntime>(
  ['contact:created', 'contact:updated'],
  async ({ tx, events }) => {
    await linkPeople(tx, events.flatMap(proofOf))
    for (const { workspace, data } of events) {
      const recipients = data.identities.map((identity) => identity.value)
      await sql(
        tx.em,
        `with unblocked as (
           delete from blocked_recipient where workspace_id = $1 and contact_id = $3 and (not $5 or recipient <> all($2))
         ), blocked as (
           insert into blocked_recipient (workspace_id, recipient, contact_id) select $1, value, $3 from unnest($2::text[]) as i (value) where $5
           on conflict (workspace_id, recipient) do update set contact_id = excluded.contact_id
         )
         update chat set contact_id = $3, name = coalesce($4, name), version = version + 1
         where workspace_id = $1 and recipient = any($2) and (contact_id is distinct from $3 or name is distinct from coalesce($4, name))`,
        [workspace, recipients, data.id, data.name, data.blocked],
      )
    }
  },
)

/**
 * Returns what a contact proves about a person's identity. The provider's proof takes precedence, unless someone merged contacts. Several phones are
 * several WhatsApp accounts, each with its own chat. Contacts don't say when.
 */
function proofOf({ workspace, data, traceparent }: BusEvent<'contact:created' | 'contact:updated'>): Proof[] {
  const current = data.identities
  if (current.length < 2 || current.filter(({ type }) => type === 'phone').length > 1) return []
  return [{ workspace, evidence: { current, previous: [], at: 0 }, traceparent }]
}

/** Links identifiers that the provider named together, in a callback or in the response to a send. */
export const linkFromPerson = on<'provider:person', MessagingRuntime>('provider:person', async ({ tx, events }) => {
  await linkPeople(
    tx,
    events.map(({ workspace, data, traceparent }) => {
      const evidence = { current: data.identifiers, previous: [], at: Date.parse(data.timestamp) }
      return { workspace, evidence, traceparent }
    }),
  )
})

/** Chats of a merged contact move to the remaining contact. Those of a deleted contact are removed by the erasure. */
export const chatFromMergedContact = on<'contact:deleted', MessagingRuntime>(
  'contact:deleted',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      await sql(tx.em, 'delete from blocked_recipient where workspace_id = $1 and contact_id = $2', [
        workspace,
        data.id,
      ])
      if (data.mergedInto === null) continue
      await sql(
        tx.em,
        `update chat set contact_id = $3, version = version + 1, updated_at = now() where workspace_id = $1 and contact_id = $2`,
        [workspace, data.id, data.mergedInto],
      )
    }
  },
)
