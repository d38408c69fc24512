import { z } from 'zod'

const text = z.string().min(1)
const quality = z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])
const tier = z.string().regex(/^TIER_/)
const seconds = z.union([z.int(), z.string().regex(/^\d+$/)])

const ofTemplate = {
  message_template_id: z.int(),
  message_template_name: text,
  message_template_language: text,
}
const ofPhone = { display_phone_number: z.string().regex(/^\+?[\d -]+$/) }
const ofNumber = {
  messaging_product: z.literal('whatsapp'),
  metadata: z.looseObject({ ...ofPhone, phone_number_id: z.string().regex(/^\d+$/) }),
}

const templateEvents =
  'APPROVED REJECTED PENDING PAUSED DISABLED FLAGGED IN_APPEAL LIMIT_EXCEEDED ARCHIVED DELETED PENDING_DELETION REINSTATED LOCKED UNLOCKED'
const phoneEvents = 'ONBOARDING THROUGHPUT_UPGRADE FLAGGED UNFLAGGED UPGRADE DOWNGRADE'
const accountEvents =
  'ACCOUNT_DELETED ACCOUNT_VIOLATION ACCOUNT_RESTRICTION DISABLED_UPDATE PARTNER_ADDED PARTNER_REMOVED PARTNER_APP_INSTALLED PARTNER_APP_UNINSTALLED BUSINESS_PRIMARY_LOCATION_COUNTRY_UPDATE AUTH_INTL_PRICE_ELIGIBILITY_UPDATE VOLUME_BASED_PRICING_TIER_UPDATE ACCOUNT_OFFBOARDED ACCOUNT_RECONNECTED MM_LITE_TERMS_SIGNED AD_ACCOUNT_LINKED'

const oneOf = (words: string) => z.enum(words.split(' '))

/** Schemas of `value` by field, written by hand from cloud-api.md 5.8, because the provider's document doesn't model it. */
const values: Readonly<Record<string, z.ZodType>> = {
  message_template_status_update: z.looseObject({
    ...ofTemplate,
    event: oneOf(templateEvents),
    message_template_category: oneOf('MARKETING UTILITY AUTHENTICATION').optional(),
    reason: text.nullable(),
  }),
  message_template_quality_update: z.looseObject({
    ...ofTemplate,
    previous_quality_score: quality,
    new_quality_score: quality,
  }),
  message_template_components_update: z.looseObject({ ...ofTemplate, message_template_element: text }),
  template_category_update: z.union([
    z.looseObject({ ...ofTemplate, previous_category: text, new_category: text }),
    z.looseObject({ ...ofTemplate, correct_category: text, category_update_timestamp: seconds }),
  ]),
  phone_number_quality_update: z.union([
    z.looseObject({ ...ofPhone, event: oneOf(phoneEvents), max_daily_conversations_per_business: tier }),
    z.looseObject({ ...ofPhone, event: oneOf(phoneEvents), current_limit: tier }),
  ]),
  phone_number_name_update: z.looseObject({
    ...ofPhone,
    decision: oneOf('APPROVED DEFERRED PENDING REJECTED'),
    requested_verified_name: text,
    rejection_reason: z
      .string()
      .regex(/^(NAME_|NONE$)/)
      .nullable(),
  }),
  account_update: z.looseObject({ event: oneOf(accountEvents) }),
  account_review_update: z.looseObject({ decision: oneOf('APPROVED REJECTED PENDING DEFERRED') }),
  account_alerts: z.looseObject({
    entity_type: text,
    entity_id: text,
    alert_info: z.looseObject({
      alert_severity: oneOf('CRITICAL WARNING INFORMATIONAL'),
      alert_status: text,
      alert_type: text,
      alert_description: text,
    }),
  }),
  business_capability_update: z.looseObject({
    max_daily_conversations_per_business: tier,
    max_phone_numbers_per_business: z.int().optional(),
    max_phone_numbers_per_waba: z.int().optional(),
  }),
  security: z.looseObject({ ...ofPhone, event: oneOf('PIN_CHANGED PIN_RESET_REQUEST PIN_REQUEST_SUCCESS') }),
  user_preferences: z.looseObject({
    ...ofNumber,
    contacts: z.array(z.looseObject({ user_id: text })).min(1),
    user_preferences: z
      .array(
        z.looseObject({
          detail: text,
          category: z.literal('marketing_messages'),
          value: oneOf('stop resume'),
          timestamp: seconds,
        }),
      )
      .min(1),
  }),
  business_username_update: z.looseObject({
    ...ofPhone,
    username: text,
    status: oneOf('approved deleted reserved'),
  }),
  smb_message_echoes: z.looseObject({
    ...ofNumber,
    message_echoes: z.array(z.looseObject({ from: text, to: text, id: text, timestamp: seconds, type: text })).min(1),
  }),
}

/** Returns violations of a field's documentation; empty for fields other than those in 5.8. */
export function accountValueViolations(field: string, value: unknown): string[] {
  const result = values[field]?.safeParse(value)
  if (result === undefined || result.success) return []
  return result.error.issues.map(({ path, message }) => `/value/${path.join('/')} of ${field}: ${message}`)
}
