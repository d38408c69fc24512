import { z } from 'zod'
import { named } from '../schemas.ts'

/** Types of messages that can be sent: the `type` of a message. */
export const messageTypes = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'location_request',
  'contacts',
  'poll',
  'buttons',
  'list',
  'product',
  'products',
  'catalog',
  'reaction',
  'template',
  'native',
] as const

/** Types that only incoming messages have. */
const receivedTypes = ['reply', 'order', 'system', 'call_permission', 'unsupported'] as const

export const messageType = named(
  'MessageType',
  z.string().meta({
    description: `Type of a message; ${receivedTypes.join(', ')} are incoming only`,
    example: 'text',
    enum: [...messageTypes, ...receivedTypes],
  }),
)
