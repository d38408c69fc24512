import { contacts, defined, fail, failField, groups, type Mutation } from '@posthorn/contracts'
import { z } from 'zod'
import {
  allItems,
  type Contacted,
  deviceInPath,
  findGroup,
  type Group,
  type Participant,
  pageOfItems,
  requirePhone,
} from '../api/lookups.ts'
import {
  askEach,
  type Fields,
  fieldsIn,
  fieldsOf,
  flagOf,
  inParts,
  itemsOf,
  textOf,
  textsOf,
  windowOf,
} from '../api/request.ts'
import { absent, type Device, type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { readGroup, widOfPerson, widOfPhone } from '../ids.ts'
import { groupOf, groupSchema, personOf } from '../shapes/chat.ts'
import { inviteOf, inviteSchema } from '../shapes/small.ts'
import { setPicture } from './files.ts'

const shownStatuses = ['active', 'suspended', 'creating']

/** Lists a device's groups, except failed and deleted ones, and those being deleted. The main API filters by one status only. */
async function list({ session, parameters, query }: DialectCall) {
  const { id: number, device } = await deviceInPath({ session, parameters })
  const shown = await pageOfItems(session, groups.groups.list, {
    input: { number },
    ...windowOf(query, { size: 100 }),
    fits: ({ status }) => shownStatuses.includes(status),
  })
  return shown.map((group) => groupOf(group, device))
}

/** Finds the device and the group in the path. Fails for a group of another device. */
async function groupInPath({ session, parameters }: DialectCall): Promise<{ device: Device; group: Group }> {
  const device = await deviceInPath({ session, parameters })
  return { device, group: await findGroup(session, readGroup(parameters['g'] ?? ''), device.id) }
}

type NamedPerson = { phone: string | null; userId: string | null }

/** Adds the contacts of people whose phone number is hidden: their wid is then the same as where they are authors of messages. */
export const withContacts = <P extends NamedPerson>(session: Session, people: P[]): Promise<(P & Contacted)[]> =>
  askEach(people, async (person) => ({ ...person, ...(await hiddenContactOf(session, person)) }))

/** Finds the contact of a person whose phone number is hidden, by the provider's user id. */
async function hiddenContactOf(session: Session, { phone, userId }: NamedPerson): Promise<Contacted> {
  if (phone !== null || userId === null) return {}
  const { items } = await session.ask(contacts.contacts.list, { search: userId })
  const contact = items.find(({ identities }) => identities.some(({ value }) => value === userId))
  return contact ? { contact: contact.id } : {}
}

/** Lists the people who are in a group, with the contacts of those whose phone number is hidden. */
export const joinedPeople = async (session: Session, id: string): Promise<Participant[]> =>
  withContacts(session, await allItems(session, groups.participants.list, { id, status: ['joined'] }))

async function get(call: DialectCall) {
  const { device, group } = await groupInPath(call)
  return groupOf(group, device.device, await joinedPeople(call.session, group.id))
}

/**
 * Reads `permissions.approval` as the main API's `joinApproval`. Empty if the body doesn't state it, so that the default or the present
 * value stays.
 */
function approvalIn({ permissions }: Fields): { joinApproval?: boolean } {
  const approval = flagOf(fieldsIn(permissions ?? {}, 'permissions'), 'approval', 'permissions.approval')
  return defined({ joinApproval: approval })
}

const defaults: Readonly<Record<string, unknown>> = { edit: 'all', send: 'all', invite: 'all' }

/** Returns the names of the requested settings that the provider doesn't support. */
function ignoredIn(body: Fields): string[] {
  const permissions = fieldsIn(body['permissions'] ?? {}, 'permissions')
  const people = Array.isArray(body['participants']) ? (body['participants'] as Fields[]) : []
  const ignored = Object.entries(defaults).filter(
    ([name, value]) => permissions[name] !== undefined && permissions[name] !== value,
  )
  return [
    ...ignored.map(([name]) => `permissions.${name}`),
    ...(body['ephemeral'] !== undefined && body['ephemeral'] !== 'off' ? ['ephemeral'] : []),
    ...(people.some((person) => String(person?.['admin']) === 'true') ? ['participants.admin'] : []),
  ]
}

/** Adds the settings that had no effect to a response, so that a program can notice. */
const withIgnored = (shown: z.output<typeof groupSchema>, ignored: string[]) =>
  ignored.length > 0 ? { ...shown, meta: { ignored } } : shown

/** Reads the phone numbers of people to invite. The main API sends an invitation to a phone number only. */
const phonesIn = (items: readonly unknown[]) =>
  textsOf(items, 'participants').map((text, i) => requirePhone(text, `participants.${i}`))

/** Returns a list of people in a group. Refuses anything else, because no one would be invited. */
const participantList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : failField('participants', 'must be an array')

/** Creates a group. Settings that the provider doesn't support have no effect, and the response names them. */
async function create({ session, parameters, body }: DialectCall) {
  const { id: number, device } = await deviceInPath({ session, parameters })
  const fields = fieldsOf(body)
  const description = textOf(fields, 'description')
  const participants = phonesIn(participantList(fields['participants'] ?? []))
  const group = await session.ask(groups.groups.create, {
    number,
    name: textOf(fields, 'name') ?? failField('name', 'is required'),
    ...defined({ description }),
    ...approvalIn(fields),
    ...(participants.length > 0 ? { participants } : {}),
  })
  return withIgnored(groupOf(group, device), ignoredIn(fields))
}

/**
 * Changes a group's name or description. `approval` must be the present value, because the provider can't change it. Other settings have no
 * effect, and the response names them.
 */
async function change(call: DialectCall) {
  const { device, group } = await groupInPath(call)
  const fields = fieldsOf(call.body)
  const [name, description] = [textOf(fields, 'name'), textOf(fields, 'description')]
  const changed = await call.session.ask(groups.groups.update, {
    id: group.id,
    ...defined({ name, description }),
    ...approvalIn(fields),
  })
  const people = fields['participants'] === undefined ? [] : ['participants']
  return withIgnored(groupOf(changed, device.device), [...ignoredIn(fields), ...people])
}

async function setImage(call: DialectCall) {
  const { device, group } = await groupInPath(call)
  const operation = groups.groups.setImage as unknown as Mutation
  return groupOf(
    (await setPicture(call.session, fieldsOf(call.body), { operation, id: group.id })) as Group,
    device.device,
  )
}

/** Whether a text is the wid of a person whose phone number is hidden. */
const isHidden = (text: string): boolean => text.endsWith('@lid')

/** Presents a person whom a call invited or removed. */
const invitedOrRemoved = (person: Participant) => ({ ...personOf(person), status: person.status })

/** Invites people to a group, because the provider lets no one add them. */
async function invite(call: DialectCall) {
  const { group } = await groupInPath(call)
  const phones = phonesIn(itemsOf(call.body, 'participants', 'phones'))
  return (await call.session.ask(groups.participants.invite, { id: group.id, phones })).map(invitedOrRemoved)
}

/**
 * Removes people from a group. The main API knows a person with a hidden phone number by the user id, which the wid doesn't show. Contacts
 * are read before, because a repetition after an error would no longer find the person.
 */
async function removePeople(call: DialectCall) {
  const { session } = call
  const { group } = await groupInPath(call)
  const texts = textsOf(itemsOf(call.body, 'participants', 'phones'), 'participants')
  const joined = texts.some(isHidden) ? await joinedPeople(session, group.id) : []
  const participants = texts.map((text, i) => {
    if (!isHidden(text)) return requirePhone(text, `participants.${i}`)
    return joined.find((person) => widOfPerson(person) === text)?.userId ?? fail('participant:not_found')
  })
  const removed = await session.ask(groups.participants.remove, { id: group.id, participants })
  return removed.map((person) =>
    invitedOrRemoved({ ...joined.find(({ userId }) => userId !== null && userId === person.userId), ...person }),
  )
}

const openRequests = async ({ session }: DialectCall, id: string) =>
  withContacts(session, await allItems(session, groups.joinRequests.list, { id, status: ['pending'] }))

/** Presents a person who asked to join. The dialect calls them members. */
const requesterOf = ({ phone, createdAt, ...person }: Awaited<ReturnType<typeof openRequests>>[number]) => ({
  ...(phone ? { phone } : {}),
  wid: widOfPerson({ phone, ...person }),
  createdAt,
})

const listPending = async (call: DialectCall) =>
  (await openRequests(call, (await groupInPath(call)).group.id)).map(requesterOf)

/** Maximum number of requests that one call decides. */
const requestsMax = 100

/** Creates a handler that approves or rejects requests to join: those of people named by phone number or wid, or all. */
const deciding = (decision: 'approve' | 'reject') => async (call: DialectCall) => {
  const fields = fieldsOf(call.body)
  const isAll = fields['all'] === true
  if (isAll) call.query.only([])
  if (isAll !== (fields['phones'] === undefined))
    failField('phones', isAll ? 'is not allowed with all' : 'is required, or all')
  const { group } = await groupInPath(call)
  const open = await openRequests(call, group.id)
  const wids = textsOf(itemsOf(fields, 'phones'), 'phones').map((text, i) =>
    isHidden(text) ? text : widOfPhone(requirePhone(text, `phones.${i}`)),
  )
  const selected = open.filter((person) => isAll || wids.includes(widOfPerson(person)))
  await inParts(
    selected.map(({ id }) => id),
    requestsMax,
    (requests) => call.session.ask(groups.joinRequests[decision], { id: group.id, requests }),
  )
  return selected.map(requesterOf)
}

async function showInvite(call: DialectCall) {
  const { group } = await groupInPath(call)
  return inviteOf((await call.session.ask(groups.invites.get, { id: group.id })).link)
}

/** Requests a new invite link for a group. Shows the present one, which is valid until the provider has replaced it. */
async function renewInvite(call: DialectCall) {
  const { group } = await groupInPath(call)
  return inviteOf((await call.session.ask(groups.invites.revoke, { id: group.id })).link)
}

const people = z.array(z.object({ phone: z.string().optional(), wid: z.string(), status: z.string() }))
const members = z.array(z.object({ phone: z.string().optional(), wid: z.string(), createdAt: z.string() }))
const g = '/devices/{d}/groups/{g}'
const groupFields = 'name description permissions ephemeral participants'
const persons = 'participants phones phone wid id'

export const groupRoutes: readonly DialectRoute[] = [
  route('GET /devices/{d}/groups', { answer: z.array(groupSchema) }, list),
  route(`GET ${g}`, { answer: groupSchema }, get),
  route(
    'POST /devices/{d}/groups',
    {
      answer: groupSchema,
      fields: groupFields,
      status: 201,
      differs: 'The group is created by the provider afterwards; people are invited, not added.',
    },
    create,
  ),
  route(
    `PATCH ${g}`,
    {
      answer: groupSchema,
      fields: groupFields,
      differs:
        'The provider applies changes afterwards. `approval` cannot be changed, and other permissions have no effect.',
    },
    change,
  ),
  route(`PUT ${g}/image`, { answer: groupSchema, fields: 'url image' }, setImage),
  route(
    `POST ${g}/participants`,
    { answer: people, fields: persons, differs: 'People are invited; each joins by the link.' },
    invite,
  ),
  absent(
    `PATCH ${g}/participants`,
    'The official channel has no admins among participants; the number alone manages its groups.',
  ),
  route(`DELETE ${g}/participants`, { answer: people, fields: persons }, removePeople),
  route(`GET ${g}/members`, { answer: members }, listPending),
  route(`POST ${g}/members`, { answer: members, fields: 'all phones' }, deciding('approve')),
  route(`DELETE ${g}/members`, { answer: members, fields: 'all phones' }, deciding('reject')),
  route(`GET ${g}/invite`, { answer: inviteSchema }, showInvite),
  route(
    `DELETE ${g}/invite`,
    { answer: inviteSchema, differs: 'The provider replaces the link afterwards; the response has the old one.' },
    renewInvite,
  ),
  absent(
    'PUT /devices/{d}/groups',
    'The official channel cannot join groups by a link; create the group here and send its link.',
  ),
  absent(
    'DELETE /devices/{d}/groups',
    'The number owns its groups and cannot leave them; delete the group with DELETE /v1/groups/{id} of the main API.',
  ),
]
