import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, eachPerson, on, type Person, rowType, sql, statement, type Tx, wordsOf } from '@posthorn/chassis'
import { type BusEvent, mayBeWord, wordOf } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import type { ParticipantRow } from '../entities/group.ts'
import { lockGroup } from '../groups/group.ts'
import { announcePeople, participantsOf } from '../participants/membership.ts'
import {
  groupsWith,
  moveParticipant,
  moveRecipient,
  moveSubscriber,
  postsWaitingFor,
} from '../participants/move.sql.ts'

/** New status of an invitation. `invitation` is the reference of its message. */
type InvitationStep = { workspace: string; invitation: string; status: Status; errorCode?: string }
type Status = NonNullable<ParticipantRow['invitationStatus']>

/** The highest rank wins, in any order of the reports. Whom the message reached counts as invited, even after a reported failure. */
const invitationRanks: readonly Status[] = ['waiting', 'queued', 'sent', 'failed', 'delivered', 'read']

/** Tracks invitations by the status of their messages. An invitation fails if its message reaches no one. */
export const invitationFromMessage = on<'message:out' | 'message:ack' | 'message:failed', GroupsRuntime>(
  ['message:out', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    for (const { workspace, event, data } of events) {
      const progress = event === 'message:failed' ? failureOf(data.error?.errorCode) : { status: statusAfter(data) }
      await advanceInvitation(tx, { workspace, invitation: data.reference ?? '', ...progress })
    }
  },
  ({ data }) => isInvitation(data.reference),
)

/** Fails invitations whose messages were refused by messaging. */
export const invitationFromRefused = on<'message:refused', GroupsRuntime>(
  'message:refused',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await advanceInvitation(tx, { workspace, invitation: data.reference, ...failureOf(data.errorCode) })
  },
  ({ data }) => isInvitation(data.reference),
)

/** Returns the step of an invitation whose message failed. A report without an error counts as a refusal by the provider. */
const failureOf = (errorCode = 'provider:refused') => ({ status: 'failed' as const, errorCode })

const isInvitation = (reference: string | null | undefined) => reference?.startsWith('inv_') === true

/** Returns the invitation's status after a report about its message. A played voice message counts as read. */
function statusAfter(data: object): Status {
  const { ack = 'sent' } = data as { ack?: 'delivered' | 'read' | 'played' }
  return ack === 'played' ? 'read' : ack
}

/** Advances an invitation to a status. If it fails, so does the person, who is invited again if it arrives after all. */
async function advanceInvitation(tx: Tx, step: InvitationStep): Promise<void> {
  const { workspace: workspaceId, invitation, status, errorCode } = step
  const groupId = await groupOfInvitation(tx.em, workspaceId, invitation)
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
  const people = row ? await participantsOf(tx, row) : []
  const person = people.find(({ invitationId }) => invitationId === invitation)
  if (!row || !person || !isRaised(person, status)) return
  tx.em.assign(person, { invitationStatus: status })
  const isFailed = status === 'failed'
  const isChanged = person.status === (isFailed ? 'invited' : 'failed') && (isFailed || row.status === 'active')
  if (!isChanged) return tx.em.flush()
  tx.em.assign(person, isFailed ? { status: 'failed', errorCode } : { status: 'invited', errorCode: null })
  await announcePeople(tx, row, [person])
}

/** Whether the status outranks the invitation's current one. */
function isRaised({ invitationStatus }: ParticipantRow, status: Status): boolean {
  return invitationRanks.indexOf(status) > (invitationStatus ? invitationRanks.indexOf(invitationStatus) : -1)
}

/** Finds the group of an invitation, whose id is the reference of its message. */
async function groupOfInvitation(
  em: EntityManager,
  workspaceId: string,
  invitationId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ groupId: string }>(
    em,
    'select group_id as "groupId" from group_participant where workspace_id = $1 and invitation_id = $2',
    [workspaceId, invitationId],
  )
  return row?.groupId
}

