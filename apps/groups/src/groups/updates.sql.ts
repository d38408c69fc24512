import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { GroupUpdate } from '@posthorn/provider'
import type { GroupRow } from '../entities/group.ts'
import type { PendingChange } from './changes.ts'

export type CreationUpdate = Extract<GroupUpdate, { kind: 'create' }>

type NumberUpdate<N extends GroupUpdate = CreationUpdate> = { workspaceId: string; numberId: string; update: N }

/**
 * Serializes a number's group updates and responses, because each looks for the other and must see it. Must be called before any row is
 * locked.
 */
export async function lockUpdates(em: EntityManager, numberId: string): Promise<void> {
  await sql(em, 'select pg_advisory_xact_lock(hashtext($1))', [`group updates of ${numberId}`])
}

export async function groupOfRequest(em: EntityManager, { workspaceId, numberId, update }: NumberUpdate) {
  if (update.requestId === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    'select id from chat_group where workspace_id = $1 and number_id = $2 and request_id = $3',
    [workspaceId, numberId, update.requestId],
  )
  return row?.id
}

export async function groupAtProvider(em: EntityManager, { workspaceId, numberId, update }: NumberUpdate<GroupUpdate>) {
  if (update.groupId === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    'select id from chat_group where workspace_id = $1 and number_id = $2 and provider_id = $3',
    [workspaceId, numberId, update.groupId],
  )
  return row?.id
}

/** Finds the oldest group with this name whose response was lost. */
export async function groupOfLostRequest(em: EntityManager, { workspaceId, numberId, update }: NumberUpdate) {
  if (update.subject === undefined) return undefined
  const [row] = await sql<{ id: string }>(
    em,
    `select g.id from chat_group g left join group_creation c on c.workspace_id = g.workspace_id and c.group_id = g.id
     where g.workspace_id = $1 and g.number_id = $2 and g.name = $3 and g.request_id is null
       and (c.status = 'unknown' or g.error_code = 'group:outcome_unknown')
     order by g.id limit 1`,
    [workspaceId, numberId, update.subject],
  )
  return row?.id
}

/** Keeps an update until a response shows which group the update belongs to. */
export async function keepEarlyUpdate(
  em: EntityManager,
  { workspaceId, numberId, update }: NumberUpdate<GroupUpdate>,
): Promise<void> {
  if (update.requestId === undefined) return
  await sql(
    em,
    `insert into early_group_update (workspace_id, number_id, request_id, subject, report) values ($1, $2, $3, $4, $5::jsonb)
     on conflict do nothing`,
    [
      workspaceId,
      numberId,
      update.requestId,
      update.kind === 'create' ? (update.subject ?? null) : null,
      JSON.stringify(update),
    ],
  )
}

/** Removes and returns the update for a request. If the request's id was lost, returns the oldest update with the same subject. */
export async function takeEarlyUpdate(
  em: EntityManager,
  wanted: { workspaceId: string; numberId: string; requestId?: string; subject?: string },
): Promise<GroupUpdate | undefined> {
  const [row] = await sql<{ update: GroupUpdate }>(
    em,
    `delete from early_group_update where (workspace_id, number_id, request_id) in (
       select workspace_id, number_id, request_id from early_group_update
       where workspace_id = $1 and number_id = $2 and (request_id = $3 or subject = $4)
       order by received_at limit 1 for update
     ) returning report as update`,
    [wanted.workspaceId, wanted.numberId, wanted.requestId ?? null, wanted.subject ?? null],
  )
  return row?.update
}

/** Queues a change. The `change` loop requests a group's changes in order. */
export async function requestChange(
  em: EntityManager,
  { workspaceId, id, numberId }: GroupRow,
  { pending, content }: { pending: PendingChange; content?: Buffer },
): Promise<void> {
  await sql(
    em,
    'insert into group_job (workspace_id, group_id, number_id, wish, content) values ($1, $2, $3, $4::jsonb, $5)',
    [workspaceId, id, numberId, JSON.stringify(pending), content ?? null],
  )
}
