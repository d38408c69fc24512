import { idFloor } from '@posthorn/contracts'
import { outboxHours } from '../bus/outbox.sql.ts'
import { receivedDays } from '../db/chassis-migrations.ts'
import { sql } from '../db/sql.ts'
import { withTenantScope } from '../db/tenant-scope.ts'
import { idempotencyHours } from '../rpc/idempotency.ts'
import type { Runtime } from '../runtime.ts'
import type { Round } from './loop.ts'

const deleteBatchSizeMax = 5_000

type Old = { table: string; key: string; condition: string }

/** Creates upcoming partitions and removes expired rows, in bounded batches so that live work isn't delayed. */
export async function housekeepingRound(runtime: Runtime): Promise<Round> {
  await runtime.db.renewPartitions()
  const em = runtime.db.em()
  const removed = [
    await sql(
      em,
      deleteOld({
        table: 'idempotency',
        key: 'ctid',
        condition: `created_at < now() - interval '${idempotencyHours} hours'`,
      }),
    ),
    // Services have no privileges on individual partitions, so the owner deletes the rows.
    await withTenantScope('schema', () => sql(runtime.db.em(), deleteOld(eventsOfNoDay()))),
    await withTenantScope('schema', () => sql(runtime.db.em(), deleteOld(receptionsOfNoDay))),
  ]
  return { worked: removed.some((rows) => rows.length === deleteBatchSizeMax) ? 1 : 0 }
}

const receptionsOfNoDay: Old = {
  table: 'received_event_default',
  key: 'ctid',
  condition: `received_at < now() - interval '${receivedDays} days'`,
}

/**
 * Expired days are dropped as partitions, but this table contains rows that had no partition. Unconfirmed events may have to be published
 * again.
 */
const eventsOfNoDay = (): Old => ({
  table: 'outbox_default',
  key: 'id',
  condition: `id < '${idFloor('evt', Date.now() - outboxHours * 3_600_000)}'
    and id not in (select unnest(ids) from outbox_batch)`,
})

/** Returns SQL that deletes a batch of expired rows. `key`: the column that finds them. */
function deleteOld({ table, key, condition }: Old): string {
  const old = `select ${key} from ${table} where ${condition} limit ${deleteBatchSizeMax}`
  return `delete from ${table} where ${key} = any(array(${old})) returning 1`
}
