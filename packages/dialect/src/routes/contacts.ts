import { contacts, defined, fail, failField, type InputOf } from '@posthorn/contracts'
import { z } from 'zod'
import { type Contact, deviceInPath, findContact, pageOfItems, requirePhone } from '../api/lookups.ts'
import {
  type Fields,
  fieldsIn,
  fieldsOf,
  flagOf,
  itemsOf,
  justAfter,
  printed,
  sortOf,
  textOf,
  windowOf,
} from '../api/request.ts'
import { type DialectCall, type DialectRoute, inRow, route, type Session } from '../api/route.ts'
import { widOfPhone } from '../ids.ts'
import { attributeFields, contactOf, contactSchema, infoFields, infoPrefix } from '../shapes/contact.ts'

const contactFields = ['name', ...Object.keys(attributeFields), ...infoFields, 'metadata', '$remove'].join(' ')

/** Custom fields by name. Null removes a value. */
type Metadata = Record<string, string | null>

/** Changes to attributes and custom fields. Null removes a value. */
type ContactChanges = { attributes: Record<string, string | null>; fields: Metadata }

/** Reads metadata: key-value pairs, or an object. A null value removes the key. */
export function metadataOf(value: unknown, path = 'metadata'): Metadata {
  const textIn = (text: unknown) => (text === null ? null : printed(text))
  if (Array.isArray(value)) {
    return Object.fromEntries(
      value.map((pair: unknown, i) => {
        const { key, value: text } = (typeof pair === 'object' && pair !== null ? pair : {}) as Fields
        if (typeof key !== 'string' || key === '') return failField(`${path}.${i}.key`, 'is required')
        return [key, textIn(text === undefined ? '' : text)]
      }),
    )
  }
  if (typeof value !== 'object' || value === null)
    return failField(path, 'must be an object, or an array of pairs with key and value')
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, textIn(text)]))
}

/** Returns a contact's full name: in the dialect, `name` is only the first name if there is a `surname`. */
function fullNameOf(body: Fields): string | undefined {
  const [name, surname] = [textOf(body, 'name'), textOf(body, 'surname')]
  return name === undefined ? undefined : [name, surname].filter(Boolean).join(' ')
}

/** Returns changes that replace a contact's metadata but keep other fields that the dialect stores. */
export function replacedMetadata(
  { fields }: { fields: Readonly<Record<string, string>> },
  metadata: Metadata,
): Metadata {
  const others = Object.keys(fields).filter((key) => !key.startsWith(infoPrefix))
  return { ...Object.fromEntries(others.map((key) => [key, null])), ...metadata }
}

/** Translates a body's fields to attributes and custom fields. `$remove` lists fields to clear. */
function contactChangesOf(body: Fields): ContactChanges {
  const changes: ContactChanges = { attributes: {}, fields: {} }
  const full = fullNameOf(body)
  if (full !== undefined) changes.attributes['name'] = full
  const first = textOf(body, 'name')
  if (first !== undefined && body['surname'] !== undefined) changes.attributes['firstName'] = first
  for (const [name, attribute] of Object.entries(attributeFields)) {
    const value = textOf(body, name)
    if (value !== undefined) changes.attributes[attribute] = attribute === 'country' ? value.toUpperCase() : value
  }
  for (const name of infoFields) {
    const value = body[name]
    if (value !== undefined && value !== null) changes.fields[`${infoPrefix}${name}`] = printed(value)
  }
  if (body['metadata'] !== undefined) Object.assign(changes.fields, metadataOf(body['metadata']))
  removedIn(body).forEach((name) => removeFrom(changes, String(name)))
  return changes
}

/** Returns the names of the fields to clear. Refuses anything but a list, because nothing would be cleared. */
function removedIn(body: Fields): unknown[] {
  const removed = body['$remove'] ?? []
  return Array.isArray(removed) ? removed : failField('$remove', 'must be an array')
}

/** Clears one field of a contact, under the dialect's name. */
function removeFrom(changes: ContactChanges, fieldName: string): void {
  if (fieldName === 'name') changes.attributes['name'] = null
  else if (Object.hasOwn(attributeFields, fieldName))
    changes.attributes[attributeFields[fieldName as keyof typeof attributeFields]] = null
  else changes.fields[infoFields.includes(fieldName) ? `${infoPrefix}${fieldName}` : fieldName] = null
}

type ListInput = InputOf<typeof contacts.contacts.list>

/** Returns a contact list's filters and order. */
function filtersOf({ query }: DialectCall): ListInput {
  const sort = sortOf(query, ['name', 'createdAt', 'updatedAt', 'lastMessageAt', 'date'])
  const field = sort?.field === 'date' ? 'createdAt' : sort?.field
  const [key, value] = [query.text('metadataKey'), query.text('metadataValue')]
  const filters = {
    search: query.text('search', 'query'),
    country: query.many('country')?.map((code) => code.toUpperCase()),
    tag: query.many('labels', 'label'),
    tagExclude: query.many('labelsExclude'),
    hasChat: query.flag('hasChat'),
    updatedAfter: justAfter(query.time('updatedAfter', 'after')),
    field: key !== undefined && value !== undefined ? { [key]: value } : undefined,
    sort: field && `${field}:${sort?.ascending ? 'asc' : 'desc'}`,
  }
  return defined(filters) as ListInput
}

async function list(call: DialectCall) {
  await deviceInPath(call)
  const rows = await pageOfItems(call.session, contacts.contacts.list, {
    input: filtersOf(call),
    ...windowOf(call.query),
  })
  return rows.map((contact) => contactOf(contact))
}

/** Finds the contact in the path, or fails. */
async function contactInPath({ session, parameters }: DialectCall): Promise<Contact> {
  const device = await deviceInPath({ session, parameters })
  return (await findContact(session, device, parameters['w'] ?? '')) ?? fail('contact:not_found')
}

