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
import { CommandError } from './refusal.ts'

/** Maps each of Evolution's events to our events. */
const events: Readonly<Record<string, readonly string[]>> = {
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
const idOf = (row: Row) => textOf(row['remoteJid']) ?? textOf(row['id']) ?? ''

/** Reads an Evolution instance through its API: version 2, or version 1 with its different list names. */
export async function readEvolution(url: string, { device, key, fetch, onRead }: Reading): Promise<MoveSource> {
  const base = url.replace(/\/+$/, '')
  const service = { base, headers: { apikey: key }, fetch }
  const unread: MoveSource['unread'] = []
  const list = async (path: string, body?: object) => {
    const rows = rowsOf(await askJson(service, path, body)) ?? []
    onRead(path, rows.length)
    return { rows }
  }
  const names = (await list('/instance/fetchInstances')).rows.flatMap((row) => nameOf(row) ?? [])
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
    form: { format: 'posthorn', eventsOf: (name) => (Object.hasOwn(events, name) ? (events[name] ?? []) : []) },
    labels: labels.map(({ id, name }) => ({ id: String(id), name })),
    contacts: contacts.map((row) => ({ wid: idOf(row), name: textOf(row['pushName']) ?? '' })),
    chats: chats.flatMap((row) => (Array.isArray(row['labels']) ? [{ wid: idOf(row), labels: row['labels'] }] : [])),
    webhooks: webhooksOf(hook.found, named),
  }
}

/** Returns an instance's name, which version 1 wraps in an object. */
function nameOf(row: Row): string | undefined {
  const { instance } = row
  return textOf(row['name']) ?? textOf(isRow(instance) ? instance['instanceName'] : undefined)
}

/** Returns the webhook of an instance, if any. There can be only one. */
function webhooksOf(found: unknown, device: string): Row[] {
  const wrapped = isRow(found) && isRow(found['webhook']) ? found['webhook'] : found
  if (!isRow(wrapped) || textOf(wrapped['url']) === undefined) return []
  const { url, events: names, enabled, headers } = wrapped
  return [{ url, events: names, enabled, headers, device }]
}
