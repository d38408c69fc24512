/** Fields of callbacks about templates (cloud-api.md 5.8). */
export const templateFields: readonly string[] = [
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
]

/** Fields of callbacks about the account, of which callers get the reason and dates. */
export const accountFields: readonly string[] = [
  'account_update',
  'account_review_update',
  'account_alerts',
  'account_settings_update',
]

/** Fields of callbacks after which the state of a number at the provider may differ (cloud-api.md 5.8). */
export const numberFields: readonly string[] = [
  'phone_number_quality_update',
  'phone_number_name_update',
  'business_capability_update',
  'security',
  ...accountFields,
]

/** Fields of callbacks with messages, groups, preferences and calls. */
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

/** Documented fields of callbacks that are not read. */
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

/** Returns the field as a label of a metric: a field that is not documented is `other`, so that callbacks cannot add labels without end. */
export function labelField(field: string): string {
  return knownFields.has(field) ? field : 'other'
}

/** Returns true for a field of callbacks about the account, its templates or a number that is read. */
export function isReadAccountField(field: string): boolean {
  return templateFields.includes(field) || numberFields.includes(field)
}
