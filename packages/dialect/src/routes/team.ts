import { accounts, defined, fail, failField, type Role } from '@posthorn/contracts'
import { z } from 'zod'
import { deviceInPath, findDevice, findMember, listDevices, listMembers, type Member } from '../api/lookups.ts'
import { cut, type Fields, fieldsOf, textOf, windowOf } from '../api/request.ts'
import { type DialectCall, type DialectRoute, overRows, route, type Session } from '../api/route.ts'
import { readShortId } from '../ids.ts'
import { type DialectMember, memberOf, memberSchema } from '../shapes/small.ts'
import { colorOfWord } from '../words.ts'

/**
 * Reads the team's members or, with a device, those who may use it. Members without a list of numbers may use all. Viewers are left out,
 * because bots assign chats to who is listed, and viewers can't answer.
 */
export async function listAgents(session: Session, deviceId?: string): Promise<DialectMember[]> {
  const reaches = ({ role, numbers }: Member) =>
    role !== 'viewer' && (deviceId === undefined || numbers === null || numbers.includes(deviceId))
  return (await listMembers(session)).filter(reaches).map(memberOf)
}

/** Lists the team or, under a device, the members who may use it. */
async function list({ session, parameters, query }: DialectCall) {
  const device = parameters['d'] === undefined ? undefined : await findDevice(session, parameters['d'])
  const [ids, except] = ['ids', 'exceptIds'].map((name) => query.many(name)?.map((text) => readShortId('mem', text)))
  const [roles, statuses] = [query.many('role', 'roles'), query.many('status')]
  const search = query.text('search')?.toLowerCase()
  const members = await listAgents(session, device?.id)
  const kept = members.filter(
    ({ id, role, status, displayName, email }) =>
      (!ids || ids.includes(id)) &&
      !except?.includes(id) &&
      (!roles || roles.includes(role)) &&
      (!statuses || statuses.includes(status)) &&
      (!search || `${displayName} ${email}`.toLowerCase().includes(search)),
  )
  return cut(kept, windowOf(query, { size: kept.length }))
}

/** Maps the dialect's roles to ours. A supervisor is an agent with access to all devices. */
const roles: Readonly<Record<string, Role>> = { admin: 'admin', supervisor: 'agent', agent: 'agent' }

/** Returns the role that a body gives a member, and all numbers for a supervisor. */
function positionIn(body: Fields): { role?: Role; numbers?: null } {
  const word = textOf(body, 'role')
  if (word === undefined) return {}
  const role = Object.hasOwn(roles, word) ? roles[word] : failField('role', 'must be admin, supervisor or agent')
  return { ...(role ? { role } : {}), ...(word === 'supervisor' ? { numbers: null } : {}) }
}

/** Reads how the team sees a member: by name and color. */
function lookIn(body: Fields): { name?: string; color?: string } {
  const [name, color] = [textOf(body, 'displayName') ?? textOf(body, 'name'), textOf(body, 'color')]
  return defined({ name, color: color && colorOfWord(color) })
}

/** Returns the id or email address that a request names a member by. */
function namedIn({ body, query }: DialectCall): string {
  const fields = fieldsOf(body)
  const named = textOf(fields, 'id') ?? textOf(fields, 'agent') ?? textOf(fields, 'email')
  return named ?? query.text('id', 'agent', 'email') ?? failField('id', 'is required')
}

const ownPassword = 'A member sets the own password; the first one can be given with POST /devices/{d}/team.'
const ownAddress = 'The email address is what a member signs in with; remove the member and invite the new address.'

/** Changes a member. Refuses a password, which only the member can set, and another email address, which the member signs in with. */
async function change(call: DialectCall) {
  const { session, parameters } = call
  if (parameters['d'] !== undefined) await findDevice(session, parameters['d'])
  const body = fieldsOf(call.body)
  const [status, email] = [textOf(body, 'status'), textOf(body, 'email')]
  if (status !== undefined && status !== 'active' && status !== 'disabled') {
    failField('status', 'must be active or disabled')
  }
  if (body['password'] !== undefined) fail('feature:unsupported', { message: ownPassword })
  const member = await findMember(session, namedIn(call))
  if (email !== undefined && email.toLowerCase() !== member.email) fail('feature:unsupported', { message: ownAddress })
  const fields = { ...lookIn(body), ...positionIn(body) }
  const turned =
    status === undefined || (status === 'disabled') === (member.status === 'disabled')
      ? member
      : await session.ask(accounts.team[status === 'disabled' ? 'disable' : 'enable'], { id: member.id })
  if (Object.keys(fields).length === 0) return memberOf(turned)
  return memberOf(await session.ask(accounts.team.update, { id: member.id, ...fields }))
}

