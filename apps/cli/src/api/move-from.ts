import { CommandError } from './client.ts'
import {
  askJson,
  isRow,
  type MoveSource,
  orRefusal,
  type Reading,
  type Row,
  readable,
  rowsOf,
  textOf,
} from './move-source.ts'

/** Requested rows per page. A service without pages returns all rows. */
const pageSize = 200

/** Maps WAHA's events, by name prefix, to our events. */
const wahaEvents: readonly [prefix: string, ours: readonly string[]][] = [
  ['message.any', ['message:in', 'message:out']],
  ['message.ack', ['message:ack', 'message:failed']],
  ['message.reaction', ['message:reaction']],
  ['message.edited', ['message:updated']],
  ['message.revoked', ['message:updated']],
  ['message', ['message:in']],
  ['poll.vote', ['message:updated']],
  ['session.status', ['number:updated']],
  ['state.change', ['number:updated']],
  ['group.', ['group:updated']],
  ['call.', ['call:missed']],
  ['label.', ['chat:updated']],
  ['chat.archive', ['chat:updated']],
  ['*', ['*']],
]

/** Returns our events for an event of WAHA. An entry that ends with a period stands for all names that begin so. */
const wahaEventsOf = (name: string): readonly string[] =>
  wahaEvents.find(([prefix]) => name === prefix || (prefix.endsWith('.') && name.startsWith(prefix)))?.[1] ?? []

/** Returns an id, which some engines wrap in an object. */
const wahaIdOf = (value: unknown) => textOf(isRow(value) ? value['_serialized'] : value) ?? ''

/** Reads a WAHA session through its API: the first one unless `device` names one. Labels and chats that it refuses to list are in `unread`. */
export async function readWaha(url: string, { device, key, fetch, onRead }: Reading): Promise<MoveSource> {
  const base = `${url.replace(/\/(api\/?)?$/, '')}/api`
  const service = { base, headers: { 'X-Api-Key': key }, fetch }
  const unread: MoveSource['unread'] = []
  const list = async (path: string, isPaged = false) => {
    const rows = new Map<string, Row>()
    for (let before = -1; rows.size > before; ) {
      before = rows.size
      const pageQuery = isPaged ? `${path.includes('?') ? '&' : '?'}limit=${pageSize}&offset=${rows.size}` : ''
      const read = rowsOf(await askJson(service, `${path}${pageQuery}`)) ?? []
      for (const row of read) rows.set(wahaIdOf(row['id']) || JSON.stringify(row), row)
      onRead(path, rows.size)
      if (!isPaged) break
    }
    return { rows: [...rows.values()] }
  }
  const sessions = (await list('/sessions?all=true')).rows
  const session = sessions.find(({ name }) => device === undefined || name === device)
  const named = textOf(session?.['name'])
  if (named === undefined) throw new CommandError(`${base} has no such session; pass --from-device`)
  const path = `/${encodeURIComponent(named)}`
  const contacts = (await list(`/contacts/all?session=${encodeURIComponent(named)}`, true)).rows
  const labels = await readable('labels', list(`${path}/labels`), unread)
  const ofChats = new Map<string, string[]>()
  for (const { id } of labels)
    for (const chat of await readable('chats', list(`${path}/labels/${encodeURIComponent(String(id))}/chats`), unread))
      ofChats.set(wahaIdOf(chat['id']), [...(ofChats.get(wahaIdOf(chat['id'])) ?? []), String(id)])
  // Some people hide their phone number. The service may know the numbers behind their ids.
  const isHidden = [...contacts.map(({ id }) => wahaIdOf(id)), ...ofChats.keys()].some((id) => id.endsWith('@lid'))
  const known = isHidden ? (await orRefusal(list(`${path}/lids`, true), { rows: [] })).rows : []
  const phones = new Map(known.map(({ lid, pn }) => [textOf(lid) ?? '', textOf(pn) ?? '']))
  const widOf = (id: string) => phones.get(id) || id
  return {
    device: named,
    unread,
    form: { format: 'posthorn', eventsOf: wahaEventsOf },
    labels: labels.map(({ id, name, colorHex }) => ({ id: String(id), name, color: colorHex })),
    contacts: contacts.flatMap((row) => (row['isMe'] === true ? [] : [wahaContactOf(row, widOf(wahaIdOf(row['id'])))])),
    chats: [...ofChats].map(([id, own]) => ({ wid: widOf(id), labels: own })),
    webhooks: wahaWebhooksOf(session, named),
  }
}

