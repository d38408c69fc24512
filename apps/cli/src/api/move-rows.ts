import {
  attributeNames,
  contactFields,
  type contacts as contactOperations,
  fieldsMax,
  type InputOf,
  keyOfName,
  phoneFault,
  readPhone,
  secretHeader,
  type webhooks as webhookOperations,
} from '@posthorn/contracts'
import { attributeFields, colorOfWord, infoFields, infoPrefix } from '@posthorn/dialect'
import { CommandError } from './client.ts'
import type { Kind, Row, WebhookForm } from './move-source.ts'

/** A report about a row that isn't moved, or not as it was. `detail` is printed; without it, it is only counted. `lost`: data is missing here. */
export type Note = { kind: Kind; row: string; why: string; detail?: string; lost: boolean }

/** Records a note. Returns undefined, so that a converter can record why it returns nothing. */
export type Noting = (note: Note) => undefined

/** A label; missing fields keep their current values. */
export type LabelRow = { name: string; color?: string; description?: string }

export type ContactRow = NonNullable<InputOf<typeof contactOperations.imports.create>['contacts']>[number] & {
  phone: string
}

export type ChatRow = { phone: string; labels: string[]; status: 'open' | 'pending' | 'resolved' | 'archived' }

export type WebhookRow = Pick<
  InputOf<typeof webhookOperations.webhooks.create>,
  'name' | 'url' | 'events' | 'number' | 'secretHeader'
> & { url: string; active: boolean }

/** Returns a text or number as text without spaces around it; empty for any other value. */
export const trimmedText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
/** Returns a nested row; an empty one if there is none. */
const rowIn = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {})
/** Returns text unchanged, and any other value as JSON. */
const printed = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const descriptionCharactersMax = 300

/** Converts a row to a label, without a description that is too long. */
export function labelOf(row: Row, note: Noting): LabelRow {
  const [name = '', color = '', description = ''] = ['name', 'color', 'description'].map((field) =>
    trimmedText(row[field]),
  )
  const isLong = description.length > descriptionCharactersMax
  const detail = `its description has more than ${descriptionCharactersMax} characters; left out`
  if (isLong) note({ kind: 'labels', row: name, why: 'parts left out', detail, lost: true })
  return {
    name,
    ...(color === '' ? {} : { color: colorOfWord(color) }),
    ...(description === '' || isLong ? {} : { description }),
  }
}

/** Returns the phone number from a person's row. Otherwise records why there is none: it is hidden or invalid, or the row isn't about a person. */
function phoneOf(kind: 'contacts' | 'chats', row: Row, note: Noting): string | undefined {
  const [wid, type] = [trimmedText(row['wid']) || trimmedText(row['id']), trimmedText(row['type'])]
  const skip = (why: string) => note({ kind, row: wid, why, lost: false })
  if (type === 'group' || wid.endsWith('@g.us')) return skip('groups')
  if (type === 'channel' || /@(newsletter|broadcast)$/.test(wid)) return skip('channels')
  const typed = trimmedText(row['phone']) || (/@(c\.us|s\.whatsapp\.net)$|^\+?\d+$/.test(wid) ? wid : '')
  if (typed === '' && wid.endsWith('@lid')) return skip('people who hide their phone')
  const text = `+${typed.replace(/[@:].*$/, '').replace(/^\+|^00/, '')}`
  const phone = readPhone(text)
  if (phone !== null) return phone
  const named = typed === '' ? wid || trimmedText(row['name']) : text
  return note({ kind, row: named, why: 'no valid phone', detail: phoneFault(typed), lost: true })
}

const consents = /^(active|subscribed|included?|opt(ed)?[-_ ]?in|true|1)$/i
const times = ['unsubscribedAt', 'excludedAt', 'optedOutAt', 'updatedAt', 'date', 'at']

/**
 * Reads a time: in seconds or milliseconds since 1970, or as text. One without a zone counts as UTC, because the zone of this machine says
 * nothing about the previous service.
 */
function msOf(text: string): number {
  if (/^\d{10}(\d{3})?$/.test(text)) return Number(text.padEnd(13, '0'))
  return Date.parse(/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text) ? `${text}Z` : text)
}

/**
 * Returns the time at which a person opted out, or the current time if only the state is known; undefined if they did not. Any state that
 * isn't a known consent counts as an opt-out. Some databases export true and false as 1 and 0.
 */
