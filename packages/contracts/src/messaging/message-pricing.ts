import { z } from 'zod'
import { named } from '../names.ts'
import { time } from '../primitives.ts'

/** Price of a message, in the provider's words. */
export const pricing = named(
  'MessagePricing',
  z
    .object({
      billable: z.boolean().nullable().describe('True when the provider charges for the message'),
      category: z.string().nullable().describe('Category of the charge, such as utility or marketing'),
      type: z.string().nullable().describe('Kind of the charge, such as regular or free_customer_service'),
      model: z.string().nullable().describe('Pricing model, such as PMP (per message)'),
    })
    .describe("Charge of the provider for this message, in the provider's terms"),
)

/** The provider's conversation that a message belongs to. */
export const conversation = named(
  'MessageConversation',
  z
    .object({
      id: z.string().nullable().describe("The provider's id of the conversation"),
      origin: z.string().nullable().describe('Occasion of the conversation, such as service or marketing'),
      expiresAt: time.nullable(),
    })
    .describe("The provider's conversation that includes this message"),
)
