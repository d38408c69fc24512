import type { Message, Presence } from '@posthorn/sdk'

/** A colleague whose reply would collide with this one. */
export type Collision = { reason: 'writing' | 'answered'; name: string }

/** Returns a colleague who is typing a reply, or who has sent one since the person started typing. */
export function collisionOf({ others, messages, begunAt, me }: CollisionFacts): Collision | undefined {
  const answer = messages.find(
    ({ direction, createdAt, by }) =>
      direction === 'out' && createdAt > begunAt && by?.type === 'member' && by.id !== me,
  )
  if (answer) return { reason: 'answered', name: answer.by?.name ?? '' }
  const writer = others.find(({ status }) => status === 'writing')
  return writer && { reason: 'writing', name: writer.by.name ?? '' }
}

type CollisionFacts = {
  others: Presence[]
  messages: Pick<Message, 'direction' | 'createdAt' | 'by'>[]
  /** Time of the newest message when the person started typing. */
  begunAt: string
  me: string | undefined
}
