const at = '2026-11-20T08:30:00.000Z'

/** Ids that the examples of the messaging operations share. */
export const exampleIds = {
  message: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y',
  chat: 'chat_01k5v2s8xgf9hb3m4q7r8t9w0y',
  number: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y',
} as const

/** A message just accepted. */
export const exampleMessage = {
  id: exampleIds.message,
  number: exampleIds.number,
  direction: 'out' as const,
  chat: exampleIds.chat,
  phone: '+4915112345678',
  type: 'text',
  message: 'Your parcel is on its way.',
  reference: 'order-1042',
  priority: 'normal' as const,
  order: 'chat' as const,
  onUnknown: 'hold' as const,
  status: 'queued' as const,
  statusAt: { queued: at },
  retry: { count: 0 },
  by: { type: 'key' as const, id: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y', name: 'Shop' },
  version: 1,
  createdAt: at,
  expiresAt: '2026-11-20T18:30:00.000Z',
}

const { priority: _priority, order: _order, onUnknown: _hold, retry: _retry, ...common } = exampleMessage
const { reference: _reference, expiresAt: _expiresAt, by: _by, ...incoming } = common

/** An incoming message that was read. */
export const exampleIncoming = {
  ...incoming,
  direction: 'in' as const,
  message: 'Where is my parcel?',
  status: 'read' as const,
  statusAt: { received: at, read: '2026-11-20T08:31:00.000Z' },
  from: { phone: '+4915112345678' },
}

/** The chat that message opened. */
export const exampleChat = {
  id: exampleIds.chat,
  number: exampleIds.number,
  type: 'direct' as const,
  name: 'Ada',
  phone: '+4915112345678',
  contact: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y',
  group: null,
  channel: null,
  status: 'open' as const,
  unread: false,
  unreadCount: 0,
  pinned: false,
  muted: false,
  assignee: null,
  labels: [],
  snooze: null,
  failed: false,
  lastMessage: {
    id: exampleIds.message,
    direction: 'out' as const,
    type: 'text',
    message: 'Your parcel is on its way.',
    at,
  },
  waitingSince: null,
  lastInboundAt: at,
  lastOutboundAt: at,
  windowClosesAt: '2026-11-21T08:30:00.000Z',
  version: 4,
  createdAt: at,
  updatedAt: at,
}

/** A member a chat can be assigned to. */
export const exampleMember = {
  id: 'mem_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Grace Hopper',
  email: 'grace@shop.example.com',
}

/** A label to sort chats by. */
export const exampleLabel = {
  id: 'lbl_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Returns',
  color: '#2f80ed',
  description: null,
  createdAt: at,
  updatedAt: at,
}

/** A private note beside a chat. */
export const exampleNote = {
  id: 'note_01k5v2s8xgf9hb3m4q7r8t9w0y',
  chat: exampleIds.chat,
  message: 'Asked for a new size, parcel is on its way back.',
  text: 'Asked for a new size, parcel is on its way back.',
  by: exampleMessage.by,
  mentions: [],
  createdAt: at,
  editedAt: null,
}

/** The queue of a number with nothing to do. */
export const exampleQueue = {
  number: exampleIds.number,
  status: 'active' as const,
  refuses: false,
  waiting: 0,
  scheduled: 0,
  sending: 0,
  oldestAgeMs: 0,
  ratePerSecond: 76,
  postsWaiting: 0,
  etaMs: 0,
  blocked: null,
}
