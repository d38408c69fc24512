import { isBlank, providerBounds, variableFault, variableRefusal } from '@posthorn/contracts/provider-rules'
import { z } from 'zod'

const parameter = z.looseObject({ type: z.string().min(1) }).superRefine((fields, ctx) => {
  const { type } = fields
  if (type !== 'text' && type !== 'payload' && type !== 'coupon_code') return
  const value = fields[type]
  const refuse = (code: number, details: string) =>
    ctx.addIssue({ code: 'custom', path: [type], message: details, params: { code, details } })
  if (value === undefined || (typeof value === 'string' && isBlank(value)))
    refuse(131008, `Parameter of type ${type} is missing ${type} value`)
  if (typeof value !== 'string' || isBlank(value)) return
  if (type === 'coupon_code' && value.length > providerBounds.couponCode.max)
    refuse(131009, `A coupon code has 1 to ${providerBounds.couponCode.max} characters.`)
  if (type !== 'text') return
  if (value.length > providerBounds.templateVariable.max) refuse(132005, 'A parameter is too long.')
  else if (variableFault(value) !== undefined) refuse(132018, variableRefusal)
})
const buttonIndex = z.union([z.int().min(0).max(9), z.string().regex(/^\d$/)])

/** A template message (cloud-api.md 2.4). */
export const template = z.strictObject({
  name: z.string().min(1).max(512),
  language: z.strictObject({
    code: z.string().min(2),
    policy: z.literal('deterministic').optional(),
  }),
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
