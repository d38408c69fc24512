import { z } from 'zod'
import { named } from '../names.ts'
import { time } from '../primitives.ts'

/** Price of a message, in the provider's words. */
export const pricing = named(
  'MessagePricing',
  z
    .object({
      billable: z.boolean().optional(),
      category: z.string().optional(),
      type: z.string().optional(),
      model: z.string().optional(),
    })
    .describe("Charge of the provider for this message, in the provider's terms"),
)

/** The provider's conversation that a message belongs to. */
export const conversation = named(
  'MessageConversation',
  z
    .object({ id: z.string().optional(), origin: z.string().optional(), expiresAt: time.optional() })
    .describe("The provider's conversation that includes this message"),
)
