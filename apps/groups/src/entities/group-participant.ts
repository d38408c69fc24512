import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { invitationInput, participant } from '@posthorn/contracts'
import type { z } from 'zod'

type Participant = z.output<typeof participant>

/** A person who is, was, or is invited to be in a group. `id` is the phone, or the user id of who hides it. */
export const GroupParticipant = defineEntity({
  name: 'GroupParticipant',
  tableName: 'group_participant',
  properties: {
    workspaceId: p.string().primary(),
    groupId: p.string().primary(),
    id: p.string().primary(),
    phone: p.string().nullable(),
    userId: p.string().nullable(),
    status: p.string().$type<Participant['status']>(),
    /** Reference of the message that invites. */
    invitationId: p.string().nullable(),
    invitationStatus: p.string().$type<NonNullable<Participant['invitation']>['status']>().nullable(),
    /** The invitation to send once the group is active. */
    invitation: p.json<z.output<typeof invitationInput>>().fieldName('wish').nullable(),
    errorCode: p.string().nullable(),
    invitedAt: p.datetime().nullable(),
    joinedAt: p.datetime().nullable(),
    leftAt: p.datetime().nullable(),
  },
})

/** A row of `group_participant`. */
export type ParticipantRow = InferEntity<typeof GroupParticipant>
