import { on, sql, type Tx } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { lockGroup } from '../groups/settle.ts'
import { groupOfInvitation } from '../participants/invitation.sql.ts'
import { announcePeople, participantsOf } from '../participants/record.ts'

/** An invitation, which is the reference of its message, and what became of it. */
type Step = { workspace: string; invitation: string; status: string }

/** Invitations are followed as their messages get on; one that did not reach anybody has failed. */
export const invitationFromMessage = on<'message:out' | 'message:ack' | 'message:failed', GroupsRuntime>(
  ['message:out', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    const steps: Step[] = []
    for (const { workspace, event, data } of events) {
      const invitation = data.reference ?? ''
      if (event !== 'message:failed') steps.push({ workspace, invitation, status: statusOf(data) })
      else await failInvitation(tx, { workspace, invitation, errorCode: errorOf(data) })
    }
    if (steps.length > 0) await raise(tx, steps)
  },
  ({ data }) => isInvitation(data.reference),
)

/** The queue did not take an invitation. */
export const invitationFromRefused = on<'message:refused', GroupsRuntime>(
  'message:refused',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await failInvitation(tx, { workspace, invitation: data.reference, errorCode: data.errorCode })
  },
  ({ data }) => isInvitation(data.reference),
)

const isInvitation = (reference: string | null | undefined) => reference?.startsWith('inv_') === true

function statusOf(data: object): string {
  const { ack = 'sent' } = data as { ack?: string }
  return ack === 'played' ? 'read' : ack
}

function errorOf({ error }: Pick<EventData<'message:failed'>, 'error'>): string {
  return error?.errorCode ?? 'provider:refused'
}

/** Raises invitations to their status; a status that is late, repeated or out of order changes nothing. */
async function raise(tx: Tx, steps: Step[]): Promise<void> {
  const ranks = `array['waiting', 'queued', 'sent', 'delivered', 'read', 'failed']`
  for (const { workspace, invitation, status } of steps)
    await sql(
      tx.em,
      `update group_participant set invitation_status = $3 where workspace_id = $1 and invitation_id = $2
         and array_position(${ranks}, invitation_status) < array_position(${ranks}, $3)`,
      [workspace, invitation, status],
    )
}

async function failInvitation(
  tx: Tx,
  { workspace: workspaceId, invitation, errorCode }: { workspace: string; invitation: string; errorCode: string },
): Promise<void> {
  const groupId = await groupOfInvitation(tx.em, workspaceId, invitation)
  const row = groupId === undefined ? null : await lockGroup(tx, { workspaceId, groupId })
  if (!row) return
  const person = (await participantsOf(tx, row)).find(({ invitationId }) => invitationId === invitation)
  if (person?.state !== 'invited') return
  tx.em.assign(person, { state: 'failed', invitationStatus: 'failed', errorCode })
  await announcePeople(tx, row, [person])
}
