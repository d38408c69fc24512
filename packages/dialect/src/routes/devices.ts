import { defined, fail, messaging, numbers } from '@posthorn/contracts'
import { z } from 'zod'
import {
  type Chat,
  deviceInPath,
  findChat,
  firstItems,
  listLabels,
  listNumbers,
  type PhoneNumber,
} from '../api/lookups.ts'
import { cut, fieldsIn, fieldsOf, flagOf, itemsOf, numberOf, textOf, textsOf, windowOf } from '../api/request.ts'
import { absent, type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { readShortId } from '../ids.ts'
import { type DeviceView, deviceOf, deviceSchema, sessionOf, sessionStatusOf } from '../shapes/device.ts'
import { labelOf } from '../shapes/small.ts'
import { listDepartments } from './departments.ts'
import { listReplies } from './quick-replies.ts'
import { listAgents } from './team.ts'

const noPairing =
  'Numbers of the official channel are connected with credentials; there is no code to scan and nothing to reset.'
const secondsOfMinute = 60
const unreadMax = 1000

/** Reads what the query's `include` adds to a device. */
async function includedIn({ session, query }: DialectCall, deviceId: string): Promise<Partial<DeviceView>> {
  const names = query.many('include') ?? []
  return {
    ...(names.includes('agents') ? { agents: await listAgents(session, deviceId) } : {}),
    ...(names.includes('labels') ? { labels: (await listLabels(session)).map(labelOf) } : {}),
    ...(names.includes('quickReplies') ? { quickReplies: await listReplies(session) } : {}),
    ...(names.includes('departments') ? { departments: await listDepartments(session) } : {}),
  }
}

/** Counts a number's open chats, and the chats and messages of its first 1000 unread chats, those of groups apart. */
async function metricsOf(session: Session, numberId: string): Promise<DeviceView['metrics']> {
  const [counted, unread] = await Promise.all([
    session.ask(messaging.chats.counts, { filters: { open: { number: [numberId], status: ['open'] } } }),
    firstItems(session, messaging.chats.list, { input: { number: [numberId], unread: true }, max: unreadMax }),
  ])
  const groups = unread.filter(({ type }) => type === 'group')
  const messagesOf = (chats: readonly Chat[]) => chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  return {
    unreadChats: unread.length - groups.length,
    unreadMessages: messagesOf(unread) - messagesOf(groups),
    unreadGroupChats: groups.length,
    unreadGroupMessages: messagesOf(groups),
    openChats: counted['open']?.total ?? 0,
  }
}

/** Shows a device with its counts, and with what `include` names. */
async function show(call: DialectCall): Promise<DeviceView> {
  const { id } = await deviceInPath(call)
  const number = await call.session.ask(numbers.numbers.get, { id })
  const included = await includedIn(call, id)
  return { ...deviceOf(number, Date.now()), metrics: await metricsOf(call.session, id), ...included }
}

/** Lists devices. Disabled ones are listed only if the query names them or their status. */
async function list({ session, query }: DialectCall): Promise<DeviceView[]> {
  const ids = query.many('ids')?.map((text) => readShortId('num', text))
  const statuses = query.many('status')
  const sessions = query.many('sessionStatus')
  const search = query.text('search')?.toLowerCase()
  const now = Date.now()
  const rows = (await listNumbers(session)).map((number) => deviceOf(number, now))
  const kept = rows.filter(
    (row) =>
      (!ids || ids.includes(row.id)) &&
      (statuses ? statuses.includes(row.status) : ids !== undefined || row.status !== 'disabled') &&
      (!sessions || sessions.includes(row.session.status)) &&
      (!search || `${row.alias} ${row.phone} ${row.id}`.toLowerCase().includes(search)),
  )
  return cut(kept, windowOf(query, { size: kept.length }))
}

/** Returns the requested messages per second, at most what the main API takes. The dialect's speed is per minute; 0 changes nothing. */
function speedOf(body: Record<string, unknown>): number | undefined {
  const { deliverySpeed } = fieldsIn(body['settings'] ?? {}, 'settings')
  const speed = numberOf(deliverySpeed, 'settings.deliverySpeed')
  return speed !== undefined && speed > 0 ? Math.min(1000, speed / secondsOfMinute) : undefined
}

/** Changes a device's name, speed, or whether it sends. Disabling pauses the queue, which still accepts messages. */
async function change(call: DialectCall): Promise<DeviceView> {
  const { session } = call
  const { id } = await deviceInPath(call)
  const body = fieldsOf(call.body)
  const name = textOf(body, 'alias')
  const rate = speedOf(body)
  const enable = flagOf(body, 'enable')
  if (name !== undefined || rate !== undefined) {
    const settings = rate === undefined ? undefined : { ratePerSecond: rate }
    await session.ask(numbers.numbers.update, { id, ...defined({ name, settings }) })
  }
  if (enable !== undefined) {
    await session.ask(messaging.queues[enable ? 'resume' : 'pause'], { id })
    await session.ask(messaging.queues.update, { id, refuses: false })
  }
  return show(call)
}

/** Reads a number's state from the provider now. */
async function refresh(call: DialectCall): Promise<PhoneNumber> {
  const { id } = await deviceInPath(call)
  await call.session.ask(numbers.sessions.refresh, { id })
  return call.session.ask(numbers.numbers.get, { id })
}

/** Checks a number with the provider: there is no session here that could be started again. */
const restart = async (call: DialectCall) => deviceOf(await refresh(call), Date.now())

/** Checks a number with the provider, and reports the check as a completed sync. The dialect repeats the session within its response. */
async function sync(call: DialectCall) {
  const number = await refresh(call)
  const session = sessionOf(number, Date.now())
  const shown = { ...session, lastSyncAt: new Date().toISOString(), lastSyncSeconds: 0 }
  return { ...shown, session: { ...shown, session } }
}

/** Shows a number's state as a session, which the dialect expects of a device. */
async function health({ session, parameters }: DialectCall) {
  const { id } = await deviceInPath({ session, parameters })
  const number = await session.ask(numbers.numbers.get, { id })
  return { status: sessionStatusOf(number), uptime: sessionOf(number, Date.now()).uptime }
}

const chatsMax = 10

/** Removes a device's chats with these people, and reports which there were. */
async function removeChats({ session, parameters, body }: DialectCall) {
  const device = await deviceInPath({ session, parameters })
  const phones = textsOf(itemsOf(body, 'phones', 'chats', 'wids'), 'phones')
  if (phones.length === 0 || phones.length > chatsMax) {
    fail('request:invalid', { message: `Send an array of 1 to ${chatsMax} phones.` })
  }
  const removed: { phone: string; status: string }[] = []
  for (const phone of phones) {
    const chat = await findChat(session, device, phone)
    if (chat) await session.ask(messaging.chats.remove, { id: chat.id })
    removed.push({ phone, status: chat ? 'removed' : 'notfound' })
  }
  return removed
}

/** Disconnects a number, which is all that deleting a device can mean: chats and messages stay. */
async function disconnect({ session, parameters }: DialectCall) {
  const { id } = await deviceInPath({ session, parameters })
  return deviceOf(await session.ask(numbers.numbers.disconnect, { id }), Date.now())
}

const syncSchema = z.object({
  status: z.string(),
  lastSyncAt: z.string(),
  lastSyncSeconds: z.int(),
  session: z.unknown(),
})
const removal = {
  answer: z.array(z.object({ phone: z.string(), status: z.string() })),
  fields: 'phones chats wids phone wid id',
}
const checked = { answer: deviceSchema, differs: 'Checks the number with the provider.' }

export const deviceRoutes: readonly DialectRoute[] = [
  route('GET /devices', { answer: z.array(deviceSchema) }, list),
  absent(
    'POST /devices',
    'A number needs credentials of the official channel; connect it with POST /v1/numbers of the main API.',
  ),
  route('GET /devices/{d}', { answer: deviceSchema }, show),
  route(
    'PATCH /devices/{d}',
    {
      answer: deviceSchema,
      fields: 'alias settings enable',
      differs: 'Changes alias, deliverySpeed and enable; the rest is ignored.',
    },
    change,
  ),
  route('DELETE /devices/{d}', { answer: deviceSchema }, disconnect),
  route('DELETE /devices/{d}/chats', removal, removeChats),
  route('POST /devices/{d}/removechats', removal, removeChats),
  route(
    'GET /devices/{d}/sync',
    { answer: syncSchema, differs: 'Checks the number with the provider; there is no history to load.' },
    sync,
  ),
  route('POST /devices/{d}/start', checked, restart),
  route('POST /devices/{d}/reboot', checked, restart),
  absent('POST /devices/{d}/reset', noPairing, 'device:no_pairing'),
  absent('GET /devices/{d}/scan', noPairing, 'device:no_pairing'),
  absent('POST /devices/{d}/authcode', noPairing, 'device:no_pairing'),
  route('GET /devices/{d}/health', { answer: z.object({ status: z.string(), uptime: z.int() }) }, health),
]
