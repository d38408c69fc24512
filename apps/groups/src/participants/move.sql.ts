import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, sql, type Tx } from '@posthorn/chassis'
import { Post } from '../entities/group.ts'
import { savePost } from '../posts/posts.ts'

/** A change of a person's address, which is a phone number or a user id. */
type Move = { workspace: string; previous: string; address: string }

/** Returns the groups that list the person under the previous address. */
export async function groupsWith(em: EntityManager, { workspace, previous }: Move): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select g.id from chat_group g join group_participant p on p.workspace_id = g.workspace_id and p.group_id = g.id and p.id = $2
     where g.workspace_id = $1 order by g.id`,
    [workspace, previous],
  )
  return rows.map(({ id }) => id)
}

/**
 * Moves a participant to a new address. If the person is in the group under both addresses, they are kept once. A removal in progress keeps
 * the address that was sent to the provider.
 */
export async function moveParticipant(em: EntityManager, { workspace, previous, address }: Move, groupId: string) {
  const values = [workspace, groupId, previous, address]
  const own = `p.workspace_id = $1 and p.group_id = $2 and p.id = $3 and p.status <> 'removing'`
  const other = 'o.workspace_id = $1 and o.group_id = $2 and o.id = $4'
  await sql(
    em,
    `delete from group_participant o where ${other} and o.status not in ('joined', 'removing')
       and exists (select 1 from group_participant p where ${own})`,
    values,
  )
  await sql(
    em,
    `delete from group_participant p where ${own} and exists (select 1 from group_participant o where ${other})`,
    values,
  )
  await sql(
    em,
    `update group_participant p set id = $4, phone = case when p.phone = $3 then $4 else p.phone end,
       user_id = case when p.user_id = $3 then $4 else p.user_id end where ${own}`,
    values,
  )
}

/** Moves subscriptions to a new phone number. A person with subscriptions under both numbers stays subscribed only if neither has ended. */
export async function moveSubscriber(em: EntityManager, { workspace, previous, address }: Move): Promise<void> {
  const values = [workspace, previous, address]
  const ofWorkspace = 'from channel c where c.workspace_id = $1 and p.workspace_id = $1 and p.channel_id = c.id'
  await sql(
    em,
    `update subscriber o set subscribed = false, by = p.by, opted_out_at = p.opted_out_at
     from channel c join subscriber p on p.workspace_id = c.workspace_id and p.channel_id = c.id and p.id = $2
     where c.workspace_id = $1 and o.workspace_id = $1 and o.channel_id = c.id and o.id = $3 and o.subscribed and not p.subscribed`,
    values,
  )
  await sql(
    em,
    `update subscriber p set id = $3 ${ofWorkspace} and p.id = $2
       and not exists (select 1 from subscriber o where o.workspace_id = $1 and o.channel_id = c.id and o.id = $3)`,
    values,
  )
  await sql(em, `delete from subscriber p using ${ofWorkspace.slice('from '.length)} and p.id = $2`, [
    workspace,
    previous,
  ])
}

/** Returns the unfinished posts that have yet to be sent to the previous address. */
export async function postsWaitingFor(em: EntityManager, { workspace, previous }: Move): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select p.id from post p join post_delivery d on d.workspace_id = p.workspace_id and d.post_id = p.id and d.phone = $2
     where p.workspace_id = $1 and p.status not in ('stopped', 'posted') and d.status = 'waiting' order by p.id`,
    [workspace, previous],
  )
  return rows.map(({ id }) => id)
}

/**
 * Moves a post's delivery to a new address. If the post includes a person under both addresses, they get it once: a waiting delivery is
 * dropped in favor of one that isn't waiting. Returns how many waiting deliveries were dropped. The caller locks the post.
 */
async function moveDelivery(em: EntityManager, move: Move, postId: string): Promise<number> {
  const values = [move.workspace, postId, move.previous, move.address]
  const own = 'workspace_id = $1 and post_id = $2 and phone = $3'
  const other = 'workspace_id = $1 and post_id = $2 and phone = $4'
  const gaveWay = await sql<{ status: string }>(
    em,
    `delete from post_delivery where ${other} and status = 'waiting' and exists (select 1 from post_delivery where ${own})
     returning status`,
    values,
  )
  const ended = await sql<{ status: string }>(
    em,
    `delete from post_delivery where ${own} and exists (select 1 from post_delivery where ${other}) returning status`,
    values,
  )
  await sql(em, `update post_delivery set phone = $4 where ${own}`, values)
  return [...gaveWay, ...ended].filter(({ status }) => status === 'waiting').length
}

/** Moves a recipient of a post. If that leaves fewer messages to send, the post's count is lowered. */
export async function moveRecipient(tx: Tx, move: Move, postId: string): Promise<void> {
  const em = forWorkspace(tx.em, move.workspace)
  const row = await em.findOne(Post, { id: postId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const fewer = await moveDelivery(em, move, postId)
  tx.wake('post')
  if (fewer === 0 || row.status === 'stopped') return
  row.toFeed -= fewer
  await savePost({ em, emit: tx.emit }, row)
}