function optOutOf(row: Row): string | undefined {
  const subscription = row['subscription']
  const consent = rowIn(subscription)
  const state = trimmedText(typeof subscription === 'object' ? consent['status'] : printed(subscription ?? ''))
  const refusals = [row, consent].flatMap((each) => [each['optedOut'], each['optOut'], each['unsubscribed']])
  const grants = [row['optedIn'], consent['active'], consent['subscribed']]
  const isRefused =
    (state !== '' && !consents.test(state)) ||
    refusals.some((each) => each === true || each === 1) ||
    grants.some((each) => each === false || each === 0)
  if (!isRefused) return undefined
  const [time = Date.now()] = times.map((name) => msOf(trimmedText(consent[name]))).filter((ms) => ms <= Date.now())
  return new Date(time).toISOString()
}

/** Returns whether a person is blocked. Services use different fields for that. */
const isBlocked = (row: Row) =>
  ['blocked', 'banned'].includes(trimmedText(row['status'])) || rowIn(row['meta'])['isContactBlocked'] === true

/** Splits the text values in a contact's row into attributes and custom fields, as the dialect maps them. */
function textsOf(row: Row): { attributes: Record<string, string>; fields: Record<string, string> } {
  const { name: rowName, info, metadata } = row
  const { kind: _kind, ...facts } = { name: rowName, ...rowIn(info) } as Row
  const [name, surname] = [trimmedText(facts['name']), trimmedText(facts['surname'])]
  const named = surname === '' ? { name } : { name: `${name} ${surname}`.trim(), firstName: name }
  const others = Object.entries(attributeFields).map(
    ([field, attribute]) => [attribute, trimmedText(facts[field])] as const,
  )
  const given = { ...named, ...Object.fromEntries(others.filter(([, value]) => value !== '')) }
  const kept = infoFields.flatMap((field) => {
    const value = facts[field]
    return value === undefined || value === null ? [] : [[`${infoPrefix}${field}`, printed(value)] as const]
  })
  const pairs = Array.isArray(metadata)
    ? metadata.map((pair) => [trimmedText(rowIn(pair)['key']), printed(rowIn(pair)['value'] ?? '')] as const)
    : Object.entries(rowIn(metadata)).map(([key, value]) => [key, printed(value)] as const)
  const isFilled = ([, value]: readonly [string, string]) => value !== ''
  return {
    attributes: Object.fromEntries(Object.entries(given).filter(isFilled)),
    fields: Object.fromEntries([...kept, ...pairs].filter(isFilled)),
  }
}

/** Converts a row to a contact; undefined if it has no phone number. Notes what it leaves out. */
export function contactOf(row: Row, note: Noting): ContactRow | undefined {
  const phone = phoneOf('contacts', row, note)
  if (phone === undefined) return undefined
  const { attributes, fields } = textsOf(row)
  const contact: ContactRow = { phone, fields: {} }
  const drop = (part: string, detail: string) =>
    note({ kind: 'contacts', row: phone, why: 'parts left out', detail: `${part} ${detail}; left out`, lost: true })
  for (const name of attributeNames) {
    const value = name === 'country' ? attributes[name]?.toUpperCase() : attributes[name]
    if (value === undefined) continue
    const fault = contactFields[name].safeParse(value).error?.issues[0]?.message
    if (fault === undefined) contact[name] = value
    else drop(name, fault)
  }
  for (const [key, value] of Object.entries(fields)) {
    const fault = contactFields.fields.safeParse({ [key]: value }).error?.issues[0]?.message
    const isFull = Object.keys(contact.fields ?? {}).length === fieldsMax
    if (fault === undefined && !isFull) Object.assign(contact.fields ?? {}, { [key]: value })
    else drop(`fields.${key}`, fault ?? `is one of more than ${fieldsMax}`)
  }
  const optedOutAt = optOutOf(row)
  if (optedOutAt !== undefined) contact.optedOutAt = optedOutAt
  if (isBlocked(row)) contact.blocked = true
  return contact
}

const statuses = { active: 'open', pending: 'pending', resolved: 'resolved', archived: 'archived' } as const

/** Names of the previous service's labels by id, and the labels that exist here, by `keyOfName`. */
type KnownLabels = { names: ReadonlyMap<string, string>; labels: ReadonlySet<string> }

