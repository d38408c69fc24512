/** Callback fields about templates (cloud-api.md 5.8). */
export const templateFields: readonly string[] = [
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

/** Callback fields that can mean a change in a number's state at the provider (cloud-api.md 5.8). */
export const numberFields: readonly string[] = [
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'security',
  ...accountFields,
]

const contentFields: readonly string[] = [
  'messages',
  'smb_message_echoes',
  'user_preferences',
  'calls',
  'group_lifecycle_update',
  'group_participants_update',
  'group_settings_update',
  'group_status_update',
]

/** Documented callback fields that aren't read. */
const otherFields: readonly string[] = [
  'business_username_update',
  'business_username_updates',
  'smb_app_state_sync',
  'history',
  'standby',
  'flows',
  'partner_solutions',
  'payment_configuration_update',
  'automatic_events',
]

const knownFields = new Set([...templateFields, ...numberFields, ...contentFields, ...otherFields])

/** Returns a field as a metric label. Undocumented fields become `other`, so that callbacks can't create unlimited labels. */
export function labelField(field: string): string {
  return knownFields.has(field) ? field : 'other'
}

/** Whether we read a callback field that is about the account, its templates, or a number. */
export function isReadAccountField(field: string): boolean {
  return templateFields.includes(field) || numberFields.includes(field)
}
