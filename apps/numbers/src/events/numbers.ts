import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, on, sql } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import { accountFields, numberFields, parseAccountReport } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { buildRefusedHealth } from '../numbers/health.ts'
import { presentNumber } from '../numbers/present.ts'
import { applyHealth } from '../sessions/sessions.ts'

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

/** Marks a number that the provider refuses: it is in error until a check succeeds. */
export const markRefusedNumber = on<'number:check_requested', NumbersRuntime>(
  'number:check_requested',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const em = forWorkspace(tx.em, workspace)
      const health = buildRefusedHealth(data.errorCode)
      await applyHealth({ em, emit: tx.emit }, data.number, { runtime, healthOf: () => health })
      await postponeCheck(em, data.number)
    }
  },
)

/** Announces that a number's queue was paused, drained or resumed. */
export const announceQueueChange = on<'queue:updated', NumbersRuntime>(
  'queue:updated',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, traceparent } of events) {
      const { number: id, ...queue } = data
      const row = await forWorkspace(tx.em, workspace).findOne(ConnectedNumber, { id })
      if (!row) continue
      tx.emit({
        kind: 'number:updated',
        workspace,
        data: { ...presentNumber(row, runtime.config.PUBLIC_URL), queue, change: 'queue' },
        aggregate: { id, version: row.version },
        ...(traceparent === undefined ? {} : { traceparent }),
      })
    }
  },
)

/** Marks a number as just checked, so that the next check is a full interval later. */
async function postponeCheck(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'update number set checked_at = now() where id = $1', [numberId])
}

/** Makes these numbers due for a check, and others of their business account in the workspace. */
async function expediteCheck(em: EntityManager, keys: { workspace: string; number: string }[]): Promise<void> {
  await sql(
    em,
    `update number n set checked_at = 'epoch'
     from unnest($1::text[], $2::text[]) as key (workspace_id, id)
     join number o on o.workspace_id = key.workspace_id and o.id = key.id
     where n.workspace_id = o.workspace_id and n.status <> 'disconnected'
       and (n.id = o.id or n.business_account_id = o.business_account_id)`,
    [keys.map(({ workspace }) => workspace), keys.map(({ number }) => number)],
  )
}
