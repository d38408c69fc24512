import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'

type PostKey = { workspace: string; post: string }

/**
 * Keeps two transactions apart of which one puts messages of a post into the queue and the other takes them out. It must be a statement of
 * its own: what the next one reads has to be newer than the lock.
 */
export async function lockPost(em: EntityManager, { workspace, post }: PostKey, mode: 'shared' | 'exclusive') {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await sql(em, `select ${lock}(hashtextextended($1, 0))`, [`post ${workspace} ${post}`])
}

/** Saves what was announced of a post; false when something newer is known. */
export async function saveKnownPost(
  em: EntityManager,
  { workspace, data, aggregate }: BusEvent<'post:updated'>,
): Promise<boolean> {
  const saved = await sql(
    em,
    `insert into known_post as p (workspace_id, id, channel_id, number_id, version, status, waiting) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, id) do update
       set version = excluded.version, status = excluded.status, waiting = excluded.waiting
       where p.version < excluded.version
     returning 1`,
    [workspace, data.post, data.channel, data.number, aggregate.version, data.status, data.waiting],
  )
  return saved.length > 0
}

/** Returns why messages of a post that were requested before it was paused or stopped are refused: `paused` or `stopped`, else null. */
export async function holdOf(
  em: EntityManager,
  { workspace, post, version }: PostKey & { version: number },
): Promise<'paused' | 'stopped' | null> {
  const [row] = await sql<{ status: string }>(
    em,
    `select status from known_post where workspace_id = $1 and id = $2 and version > $3
       and status in ('paused', 'stopping', 'stopped')`,
    [workspace, post, version],
  )
  if (!row) return null
  return row.status === 'paused' ? 'paused' : 'stopped'
}

/** Lists posts of a number that have not ended, with how many messages they have not put into its queue yet. */
export function runningPosts(
  em: EntityManager,
  { workspace, number }: { workspace: string; number: string },
): Promise<{ post: `pst_${string}`; waiting: number }[]> {
  return sql(
    em,
    `select id as post, waiting from known_post
     where workspace_id = $1 and number_id = $2 and status in ('scheduled', 'testing', 'posting', 'paused') order by id`,
    [workspace, number],
  )
}

/** Removes what is known of the posts of a deleted channel. */
export async function removePostsOf(em: EntityManager, workspace: string, channel: string): Promise<void> {
  await sql(em, 'delete from known_post where workspace_id = $1 and channel_id = $2', [workspace, channel])
}

/** Locks the messages of a post that wait in the queue; those that are being called are left alone. */
export function lockWaitingOfPost(em: EntityManager, { workspace, post }: PostKey): Promise<CanceledJob[]> {
  return sql(
    em,
    `select message_id as id, recipient, post_id as post from send_job
     where workspace_id = $1 and post_id = $2 and status = 'waiting' order by message_id for update`,
    [workspace, post],
  )
}

/** A job whose message is canceled; `post`: the post that it is part of. */
export type CanceledJob = { id: string; recipient: string; post: string | null }
