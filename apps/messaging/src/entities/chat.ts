import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** The last message of a chat, as its row keeps it. */
export type LastMessage = { id: string; direction: 'in' | 'out'; type: string; message: string | null; at: string }

/** The conversation of one number with one contact or group. */
export const Chat = defineEntity({
  name: 'Chat',
  tableName: 'chat',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    recipient: p.string(),
    type: p.string().$type<'direct' | 'group' | 'channel'>(),
    name: p.string().nullable(),
    phone: p.string().nullable(),
    contactId: p.string().nullable(),
    status: p.string().$type<'open' | 'pending' | 'resolved' | 'archived'>(),
    unreadCount: p.integer(),
    lastMessage: p.json<LastMessage>().nullable(),
    lastMessageAt: p.datetime(),
    lastInboundAt: p.datetime().nullable(),
    lastOutboundAt: p.datetime().nullable(),
    windowClosesAt: p.datetime().nullable(),
    version: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `chat`. */
export type ChatRow = InferEntity<typeof Chat>
