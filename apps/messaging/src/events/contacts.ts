import type { EntityManager } from '@mikro-orm/postgresql'
import { on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { linkPeople, type Proof } from '../people/link.ts'

/** Links chats to their contact and copies its name. */
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

/** Updates the contact's name on its chats. Blocks or unblocks all of the contact's addresses. */
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
 * Returns the evidence about a person's identity found in a contact. Its time is 0 because contacts have no timestamp, so the provider's
 * evidence takes precedence unless someone merged contacts. Returns an empty list for a contact with several phone numbers: they are
 * separate WhatsApp accounts, each with its own chat.
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

/** Moves the chats of a merged contact to the remaining contact. Erasure removes the chats of a deleted contact. */
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

type Kind = 'contact:created' | 'contact:updated' | 'contact:opted_out' | 'contact:deleted'

type OptOut = { workspace: string; contact: string; recipients: string[]; version: number; optedOut: boolean }

/** Tracks recipients' opt-outs. Processes events in bus order, because a merge moves addresses between contacts. */
export const optOutFromContact = on<Kind, MessagingRuntime>(
  ['contact:created', 'contact:updated', 'contact:opted_out', 'contact:deleted'],
  async ({ tx, events }) => {
    for (const event of events) {
      if (isKind(event, 'contact:deleted')) await removeOrPassOn(tx.em, event)
      else for (const optOut of optOutsOf(event)) await saveOptOut(tx.em, optOut)
    }
  },
)

function isKind<K extends Kind>(event: BusEvent<Kind>, kind: K): event is BusEvent<K> {
  return event.event === kind
}

/** Returns the opt-out of each contact in an event. `contact:opted_out` names several contacts, the other events one. */
function optOutsOf(event: BusEvent<Kind>): OptOut[] {
  const { workspace } = event
  if (isKind(event, 'contact:opted_out'))
    return event.data.contacts.map((contact) => ({ workspace, ...contact, optedOut: true }))
  const { data, aggregate } = event as BusEvent<'contact:updated'>
  const recipients = data.identities.map(({ value }) => value)
  return [{ workspace, contact: data.id, recipients, version: aggregate.version, optedOut: data.optedOutAt !== null }]
}

/**
 * Removes the opt-outs of a deleted contact. If it was merged, passes them on with version 0, so that any event of the remaining contact
 * replaces them.
 */
async function removeOrPassOn(em: EntityManager, { workspace, data }: BusEvent<'contact:deleted'>): Promise<void> {
  const named = 'where workspace_id = $1 and contact_id = $2'
  if (data.mergedInto === null) {
    await sql(em, `delete from opted_out_recipient ${named}`, [workspace, data.id])
    return
  }
  const passOn = `update opted_out_recipient set contact_id = $3, version = 0 ${named}`
  await sql(em, passOn, [workspace, data.id, data.mergedInto])
}

/** Stores whether a contact has opted out, for each of its recipients. Ignores versions of the contact older than the stored one. */
async function saveOptOut(em: EntityManager, optOut: OptOut): Promise<void> {
  const { workspace, contact, recipients, version, optedOut } = optOut
  await sql(
    em,
    `with lifted as (
       update opted_out_recipient set opted_out = false, version = $4
       where workspace_id = $1 and contact_id = $2 and version < $4 and (not $5 or recipient <> all($3))
     )
     insert into opted_out_recipient as o (workspace_id, recipient, contact_id, version, opted_out)
     select $1, value, $2, $4, true from unnest($3::text[]) as i (value) where $5
     on conflict (workspace_id, recipient) do update
       set contact_id = excluded.contact_id, version = excluded.version, opted_out = true
       where o.contact_id <> excluded.contact_id or o.version < excluded.version`,
    [workspace, contact, recipients, version, optedOut],
  )
}
