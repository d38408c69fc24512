import { type Fields, printed, refuseField, textOf } from '../face/body.ts'
import { attributeFields, infoFields, infoPrefix } from '../shapes/contact.ts'

export const contactFields = ['name', ...Object.keys(attributeFields), ...infoFields, 'metadata', '$remove'].join(' ')

/** Changes of attributes and custom fields. Null removes one. */
export type ContactChanges = {
  attributes: Record<string, string | null>
  fields: Record<string, string | null>
}

/** Reads metadata: key-value pairs, or an object. */
export function metadataOf(value: unknown, path = 'metadata'): Record<string, string> {
  if (Array.isArray(value)) {
    return Object.fromEntries(
      value.map((pair: unknown, i) => {
        const { key, value: text } = (typeof pair === 'object' && pair !== null ? pair : {}) as Fields
        if (typeof key !== 'string' || key === '') return refuseField(`${path}.${i}.key`, 'is required')
        return [key, printed(text ?? '')]
      }),
    )
  }
  if (typeof value !== 'object' || value === null) return refuseField(path, 'must be an array of pairs')
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, printed(text)]))
}

function fullNameOf(body: Fields): string | undefined {
  const [name, surname] = [textOf(body, 'name'), textOf(body, 'surname')]
  return name === undefined ? undefined : [name, surname].filter(Boolean).join(' ')
}

/** Returns changes that replace a contact's metadata. Other fields that the dialect stores are kept. */
export function replacedMetadata(
  { fields }: { fields: Readonly<Record<string, string>> },
  metadata: Record<string, string>,
): Record<string, string | null> {
  const others = Object.keys(fields).filter((key) => !key.startsWith(infoPrefix))
  return { ...Object.fromEntries(others.map((key) => [key, null])), ...metadata }
}

/** Returns the changes in a contact's fields. */
export function contactChangesOf(body: Fields): ContactChanges {
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
  const removed = body['$remove']
  if (Array.isArray(removed)) removed.forEach((name) => removeFrom(changes, String(name)))
  return changes
}

function removeFrom(changes: ContactChanges, name: string): void {
  if (name === 'name') changes.attributes['name'] = null
  else if (Object.hasOwn(attributeFields, name))
    changes.attributes[attributeFields[name as keyof typeof attributeFields]] = null
  else changes.fields[infoFields.includes(name) ? `${infoPrefix}${name}` : name] = null
}
