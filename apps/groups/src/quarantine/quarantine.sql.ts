import type { EntityManager } from '@mikro-orm/postgresql'
import { type DueThings, quarantineVerbs, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

const dueRequests: DueThings<GroupsRuntime> = {
  count: countDue,
  giveUp: [holdDue, failDeliveries],
  loops: ['create', 'change', 'post'],
}

/** Requests that are pending in a restored database may already have been made after the backup was taken. */
export const { get, release } = quarantineVerbs(dueRequests)

const openPost = `exists (select 1 from post p where p.workspace_id = d.workspace_id and p.id = d.post_id and p.created_at < $1)`

const mayHaveGathered = 'gather_after is not null and created_at < $1'

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
         + (select count(*)::int from post where ${mayHaveGathered}) as posts`,
    [before],
  )
  return { groups: row?.groups ?? 0, changes: row?.changes ?? 0, posts: row?.posts ?? 0 }
}

/**
 * Marks the due requests as made, but without a response. The provider may still confirm them; otherwise they fail with an unknown outcome.
 * The posts aren't sent to anyone else; scheduled ones whose time had come are stopped. Waits for a page of people that is being added, so the next
 * step fails their messages too. Returns 0, because one run ends all.
 */
async function holdDue(em: EntityManager, { before }: { before: Date }): Promise<number> {
  const pending = `status in ('waiting', 'calling') and run_at < $1`
  for (const held of [
    `update group_creation set status = 'unknown', called_at = now() where ${pending}`,
    `update group_job set status = 'requested', called_at = now() where ${pending}`,
    `update post set to_feed = 0, gather_after = null where created_at < $1 and to_feed > 0 or ${mayHaveGathered}`,
    `update post set status = 'stopping' where status = 'scheduled' and deliver_at < $1`,
  ])
    await sql(em, held, [before])
  return 0
}

/** Fails up to `max` messages of these posts that still wait, so that no one gets one twice. Returns how many. */
async function failDeliveries(em: EntityManager, { before, max }: { before: Date; max: number }): Promise<number> {
  const failed = `update post_delivery set status = 'failed' where (workspace_id, post_id, phone) in (
    select workspace_id, post_id, phone from post_delivery d where d.status = 'waiting' and ${openPost} limit $2) returning 1`
  return (await sql(em, failed, [before, max])).length
}
