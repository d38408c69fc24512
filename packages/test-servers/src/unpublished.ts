/** Returns SQL for committed events that aren't published, with `id` and `created_at`. `schema`: the service's; by default the connection's. */
export function unpublishedSql(schema?: string): string {
  const of = schema === undefined ? '' : `${schema}.`
  return `(select id, created_at from ${of}outbox where published_at is null
    union all select unnest(ids), created_at from ${of}outbox_waiting)`
}
