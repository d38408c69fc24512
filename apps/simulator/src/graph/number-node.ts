import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { verifyCallback } from '../callbacks/post.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { refuse } from './error-codes.ts'

const defaultFields = ['id', 'display_phone_number', 'verified_name', 'quality_rating', 'code_verification_status']
const standardMessagesPerSecond = 80

/** Returns a number's requested fields, or the usual ones (cloud-api.md section 8), always with `id`. */
export function describeNumber(number: SimulatedNumber, fields: string | undefined): Record<string, unknown> {
  const all = allFields(number)
  const asked = fields === undefined || fields === '' ? defaultFields : fields.split(',').map((field) => field.trim())
  const unknown = asked.find((field) => !Object.hasOwn(all, field))
  if (unknown !== undefined) refuse(100, { details: `Tried accessing nonexisting field (${unknown}).` })
  return Object.fromEntries([...new Set(['id', ...asked])].map((field) => [field, all[field]]))
}

const settings = z.strictObject({
  webhook_configuration: z
    .strictObject({ override_callback_uri: z.string().max(200), verify_token: z.string().max(256).optional() })
    .optional(),
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
})

/** Changes a number's callback URL, once the receiver has returned a challenge; an empty URL stops callbacks (cloud-api.md 5.1). */
export async function changeNumber(
  simulator: SimulatorState,
  number: SimulatedNumber,
  body: Record<string, unknown>,
): Promise<{ success: true }> {
  const parsed = settings.safeParse(body)
  if (!parsed.success) return refuse(100, { details: parsed.error.issues[0]?.message ?? 'Invalid parameter' })
  const webhook = parsed.data.webhook_configuration
  if (webhook === undefined) return { success: true }
  const { override_callback_uri: callbackUrl, verify_token: verifyToken = '' } = webhook
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000))
  if (callbackUrl !== '' && !(await verifyCallback(callbackUrl, verifyToken, challenge))) refuse(2200)
  simulator.change(number, { callbackUrl, verifyToken })
  return { success: true }
}

function allFields(number: SimulatedNumber): Record<string, unknown> {
  return {
    id: number.phoneNumberId,
    display_phone_number: number.displayPhoneNumber,
    verified_name: number.name,
    quality_rating: number.quality ?? 'GREEN',
    code_verification_status: number.verified === false ? 'NOT_VERIFIED' : 'VERIFIED',
    status: number.registered === false ? 'PENDING' : (number.status ?? 'CONNECTED'),
    name_status: number.nameStatus ?? 'APPROVED',
    account_mode: 'SANDBOX',
    platform_type: 'CLOUD_API',
    throughput: { level: number.messagesPerSecond > standardMessagesPerSecond ? 'HIGH' : 'STANDARD' },
    whatsapp_business_manager_messaging_limit: number.messagingLimit ?? 'TIER_UNLIMITED',
    is_on_biz_app: false,
    webhook_configuration: { phone_number: number.callbackUrl },
    health_status: {
      can_send_message: canSend(number),
      entities: [{ entity_type: 'PHONE_NUMBER', id: number.phoneNumberId, can_send_message: canSend(number) }],
    },
  }
}

function canSend({ registered, status = 'CONNECTED' }: SimulatedNumber): string {
  if (registered === false || status === 'BANNED') return 'BLOCKED'
  return status === 'CONNECTED' ? 'AVAILABLE' : 'LIMITED'
}
