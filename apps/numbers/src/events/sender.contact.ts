import { on } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { learnContacts, releaseAddress } from '../senders/contacts.sql.ts'

type Kind = 'contact:created' | 'contact:updated' | 'contact:identified'

/** Learns from contacts to whom addresses belong, so that the next message names that contact. */
export const senderFromContact = on<Kind, NumbersRuntime>(
  ['contact:created', 'contact:updated', 'contact:identified'],
  async ({ tx, events }) => {
    await learnContacts(
      tx.em,
      events.flatMap((event) => addressesIn(event).map((each) => ({ ...each, workspace: event.workspace }))),
    )
  },
)

function addressesIn({ data }: BusEvent<Kind>): { address: string; contact: string }[] {
  if ('contacts' in data) return data.contacts.map(({ recipient, contact }) => ({ address: recipient, contact }))
  return data.identities.map(({ value }) => ({ address: value, contact: data.id }))
}

/** Forgets to whom an address belonged that a customer has given up. */
export const senderFromChangedAddress = on<'contact:address_changed', NumbersRuntime>(
  'contact:address_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await releaseAddress(tx.em, { workspace, address: data.previous, contact: data.id })
  },
)
