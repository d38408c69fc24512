import { suspendsNumber } from './error-rule.ts'
import { announcedTime, asNumber, asObject, asText, itemsOf, pickTexts } from './json.ts'
import { providerErrors } from './outcome.ts'

const templateFields: readonly string[] = [
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
]

/** Callback fields about the account. Callers receive the reason and dates from these callbacks. */
export const accountFields: readonly string[] = [
  'account_update',
  'account_review_update',
  'account_alerts',
  'account_settings_update',
]

/** Callback fields that can mean a change in a number's state at the provider. */
const numberFields: readonly string[] = [
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'security',
  ...accountFields,
]

/** Other documented callback fields: those about messages, people and groups, then those that aren't read. */
const otherFields: readonly string[] = [
  'messages smb_message_echoes user_preferences calls',
  'group_lifecycle_update group_participants_update group_settings_update group_status_update',
  'business_username_update business_username_updates smb_app_state_sync history standby flows partner_solutions',
  'payment_configuration_update automatic_events',
].flatMap((line) => line.split(' '))

const knownFields = new Set([...templateFields, ...numberFields, ...otherFields])

/** Returns a field as a metric label. Undocumented fields become `other`, so that callbacks can't create unlimited labels. */
export const labelField = (field: string): string => (knownFields.has(field) ? field : 'other')

/** Whether we read a callback field that is about the account, its templates, or a number. */
export const isReadAccountField = (field: string): boolean =>
  templateFields.includes(field) || numberFields.includes(field)

/** Whether to read a number's state again after a report: its field can mean a change, or it is an error of the entire number or account. */
export const concernsNumber = (field: string, raw: unknown): boolean =>
  numberFields.includes(field) || (field === 'messages' && providerErrors([raw]).some(suspendsNumber))

/** A provider's report about an account: its event and reason in the provider's words, its dates, and the whole report. */
type AccountReport = {
  event: string
  reason?: string
  /** End of the last restriction, ISO 8601. */
  until?: string
  bannedAt?: string
  details: Record<string, unknown>
}

/** Reads a report about an account. Each kind of report has its event and its reason in other fields. */
export function parseAccountReport(field: string, raw: unknown): AccountReport {
  const item = asObject(raw) ?? {}
  const alert = asObject(item.alert_info) ?? {}
  const ban = asObject(item.ban_info) ?? {}
  const restrictions = itemsOf(item.restriction_info).map((each) => asObject(each) ?? {})
  const reason =
    asText(asObject(item.violation_info)?.violation_type) ??
    asText(alert.alert_description) ??
    joinTexts(restrictions.map(({ restriction_type: type }) => type)) ??
    joinTexts([ban.waba_ban_state].flat()) ??
    asText(item.rejection_reason)
  return {
    event: asText(item.event) ?? asText(item.decision) ?? asText(alert.alert_type) ?? field.toUpperCase(),
    ...pickTexts({ reason, until: findEnd(restrictions), bannedAt: ban.waba_ban_date }),
    details: item,
  }
}

function joinTexts(values: unknown[]): string | undefined {
  const texts = values.flatMap((value) => asText(value) ?? [])
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** Returns when the last of these restrictions ends. */
function findEnd(restrictions: Record<string, unknown>[]): string | undefined {
  const ends = restrictions.flatMap(({ expiration }) => asNumber(expiration) ?? [])
  return ends.length > 0 ? announcedTime(Math.max(...ends)) : undefined
}
