import { accounts, type Method } from '@posthorn/contracts'
import { z } from 'zod'
import { findDevice } from '../api/lookups.ts'
import { type AbsentKind, absent, type DialectCall, type DialectRoute, route } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { channelRoutes } from './channels.ts'
import { chatChangeRoutes } from './chat-changes.ts'
import { chatMessageRoutes } from './chat-messages.ts'
import { chatRoutes } from './chats.ts'
import { contactRoutes } from './contacts.ts'
import { departmentRoutes } from './departments.ts'
import { deviceRoutes } from './devices.ts'
import { fileRoutes } from './files.ts'
import { groupRoutes } from './groups.ts'
import { labelRoutes } from './labels.ts'
import { messageRoutes } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import { profileRoutes } from './profiles.ts'
import { queueRoutes } from './queues.ts'
import { quickReplyRoutes } from './quick-replies.ts'
import { teamRoutes } from './team.ts'
import { webhookRoutes } from './webhooks.ts'

/** Responds with an empty list. Refuses an unknown device, as other lists do. */
async function none({ session, parameters }: DialectCall): Promise<[]> {
  if (parameters['d'] !== undefined) await findDevice(session, parameters['d'])
  return []
}

/** Shows the workspace in place of a user: a key belongs to no person, so there is no email address. */
async function me({ session }: DialectCall) {
  const { workspace } = await session.ask(accounts.me.get, {})
  return { id: shortIdOf(session.key), email: '', name: workspace.name }
}

const empty = { answer: z.array(z.never()), differs: 'Always empty.' }

const changes: Method[] = ['PATCH', 'DELETE', 'PUT']

/**
 * Defines a kind of object that can't exist here. Its list is empty, so that programs that only read keep working. Reading one is not
 * found, and changes are refused with the reason. The routes are defined, although `absentKinds` would refuse them too, so that the
 * reference lists them.
 */
const emptyCollection = ({ path, reason }: AbsentKind): DialectRoute[] => [
  route(`GET ${path}`, empty, none),
  absent(`POST ${path}`, reason),
  absent(`DELETE ${path}`, reason),
  absent(`GET ${path}/{id}`, `There is none of these here. ${reason}`, 'route:not_found'),
  ...changes.map((method) => absent(`${method} ${path}/{id}`, reason)),
]

const campaigns = 'Campaigns are posts to broadcast channels here; use POST /v1/posts of the main API.'
const meetings = 'The official channel has no links to calls.'
const stories = 'The official channel has no stories.'
const catalog = 'Products are kept in the catalog of the business account, which this API cannot change.'

const autoreply = 'Automatic replies are made by webhooks here; answer message:in:new.'

const collections: readonly AbsentKind[] = [
  { path: '/campaigns', reason: campaigns },
  { path: '/devices/{d}/meeting-links', reason: meetings },
  { path: '/chat/{d}/status', reason: stories },
]

/** Kinds of objects that can't exist here. Requests to paths below these fail for the same reason. */
export const absentKinds: readonly AbsentKind[] = [
  ...collections,
  { path: '/devices/{d}/catalog', reason: catalog },
  { path: '/devices/{d}/autoreply', reason: autoreply },
]

const otherRoutes: readonly DialectRoute[] = [
  ...collections.flatMap(emptyCollection),
  absent('PUT /campaigns/{id}/status', campaigns),
  absent('GET /campaigns/{id}/contacts', `There is none of these here. ${campaigns}`, 'route:not_found'),
  route('GET /pricing', empty, none),
  route('GET /devices/{d}/invoices', empty, none),
  route('GET /devices/{d}/catalog', empty, none),
  absent('POST /devices/{d}/catalog', catalog),
  absent('GET /devices/{d}/autoreply', autoreply, 'route:not_found'),
  ...(['POST', 'PATCH', 'DELETE'] as const).map((method) => absent(`${method} /devices/{d}/autoreply`, autoreply)),
  route('GET /me', { answer: z.object({ id: z.string(), email: z.string(), name: z.string() }) }, me),
]

export const dialectRoutes: readonly DialectRoute[] = [
  ...messageRoutes,
  ...deviceRoutes,
  ...profileRoutes,
  ...queueRoutes,
  ...labelRoutes,
  ...teamRoutes,
  ...departmentRoutes,
  ...quickReplyRoutes,
  ...chatRoutes,
  ...chatChangeRoutes,
  ...chatMessageRoutes,
  ...contactRoutes,
  ...groupRoutes,
  ...channelRoutes,
  ...fileRoutes,
  ...numberRoutes,
  ...webhookRoutes,
  ...otherRoutes,
]
