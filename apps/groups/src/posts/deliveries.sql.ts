import type { EntityManager } from '@mikro-orm/postgresql'
import { rowType, sql, statement } from '@posthorn/chassis'
import { postRecipientDays } from '@posthorn/contracts'
import type { PostRow } from '../entities/group.ts'

export type Counts = Record<string, number>

/** New status of a recipient. `errorCode`: why it is `failed`. */
export type Progress = { status: string; errorCode?: string }

/** What a report says about one recipient of a post. */
export type Step = Progress & { workspace: string; post: string; phone: string }

/** What a delivery counts as: its status. If it failed for a known reason, the error code follows. */
const outcome = `coalesce('failed ' || error_code, status)`

/** Counts the deliveries of posts by outcome, also those that `forgetRecipients` has deleted. */
export async function countsOf(
  em: EntityManager,
  workspaceId: string,
  postIds: string[],
): Promise<Map<string, Counts>> {
  const rows = await sql<{ id: string; counts: Counts }>(
    em,
    `select id, jsonb_object_agg(outcome, count) as counts from (
       select id, outcome, sum(count)::int as count from (
         select post_id as id, ${outcome} as outcome, count(*)::int as count from post_delivery
         where workspace_id = $1 and post_id = any($2) group by post_id, outcome
         union all
         select p.id, kept.key, kept.value::int from post p cross join jsonb_each_text(p.counts) kept
         where p.workspace_id = $1 and p.id = any($2)
       ) each group by id, outcome
     ) counted group by id`,
    [workspaceId, postIds],
  )
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}

const stepRow = rowType<Step>({
  workspace_id: ['text', ({ workspace }) => workspace],
  post_id: ['text', ({ post }) => post],
  phone: 'text',
  status: 'text',
  error_code: ['text', ({ errorCode }) => errorCode ?? null],
})

/** The highest rank wins, so that late, repeated and reordered reports change nothing. */
const ranks = `array['waiting', 'queued', 'sent', 'failed', 'opted_out', 'canceled', 'unsubscribed', 'delivered', 'read']`

const raise = statement(
  { steps: stepRow },
  ({ steps }) => `update post_delivery d set status = s.status, error_code = s.error_code from ${steps.as('s')}
     where d.workspace_id = s.workspace_id and d.post_id = s.post_id and d.phone = s.phone
       and array_position(${ranks}, d.status) < array_position(${ranks}, s.status)`,
)

/** Advances deliveries to these statuses. Uses one statement per status, because a statement can change each row only once. */
export async function raiseDeliveries(em: EntityManager, steps: Step[]): Promise<void> {
  for (const [, ofStatus] of Map.groupBy(steps, ({ status }) => status)) await sql(em, raise({ steps: ofStatus }))
}

/** Recipients that are added, canceled or deleted at once. A million would take longer than a statement or a response may. */
const recipientsPerPage = 10_000

/** Cancels a page of the deliveries that are still waiting. Returns how many. The caller locks the post. */
export async function cancelWaiting(em: EntityManager, post: { workspaceId: string; id: string }): Promise<number> {
  const canceled = await sql(
    em,
    `update post_delivery set status = 'canceled' where status = 'waiting' and ctid = any(array(
       select ctid from post_delivery where workspace_id = $1 and post_id = $2 and status = 'waiting' limit ${recipientsPerPage})) returning 1`,
    [post.workspaceId, post.id],
  )
  return canceled.length
}

/** Sets queued deliveries back to waiting, or cancels them, and returns how many. */
export async function recallQueued(
  em: EntityManager,
  { workspaceId, id }: Pick<PostRow, 'workspaceId' | 'id'>,
  { phones, status }: { phones: string[]; status: 'waiting' | 'canceled' },
): Promise<number> {
  const recalled = await sql(
    em,
    `update post_delivery set status = $4
     where workspace_id = $1 and post_id = $2 and phone = any($3) and status = 'queued' returning 1`,
    [workspaceId, id, phones, status],
  )
  return recalled.length
}

const forgottenAtOnceMax = 5_000

/**
 * Deletes recipients of a post that ended more than `postRecipientDays` ago, and stores how many of them had each outcome. Returns how many,
 * at most a batch of one post. The newest such post is first, because older ones usually have none left.
 */
