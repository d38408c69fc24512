import { z } from 'zod'

const parameter = z.looseObject({ type: z.string().min(1) })
const buttonIndex = z.union([z.int().min(0).max(9), z.string().regex(/^\d$/)])

/** A template message (cloud-api.md 2.4). */
export const template = z.strictObject({
  name: z.string().min(1).max(512),
  language: z.strictObject({ code: z.string().min(2), policy: z.literal('deterministic').optional() }),
  components: z
    .array(
      z.strictObject({
        type: z.enum(['header', 'body', 'button', 'carousel', 'limited_time_offer', 'order_status']),
        sub_type: z.string().optional(),
        index: buttonIndex.optional(),
        parameters: z.array(parameter).optional(),
        cards: z.array(z.looseObject({})).optional(),
      }),
    )
    .optional(),
})
