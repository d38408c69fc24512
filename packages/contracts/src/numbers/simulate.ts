import { z } from 'zod'
import { idOf } from '../ids.ts'
import { besideOtherFaults, phone, text, textCharactersMax } from '../primitives.ts'
import { templateName } from './template.ts'

const simulateMessage = z
  .object({
    from: phone,
    type: text(1, 40).default('text'),
    text: text(1, textCharactersMax).optional(),
    name: text(1, 100).optional(),
    replyTo: text(1, 256).optional().describe("The provider's id of the message it answers"),
    groupId: text(1, 256).optional().describe("The provider's id of the group it is written in"),
    content: z.record(z.string(), z.json()).optional().describe('The content object of types other than text'),
  })
  .strict()

const simulateAccount = z
  .object({
    quality: z.enum(['GREEN', 'YELLOW', 'RED']).optional(),
    messagingLimit: z.enum(['TIER_50', 'TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']).optional(),
    status: z.enum(['CONNECTED', 'RESTRICTED', 'RATE_LIMITED', 'FLAGGED', 'BANNED', 'OFFLINE']).optional(),
    name: z
      .object({ name: text(1, 100), decision: z.enum(['APPROVED', 'REJECTED', 'DEFERRED']) })
      .strict()
      .optional(),
    template: z
      .object({ name: templateName, status: z.enum(['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']) })
      .strict()
      .optional(),
  })
  .strict()
  .refine((input) => Object.keys(input).length > 0, {
    message: 'name quality, messagingLimit, status, name or template',
  })

const simulateGroup = z
  .object({
    group: text(1, 256).describe("The provider's id of it: `providerId` of the group"),
    action: z
      .enum(['follow_link', 'withdraw', 'leave', 'suspend', 'clear'])
      .describe(
        'Somebody follows the invite link (joins, or asks to where that needs approval), takes their request back or leaves; or the provider suspends the group, or clears that',
      ),
    who: text(1, 140).optional().describe('Phone, or the user id of who hides it; of the first three'),
    link: text(1, 256).optional().describe('The link that is followed; absent: the one that is good'),
  })
  .strict()

const parts = ['message', 'status', 'outage', 'advance', 'account', 'group'] as const

/** What may be played: exactly one of six. */
export const simulateInput = z
  .object({
    id: idOf('num'),
    message: simulateMessage.optional().describe('A customer writes'),
    status: z
      .object({
        message: text(1, 256).describe('Our message id or the provider id'),
        state: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
        error: z.int().optional().describe('Provider error code, with failed'),
      })
      .strict()
      .optional(),
    outage: z
      .object({
        kind: z.enum(['refuse', 'hang', 'error', 'cut', 'throttle']),
        seconds: z.number().positive().max(86_400),
      })
      .strict()
      .optional(),
    advance: z
      .object({ seconds: z.number().positive().max(31_536_000) })
      .strict()
      .optional(),
    account: simulateAccount.optional().describe('The provider decides about the number: quality, limit, state, name'),
    group: simulateGroup.optional().describe('Something happens to a group of the number'),
  })
  .superRefine((input, ctx) => {
    if (parts.filter((part) => input[part] !== undefined).length !== 1)
      ctx.addIssue({ code: 'custom', path: [], message: `name exactly one of ${parts.join(', ')}` })
  }, besideOtherFaults)