export async function forgetRecipients(em: EntityManager): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    `with ended as (
       select workspace_id, id from post p
       where status in ('posted', 'stopped') and posted_at < now() - interval '${postRecipientDays} days' and exists (
         select 1 from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id)
       order by posted_at desc limit 1 for update skip locked
     ), gone as (
       delete from post_delivery where (workspace_id, post_id, phone) in (
         select d.workspace_id, d.post_id, d.phone from ended
         join post_delivery d on d.workspace_id = ended.workspace_id and d.post_id = ended.id limit ${forgottenAtOnceMax})
       returning ${outcome} as outcome
     ), kept as (
       update post p set counts = p.counts || (
         select jsonb_object_agg(outcome, count + coalesce((p.counts->>outcome)::int, 0))
         from (select outcome, count(*)::int from gone group by outcome) counted)
       from ended where p.workspace_id = ended.workspace_id and p.id = ended.id
     )
     select count(*)::int from gone`,
  )
  return row?.count ?? 0
}

type Addressed = Pick<PostRow, 'workspaceId' | 'channelId' | 'id'>

/** Adds phone numbers to a post, except duplicates and those of people who left the channel. Returns how many are new. */
export async function addressPhones(em: EntityManager, post: Addressed, phones: string[]): Promise<number> {
  const added = await sql(
    em,
    `insert into post_delivery (workspace_id, post_id, phone)
     select $1, $3, phone from unnest($4::text[]) as p (phone)
     where not exists (select 1 from subscriber s
       where s.workspace_id = $1 and s.channel_id = $2 and s.id = p.phone and not s.subscribed)
     on conflict do nothing returning 1`,
    [post.workspaceId, post.channelId, post.id, phones],
  )
  return added.length
}

/**
 * Adds the test recipients of a new post, who get it before everyone else, even if they never subscribed. People who left the channel are
 * added too, but count as unsubscribed once the post reaches them. Returns how many were added.
 */
export async function addressTestRecipients(
  em: EntityManager,
  { workspaceId, id }: Addressed,
  phones: readonly string[],
): Promise<number> {
  const added = await sql(
    em,
    `insert into post_delivery (workspace_id, post_id, phone, test)
     select distinct $1, $2, phone, true from unnest($3::text[]) as p (phone) returning 1`,
    [workspaceId, id, phones],
  )
  return added.length
}

/** Adds a page of subscribers to a post, except duplicates, and sets its count and place for the caller to save. Returns false if no one is left. */
export async function addressSubscribers(em: EntityManager, post: PostRow): Promise<boolean> {
  const { workspaceId, channelId, id, gatherAfter = null } = post
  const [row] = await sql<{ found: number; added: number; next: string | null }>(
    em,
    `with page as (
       select id from subscriber where workspace_id = $1 and channel_id = $2 and subscribed and id > $4 order by id limit ${recipientsPerPage}
     ), addressed as (
       insert into post_delivery (workspace_id, post_id, phone) select $1, $3, id from page on conflict do nothing returning 1
     ) select (select count(*) from page)::int as found, (select count(*) from addressed)::int as added,
       (select case when count(*) = ${recipientsPerPage} then max(id) end from page) as next`,
    [workspaceId, channelId, id, gatherAfter ?? ''],
  )
  const { found = 0, added = 0, next = null } = row ?? {}
  Object.assign(post, { toFeed: post.toFeed + added, gatherAfter: next })
  return found > 0
}

/**
 * Deletes a page of what deleted channels leave behind: recipients of posts, then subscribers, then the channels with their posts. Returns
 * how many rows.
 */
export async function clearDeletedChannels(em: EntityManager): Promise<number> {
  const ofChannels = (table: string, source: string) => `delete from ${table} where ctid = any(array(
     select t.ctid from channel c ${source} where c.deleted limit ${recipientsPerPage})) returning 1`
  const ofChannel = 'workspace_id = c.workspace_id and'
  for (const statement of [
    ofChannels(
      'post_delivery',
      `join post p on p.${ofChannel} p.channel_id = c.id join post_delivery t on t.${ofChannel} t.post_id = p.id`,
    ),
    ofChannels('subscriber', `join subscriber t on t.${ofChannel} t.channel_id = c.id`),
    'delete from channel where deleted returning 1',
  ]) {
    const gone = await sql(em, statement)
    if (gone.length > 0) return gone.length
  }
  return 0
}
