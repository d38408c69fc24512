import { memberOf, memberSchema } from '@posthorn/dialect'
import { z } from 'zod'
import { absent } from '../face/absent.ts'
import { findDevice } from '../face/lines.ts'
import { listMembers } from '../face/lookups.ts'
import { cut } from '../face/pages.ts'
import { type DialectCall, type DialectRoute, route } from '../face/route.ts'

async function list({ session, parameters, query }: DialectCall) {
  if (parameters['d'] !== undefined) await findDevice(session, parameters['d'])
  const [ids, except] = [query.many('ids'), query.many('exceptIds')]
  const [roles, statuses] = [query.many('role', 'roles'), query.many('status')]
  const search = query.text('search')?.toLowerCase()
  const members = (await listMembers(session)).map(memberOf)
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

const members = { answer: z.array(memberSchema), differs: 'Members belong to the workspace; presence is not known.' }
const managed = 'The team is managed in the main API and with the command `posthorn members`.'
const noDepartments = 'There are no departments here; assign chats to people.'

async function none({ session, parameters }: DialectCall): Promise<[]> {
  await findDevice(session, parameters['d'] ?? '')
  return []
}

const empty = { answer: z.array(z.never()), differs: 'Always empty.' }

/** Members of the workspace, and what belongs to teams elsewhere. */
export const teamRoutes: readonly DialectRoute[] = [
  route('GET /team', members, list),
  route('GET /devices/{d}/team', members, list),
  route('GET /devices/{d}/agents', members, list),
  route('GET /agents', members, list),
  absent('PATCH /team', managed),
  absent('DELETE /team', managed),
  absent('POST /devices/{d}/team', managed),
  absent('PATCH /devices/{d}/team', managed),
  absent('DELETE /devices/{d}/team', managed),
  route('GET /devices/{d}/departments', empty, none),
  absent('POST /devices/{d}/departments', noDepartments),
  absent('PATCH /devices/{d}/departments', noDepartments),
  absent('DELETE /devices/{d}/departments', noDepartments),
]
