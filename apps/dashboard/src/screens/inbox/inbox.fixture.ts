import type { Chat, Message } from '@posthorn/sdk'
import type { Answers, Asked } from '../../opened-app.fixture.tsx'

const hourMs = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** A chat with an open window, in which the customer wrote a minute ago. */
export const chatOf = (id: string, changes: Partial<Chat> = {}): Chat =>
  ({
    id,
    number: 'num_1',
    type: 'direct',
    name: `Customer ${id}`,
    phone: '+4915112345678',
    contact: null,
    status: 'open',
    unread: false,
    unreadCount: 0,
    assignee: null,
    labels: [],
    snooze: null,
    lastMessage: { id: `msg_${id}`, direction: 'in', type: 'text', message: 'Is it repaired?', at: ago(60_000) },
    waitingSince: null,
    windowClosesAt: new Date(Date.now() + 20 * hourMs).toISOString(),
    createdAt: ago(hourMs),
    lastInboundAt: ago(60_000),
    version: 1,
    ...changes,
  }) as Chat

/** The API's answers for an inbox with these chats. */
export const inboxWith = (...chats: Chat[]): Answers => ({
  'GET /v1/chats': chats,
  ...Object.fromEntries(chats.map((chat) => [`GET /v1/chats/${chat.id}`, chat])),
  'GET /v1/numbers/num_1/capabilities': { messages: [], media: [], customerWindowHours: 24, limits: {} },
})

let sent = 0

/** Returns the message that the API stores for a request. */
export const stored = ({ body }: Asked): Message => {
  const { chat, message } = body as { chat: string; message?: string }
  return {
    id: `msg_sent_${sent++}`,
    chat,
    number: 'num_1',
    direction: 'out',
    type: 'text',
    message: message ?? null,
    status: 'sent',
    createdAt: new Date().toISOString(),
    statusAt: {},
    answers: [],
    reactions: [],
  } as unknown as Message
}
