import { z } from 'zod'

const text = z.string().min(1)
const quality = z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])
const tier = z.string().regex(/^TIER_/)
const seconds = z.union([z.int(), z.string().regex(/^\d+$/)])

const ofTemplate = { message_template_id: z.int(), message_template_name: text, message_template_language: text }
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

const oneOfWords = (words: string) => z.enum(words.split(' '))

/** Schemas of `value` by field, written by hand from the provider's pages, because its document doesn't model it. */
const callbackValues: Readonly<Record<string, z.ZodType>> = {
  message_template_status_update: z.looseObject({
    ...ofTemplate,
    event: oneOfWords(templateEvents),
    message_template_category: oneOfWords('MARKETING UTILITY AUTHENTICATION').optional(),
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
    z.looseObject({ ...ofTemplate, correct_category: text, new_category: text, category_update_timestamp: seconds }),
  ]),
  phone_number_quality_update: z.union([
    z.looseObject({ ...ofPhone, event: oneOfWords(phoneEvents), max_daily_conversations_per_business: tier }),
    z.looseObject({ ...ofPhone, event: oneOfWords(phoneEvents), current_limit: tier }),
  ]),
  phone_number_name_update: z.looseObject({
    ...ofPhone,
    decision: oneOfWords('APPROVED DEFERRED PENDING REJECTED'),
    requested_verified_name: text,
    rejection_reason: z
      .string()
      .regex(/^(NAME_|NONE$)/)
      .nullable(),
  }),
  account_update: z.looseObject({ event: oneOfWords(accountEvents) }),
  account_review_update: z.looseObject({ decision: oneOfWords('APPROVED REJECTED PENDING DEFERRED') }),
  account_alerts: z.looseObject({
    entity_type: text,
    entity_id: text,
    alert_info: z.looseObject({
      alert_severity: oneOfWords('CRITICAL WARNING INFORMATIONAL'),
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
  security: z.looseObject({ ...ofPhone, event: oneOfWords('PIN_CHANGED PIN_RESET_REQUEST PIN_REQUEST_SUCCESS') }),
  user_preferences: z.looseObject({
    ...ofNumber,
    contacts: z.array(z.looseObject({ user_id: text })).min(1),
    user_preferences: z
      .array(
        z.looseObject({
          detail: text,
          category: z.literal('marketing_messages'),
          value: oneOfWords('stop resume'),
          timestamp: seconds,
        }),
      )
      .min(1),
  }),
  business_username_update: z.looseObject({
    ...ofPhone,
    username: text,
    status: oneOfWords('approved deleted reserved'),
  }),
  smb_message_echoes: z.looseObject({
    ...ofNumber,
    message_echoes: z.array(z.looseObject({ from: text, to: text, id: text, timestamp: seconds, type: text })).min(1),
  }),
}

/** Returns the ways in which a value violates its field's documentation; empty for fields without a schema here. */
function accountValueViolations(field: string, value: unknown): string[] {
  const result = callbackValues[field]?.safeParse(value)
  if (result === undefined || result.success) return []
  return result.error.issues.map(({ path, message }) => `/value/${path.join('/')} of ${field}: ${message}`)
}

type Json = Record<string, unknown>

/** Returns violations of rules that the corrected document lacks: limits and combinations that only the provider's pages state. */
export function sendRuleViolations(body: Json): string[] {
  if (body.status === 'read') return readReceiptViolations(body)
  const type = typeof body.type === 'string' ? body.type : 'text'
  const check = Object.hasOwn(contentRules, type) ? contentRules[type] : undefined
  if (check === undefined) return [`/type ${type} does not exist`]
  const content = body[type]
  if (!isObjectOrList(content)) return [`/${type} is missing`]
  return [...targetViolations(body), ...check(content).map((text) => `/${type} ${text}`)]
}

/** Checks of the content, by type of message. Types without rules are listed, too, because any other type does not exist. */
const contentRules: Readonly<Record<string, (content: Json) => string[]>> = {
  text: (text) => unless(lengthWithin(text.body, 1, 4096), 'body must have 1 to 4096 characters'),
  image: (media) => mediaViolations(media, ['caption']),
  video: (media) => mediaViolations(media, ['caption']),
  audio: (media) => mediaViolations(media, ['voice']),
  document: (media) => mediaViolations(media, ['caption', 'filename']),
  sticker: (media) => mediaViolations(media, []),
  location: () => [],
  reaction: () => [],
  template: () => [],
  contacts: (contacts) => objectsIn(contacts).flatMap((contact) => contactViolations(contact)),
  interactive: interactiveViolations,
  pin: (pin) => [
    ...unless(['pin', 'unpin'].includes(String(pin.type)), 'type must be pin or unpin'),
    ...unless(lengthWithin(pin.message_id, 1, 512), 'message_id is missing'),
    ...unless(pin.type !== 'pin' || isWithin(pin.expiration_days, 1, 30), 'expiration_days must be 1 to 30'),
  ],
}

/** Checks the recipient. A group is addressed by id, so its address is not checked. */
function targetViolations(body: Json): string[] {
  const to = body.to
  if (to === undefined || body.recipient_type === 'group') return []
  return unless(
    typeof to === 'string' && /^\+\d{5,15}$/.test(to),
    '/to must be E.164 with plus, or it gets another country code',
  )
}

/** Checks the request that marks a message as read, and with `typing_indicator` also shows the customer that someone types. */
function readReceiptViolations(body: Json): string[] {
  const known = ['messaging_product', 'status', 'message_id', 'typing_indicator']
  return [
    ...unless(
      Object.keys(body).every((key) => known.includes(key)),
      '/ a read receipt has no other keys',
    ),
    ...unless(
      !('typing_indicator' in body) || objectOf(body.typing_indicator).type === 'text',
      '/typing_indicator type must be text',
    ),
  ]
}

/** Checks an uploaded (`id`) or linked (`link`) file. `furtherKeys`: what this type of media may have too, such as a caption. */
function mediaViolations(media: Json, furtherKeys: string[]): string[] {
  const known = ['id', 'link', ...furtherKeys]
  const strange = Object.keys(media).filter((key) => !known.includes(key))
  return [
    ...unless('id' in media !== 'link' in media, 'needs exactly one of id and link'),
    ...strange.map((key) => `has no ${key}`),
    ...unless(media.link === undefined || isWebAddress(media.link), 'link must be an http or https address'),
  ]
}

/** Checks the name on a shared contact card: the provider demands the formatted name and one of its parts. */
function contactViolations(contact: Json): string[] {
  const name = objectOf(contact.name)
  const parts = ['first_name', 'last_name', 'middle_name', 'prefix', 'suffix'].filter(
    (part) => name[part] !== undefined,
  )
  return unless(name.formatted_name !== undefined && parts.length > 0, 'name needs formatted_name and one part more')
}

const actionKeys: Readonly<Record<string, string>> = {
  button: 'buttons',
  list: 'sections',
  cta_url: 'name',
  flow: 'name',
}

/** Checks what a schema cannot say about buttons and lists: the action fits the type, rows count over all sections, titles differ. */
function interactiveViolations(interactive: Json): string[] {
  const action = objectOf(interactive.action)
  const key = actionKeys[String(interactive.type)]
  const rows = objectsIn(action.sections).flatMap((section) => objectsIn(section.rows))
  const titles = objectsIn(action.buttons).map((button) => objectOf(button.reply).title)
  return [
    ...unless(key === undefined || key in action, `action of type ${String(interactive.type)} needs ${key}`),
    ...unless(rows.length <= 10, 'has more than 10 rows over all sections'),
    ...unless(new Set(titles).size === titles.length, 'titles of buttons must differ'),
  ]
}

const accountField =
  /^(message_template|template|phone_number|account|business|security$|user_preferences$|smb_|history$|calls$|flows$|partner_solutions$|payment_configuration|automatic_events$)/

/** Returns violations in a callback's account changes, which the document doesn't cover. */
export const callbackRuleViolations = (body: Json): string[] =>
  objectsIn(body.entry).flatMap((entry) =>
    objectsIn(entry.changes)
      .filter(({ field }) => accountField.test(String(field)))
      .flatMap((change) => [
        ...unless(Number.isInteger(entry.time), `/entry/time must be an integer beside ${String(change.field)}`),
        ...unless(typeof change.value === 'object', `/value of ${String(change.field)} is missing`),
        ...accountValueViolations(String(change.field), change.value),
      ]),
  )

/** Whether the provider's document has a schema for this field of a callback. */
export const isModeled = (field: unknown): boolean => field === 'messages' || String(field).startsWith('group_')

/** The content of a message is an object, or a list if it has shared contacts. */
const isObjectOrList = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Returns an object, or an empty one for any other value, so that rules can walk through bodies of any shape. */
const objectOf = (value: unknown): Json => (isObjectOrList(value) ? value : {})

/** Returns the objects in an array. Returns an empty list for any other value. */
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObjectOrList) : [])

/** Returns the violation of a rule, or nothing if the body keeps it. */
function unless(isKept: boolean, violation: string): string[] {
  return isKept ? [] : [violation]
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}

function lengthWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'string' && isWithin(value.length, min, max)
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max
}
