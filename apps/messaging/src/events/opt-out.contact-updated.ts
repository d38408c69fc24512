import type { EntityManager } from '@mikro-orm/postgresql'
import { on, sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'

type Kind = 'contact:created' | 'contact:updated' | 'contact:opted_out' | 'contact:deleted'

/** A contact's opt-out, for all of its addresses. */
type OptOut = { workspace: string; contact: string; recipients: string[]; version: number; optedOut: boolean }

/** Tracks opt-outs of recipients. Follows the order of the bus, because a merge moves addresses between contacts. */
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

function optOutsOf(event: BusEvent<Kind>): OptOut[] {
  const { workspace } = event
  if (isKind(event, 'contact:opted_out'))
    return event.data.contacts.map((contact) => ({ workspace, ...contact, optedOut: true }))
  const { data, aggregate } = event as BusEvent<'contact:updated'>
  const recipients = data.identities.map(({ value }) => value)
  return [{ workspace, contact: data.id, recipients, version: aggregate.version, optedOut: data.optedOutAt !== null }]
}

async function removeOrPassOn(em: EntityManager, { workspace, data }: BusEvent<'contact:deleted'>): Promise<void> {
  const named = 'where workspace_id = $1 and contact_id = $2'
  if (data.mergedInto === null) {
    await sql(em, `delete from opted_out_recipient ${named}`, [workspace, data.id])
    return
  }
  const passOn = `update opted_out_recipient set contact_id = $3, version = 0 ${named}`
  await sql(em, passOn, [workspace, data.id, data.mergedInto])
}

/** Ignores versions of the contact older than the stored one. */
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
