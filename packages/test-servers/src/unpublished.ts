/** Returns SQL of the events that are committed and not published, with `id` and `created_at`. `schema`: the service's; absent, that of the connection. */
export function unpublishedSql(schema?: string): string {
  const of = schema === undefined ? '' : `${schema}.`
  return `(select id, created_at from ${of}outbox where published_at is null
    union all select unnest(ids), created_at from ${of}outbox_waiting)`
}
