import { on } from '@posthorn/chassis'
import { numberFields } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { expediteCheck } from './check-time.sql.ts'

/**
 * Checks the numbers of an account as soon as the provider reports a change. Reports have many forms, old and new; the status that counts is
 * the one that the provider returns.
 */
export const expediteChecks = on<'provider:account', NumbersRuntime>('provider:account', async ({ tx, events }) => {
  const changes = events.filter(({ data }) => numberFields.includes(data.field))
  if (changes.length === 0) return
  await expediteCheck(
    tx.em,
    changes.map(({ workspace, data }) => ({ workspace, number: data.number })),
  )
  tx.wake('health')
})
