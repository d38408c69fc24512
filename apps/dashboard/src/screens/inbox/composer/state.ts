import type { Capabilities, Chat, Message, Number as PhoneNumber, Presence } from '@posthorn/sdk'

/** Why a reply should not be sent unseen: a colleague's reply would collide with it, or it has a placeholder that isn't filled in. */
export type Collision = { reason: 'writing' | 'answered' | 'unfilled'; name: string }

/** Returns the colleague who has sent a reply since the person started typing or, if there is none, one who is typing. */
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

/** What the composer allows. `template`: only a template reaches the customer, or a note. `note`: only notes. `closed`: nothing. */
type ComposerMode = 'free' | 'template' | 'note' | 'closed'

export type ComposerState = {
  mode: ComposerMode
  reason: 'open' | 'window_closed' | 'never_written' | 'viewer' | 'disconnected' | 'refusing' | 'unsupported'
  /** Set if the message will wait because the number's queue is paused or draining. */
  willWait: boolean
}

export type ComposerFacts = {
  chat: Pick<Chat, 'type' | 'windowClosesAt'>
  number: Pick<PhoneNumber, 'status'> & { queue?: { status: string; refuses?: boolean } | null }
  capabilities: Pick<Capabilities, 'messages' | 'customerWindowHours'> | undefined
  maySend: boolean
  mayNote: boolean
  now: number
}

/** Returns what the composer allows, and why: by the caller's permissions, the number, the kind of chat, and its window. */
export function composerState(facts: ComposerFacts): ComposerState {
  const { chat, number, maySend, mayNote, now } = facts
  const willWait = number.queue?.status === 'paused' || number.queue?.status === 'draining'
  const otherwise = mayNote ? 'note' : 'closed'
  if (!maySend) return { mode: otherwise, reason: 'viewer', willWait: false }
  if (number.status === 'disconnected' || number.status === 'error') {
    return { mode: otherwise, reason: 'disconnected', willWait: false }
  }
  if (number.queue?.refuses) return { mode: otherwise, reason: 'refusing', willWait: false }
  if (!takesText(facts)) return { mode: otherwise, reason: 'unsupported', willWait: false }
  if (chat.type !== 'direct' || facts.capabilities?.customerWindowHours === null) {
    return { mode: 'free', reason: 'open', willWait }
  }
  if (chat.windowClosesAt === null) return { mode: 'template', reason: 'never_written', willWait }
  const isOpen = Date.parse(chat.windowClosesAt) > now
  return isOpen ? { mode: 'free', reason: 'open', willWait } : { mode: 'template', reason: 'window_closed', willWait }
}

/** Returns whether the number can send text to this kind of chat. Assumes so until its capabilities are known. */
function takesText({ chat, capabilities }: ComposerFacts): boolean {
  const text = capabilities?.messages.find(({ type }) => type === 'text')
  return text === undefined || text[chat.type] !== 'unsupported'
}