/** Converts a row to a chat; undefined if it has no phone number or no label that can be set. Notes what it leaves out. */
export function chatOf(row: Row, { names, labels }: KnownLabels, note: Noting): ChatRow | undefined {
  const phone = phoneOf('chats', row, note)
  if (phone === undefined) return undefined
  const given: unknown[] = Array.isArray(row['labels']) ? row['labels'] : []
  const named = given.map(
    (each) => trimmedText(rowIn(each)['name']) || trimmedText(rowIn(each)['id']) || trimmedText(each),
  )
  const all = [...new Set(named.map((each) => names.get(each) ?? each).filter(Boolean))]
  const known = all.filter((name) => labels.has(keyOfName(name)))
  noteUnset(
    all.filter((each) => !known.includes(each)),
    phone,
    note,
  )
  if (known.length === 0) return note({ kind: 'chats', row: phone, why: 'without labels', lost: false })
  return { phone, labels: known, status: statuses[trimmedText(row['status']) as keyof typeof statuses] ?? 'open' }
}

/** Notes labels that a chat does not get, because they do not exist here or the chat has as many as it can. */
export function noteUnset(names: readonly string[], phone: string, note: Noting): void {
  for (const name of names)
    note({
      kind: 'chats',
      row: phone,
      why: 'parts left out',
      detail: `label ${name} cannot be set; left out`,
      lost: true,
    })
}

/** Source device, target number, and payload format for moved webhooks. */
type Binding = { device: string | undefined; number: NonNullable<WebhookRow['number']>; form: WebhookForm }

/** Converts a row to a webhook, for the number being moved or for all numbers, as in the previous service. Notes what isn't moved. */
export function webhookOf(row: Row, { device, number, form }: Binding, note: Noting): WebhookRow | undefined {
  const [name, url] = [trimmedText(row['name']), trimmedText(row['url'])]
  const status = trimmedText(row['status']).toLowerCase()
  const named = name || url
  const skip = (why: string, detail: string, lost = true) => {
    note({ kind: 'webhooks', row: named, why, detail: `${detail}; skipped`, lost })
    return undefined
  }
  const drop = (detail: string) =>
    note({ kind: 'webhooks', row: named, why: 'parts left out', detail: `${detail}; left out`, lost: true })
  const devices = devicesOf(row)
  if (devices.length > 0 && (device === undefined || !devices.includes(device)))
    return skip('of another device', `is of device ${devices.join(', ')}, which is not moved`, false)
  if (status === 'removed') return skip('removed there', 'was removed there', false)
  const given = (Array.isArray(row['events']) ? row['events'] : [row['events']]).map(trimmedText).filter(Boolean)
  const events = [...new Set(given.flatMap(form.eventsOf))]
  for (const event of given.filter((each) => form.eventsOf(each).length === 0)) drop(`event ${event} is not known here`)
  const isOff = row['enabled'] === false || row['active'] === false || row['disabled'] === true
  if (events.length === 0) return skip('no known event', 'has no event that is known here')
  return {
    // The API refuses half of an emoji.
    ...(name === '' ? {} : { name: name.slice(0, 100).toWellFormed() }),
    url,
    events,
    ...(devices.length > 0 ? { number } : {}),
    ...soleHeaderOf(row, drop),
    active: !isOff && (status === '' || status === 'active'),
  }
}

/** Returns a webhook's devices; an empty list means the whole account. */
function devicesOf({ device, devices }: Row): string[] {
  const all = [device, ...(Array.isArray(devices) ? devices : [])]
  const ids = all.map((each) => trimmedText(rowIn(each)['id']) || trimmedText(each))
  return [...new Set(ids.filter((id) => !['', '*', 'all'].includes(id)))]
}

/** Returns the only device that an export's webhooks name, which is the one that moves if none is named. Throws if they name several. */
export function soleDevice(rows: readonly Row[]): string | undefined {
  const [device, ...others] = new Set(rows.flatMap(devicesOf))
  if (others.length > 0)
    throw new CommandError('the webhooks are of several devices; pass the one that moves with --from-device')
  return device
}

/** Returns the first custom header, because a webhook can have only one here. Calls `drop` for the others, or for this one if it isn't valid. */
function soleHeaderOf({ headers }: Row, drop: (detail: string) => void): Pick<WebhookRow, 'secretHeader'> {
  const [first, ...others] = Object.entries(rowIn(headers)).map(([name, value]) => ({ name, value: printed(value) }))
  for (const { name } of others) drop(`header ${name} is beyond the one that a webhook may have here`)
  if (first === undefined) return {}
  const fault = secretHeader.safeParse(first).error?.issues[0]?.message
  if (fault === undefined) return { secretHeader: first }
  drop(`header ${first.name} ${fault}`)
  return {}
}
