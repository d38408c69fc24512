import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { GroupUpdate } from '@posthorn/provider'

/** How the request for a group ended. */
export type CreationNews = Extract<GroupUpdate, { kind: 'create' }>

/** News of a number of a workspace. */
export type NumberNews<N extends GroupUpdate = CreationNews> = { workspaceId: string; numberId: string; news: N }

/**
 * Makes news of a number and answers about its groups wait for each other: each looks for the other, and must see it. Taken before any
 * row is locked.
 */
export async function lockNews(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', [`group news of ${numberId}`])
}

/** The group that was asked for with this request. */
export async function groupOfRequest(em: EntityManager, { workspaceId, numberId, news }: NumberNews) {
  if (news.requestId === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    'select id from chat_group where workspace_id = $1 and number_id = $2 and request_id = $3',
    [workspaceId, numberId, news.requestId],
  )
  return row?.id
}

/** The group with that id at the provider. */
export async function groupAtProvider(em: EntityManager, { workspaceId, numberId, news }: NumberNews<GroupUpdate>) {
  if (news.groupId === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    'select id from chat_group where workspace_id = $1 and number_id = $2 and provider_id = $3',
    [workspaceId, numberId, news.groupId],
  )
  return row?.id
}

/** The oldest group of that name whose request was lost. */
export async function unknownGroupNamed(em: EntityManager, { workspaceId, numberId, news }: NumberNews) {
  if (news.subject === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    `select g.id from chat_group g left join group_creation c on c.workspace_id = g.workspace_id and c.group_id = g.id
     where g.workspace_id = $1 and g.number_id = $2 and g.name = $3 and g.request_id is null
       and (c.state = 'unknown' or g.error_code = 'group:outcome_unknown')
     order by g.id limit 1`,
    [workspaceId, numberId, news.subject],
  )
  return row?.id
}

/** Keeps news until the answer comes that says which group they are of. */
export async function keepEarlyNews(
  em: EntityManager,
  { workspaceId, numberId, news }: NumberNews<GroupUpdate>,
): Promise<void> {
  if (news.requestId === undefined) return
  await sql(
    em,
    `insert into early_news (workspace_id, number_id, request_id, subject, news) values ($1, $2, $3, $4, $5::jsonb)
     on conflict do nothing`,
    [
      workspaceId,
      numberId,
      news.requestId,
      news.kind === 'create' ? (news.subject ?? null) : null,
      JSON.stringify(news),
    ],
  )
}

/** Takes out the news of a request, or, when its id was lost, the oldest of that subject. */
export async function takeEarlyNews(
  em: EntityManager,
  wanted: { workspaceId: string; numberId: string; requestId?: string; subject?: string },
): Promise<GroupUpdate | undefined> {
  const [row] = await sql<{ news: GroupUpdate }>(
    em,
    `delete from early_news where (workspace_id, number_id, request_id) in (
       select workspace_id, number_id, request_id from early_news
       where workspace_id = $1 and number_id = $2 and (request_id = $3 or subject = $4)
       order by received_at limit 1 for update
     ) returning news`,
    [wanted.workspaceId, wanted.numberId, wanted.requestId ?? null, wanted.subject ?? null],
  )
  return row?.news
}