/** Applies phone number and user id changes to groups, channels and posts. */
export const participantFromChangedAddress = on<'contact:address_changed', GroupsRuntime>(
  'contact:address_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const move = { workspace, previous: data.previous, address: data.address }
      await moveSubscriber(tx.em, move)
      for (const post of await postsWaitingFor(tx.em, move)) await moveRecipient(tx, move, post)
      for (const group of await groupsWith(tx.em, move)) {
        const row = await lockGroup(tx, { workspaceId: workspace, groupId: group })
        if (!row) continue
        await moveParticipant(tx.em, move, group)
        const people = (await participantsOf(tx, row)).filter(({ id }) => id === data.address)
        await announcePeople(tx, row, people)
      }
    }
  },
)

const leaverRow = rowType<BusEvent<'message:in'>>({
  workspace_id: ['text', ({ workspace }) => workspace],
  number_id: ['text', ({ data }) => data.number],
  phone: ['text', ({ data }) => data.phone],
  at: ['timestamptz', ({ data }) => data.statusAt.received ?? data.createdAt],
})

const channelsLeft = `join channel c on c.workspace_id = l.workspace_id and c.number_id = l.number_id`

/** Ends subscriptions. Also notes the word of someone who was unsubscribed through the API, because then they stay out unless they ask to rejoin. */
const unsubscribe = statement(
  { leavers: leaverRow },
  ({ leavers }) => `update subscriber s set subscribed = false, by = 'word', opted_out_at = l.at
     from ${leavers.as('l')} ${channelsLeft}
     where s.workspace_id = c.workspace_id and s.channel_id = c.id and s.id = l.phone and (s.subscribed or s.by = 'you')`,
)

/** Segment members have no subscription, so this records that they left each of the number's segment channels. */
const leaveSegments = statement(
  { leavers: leaverRow },
  ({ leavers }) => `insert into subscriber (workspace_id, channel_id, id, subscribed, by, opted_out_at)
     select c.workspace_id, c.id, l.phone, false, 'word', min(l.at)
     from ${leavers.as('l')} ${channelsLeft} and c.segment_id is not null group by c.workspace_id, c.id, l.phone
     on conflict do nothing`,
)

/** Unsubscribes a person from a number's channels when they send it a word such as STOP. */
export const subscriberFromMessage = on<'message:in', GroupsRuntime>('message:in', async ({ tx, runtime, events }) => {
  const candidates = events.filter(({ data }) => data.phone && mayBeWord(data.message))
  if (candidates.length === 0) return
  const workspaces = candidates.map(({ workspace }) => workspace)
  const words = await wordsOf(tx.em, workspaces, { optOutWords: runtime.config.OPT_OUT_WORDS })
  const leavers = candidates.filter(({ workspace, data }) =>
    words(workspace).optOutWords.has(wordOf(data.message ?? '')),
  )
  if (leavers.length === 0) return
  await sql(tx.em, unsubscribe({ leavers }))
  await sql(tx.em, leaveSegments({ leavers }))
})

/**
 * Removes the person's subscriptions, group memberships and join requests. Doesn't change the groups at the provider. Posts keep their
 * counts: unsent messages count as failed, and no remaining row identifies the person. A repeated erasure (`isLate`) removes only what reports and
 * words such as STOP from before the request have added since.
 */
export const erase: Eraser<GroupsRuntime> = eachPerson(async ({ tx, person }) => {
  const { workspace, phones, userIds, requestedAt, isLate } = person
  await sql(
    tx.em,
    `delete from subscriber where workspace_id = $1 and id = any($2) and (not $3 or by = 'word' and opted_out_at < $4)`,
    [workspace, [...phones, ...userIds], isLate, requestedAt],
  )
  await eraseInGroups(tx.em, person, isLate)
  if (!isLate) {
    await eraseInChanges(tx.em, workspace, [...phones, ...userIds])
    if (await redactDeliveries(tx.em, person)) tx.wake('post')
  }
  return { done: true }
})