/** Converts a contact of WAHA to the row of an export. `wid` is the WhatsApp id with the phone number, if that is known. */
const wahaContactOf = ({ name, pushname, isBlocked, isGroup }: Row, wid: string): Row => ({
  wid,
  name: textOf(name) ?? textOf(pushname) ?? '',
  ...(isGroup === true ? { type: 'group' } : {}),
  ...(isBlocked === true ? { status: 'blocked' } : {}),
})

/** Returns the webhooks of a session as rows of an export. */
function wahaWebhooksOf(session: Row | undefined, device: string): Row[] {
  const config = isRow(session?.['config']) ? session['config'] : {}
  return (rowsOf(config['webhooks']) ?? []).map(({ url, events: names, customHeaders }) => ({
    url,
    events: names,
    device,
    headers: Object.fromEntries((rowsOf(customHeaders) ?? []).map(({ name, value }) => [name, value])),
  }))
}

/** Maps each of Evolution's events to our events. */
const evolutionEvents: Readonly<Record<string, readonly string[]>> = {
  MESSAGES_UPSERT: ['message:in'],
  SEND_MESSAGE: ['message:out'],
  MESSAGES_UPDATE: ['message:ack', 'message:failed'],
  MESSAGES_EDITED: ['message:updated'],
  MESSAGES_DELETE: ['message:updated'],
  CONTACTS_UPSERT: ['contact:created'],
  CONTACTS_UPDATE: ['contact:updated'],
  CHATS_UPSERT: ['chat:updated'],
  CHATS_UPDATE: ['chat:updated'],
  CHATS_DELETE: ['chat:updated'],
  LABELS_ASSOCIATION: ['chat:updated'],
  GROUPS_UPSERT: ['group:updated'],
  GROUP_UPDATE: ['group:updated'],
  GROUP_PARTICIPANTS_UPDATE: ['group:updated'],
  CONNECTION_UPDATE: ['number:updated'],
  CALL: ['call:missed'],
}

/** Returns a person's address. In version 1, the address is the id. */
const evolutionIdOf = (row: Row) => textOf(row['remoteJid']) ?? textOf(row['id']) ?? ''

/**
 * Reads an Evolution instance through its API, version 2 or 1: the first one unless `device` names one. Labels, chats and a webhook
 * that it refuses to list are in `unread`.
 */
export async function readEvolution(url: string, { device, key, fetch, onRead }: Reading): Promise<MoveSource> {
  const base = url.replace(/\/+$/, '')
  const service = { base, headers: { apikey: key }, fetch }
  const unread: MoveSource['unread'] = []
  const list = async (path: string, body?: object) => {
    const rows = rowsOf(await askJson(service, path, body)) ?? []
    onRead(path, rows.length)
    return { rows }
  }
  const names = (await list('/instance/fetchInstances')).rows.flatMap((row) => evolutionNameOf(row) ?? [])
  const named = names.find((name) => device === undefined || name === device)
  if (named === undefined) throw new CommandError(`${base} has no such instance; pass --from-device`)
  const own = encodeURIComponent(named)
  const contacts = (await list(`/chat/findContacts/${own}`, { where: {} })).rows
  const labels = await readable('labels', list(`/label/findLabels/${own}`), unread)
  const chats = await readable('chats', list(`/chat/findChats/${own}`, {}), unread)
  const hook = await orRefusal(
    askJson(service, `/webhook/find/${own}`).then((found) => ({ found })),
    { found: undefined as unknown },
  )
  if (hook.missing !== undefined) unread.push({ kind: 'webhooks', reason: hook.missing })
  return {
    device: named,
    unread,
    form: {
      format: 'posthorn',
      eventsOf: (name) => (Object.hasOwn(evolutionEvents, name) ? (evolutionEvents[name] ?? []) : []),
    },
    labels: labels.map(({ id, name }) => ({ id: String(id), name })),
    contacts: contacts.map((row) => ({ wid: evolutionIdOf(row), name: textOf(row['pushName']) ?? '' })),
    chats: chats.flatMap((row) =>
      Array.isArray(row['labels']) ? [{ wid: evolutionIdOf(row), labels: row['labels'] }] : [],
    ),
    webhooks: evolutionWebhooksOf(hook.found, named),
  }
}

/** Returns an instance's name, which version 1 wraps in an object. */
function evolutionNameOf(row: Row): string | undefined {
  const { instance } = row
  return textOf(row['name']) ?? textOf(isRow(instance) ? instance['instanceName'] : undefined)
}

/** Returns the webhook of an instance, if any. There can be only one. */
function evolutionWebhooksOf(response: unknown, device: string): Row[] {
  const wrapped = isRow(response) && isRow(response['webhook']) ? response['webhook'] : response
  if (!isRow(wrapped) || textOf(wrapped['url']) === undefined) return []
  const { url, events: names, enabled, headers } = wrapped
  return [{ url, events: names, enabled, headers, device }]
}
