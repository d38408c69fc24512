import { z } from 'zod'
import type { Contact } from '../api/lookups.ts'
import { widOf } from '../ids.ts'

/** Prefix of custom fields that store a contact's `info`. */
export const infoPrefix = 'info_'

export const contactSchema = z.object({
  id: z.string(),
  wid: z.string(),
  type: z.enum(['user', 'group', 'channel']),
  phone: z.string().optional(),
  name: z.string(),
  shortName: z.string(),
  displayName: z.string(),
  formattedName: z.string(),
  formattedShortName: z.string(),
  status: z.enum(['active', 'blocked']),
  createdAt: z.string().optional(),
  syncedAt: z.string().optional(),
  image: z.object({ url: z.string().optional() }),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  info: z.record(z.string(), z.unknown()),
  subscription: z.object({ status: z.enum(['active', 'unsubscribed']) }),
  meta: z.object({ isContactBlocked: z.boolean(), isBusiness: z.boolean(), isWAContact: z.boolean() }),
})

type DialectContact = z.output<typeof contactSchema>

/** Contact fields that events also include. */
export type ContactFacts = { [K in keyof Omit<Contact, 'name' | 'phone'>]?: Contact[K] | undefined } & {
  name: string | null
  phone: string | null
}

/** Parses an `info` value that is stored as JSON, because it is a list or object. Returns other values unchanged. */
function readInfo(text: string): unknown {
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a contact's `info`: our attributes under the dialect's names, and the fields that are stored for it. */
function infoOf(contact: ContactFacts): Record<string, unknown> {
  const own = Object.entries(contact.fields ?? {})
    .filter(([key]) => key.startsWith(infoPrefix))
    .map(([key, value]) => [key.slice(infoPrefix.length), readInfo(value)])
  const known = {
    name: contact.firstName ?? contact.name,
    surname: contact.lastName,
    kind: 'personal',
    email: contact.email,
    companyName: contact.company,
    country: contact.country,
  }
  const attributes = Object.entries(known).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries([...attributes, ...own])
}

/** Presents a contact. `wid`: the chat's wid, if it is shown for a chat. */
export function contactOf(contact: ContactFacts, wid = widOf(contact)): DialectContact {
  const name = contact.name ?? contact.phone ?? ''
  const short = contact.firstName ?? name
  const blocked = contact.blocked === true
  const metadata = Object.entries(contact.fields ?? {}).filter(([key]) => !key.startsWith(infoPrefix))
  return {
    id: wid,
    wid,
    type: 'user',
    phone: contact.phone ?? undefined,
    name,
    shortName: short,
    displayName: name,
    formattedName: name,
    formattedShortName: short,
    status: blocked ? 'blocked' : 'active',
    createdAt: contact.createdAt,
    syncedAt: contact.updatedAt,
    image: {},
    metadata: metadata.map(([key, value]) => ({ key, value })),
    info: infoOf(contact),
    subscription: { status: contact.optedOutAt ? 'unsubscribed' : 'active' },
    meta: { isContactBlocked: blocked, isBusiness: false, isWAContact: true },
  }
}

/** Presents a group or channel as a contact, because the dialect gives every chat one. */
export function placeContactOf(kind: 'group' | 'channel', name: string, wid: string): DialectContact {
  return { ...contactOf({ name, phone: null }, wid), type: kind }
}

/** Contact fields that are stored as custom fields, with a prefix. */
export const infoFields: readonly string[] =
  'languages title gender altPhone description companyCode companyTaxId companyRole companyWebsite companyEmail companyPhone companyCountry currency address city postalCode notes birthday notifications timezone crm crmRef'.split(
    ' ',
  )

export const attributeFields = {
  surname: 'lastName',
  email: 'email',
  companyName: 'company',
  country: 'country',
  shortName: 'firstName',
} as const
