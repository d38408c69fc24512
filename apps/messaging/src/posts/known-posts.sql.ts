import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import { type BusEvent, newId } from '@posthorn/contracts'

type PostKey = { workspace: string; post: string }

/**
 * Isolates transactions that queue a post's messages from those that cancel them. This is a separate statement because the next one must
 * read data newer than the lock.
 */
export async function lockPost(em: EntityManager, { workspace, post }: PostKey, mode: 'shared' | 'exclusive') {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock'
  await sql(em, `select ${lock}(hashtextextended($1, 0))`, [`post ${workspace} ${post}`])
}

/** Stores a post from its event. Returns false if this version or a newer one is stored. */
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

/** Returns `paused` or `stopped` if messages that the post requested earlier are refused, otherwise null. */
export async function stateRefusing(
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

/** Returns a number's posts that may still queue messages, and how many of each post's messages aren't queued yet. */
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

/** Removes the posts of a deleted channel, because no further event will report them. */
export async function removePostsOf(em: EntityManager, workspace: string, channelId: string): Promise<void> {
  await sql(em, 'delete from known_post where workspace_id = $1 and channel_id = $2', [workspace, channelId])
}

/** Locks the jobs of a post's waiting messages, and returns them. Leaves out messages being sent. */
export const lockWaitingOfPost = (em: EntityManager, { workspace, post }: PostKey): Promise<CanceledJob[]> =>
  sql(
    em,
    `select message_id as id, recipient, post_id as post from send_job
     where workspace_id = $1 and post_id = $2 and status = 'waiting' order by message_id for update`,
    [workspace, post],
  )

/** A person whose messages go to another phone number now, and the posts of these messages. */
type ChangedRecipient = { workspace: string; posts: readonly string[]; previous: string; phone: string }

/** Tells posts about a new phone number before events for their messages use it. Posts know people only by phone number. */
export function announceRecipient(
  { emit }: Pick<Tx, 'emit'>,
  { workspace, posts, previous, phone }: ChangedRecipient,
): void {
  if (previous === phone || !previous.startsWith('+') || !phone.startsWith('+')) return
  for (const post of posts)
    emit({
      kind: 'post:recipient_changed',
      workspace,
      data: { post: post as `pst_${string}`, previous, phone },
      aggregate: { id: newId('evt'), version: 1 },
    })
}

export type CanceledJob = { id: string; recipient: string; post: string | null }

/** Maximum number of phone numbers in an event. */
const chunkMax = 100

/** Tells the groups service which of its posts' messages were canceled, to count them. Recalled ones are sent when the post resumes. */
export function announceCanceled(
  { emit }: Pick<Tx, 'emit'>,
  {
    workspace,
    jobs,
    recalled = false,
  }: { workspace: string; jobs: Pick<CanceledJob, 'recipient' | 'post'>[]; recalled?: boolean },
): void {
  for (const [post, ofPost] of Map.groupBy(jobs, (job) => job.post)) {
    if (post === null) continue
    for (let i = 0; i < ofPost.length; i += chunkMax) {
      const phones = ofPost.slice(i, i + chunkMax).map(({ recipient }) => recipient)
      const aggregate = { id: newId('evt'), version: 1 }
      emit({
        kind: 'post:messages_canceled',
        workspace,
        data: { post: post as `pst_${string}`, phones, recalled },
        aggregate,
      })
    }
  }
}
