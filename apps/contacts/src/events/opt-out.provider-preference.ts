import { on } from '@posthorn/chassis'
import { identifiersOf } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { applyStatement } from '../contacts/contacts.ts'
import { remember } from './remember.ts'

/**
 * Opts out a contact that refuses marketing messages at the provider, and in again when they resume them. Other opt-outs stay. Callbacks arrive
 * late and twice: the newest preference counts.
 */
export const optOutFromPreference = on<'provider:preference', ContactsRuntime>(
  'provider:preference',
  async ({ tx, events }) => {
    for (const { workspace, traceparent, data } of events) {
      const { timestamp, preference, from } = data
      const at = new Date(timestamp)
      const statement = { kind: 'preference' as const, out: preference === 'stop', at }
      const evidence = { current: identifiersOf(from), previous: [], at: at.getTime() }
      await remember(tx, { workspace, traceparent, evidence, from }, (row) => applyStatement(row, statement))
    }
  },
)
