import { concurrentIndexes } from '@posthorn/chassis'

/** Jobs of replays by lane: a claim looks for them in every lane, where they may be none among many jobs. */
export const webhooks012 = concurrentIndexes('webhooks_012_replayed_jobs', [
  { name: 'delivery_job_replayed', definition: 'on delivery_job (endpoint_id, run_at, delivery_id) where replay' },
])
