import { on } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import type { ContactRow } from '../entities/contact.ts'
import { remember } from './remember.ts'

/**
 * Opts out a contact that refuses marketing messages at the provider, and in again when they resume them; an opt-out made in any other way
 * stays. Callbacks come late and twice: the newest preference counts.
 */
export const optOutFromPreference = on<'provider:preference', ContactsRuntime>(
  'provider:preference',
  async ({ tx, events }) => {
    for (const event of events) await remember(tx, event, (row) => applyPreference(row, event.data))
  },
)

function applyPreference(row: ContactRow, { timestamp, preference }: EventData<'provider:preference'>): boolean {
  const at = new Date(timestamp)
  if (row.preferenceAt && row.preferenceAt > at) return false
  row.preferenceAt = at
  const stops = preference === 'stop' && !row.optedOutAt
  const resumes = preference === 'resume' && row.stopped
  if (stops) Object.assign(row, { optedOutAt: at, stopped: true })
  if (resumes) Object.assign(row, { optedOutAt: null, stopped: false })
  return stops || resumes
}