/**
 * Replaces the person's phone numbers in deliveries with the erasure's id and a number, because a post may have gone to two of them. Counts
 * unsent messages as failed. Returns whether there were any deliveries.
 */
async function redactDeliveries(em: EntityManager, { workspace, erasure, phones }: Person): Promise<boolean> {
  const [redacted] = await sql<{ count: number }>(
    em,
    `with before as (
       select d.post_id, d.phone, d.status, n.place from post p cross join unnest($3::text[]) with ordinality as n (phone, place)
       join post_delivery d on d.workspace_id = p.workspace_id and d.post_id = p.id and d.phone = n.phone
       where p.workspace_id = $1 order by d.post_id, d.phone for update of d
     ), fed as (
       update post p set to_feed = p.to_feed - b.count from (
         select post_id, count(*)::int as count from before where status = 'waiting' group by post_id
       ) b where p.workspace_id = $1 and p.id = b.post_id
     ), redacted as (
       update post_delivery d set phone = $2 || ' ' || b.place,
         status = case when d.status in ('waiting', 'queued') then 'failed' else d.status end
       from before b where d.workspace_id = $1 and d.post_id = b.post_id and d.phone = b.phone returning 1
     ) select count(*)::int as count from redacted`,
    [workspace, erasure, phones],
  )
  return (redacted?.count ?? 0) > 0
}

/**
 * Removes the person's memberships and join requests. Lowers the groups' counts, because they must match what is listed. If the
 * person was erased before, removes what a report from before the request has added since.
 */
async function eraseInGroups(em: EntityManager, person: Person, isLate: boolean): Promise<void> {
  const { workspace, phones, userIds, requestedAt } = person
  const goneOf = (at: string) =>
    `workspace_id = $1 and (phone = any($2) or user_id = any($3)) and (not $4 or ${at} < $5)`
  const values = [workspace, phones, userIds, isLate, requestedAt]
  await sql(
    em,
    `with request as (
       delete from join_request where ${goneOf('created_at')} returning group_id, status
     ), participant as (
       delete from group_participant where ${goneOf('greatest(invited_at, joined_at, left_at)')} returning group_id, status
     ), counted as (
       select group_id, count(*) filter (where status in ('joined', 'removing'))::int as joined,
         count(*) filter (where status = 'invited')::int as invited,
         count(*) filter (where status in ('pending', 'approving', 'rejecting'))::int as requested
       from (select * from participant union all select * from request) gone group by group_id
     ) update chat_group g set joined = g.joined - c.joined, invited = g.invited - c.invited, requested = g.requested - c.requested
       from counted c where g.workspace_id = $1 and g.id = c.group_id`,
    values,
  )
}

/** Removes the person from requests to remove people and from reports that wait for a response. Cancels a request for this person alone. */
async function eraseInChanges(em: EntityManager, workspace: string, identifiers: string[]): Promise<void> {
  await sql(
    em,
    `with named as (
       update group_job set pending = jsonb_set(pending, '{people}', (pending->'people') - $2::text[])
       where workspace_id = $1 and pending->'people' ?| $2 and not pending->'people' <@ to_jsonb($2::text[])
     )
     delete from group_job where workspace_id = $1 and pending->'people' ?| $2 and pending->'people' <@ to_jsonb($2::text[])`,
    [workspace, identifiers],
  )
  const named = (each: string) => `array[${each}->>'phone', ${each}->>'userId', ${each}->>'input'] && $2::text[]`
  const others = (key: string) => `case when report ? '${key}' then jsonb_build_object('${key}', (
    select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(report->'${key}') each where not coalesce(${named('each')}, false)
  )) else '{}' end`
  await sql(
    em,
    `update early_group_update set report = report || ${others('people')} || ${others('failed')}
     where workspace_id = $1 and exists (
       select 1 from jsonb_path_query(report, '$.*[*]') each where ${named('each')})`,
    [workspace, identifiers],
  )
}
