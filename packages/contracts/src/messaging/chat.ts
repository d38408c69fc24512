import { z } from 'zod'
import { idOf } from '../ids.ts'
import { time } from '../primitives.ts'

/** The conversation of one number with one contact or group; made by the first message in or out. */
export const chat = z.object({
  id: idOf('chat'),
  number: idOf('num'),
  type: z.enum(['direct', 'group', 'channel']),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  contact: idOf('con').nullable(),
  status: z.enum(['open', 'pending', 'resolved', 'archived']),
  unread: z.boolean(),
  unreadCount: z.int(),
  lastMessage: z
    .object({
      id: idOf('msg'),
      direction: z.enum(['in', 'out']),
      type: z.string(),
      message: z.string().nullable(),
      at: time,
    })
    .nullable(),
  lastInboundAt: time.nullable(),
  lastOutboundAt: time.nullable(),
  windowClosesAt: time
    .nullable()
    .describe('End of the 24 h in which free text may be sent; null: the customer never wrote'),
  createdAt: time,
  updatedAt: time,
})
