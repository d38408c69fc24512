/**
 * The row to copy, how many copies to make, and how they differ: an SQL expression for a JSON object, which can use row `t` and number `i`.
 */
export type Copies = {
  table: string
  where: string
  params: unknown[]
  count: number
  changes: string
  /** Number of the first copy. Default: 1. */
  first?: number
}

/** Returns SQL for the id of copy `i` of row `t`: it has the same time, but digits instead of random bits. */
export const copiedId = (column: string): string => `left(t.${column}, -16) || lpad(i::text, 16, '0')`

type Administrator = { rows<T extends object>(text: string, values: unknown[]): Promise<T[]> }

/** Makes many copies of a row that the product created. Creating them through the API would take an hour. */
export async function copyRow(
  administrator: Administrator,
  { table, where, params, count, changes, first = 1 }: Copies,
): Promise<void> {
  // Generated columns accept no value, not even the copied one.
  const [{ columns, copied } = { columns: '*', copied: '*' }] = await administrator.rows<{
    columns: string
    copied: string
  }>(
    `select string_agg(quote_ident(attname), ', ') as columns, string_agg('copy.' || quote_ident(attname), ', ') as copied
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  // As a row source, the record is computed once for each row; `(record).*` would compute it once for each column.
  await administrator.rows(
    `insert into ${table} (${columns}) select ${copied}
     from (select * from ${table} where ${where} limit 1) t, generate_series(${first}, ${first + count - 1}) i,
       lateral jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes}) copy
     on conflict do nothing`,
    params,
  )
}

/**
 * Returns SQL for committed events that haven't been published, with `id` and `created_at`. `schema`: the service's schema. Default: the
 * connection's.
 */
export function unpublishedSql(schema?: string): string {
  const of = schema === undefined ? '' : `${schema}.`
  return `(select unnest(ids) as id, created_at from ${of}outbox_batch where js_seq is null)`
}
