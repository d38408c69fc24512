import { on, type Tx } from '@posthorn/chassis'
import { type BusEvent, identifierOf } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { learnContacts, releaseAddress, withContacts } from '../senders/contacts.sql.ts'

type Kind = 'contact:created' | 'contact:updated' | 'contact:identified'

/** Learns from contacts who addresses belong to, so that the next message names that contact. */
export const senderFromContact = on<Kind, NumbersRuntime>(
  ['contact:created', 'contact:updated', 'contact:identified'],
  async ({ tx, events }) => {
    const people = await learnContacts(
      tx.em,
      events.flatMap((event) => addressesIn(event).map((each) => ({ ...each, workspace: event.workspace }))),
    )
    // What was proven about someone before they became a contact.
    for (const known of people.values()) announcePerson(tx, known)
  },
)

function announcePerson(tx: Tx, known: { workspace: string; address: string; contact: string }[]): void {
  const { workspace = '', contact = '' } = known[0] ?? {}
  const identifiers = known.map(({ address }) => identifierOf(address))
  const data = { timestamp: new Date().toISOString(), identifiers, contact: contact as `con_${string}` }
  if (identifiers.length > 1)
    tx.emit({ kind: 'provider:person', workspace, data, aggregate: { id: contact, version: 1 } })
}

/** Learns which addresses the response to a send named together. */
export const senderFromPerson = on<'provider:person', NumbersRuntime>('provider:person', async ({ tx, events }) => {
  await withContacts(
    tx.em,
    events.map(({ workspace, data, aggregate }) => ({ kind: 'provider:person' as const, workspace, data, aggregate })),
  )
})

function addressesIn({ data }: BusEvent<Kind>): { address: string; contact: string }[] {
  if ('contacts' in data) return data.contacts.map(({ recipient, contact }) => ({ address: recipient, contact }))
  return data.identities.map(({ value }) => ({ address: value, contact: data.id }))
}

/** Forgets who an address belonged to after the customer gave it up. */
export const senderFromChangedAddress = on<'contact:address_changed', NumbersRuntime>(
  'contact:address_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await releaseAddress(tx.em, { workspace, address: data.previous, contact: data.id })
  },
)