/** Creates a member for this device or, if requested, all. They join by link or, with a password, can sign in right away. */
async function invite({ session, parameters, body: given }: DialectCall) {
  const device = await deviceInPath({ session, parameters })
  const body = fieldsOf(given)
  const [email = failField('email', 'is required'), password] = [textOf(body, 'email'), textOf(body, 'password')]
  const position = { role: 'agent' as const, ...positionIn(body) }
  const isLimited = position.role === 'agent' && position.numbers === undefined
  const { name = email, ...look } = lookIn(body)
  if (password !== undefined) session.refuseWeak(password, [name, email])
  const isMailed = password === undefined
  const invitation = { email, name, mail: isMailed, ...position, ...(isLimited ? { numbers: [device.id] } : {}) }
  const { link } = await session.ask(accounts.invitations.create, invitation)
  const [, token = ''] = link.split('#')
  const member = await findMember(session, email)
  const shown = memberOf(look.color ? await session.ask(accounts.team.update, { id: member.id, ...look }) : member)
  // Joining comes last: after an error, a program invites again, which is refused for someone who has joined.
  if (password !== undefined) await session.join({ token, name, password })
  return password === undefined ? { ...shown, status: 'invited', link } : shown
}

/** Removes a member from the team, and shows them as removed. */
async function removeMember(session: Session, member: Member) {
  await session.ask(accounts.team.remove, { id: member.id })
  return { ...memberOf(member), status: 'removed' }
}

const remove = async (call: DialectCall) => removeMember(call.session, await findMember(call.session, namedIn(call)))

const hasAll = 'The member has all devices; remove them with DELETE /team, or limit them in the main API.'

/** Removes a device from a member. A member with no other device leaves the team; another who has all devices is refused. */
async function removeFromDevice(call: DialectCall) {
  const { session, parameters } = call
  const device = await deviceInPath({ session, parameters })
  const member = await findMember(session, namedIn(call))
  const all = member.numbers ?? (await listDevices(session, { fresh: true })).map(({ id }) => id)
  const others = all.filter((id) => id !== device.id)
  if (others.length === 0) return removeMember(session, member)
  if (member.numbers === null) fail('feature:unsupported', { message: hasAll })
  return memberOf(await session.ask(accounts.team.update, { id: member.id, numbers: others }))
}

const differs =
  'Members belong to the workspace; presence is not known. Viewers are not listed, because they cannot answer.'
const members = { answer: z.array(memberSchema), differs }
const one = {
  answer: memberSchema,
  fields: 'id agent email displayName name role color status password',
  differs:
    'A member is named by `id`, `agent` or `email`. Only owners change admins. A supervisor is an agent who has all devices. Address and password are not changed.',
}
/** Names of the body fields that can list members. */
const users = ['users', 'agents', 'ids']
const named = { answer: memberSchema, fields: 'id agent email users agents ids' }
/** Adds to a route's options that it also accepts and returns several members. */
const severalOf = (options: typeof one) => ({ ...options, answer: z.union([memberSchema, z.array(memberSchema)]) })

export const teamRoutes: readonly DialectRoute[] = [
  route('GET /team', members, list),
  route('GET /devices/{d}/team', members, list),
  route('GET /devices/{d}/agents', members, list),
  route('GET /agents', members, list),
  route('PATCH /team', one, change),
  route('DELETE /team', severalOf({ ...named, differs: one.differs }), overRows(remove, { names: users })),
  route(
    'POST /devices/{d}/team',
    {
      answer: memberSchema,
      fields: 'email displayName name role color password',
      status: 201,
      differs:
        'A member without `password` joins by `link` of the response, which is mailed, too, where the installation sends mail.',
    },
    invite,
  ),
  route('PATCH /devices/{d}/team', one, change),
  route(
    'DELETE /devices/{d}/team',
    severalOf({ ...named, differs: 'Removes from the team who has no other device; who has all is refused.' }),
    overRows(removeFromDevice, { names: users }),
  ),
]
