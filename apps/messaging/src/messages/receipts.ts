import type { Verb } from '@posthorn/chassis'
import { fail, type MessageStatus, type messaging, type Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { Message, type MessageRow } from '../entities/message.ts'
import { type ParticipantReceipt, participantsOf } from './participants.sql.ts'

type Receipt = Unfilled<z.output<typeof messaging.messages.receipts.output>[number]>

/** Furthest first. `delivered` precedes `failed`: a participant who was reached in the end has the message. */
const statuses: MessageStatus[] = ['played', 'read', 'delivered', 'failed', 'sent']

/** Returns a participant's phone or, if it is hidden, the provider's user id. */
export function participantIdentity(participant: string): { phone: string } | { userId: string } {
  return participant.startsWith('+') ? { phone: participant } : { userId: participant }
}

/** Returns the receipts of a message, one for each recipient. */
export const receipts: Verb<typeof messaging.messages.receipts, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  if (row.direction === 'in') return []
  const participants = await participantsOf(ctx.em, [row])
  return participants.length > 0 || row.groupId ? participants.map(ofParticipant) : ofPerson(row)
}

function ofParticipant({ participant, statusAt, error }: ParticipantReceipt): Receipt {
  const status = statuses.find((status) => statusAt[status]) ?? 'sent'
  return { ...participantIdentity(participant), status, statusAt, error }
}

function ofPerson({ recipient, status, statusAt, error }: MessageRow): Receipt[] {
  return [{ ...participantIdentity(recipient), status, statusAt, error }]
}