const get = async (call: DialectCall) => contactOf(await contactInPath(call))

/** Leaves out cleared fields: a new contact has nothing to clear. */
const withoutNulls = (fields: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Record<string, string>

/** Returns only cleared fields. */
const onlyNulls = (fields: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value === null))

/** Whether changes clear a field. */
const clearsIn = ({ attributes, fields }: ContactChanges): boolean =>
  [...Object.values(attributes), ...Object.values(fields)].includes(null)

/** Creates a contact. With `upsert`, updates the one that has the phone number; a second call clears fields, which creating can't. */
async function createOne(session: Session, body: Fields, upsert: boolean): Promise<Contact> {
  const text = textOf(body, 'phone') ?? textOf(body, 'wid') ?? failField('phone', 'is required')
  const { attributes, fields } = contactChangesOf(body)
  const input = {
    phone: requirePhone(text, 'phone'),
    ...withoutNulls(attributes),
    fields: withoutNulls(fields),
    upsert,
  }
  const made = await session.ask(contacts.contacts.create, input as InputOf<typeof contacts.contacts.create>)
  if (made.created || !clearsIn({ attributes, fields })) return made
  const { id } = made
  return session.ask(contacts.contacts.update, { id, ...onlyNulls(attributes), fields: onlyNulls(fields) })
}

async function create({ session, parameters, body, query }: DialectCall) {
  await deviceInPath({ session, parameters })
  const fields = fieldsOf(body)
  return contactOf(await createOne(session, fields, flagOf(fields, 'upsert') === true || query.flag('upsert') === true))
}

async function change(call: DialectCall) {
  const { id } = await contactInPath(call)
  const { attributes, fields } = contactChangesOf(fieldsOf(call.body))
  return contactOf(await call.session.ask(contacts.contacts.update, { id, ...attributes, fields }))
}

async function remove(call: DialectCall) {
  const contact = await contactInPath(call)
  await call.session.ask(contacts.contacts.remove, { id: contact.id })
  return contactOf(contact)
}

/** Returns a body's metadata, which may be the body itself or its field `metadata`, because programs send both. */
function metadataIn(body: unknown): Metadata {
  const isWhole = typeof body !== 'object' || body === null || !('metadata' in body)
  return metadataOf(isWhole ? body : body.metadata)
}

async function replaceMetadata(call: DialectCall) {
  // A request without a body would remove all.
  if (!Array.isArray(call.body) && Object.keys(fieldsOf(call.body)).length === 0) failField('metadata', 'is required')
  const contact = await contactInPath(call)
  const fields = replacedMetadata(contact, metadataIn(call.body))
  return contactOf(await call.session.ask(contacts.contacts.update, { id: contact.id, fields }))
}

async function addMetadata(call: DialectCall) {
  const { id } = await contactInPath(call)
  return contactOf(await call.session.ask(contacts.contacts.update, { id, fields: metadataIn(call.body) }))
}

/** Up to this many rows are created individually, so that each response is accurate. */
const singleRowsMax = 50
const rowsMax = 1000

/** Creates or updates several contacts. If one fails, those before it stay. Many become an import, whose rows are reported as pending. */
async function changeMany({ session, parameters, body, query }: DialectCall) {
  await deviceInPath({ session, parameters })
  const rows = itemsOf(body, 'contacts').map((row, i) => fieldsIn(row, String(i)))
  if (rows.length === 0 || rows.length > rowsMax) failField('contacts', `must have 1 to ${rowsMax} rows`)
  const upsert = query.flag('upsert') ?? true
  if (rows.length <= singleRowsMax) {
    const made = []
    for (const [i, row] of rows.entries())
      made.push(await inRow(i, async () => contactOf(await createOne(session, row, upsert))))
    return made
  }
  const planOf = async (row: Fields) => {
    const { attributes, fields } = contactChangesOf(row)
    if (clearsIn({ attributes, fields }))
      failField('', `cannot clear fields when there are more than ${singleRowsMax} rows`)
    const phone = requirePhone(textOf(row, 'phone') ?? textOf(row, 'wid') ?? '', 'phone')
    return { phone, ...withoutNulls(attributes), fields: withoutNulls(fields) }
  }
  const planned = await Promise.all(rows.map((row, i) => inRow(i, () => planOf(row))))
  await session.ask(contacts.imports.create, {
    contacts: planned,
    onDuplicate: upsert ? 'update' : 'skip',
  } as InputOf<typeof contacts.imports.create>)
  return planned.map(({ phone }) => ({ phone, wid: widOfPhone(phone), status: 'pending' }))
}

const one = { answer: contactSchema }

export const contactRoutes: readonly DialectRoute[] = [
  route('GET /chat/{d}/contacts', { answer: z.array(contactSchema) }, list),
  route('GET /chat/{d}/contacts/{w}', one, get),
  route('POST /chat/{d}/contacts', { ...one, status: 201, fields: `phone wid upsert ${contactFields}` }, create),
  route('PATCH /chat/{d}/contacts/{w}', { ...one, fields: contactFields }, change),
  route('PUT /chat/{d}/contacts/{w}/metadata', one, replaceMetadata),
  route('PATCH /chat/{d}/contacts/{w}/metadata', one, addMetadata),
  route(
    'DELETE /chat/{d}/contacts/{w}',
    {
      ...one,
      differs: 'Removes the entry of the address book; POST /v1/contacts/{id}/erase of the main API erases the person.',
    },
    remove,
  ),
  route(
    'PATCH /chat/{d}/contacts',
    {
      fields: `contacts phone wid ${contactFields}`,
      differs: 'More than 50 rows are imported afterwards and answered as pending.',
    },
    changeMany,
  ),
]
