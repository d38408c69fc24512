import { contacts, defined, failField, type Mutation, numbers, type OutputOf } from '@posthorn/contracts'
import { z } from 'zod'
import { deviceInPath, findContact, requirePhone } from '../api/lookups.ts'
import { type Fields, fieldsIn, fieldsOf, itemsOf, textOf, textsOf } from '../api/request.ts'
import { type Device, type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { setPicture } from './files.ts'

type Profile = OutputOf<typeof numbers.profiles.get>

const profileSchema = z.object({
  name: z.string(),
  status: z.string(),
  image: z.string().nullable(),
  businessProfile: z.object({
    address: z.string().optional(),
    description: z.string().optional(),
    email: z.string().optional(),
    websites: z.array(z.string()),
    categories: z.array(z.string()),
  }),
})

/** Presents a business profile. `name`: the number's name, which isn't part of the profile. */
function profileOf(profile: Profile, name: string): z.output<typeof profileSchema> {
  const { about, address, description, email, websites, vertical, pictureUrl } = profile
  return {
    name,
    status: about ?? '',
    image: pictureUrl,
    businessProfile: {
      address: address ?? undefined,
      description: description ?? undefined,
      email: email ?? undefined,
      websites,
      categories: vertical ? [vertical] : [],
    },
  }
}

/** Returns a number's name as people see it. */
async function nameOf(session: Session, id: string): Promise<string> {
  const { device, name } = await session.ask(numbers.numbers.get, { id })
  return device.verifiedName ?? name
}

async function getBusinessProfile({ session, parameters }: DialectCall) {
  const { id } = await deviceInPath({ session, parameters })
  return profileOf(await session.ask(numbers.profiles.get, { id }), await nameOf(session, id))
}

const clearable = ['address', 'description', 'email'] as const

/** Changes a number's profile. Empty values in `businessProfile` clear fields. Refuses a name and hours: the provider's API can't set them. */
async function change({ session, parameters, body }: DialectCall) {
  const { id } = await deviceInPath({ session, parameters })
  const fields = fieldsOf(body)
  if (fields['name'] !== undefined) failField('name', 'is changed in the WhatsApp Manager')
  const business = (fields['businessProfile'] ?? {}) as Fields
  if (fieldsIn(business, 'businessProfile')['businessHours'] !== undefined)
    failField('businessProfile.businessHours', 'cannot be set over the official channel')
  const about = textOf(fields, 'status')
  const given = {
    ...defined({
      about,
      ...Object.fromEntries(clearable.map((name) => [name, business[name] === '' ? null : business[name]])),
    }),
    ...(Array.isArray(business['websites'])
      ? { websites: textsOf(business['websites'], 'businessProfile.websites') }
      : {}),
    ...categoryOf(business),
  }
  return profileOf(await session.ask(numbers.profiles.update, { id, ...given }), await nameOf(session, id))
}

/** Returns the category to set: null for an empty list, nothing without a list. Refuses several, because the provider takes one. */
function categoryOf({ categories }: Fields): { vertical?: 'OTHER' | null } {
  if (!Array.isArray(categories)) return {}
  const [category, ...more] = textsOf(categories, 'businessProfile.categories')
  if (more.length > 0) failField('businessProfile.categories', 'may have one category')
  return { vertical: (category?.toUpperCase() as 'OTHER' | undefined) ?? null }
}

async function image({ session, parameters }: DialectCall) {
  const { id } = await deviceInPath({ session, parameters })
  return { url: (await session.ask(numbers.profiles.get, { id })).pictureUrl }
}

async function setImage({ session, parameters, body }: DialectCall) {
  const { id } = await deviceInPath({ session, parameters })
  const operation = numbers.profiles.setPicture as unknown as Mutation
  const profile = (await setPicture(session, fieldsOf(body), { operation, id })) as Profile
  return { url: profile.pictureUrl }
}

const blockedMax = 50

/** Finds contacts, each with the text that named it, which the response repeats. Missing ones are made with `create`, else left out. */
async function contactIds(
  session: Session,
  device: Device,
  { body, create }: { body: unknown; create: boolean },
): Promise<[string, string][]> {
  const texts = textsOf(itemsOf(body, 'contacts'), 'contacts')
  if (texts.length === 0 || texts.length > blockedMax) failField('contacts', `must have 1 to ${blockedMax} entries`)
  const found: [string, string][] = []
  for (const [i, text] of texts.entries()) {
    const contact = await findContact(session, device, text)
    const made = contact ?? (create ? await createContact(session, requirePhone(text, `contacts.${i}`)) : undefined)
    if (made) found.push([text, made.id])
  }
  return found
}

/** Creates a contact, or returns the one with this phone number. */
const createContact = (session: Session, phone: string) =>
  session.ask(contacts.contacts.create, { phone, upsert: true })

/** Creates a handler that blocks or unblocks contacts. Only blocking creates a missing contact. */
const blocking =
  (blocked: boolean) =>
  async ({ session, parameters, body }: DialectCall) => {
    const device = await deviceInPath({ session, parameters })
    const named = await contactIds(session, device, { body, create: blocked })
    for (const [, id] of named) await session.ask(blocked ? contacts.contacts.block : contacts.contacts.unblock, { id })
    return { contacts: named.map(([text]) => text) }
  }

const pictureSchema = z.object({ url: z.string().nullable() })
const blockedSchema = z.object({ contacts: z.array(z.string()) })

export const profileRoutes: readonly DialectRoute[] = [
  route('GET /devices/{d}/profile', { answer: profileSchema }, getBusinessProfile),
  route(
    'PATCH /devices/{d}/profile',
    {
      answer: profileSchema,
      fields: 'name status businessProfile',
      differs: 'Name and hours are changed in the WhatsApp Manager.',
    },
    change,
  ),
  route('GET /devices/{d}/profile/image', { answer: pictureSchema }, image),
  route('PUT /devices/{d}/profile/image', { answer: pictureSchema, fields: 'url image' }, setImage),
  route('POST /devices/{d}/block', { answer: blockedSchema, fields: 'contacts phone wid id' }, blocking(true)),
  route('DELETE /devices/{d}/block', { answer: blockedSchema, fields: 'contacts phone wid id' }, blocking(false)),
]
