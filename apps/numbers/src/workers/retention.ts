import { type Round, sql, type Worker } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'

const pollMs = 3_600_000
const batchSizeMax = 5_000

/** One day longer than the provider keeps retrying a callback (7 days). */
const old = `now() - interval '8 days'`

/** Statements that delete old rows. Bodies are dropped with their partitions. */
const deletions = [
  `delete from callback_digest where (number_id, sha256) in
   (select number_id, sha256 from callback_digest where received_at < ${old} limit ${batchSizeMax}) returning 1`,
  `delete from missed_call where (workspace_id, number_id, digest) in
   (select workspace_id, number_id, digest from missed_call where received_at < ${old} limit ${batchSizeMax}) returning 1`,
  `delete from known_phone where (workspace_id, phone, number_id) in
   (select workspace_id, phone, number_id from known_phone where learned_at < now() - interval '180 days' limit ${batchSizeMax}) returning 1`,
  `delete from unread_update where (workspace_id, id) in
   (select workspace_id, id from unread_update where received_at < now() - interval '30 days' limit ${batchSizeMax}) returning 1`,
]

export const retention: Worker<NumbersRuntime> = { name: 'retention', pollMs, run: runRound }

/** Deletes old rows, up to a batch per table. Reports tables with a full batch as work, so that the next round follows at once. */
async function runRound(runtime: NumbersRuntime): Promise<Round> {
  let full = 0
  for (const deletion of deletions) {
    const deleted = await sql(runtime.db.em(), deletion)
    if (deleted.length === batchSizeMax) full += 1
  }
  return { worked: full }
}
