import type { EntityManager } from '@mikro-orm/postgresql'
import { on, rowType, sql, statement, type Tx, wordsOf } from '@posthorn/chassis'
import { type BusEvent, type EventData, mayBeWord, wordOf } from '@posthorn/contracts'
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
type Step = { workspace: string; invitation: string; status: Status; errorCode?: string }
type Status = NonNullable<ParticipantRow['invitationStatus']>

/**
 * The highest rank wins, in whatever order the reports arrive. Someone whom the message reached counts as invited, even if a failure was
 * reported.
 */
const ranks: readonly Status[] = ['waiting', 'queued', 'sent', 'failed', 'delivered', 'read']

/** Tracks invitations by the status of their messages. An invitation fails if its message reaches no one. */
export const invitationFromMessage = on<'message:out' | 'message:ack' | 'message:failed', GroupsRuntime>(
  ['message:out', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    for (const { workspace, event, data } of events) {
      const step = { workspace, invitation: data.reference ?? '' }
      if (event === 'message:failed') await follow(tx, { ...step, status: 'failed', errorCode: errorOf(data) })
      else await follow(tx, { ...step, status: statusOf(data) })
    }
  },
  ({ data }) => isInvitation(data.reference),
)

export const invitationFromRefused = on<'message:refused', GroupsRuntime>(
  'message:refused',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await follow(tx, { workspace, invitation: data.reference, status: 'failed', errorCode: data.errorCode })
  },
  ({ data }) => isInvitation(data.reference),
)

const isInvitation = (reference: string | null | undefined) => reference?.startsWith('inv_') === true

/** Returns the invitation's status after a report about its message. A played voice message counts as read. */
function statusOf(data: object): Status {
  const { ack = 'sent' } = data as { ack?: 'delivered' | 'read' | 'played' }
  return ack === 'played' ? 'read' : ack
}

function errorOf({ error }: Pick<EventData<'message:failed'>, 'error'>): string {
  return error?.errorCode ?? 'provider:refused'
}

/**
 * Advances an invitation to a status. The person counts as failed if it failed, and as invited again if the message reaches them after all.
 */
async function follow(tx: Tx, { workspace: workspaceId, invitation, status, errorCode }: Step): Promise<void> {
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
  return ranks.indexOf(status) > (invitationStatus ? ranks.indexOf(invitationStatus) : -1)
}

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

type MessageIn = BusEvent<'message:in'>

const leaverRow = rowType<MessageIn>({
  workspace_id: ['text', ({ workspace }) => workspace],
  number_id: ['text', ({ data }) => data.number],
  phone: ['text', ({ data }) => data.phone],
})

const channelsLeft = `join channel c on c.workspace_id = l.workspace_id and c.number_id = l.number_id`

const unsubscribe = statement(
  { leavers: leaverRow },
  ({ leavers }) => `update subscriber s set subscribed = false, by = 'word', opted_out_at = now()
     from ${leavers.as('l')} ${channelsLeft}
     where s.workspace_id = c.workspace_id and s.channel_id = c.id and s.id = l.phone and (s.subscribed or s.by = 'you')`,
)

/** Segment members have no subscription, so this records that they left each of the number's segment channels. */
const leaveSegments = statement(
  { leavers: leaverRow },
  ({ leavers }) => `insert into subscriber (workspace_id, channel_id, id, subscribed, by, opted_out_at)
     select distinct c.workspace_id, c.id, l.phone, false, 'word', now()
     from ${leavers.as('l')} ${channelsLeft} and c.segment_id is not null
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
