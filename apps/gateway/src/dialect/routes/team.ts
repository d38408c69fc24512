import { accounts, Fault, fail, type Role } from '@posthorn/contracts'
import { invitedOf, type Member, memberOf, memberSchema } from '@posthorn/dialect'
import { z } from 'zod'
import { type Fields, fieldsOf, refuseField, textOf } from '../face/body.ts'
import { findDevice, listDevices } from '../face/lines.ts'
import { findInvitation, findMember, listMembers } from '../face/lookups.ts'
import { cut } from '../face/pages.ts'
import { type DialectCall, type DialectRoute, route } from '../face/route.ts'
import type { Session } from '../face/session.ts'

async function list({ session, parameters, query }: DialectCall) {
  const device = parameters['d'] === undefined ? undefined : await findDevice(session, parameters['d'])
  const [ids, except] = [query.many('ids'), query.many('exceptIds')]
  const [roles, statuses] = [query.many('role', 'roles'), query.many('status')]
  const search = query.text('search')?.toLowerCase()
  const reaches = ({ numbers }: Member) => device === undefined || numbers === null || numbers.includes(device.id)
  const members = (await listMembers(session)).filter(reaches).map(memberOf)
  const kept = members.filter(
    ({ id, role, status, displayName, email }) =>
      (!ids || ids.includes(id)) &&
      !except?.includes(id) &&
      (!roles || roles.includes(role)) &&
      (!statuses || statuses.includes(status)) &&
      (!search || `${displayName} ${email}`.toLowerCase().includes(search)),
  )
  const size = query.int('size', { min: 1, max: 500 }) ?? query.int('limit', { min: 1, max: 500 })
  return size === undefined ? kept : cut(kept, { page: query.int('page', { min: 0, max: 1_000_000 }) ?? 0, size })
}

/** Roles of ours by the words of the dialect. */
const roles: Readonly<Record<string, Role>> = { admin: 'admin', supervisor: 'admin', agent: 'agent' }

function roleIn(body: Fields): Role | undefined {
  const word = textOf(body, 'role')
  if (word === undefined) return undefined
  return Object.hasOwn(roles, word) ? roles[word] : refuseField('role', 'must be admin, supervisor or agent')
}

/** Returns the id or e-mail address of the member that a request names. */
function namedIn({ body, query }: DialectCall): string {
  const fields = fieldsOf(body)
  const named = textOf(fields, 'id') ?? textOf(fields, 'agent') ?? textOf(fields, 'email')
  return named ?? query.text('id', 'agent', 'email') ?? refuseField('id', 'is required')
}

async function change(call: DialectCall) {
  const { session, parameters } = call
  if (parameters['d'] !== undefined) await findDevice(session, parameters['d'])
  const body = fieldsOf(call.body)
  const [name, role, status] = [
    textOf(body, 'displayName') ?? textOf(body, 'name'),
    roleIn(body),
    textOf(body, 'status'),
  ]
  if (status !== undefined && status !== 'active' && status !== 'disabled') {
    refuseField('status', 'must be active or disabled')
  }
  const { id } = await findMember(session, namedIn(call))
  const changed = await session.ask(accounts.team.update, {
    id,
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(status === undefined ? {} : { disabled: status === 'disabled' }),
  })
  return memberOf(changed)
}

/** Invites a person to the device, unless they are to manage all of them. */
async function invite({ session, parameters, body: given }: DialectCall) {
  const device = await findDevice(session, parameters['d'] ?? '')
  const body = fieldsOf(given)
  const email = textOf(body, 'email') ?? refuseField('email', 'is required')
  const role = roleIn(body) ?? 'agent'
  const numbers = role === 'agent' ? { numbers: [device.id] } : {}
  const { link, ...invitation } = await session.ask(accounts.invitations.create, { email, role, ...numbers })
  return { ...invitedOf(invitation), link }
}

async function removeMember(session: Session, member: Member) {
  await session.ask(accounts.team.remove, { id: member.id })
  return { ...memberOf(member), status: 'removed' }
}

async function withdraw(session: Session, text: string) {
  const invitation = await findInvitation(session, text)
  await session.ask(accounts.invitations.remove, { id: invitation.id })
  return { ...invitedOf(invitation), status: 'removed' }
}

/** Removes a member, or withdraws an invitation. */
async function remove(call: DialectCall) {
  const { session } = call
  const text = namedIn(call)
  const member = await findMember(session, text).catch(absentWhenUnknown)
  return member === undefined ? withdraw(session, text) : removeMember(session, member)
}

function absentWhenUnknown(err: unknown): undefined {
  if (!(err instanceof Fault && err.code === 'member:not_found')) throw err
}

const hasAll = 'The member has all devices; remove them with DELETE /team, or limit them in the main API.'

/** Takes one device from a member; a member without another one leaves the team. */
async function removeFromDevice(call: DialectCall) {
  const { session, parameters } = call
  const device = await findDevice(session, parameters['d'] ?? '')
  const text = namedIn(call)
  const member = await findMember(session, text).catch(absentWhenUnknown)
  if (member === undefined) return withdraw(session, text)
  const all = member.numbers ?? (await listDevices(session, { fresh: true })).map(({ id }) => id)
  const others = all.filter((id) => id !== device.id)
  if (others.length === 0) return removeMember(session, member)
  if (member.numbers === null) fail('feature:unsupported', { message: hasAll })
  return memberOf(await session.ask(accounts.team.update, { id: member.id, numbers: others }))
}

const differs = 'Members belong to the workspace; presence is not known.'
const members = { answer: z.array(memberSchema), differs }
const one = {
  answer: memberSchema,
  differs: 'A member is named by `id`, `agent` or `email`; a supervisor is an admin, whom only owners can change.',
}
/** Members of the workspace and their invitations. */
export const teamRoutes: readonly DialectRoute[] = [
  route('GET /team', members, list),
  route('GET /devices/{d}/team', members, list),
  route('GET /devices/{d}/agents', members, list),
  route('GET /agents', members, list),
  route('PATCH /team', one, change),
  route('DELETE /team', one, remove),
  route(
    'POST /devices/{d}/team',
    {
      answer: memberSchema,
      status: 201,
      differs: 'Invites a person to this device: nothing is sent, pass `link` of the answer on yourself.',
    },
    invite,
  ),
  route('PATCH /devices/{d}/team', one, change),
  route(
    'DELETE /devices/{d}/team',
    { answer: memberSchema, differs: 'Removes from the team who has no other device; who has all is refused.' },
    removeFromDevice,
  ),
]
