import { z } from 'zod'
import { besideOtherFaults, idOf, json, nameText, phone, requireOne, text, textCharactersMax } from '../schemas.ts'
import { templateName } from './templates.ts'

const contentBytesMax = 64 * 1024

const isSmall = (content: unknown) => new TextEncoder().encode(JSON.stringify(content)).length <= contentBytesMax
const smallOnly = { message: `must have at most ${contentBytesMax / 1024} KiB as JSON` }

/** An object in the provider's format, up to the size limit of a callback. */
const providerContent = z.record(z.string(), json).refine(isSmall, smallOnly)
const providerCards = z.array(z.record(z.string(), json)).min(1).refine(isSmall, smallOnly)

const simulateMessage = z
  .object({
    from: phone,
    type: text(1, 40).default('text').describe("The provider's message type, such as text, image or location"),
    text: text(1, textCharactersMax).optional().describe('Text, or caption of media'),
    name: nameText(100).optional().describe("Name in the customer's profile"),
    replyTo: text(1, 256).optional().describe("The provider's id for the message it replies to"),
    groupId: text(1, 256).optional().describe('The group it is sent in: its `id` or `providerId`'),
    content: z
      .union([providerContent, providerCards])
      .optional()
      .describe(
        "Content of types other than text, in the provider's format. Without it, media use a sample, with `text` as the caption",
      ),
  })
  .strict()

const simulateAccount = z
  .object({
    quality: z.enum(['GREEN', 'YELLOW', 'RED']).optional().describe('New quality rating'),
    messagingLimit: z
      .enum(['TIER_50', 'TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED'])
      .optional()
      .describe('New limit on people per day'),
    status: z
      .enum(['CONNECTED', 'RESTRICTED', 'RATE_LIMITED', 'FLAGGED', 'BANNED', 'OFFLINE'])
      .optional()
      .describe('New status of the number with the provider'),
    canSend: z
      .enum(['AVAILABLE', 'LIMITED', 'BLOCKED'])
      .optional()
      .describe('Whether the account may send, whatever the status; a new status resets it'),
    name: z
      .object({
        name: nameText(100).describe('The display name'),
        decision: z.enum(['APPROVED', 'REJECTED', 'DEFERRED']).describe("The provider's decision"),
      })
      .strict()
      .optional()
      .describe('Decision about a new display name'),
    template: z
      .object({
        name: templateName.describe('Name of the template'),
        status: z.enum(['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']).describe('New status of the template'),
      })
      .strict()
      .optional()
      .describe('Decision about a template'),
  })
  .strict()
  .refine((input) => Object.keys(input).length > 0, {
    message: 'send quality, messagingLimit, status, canSend, name or template',
  })

const simulateGroup = z
  .object({
    group: text(1, 256).describe('The group: its `id` or `providerId`'),
    action: z
      .enum(['follow_link', 'withdraw', 'leave', 'suspend', 'clear'])
      .describe(
        'follow_link: a person joins, or requests to join where approval is needed; withdraw: a person withdraws the request; leave: a person leaves; suspend, clear: the provider suspends the group or lifts the suspension',
      ),
    who: text(1, 140)
      .optional()
      .describe('Phone number, or the user id of a person who hides it; for the first three actions'),
    link: text(1, 256).optional().describe('Invite link that the person follows; default: the valid link'),
  })
  .strict()

/** Account callbacks for which the simulator has a sample. */
export const sampledFields = [
  'account_alerts',
  'account_review_update',
  'account_update',
  'automatic_events',
  'business_capability_update',
  'business_username_update',
  'calls',
  'flows',
  'history',
  'message_template_components_update',
  'message_template_quality_update',
  'message_template_status_update',
  'partner_solutions',
  'payment_configuration_update',
  'phone_number_name_update',
  'phone_number_quality_update',
  'security',
  'smb_app_state_sync',
  'smb_message_echoes',
  'template_category_update',
  'user_preferences',
] as const

const simulateChange = z
  .object({
    field: z
      .string()
      .regex(/^[a-z_]{1,60}$/, 'must be a provider field such as account_update')
      .describe(
        "The provider's field name, such as account_update. The simulator guide lists the fields that have a sample",
      ),
    value: providerContent
      .optional()
      .describe("The value of the report in the provider's format; default: the field's sample"),
  })
  .strict()
  .superRefine(({ field, value }, ctx) => {
    // This check also runs when other fields are invalid, for example if `field` is an object.
    if (typeof field === 'string' && value === undefined && !(sampledFields as readonly string[]).includes(field))
      ctx.addIssue({ code: 'custom', path: ['value'], message: `is required: there is no sample for ${field}` })
  }, besideOtherFaults)

const parts = ['message', 'status', 'outage', 'advance', 'account', 'group', 'change'] as const

export const simulateInput = z
  .object({
    id: idOf('num'),
    message: simulateMessage.optional().describe('Message from a customer'),
    status: z
      .object({
        message: text(1, 256).describe("Id of the message, or the provider's id for it"),
        status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']).describe('State to report'),
        error: z.int().optional().describe('Provider error code, for `failed`'),
      })
      .strict()
      .optional()
      .describe('Provider report about a message that was sent'),
    outage: z
      .object({
        kind: z
          .enum(['refuse', 'hang', 'error', 'cut', 'throttle'])
          .describe(
            '`refuse`: no connection; `hang`: no response; `error`: status 500; `cut`: the response breaks off; `throttle`: status 429',
          ),
        seconds: z.number().nonnegative().max(86_400).describe('Duration in seconds; 0 ends an outage'),
      })
      .strict()
      .optional()
      .describe('Provider outage'),
    advance: z
      .object({ seconds: z.number().positive().max(31_536_000).describe('Seconds to pass') })
      .strict()
      .optional()
      .describe('Lets time pass for the provider'),
    account: simulateAccount.optional().describe('Provider decision about the number: quality, limit, status, name'),
    group: simulateGroup.optional().describe("Event in one of the number's groups"),
    change: simulateChange
      .optional()
      .describe('Provider report about the account, as a callback only: the number does not change'),
  })
  .superRefine((input, ctx) => requireOne(parts, input, ctx), besideOtherFaults)
