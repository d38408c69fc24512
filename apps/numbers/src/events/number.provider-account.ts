import { on } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { hastenCheck } from './check-turn.sql.ts'

/** Callbacks after which a number may be another than before (cloud-api.md 5.8). */
const tellingFields = new Set([
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'account_review_update',
  'business_capability_update',
  'security',
])

/**
 * The provider says that something about an account changed. What it says comes in many shapes, old and new; what holds is what the
 * provider answers when asked, so all numbers of the account are looked at now.
 */
export const accountNews = on<'provider:account', NumbersRuntime>('provider:account', async ({ tx, events }) => {
  const telling = events.filter(({ data }) => tellingFields.has(data.field))
  if (telling.length === 0) return
  await hastenCheck(
    tx.em,
    telling.map(({ workspace, data }) => ({ workspace, number: data.number })),
  )
  tx.wake('health')
})
