import { z } from 'zod'
import { decideTemplate } from '../graph/templates.ts'
import { phoneOf, type SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'

export const accountInput = z
  .strictObject({
    quality: z.enum(['GREEN', 'YELLOW', 'RED']).optional(),
    messagingLimit: z
      .string()
      .regex(/^TIER_\w{1,20}$/)
      .optional(),
    status: z.enum(['CONNECTED', 'RESTRICTED', 'RATE_LIMITED', 'FLAGGED', 'BANNED', 'OFFLINE']).optional(),
    name: z
      .strictObject({ name: z.string().min(1).max(100), decision: z.enum(['APPROVED', 'REJECTED', 'DEFERRED']) })
      .optional(),
    template: z
      .strictObject({ name: z.string().min(1), status: z.enum(['APPROVED', 'REJECTED', 'PAUSED', 'DISABLED']) })
      .optional(),
  })
  .refine((input) => Object.keys(input).length > 0, {
    message: 'name quality, messagingLimit, status, name or template',
  })

type AccountInput = z.infer<typeof accountInput>
type Report = { field: string; value: Record<string, unknown> }

/** Changes a number as the provider would: visible immediately, and reported in callbacks (cloud-api.md 5.8). */
export function decideAccount(
  simulator: SimulatorState,
  number: SimulatedNumber,
  input: AccountInput,
): { simulated: 'account' } {
  const { quality, messagingLimit, status, name } = input
  const changed = simulator.change(number, {
    ...(quality && { quality }),
    ...(messagingLimit && { messagingLimit }),
    ...(status && { status }),
    ...(name && { nameStatus: name.decision === 'APPROVED' ? 'APPROVED' : 'DECLINED' }),
    ...(name?.decision === 'APPROVED' && { name: name.name }),
  })
  const decided = input.template ? decideTemplate(simulator, changed, input.template) : changed
  for (const reported of callbacksOf(decided, input)) simulator.report(decided, () => reported)
  return { simulated: 'account' }
}

function callbacksOf(number: SimulatedNumber, { quality, messagingLimit, status, name }: AccountInput): Report[] {
  const display_phone_number = phoneOf(number).slice(1)
  const max_daily_conversations_per_business = number.messagingLimit ?? 'TIER_UNLIMITED'
  const quality_update = (event: string): Report => ({
    field: 'phone_number_quality_update',
    value: { display_phone_number, event, max_daily_conversations_per_business },
  })
  return [
    ...(quality ? [quality_update(quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED')] : []),
    ...(messagingLimit ? [quality_update('UPGRADE')] : []),
    ...(status
      ? [{ field: 'account_update', value: { phone_number: display_phone_number, event: eventOf(status) } }]
      : []),
    ...(name ? [nameUpdate(display_phone_number, name)] : []),
  ]
}

function eventOf(status: string): string {
  if (status === 'BANNED') return 'DISABLED_UPDATE'
  return status === 'CONNECTED' ? 'ACCOUNT_RECONNECTED' : 'ACCOUNT_RESTRICTION'
}

function nameUpdate(display_phone_number: string, name: NonNullable<AccountInput['name']>): Report {
  const rejection_reason = name.decision === 'REJECTED' ? 'NAME_NOT_CONSISTENT' : null
  const { decision, name: requested_verified_name } = name
  return {
    field: 'phone_number_name_update',
    value: { display_phone_number, decision, requested_verified_name, rejection_reason },
  }
}
