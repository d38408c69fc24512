import type { EntityManager } from '@mikro-orm/postgresql'
import { type DueThings, quarantineVerbs, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

const things: DueThings<GroupsRuntime> = {
  count: countDue,
  giveUp: ({ em }, before) => holdDue(em, before),
  loops: ['create', 'change', 'post'],
}

/** Requests that are pending in a restored database may already have been made after the backup was taken. */
export const { get, release } = quarantineVerbs(things)

const openPost = `exists (select 1 from post p where p.workspace_id = d.workspace_id and p.id = d.post_id and p.created_at < $1)`

const isGathering = 'gather_after is not null and created_at < $1'

/**
 * Counts group creations, group changes and post messages that may already be requested, if the original was lost at this time. A post whose
 * people are still being added counts as one message more, because no one knows how many will follow.
 */
async function countDue(em: EntityManager, before: Date): Promise<Record<string, number>> {
  const [row] = await sql<{ groups: number; changes: number; posts: number }>(
    em,
    `select (select count(*)::int from group_creation where status in ('waiting', 'calling') and run_at < $1) as groups,
       (select count(*)::int from group_job where status in ('waiting', 'calling') and run_at < $1) as changes,
       (select count(*)::int from post_delivery d where d.status = 'waiting' and ${openPost})
         + (select count(*)::int from post where ${isGathering}) as posts`,
    [before],
  )
  return { groups: row?.groups ?? 0, changes: row?.changes ?? 0, posts: row?.posts ?? 0 }
}

/**
 * Marks the due requests as made, but without a response. The provider may still confirm them; otherwise they fail with an unknown outcome.
 * The posts aren't sent to anyone else.
 */
async function holdDue(em: EntityManager, before: Date): Promise<void> {
  await sql(
    em,
    `update group_creation set status = 'unknown', called_at = now() where status in ('waiting', 'calling') and run_at < $1`,
    [before],
  )
  await sql(
    em,
    `update group_job set status = 'requested', called_at = now() where status in ('waiting', 'calling') and run_at < $1`,
    [before],
  )
  // The posts first, because this waits for a page of people that is being added, and the next statement then sees it.
  await sql(
    em,
    `update post set to_feed = 0, gather_after = null where created_at < $1 and to_feed > 0 or ${isGathering}`,
    [before],
  )
  await sql(em, `update post_delivery d set status = 'failed' where d.status = 'waiting' and ${openPost}`, [before])
  await sql(em, `update post set status = 'stopping' where status = 'scheduled' and deliver_at < $1`, [before])
}
