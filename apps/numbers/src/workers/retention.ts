import { type Round, sql, type Worker } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'

const pollMs = 3_600_000
const batchSizeMax = 5_000

/** A day longer than the provider repeats a callback (7 days, cloud-api.md 5.3), and than the bodies are kept. */
const old = `now() - interval '8 days'`

/** Rows that leave by their age; bodies leave with their partition, but for those that stand in none. */
const sweeps = [
  `delete from provider_inbox_digest where (number_id, sha256) in
   (select number_id, sha256 from provider_inbox_digest where received_at < ${old} limit ${batchSizeMax}) returning 1`,
  `delete from sent_message where (workspace_id, id) in
   (select workspace_id, id from sent_message where sent_at < ${old} limit ${batchSizeMax}) returning 1`,
  `delete from known_phone where (workspace_id, phone) in
   (select workspace_id, phone from known_phone where learned_at < now() - interval '180 days' limit ${batchSizeMax}) returning 1`,
  `delete from provider_inbox where tableoid = 'provider_inbox_default'::regclass and id in
   (select id from provider_inbox where tableoid = 'provider_inbox_default'::regclass and received_at < ${old} limit ${batchSizeMax}) returning 1`,
]

/** Removes what repeats no longer need, in bounded batches. */
export const retention: Worker<NumbersRuntime> = { name: 'retention', pollMs, run: retentionRound }

async function retentionRound(runtime: NumbersRuntime): Promise<Round> {
  let full = 0
  for (const sweep of sweeps) {
    const removed = await sql(runtime.db.em(), sweep)
    if (removed.length === batchSizeMax) full += 1
  }
  return { worked: full }
}
