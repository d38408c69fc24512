import { migration } from '@posthorn/chassis'

/** Buckets that gateways share. Unlogged: after a crash of Postgres all of them are full again, and a lease costs no flush to disk. */
export const rateBuckets003 = migration('gateway_003_rate_buckets', [
  `create unlogged table rate_bucket (
    name text collate "C" primary key,
    tokens double precision not null,
    granted double precision not null,
    at timestamptz not null
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`,
])
