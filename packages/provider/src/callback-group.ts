import { readAddress } from './callback-person.ts'
import { asId, asObject, asText, happenedAt, itemsOf, pickTexts } from './json.ts'
import { providerErrors } from './outcome.ts'
import type { ProviderError } from './provider.ts'

/** A person in a group, with phone number (E.164) or user id. `input`: how our request named them, if it did. */
export type GroupPerson = { phone?: string; userId?: string; input?: string }

export type SettingResult = { ok: boolean; text?: string; sha256?: string; error?: ProviderError }

/** What happened in a group. `open`: whether a request to join still waits; false if the person withdrew it. */
type GroupEvent =
  | { kind: 'create'; subject?: string; inviteLink?: string }
  | { kind: 'delete' }
  | { kind: 'joined'; people: GroupPerson[] }
  | { kind: 'removed'; byUs: boolean; people: GroupPerson[]; failed: (GroupPerson & { error?: ProviderError })[] }
  | { kind: 'request'; id: string; person: GroupPerson; open: boolean }
  | { kind: 'settings'; name?: SettingResult; description?: SettingResult; image?: SettingResult }
  | { kind: 'suspension'; suspended: boolean }

/** An update about a group. `requestId`: the id of our request. `error` is set if the whole request failed. */
export type GroupUpdate = { requestId?: string; groupId?: string; at: string; error?: ProviderError } & GroupEvent

type Item = Record<string, unknown>

/**
 * Reads a `provider:group` update in documented and older formats; undefined if unknown. In participant updates, the content decides the
 * kind, because the provider's own example calls a removal `group_create`.
 */
export function parseGroupUpdate(field: string, raw: unknown, receivedAt: Date = new Date()): GroupUpdate | undefined {
  const item = asObject(raw) ?? {}
  const happening = parseEvent(field, asText(item.type) ?? '', item)
  if (happening === undefined) return undefined
  const error = parseError(item)
  return {
    ...pickTexts({ requestId: asId(item.request_id), groupId: asId(item.group_id) }),
    at: happenedAt(item.timestamp, receivedAt),
    ...(error !== undefined && { error }),
    ...happening,
  }
}

/** Reads what happened in a group, or was tried: a failed request has errors too. Undefined if it is unknown. `type`: the item's type in the provider's words. */
function parseEvent(field: string, type: string, item: Item): GroupEvent | undefined {
  switch (field) {
    case 'group_lifecycle_update':
      if (type === 'group_delete') return { kind: 'delete' }
      if (type !== 'group_create') return undefined
      return { kind: 'create', ...pickTexts({ subject: item.subject, inviteLink: item.invite_link }) }
    case 'group_participants_update':
      return parseParticipants(type, item)
    case 'group_settings_update':
      return parseSettings(item)
    case 'group_status_update':
      if (type === 'group_suspend') return { kind: 'suspension', suspended: true }
      return type === 'group_suspend_cleared' ? { kind: 'suspension', suspended: false } : undefined
    default:
      return undefined
  }
}

/** Reads who joined, was removed or asked to join. A participant who leaves counts as removed, but not by us. */
function parseParticipants(type: string, item: Item): GroupEvent | undefined {
  const id = asId(item.join_request_id)
  if (id !== undefined) {
    const open = type !== 'group_join_request_revoked'
    return { kind: 'request', id, person: parsePerson(item), open }
  }
  if (item.added_participants !== undefined) return { kind: 'joined', people: peopleOf(item.added_participants) }
  const removal = item.removed_participants !== undefined || item.failed_participants !== undefined
  if (!removal && !/remove/.test(type)) return undefined
  return {
    kind: 'removed',
    byUs: asText(item.initiated_by) !== 'participant',
    people: peopleOf(item.removed_participants),
    failed: itemsOf(item.failed_participants).flatMap((value) => {
      const each = asObject(value) ?? {}
      const error = parseError(each)
      return [{ ...parsePerson(each), ...(error !== undefined && { error }) }]
    }),
  }
}

/** Reads people, and leaves out those without any identifier. */
const peopleOf = (value: unknown): GroupPerson[] =>
  itemsOf(value)
    .map((each) => parsePerson(asObject(each) ?? {}))
    .filter(({ phone, userId, input }) => phone ?? userId ?? input)

/** Reads a person in a group update. Phone numbers are digits without a plus sign or, in older callbacks, JSON numbers. */
function parsePerson(item: Item): GroupPerson {
  const [waId, input] = [readAddress(item.wa_id), readAddress(item.input)]
  const phone = [waId, input].find((text) => text?.startsWith('+'))
  const hidden = asId(item.user_id) ?? [waId, input].find((text) => text && !text.startsWith('+'))
  return pickTexts({ phone, userId: hidden, input })
}

/** Reads the outcome for each setting that the update is about. Undefined if it is about none that we know. */
function parseSettings(item: Item): GroupEvent | undefined {
  const { errors } = item
  const name = parseSetting(item.group_subject ?? item.subject, errors)
  const description = parseSetting(item.group_description ?? item.description, errors)
  const image = parseSetting(item.profile_picture ?? (item.mime_type === undefined ? undefined : item), errors)
  if (!(name ?? description ?? image)) return undefined
  return { kind: 'settings', ...(name && { name }), ...(description && { description }), ...(image && { image }) }
}

/**
 * Reads a setting: an object with its outcome or, in the older format, the current value as text; undefined if it is neither. `errors`: the
 * errors of the whole update, which count for a setting without an outcome.
 */
function parseSetting(value: unknown, errors: unknown): SettingResult | undefined {
  const item = typeof value === 'string' ? { text: value } : asObject(value)
  if (item === undefined) return undefined
  const error = parseError(item.update_successful === undefined ? { errors, ...item } : item)
  const ok = item.update_successful === undefined ? error === undefined : item.update_successful === true
  const text = typeof item.text === 'string' ? { text: item.text } : {}
  return { ok, ...text, ...pickTexts({ sha256: item.sha256 }), ...(error !== undefined && { error }) }
}

const parseError = ({ errors }: Item): ProviderError | undefined => providerErrors(errors)[0]
