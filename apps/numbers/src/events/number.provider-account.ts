import { forWorkspace, on } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import { accountFields, numberFields, parseAccountReport } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { presentNumber } from '../numbers/present.ts'
import { expediteCheck } from './check-time.sql.ts'

type AccountData = NonNullable<EventData<'number:updated'>['account']>

/** Announces an account's restrictions, violations, bans and alerts for each of its connected numbers. */
export const announceAccountReport = on<'provider:account', NumbersRuntime>(
  'provider:account',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, traceparent } of events) {
      if (!accountFields.includes(data.field)) continue
      const em = forWorkspace(tx.em, workspace)
      const number = await em.findOne(ConnectedNumber, { id: data.number })
      if (!number) continue
      const { businessAccountId } = number
      const rows = businessAccountId
        ? await em.find(ConnectedNumber, { businessAccountId, status: { $ne: 'disconnected' } })
        : [number]
      const account = { field: data.field, ...parseAccountReport(data.field, data.raw) } as AccountData
      for (const row of rows)
        tx.emit({
          kind: 'number:updated',
          workspace,
          data: { ...presentNumber(row, runtime.config.PUBLIC_URL), account, change: 'account' as const },
          aggregate: { id: row.id, version: row.version },
          ...(traceparent === undefined ? {} : { traceparent }),
        })
    }
  },
)

/**
 * Checks an account's numbers as soon as the provider reports a change. Reports have many formats; the status that counts is the one the
 * provider then returns.
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
