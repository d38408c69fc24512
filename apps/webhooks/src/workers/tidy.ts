import { sql, type Worker } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { cancelJobs, expireParkedJobs, parkJobs } from '../delivery/jobs.sql.ts'
import { lanes } from '../delivery/lanes.sql.ts'

const batchSizeMax = 1_000

/**
 * Ends what was parked for 14 days, and corrects jobs that a change of their endpoint missed because event and change crossed: those of
 * deleted endpoints are canceled, those of endpoints that are not active parked.
 */
export const tidy: Worker<WebhooksRuntime> = {
  name: 'tidy',
  pollMs: 60_000,
  async run(runtime) {
    const expired = await runtime.db.transaction((em) => expireParkedJobs(em, batchSizeMax))
    await runtime.db.transaction(async (em) => {
      const crossed = await sql<{ id: string; deleted: boolean }>(
        em,
        `with recursive ${lanes}
         select lane.endpoint_id as id, e.id is null as deleted
         from lane left join endpoint e on e.id = lane.endpoint_id
         left join webhook w on w.workspace_id = e.workspace_id and w.id = e.webhook_id
         where lane.endpoint_id is not null and (e.id is null or e.state <> 'active' or w.state <> 'active')`,
      )
      const idsOf = (deleted: boolean) => crossed.filter((lane) => lane.deleted === deleted).map((lane) => lane.id)
      await cancelJobs(em, idsOf(true))
      await parkJobs(em, idsOf(false))
    })
    return { worked: expired === batchSizeMax ? 1 : 0 }
  },
}
