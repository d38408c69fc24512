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
  group: null,
  channel: null,
  post: null,
  type: 'text',
  message: 'Your parcel is on its way.',
  onWindowClosed: null,
  actions: null,
  typing: null,
  sentInstead: null,
  answers: [],
  reactions: [],
  referral: null,
  forwarded: false,
  blocked: false,
  optedOut: false,
  editedAt: null,
  deletedAt: null,
  quote: null,
  quoteProviderId: null,
  via: null,
  reference: 'order-1042',
  priority: 'normal' as const,
  order: 'chat' as const,
  onUnknown: 'hold' as const,
  status: 'queued' as const,
  statusAt: { queued: at },
  waiting: null,
  estimatedSendAt: null,
  error: null,
  providerId: null,
  pricing: null,
  conversation: null,
  retry: { count: 0, nextAt: null },
  from: null,
  by: { type: 'key' as const, id: 'key_01k5v2s8xgf9hb3m4q7r8t9w0y', name: 'Shop' },
  version: 1,
  createdAt: at,
  deliverAt: null,
  expiresAt: '2026-11-20T18:30:00.000Z',
}

/** An incoming message that was read. */
export const exampleIncoming = {
  ...exampleMessage,
  direction: 'in' as const,
  message: 'Where is my parcel?',
  status: 'read' as const,
  statusAt: { received: at, read: '2026-11-20T08:31:00.000Z' },
  from: { phone: '+4915112345678', userId: null, name: null, contact: null },
  reference: null,
  priority: null,
  order: null,
  onUnknown: null,
  retry: null,
  by: null,
  expiresAt: null,
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
    status: 'queued' as const,
  },
  waitingSince: null,
  lastInboundAt: at,
  lastOutboundAt: at,
  windowClosesAt: '2026-11-21T08:30:00.000Z',
  version: 4,
  createdAt: at,
  updatedAt: at,
}

/** What message events say of that chat, its contact and its number. */
export const exampleSummaries = {
  chat: {
    id: exampleIds.chat,
    name: 'Ada',
    phone: '+4915112345678',
    type: 'direct' as const,
    status: 'open' as const,
    assignee: null,
    labels: [],
    unreadCount: 1,
    lastMessage: {
      id: exampleIds.message,
      direction: 'in' as const,
      type: 'text',
      message: 'Where is my parcel?',
      at,
      status: null,
    },
    waitingSince: at,
    lastInboundAt: at,
    lastOutboundAt: null,
    windowClosesAt: '2026-11-21T08:30:00.000Z',
    version: 1,
    createdAt: at,
    first: true,
  },
  contact: {
    id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y',
    name: 'Ada',
    phone: '+4915112345678',
    blocked: false,
    fields: {},
  },
  number: { id: exampleIds.number, phone: '+15550000001', name: 'Shop' },
  quoted: null,
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
