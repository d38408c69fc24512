import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '../db/statement.ts'
import type { Descriptions, GaugeSample } from '../metrics.ts'

type DatabaseMetrics = { descriptions: Descriptions; read(em: EntityManager): Promise<readonly GaugeSample[]> }

/** Maximum number of batches whose events are counted, because counting a long outbox must not cost more than emptying it. */
const batchesCountedMax = 100_000

/** Number of unpublished events, and the age of the oldest. */
export const outbox: DatabaseMetrics = {
  descriptions: {
    outbox_backlog: `Events that are committed and not yet published, of ${batchesCountedMax} transactions at most`,
    outbox_oldest_unpublished_seconds: 'Age of the oldest event that is committed and not yet published',
  },
  async read(em) {
    const [row] = await sql<{ waiting: number; seconds: number }>(
      em,
      `select coalesce(sum(events), 0)::int as waiting, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
       from (
         select cardinality(ids) as events, created_at from outbox_batch where js_seq is null order by id limit ${batchesCountedMax}
       ) as w`,
    )
    return [
      { name: 'outbox_backlog', value: row?.waiting ?? 0 },
      { name: 'outbox_oldest_unpublished_seconds', value: Math.max(0, row?.seconds ?? 0) },
    ]
  },
}

/** Includes other roles' transactions only if this role may read all statistics, which `docker/postgres/init.sh` grants. */
const oldestXmin: DatabaseMetrics = {
  descriptions: { pg_oldest_xmin_seconds: 'Age of the oldest transaction that keeps dead rows from being removed' },
  async read(em) {
    const [row] = await sql<{ seconds: number }>(
      em,
      `select greatest(0,
         (select max(extract(epoch from clock_timestamp() - xact_start)) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type in ('client backend', 'walsender')
            and (backend_xmin is not null or backend_xid is not null) and coalesce(datname, current_database()) = current_database()),
         (select max(extract(epoch from clock_timestamp() - prepared)) from pg_prepared_xacts where database = current_database())
       )::float8 as seconds`,
    )
    return [{ name: 'pg_oldest_xmin_seconds', value: row?.seconds ?? 0 }]
  },
}

/** Until a vacuum removes dead rows, every claim from a queue reads past them. */
const deadRows: DatabaseMetrics = {
  descriptions: { pg_dead_tuples: ['Dead rows of a table, those of its partitions together', 'table'] },
  async read(em) {
    const rows = await sql<{ table: string; dead: number }>(
      em,
      `select coalesce(p.relname, t.relname) as table, sum(t.n_dead_tup)::float8 as dead from pg_stat_user_tables t
       left join pg_inherits i on i.inhrelid = t.relid left join pg_class p on p.oid = i.inhparent
       where t.schemaname = current_schema() group by 1`,
    )
    return rows.map(({ table, dead }) => ({ name: 'pg_dead_tuples', value: dead, labels: { table } }))
  },
}

/** While archiving is up to date, nothing is waiting, no matter how long ago the last segment was archived. */
const archive: DatabaseMetrics = {
  descriptions: {
    wal_archive_lag_seconds: 'How long finished pieces of the write-ahead log have waited for the archive',
  },
  async read(em) {
    const [row] = await sql<{ seconds: number }>(
      em,
      `with place as (
         select setting::numeric as bytes from pg_settings where name = 'wal_segment_size'
       ), archived as (
         select last_archived_time as at, case when last_archived_wal ~ '^[0-9A-F]{24}$'
           then (pg_split_walfile_name(last_archived_wal)).segment_number end as segment, stats_reset from pg_stat_archiver
       )
       select case when current_setting('archive_mode') = 'off'
           or trunc(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / bytes) - segment <= 1 then 0
         else extract(epoch from now() - coalesce(at, stats_reset, pg_postmaster_start_time())) end::float8 as seconds
       from place, archived`,
    )
    return [{ name: 'wal_archive_lag_seconds', value: Math.max(0, row?.seconds ?? 0) }]
  },
}

/** The backup job records its last run in a database setting, which every role can read. Without it, the age is unknown. */
const backup: DatabaseMetrics = {
  descriptions: { base_backup_age_seconds: 'How old the last base backup is' },
  async read(em) {
    const [row] = await sql<{ age: number | null }>(
      em,
      `select extract(epoch from now())::float8 - max(split_part(setting, '=', 2)::float8) as age
       from pg_db_role_setting, unnest(setconfig) as setting where setting like 'posthorn.base_backup_at=%'`,
    )
    const age = row?.age ?? null
    return age === null ? [] : [{ name: 'base_backup_age_seconds', value: Math.max(0, age) }]
  },
}

/** Ids and signatures contain this machine's time, and due times are compared with that of Postgres. */
const clock: DatabaseMetrics = {
  descriptions: { clock_skew_seconds: 'How far the clock of this machine and that of Postgres are apart' },
  async read(em) {
    const begun = Date.now()
    const [row] = await sql<{ ms: number }>(em, 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms')
    const ended = Date.now()
    const apartMs = Math.abs((row?.ms ?? ended) - (begun + ended) / 2)
    // In the worst case, the response took up the entire round trip.
    return [{ name: 'clock_skew_seconds', value: Math.max(0, apartMs - (ended - begun) / 2) / 1000 }]
  },
}

/** Postgres metrics of every service. Each group is read separately, so that a failure in one doesn't affect the others. */
export const databaseMetrics: readonly DatabaseMetrics[] = [outbox, oldestXmin, deadRows, archive, backup, clock]
