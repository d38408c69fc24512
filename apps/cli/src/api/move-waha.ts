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

/** Requested rows per page. A service without pages returns all rows. */
const pageSize = 200

/** Maps WAHA's events, by name prefix, to our events. */
const events: readonly [prefix: string, ours: readonly string[]][] = [
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

function eventsOf(name: string): readonly string[] {
  return events.find(([prefix]) => name === prefix || (prefix.endsWith('.') && name.startsWith(prefix)))?.[1] ?? []
}

/** Returns an id, which some engines wrap in an object. */
const idOf = (value: unknown) => textOf(isRow(value) ? value['_serialized'] : value) ?? ''

export async function readWaha(url: string, { device, key, fetch, onRead }: Reading): Promise<MoveSource> {
  const base = `${url.replace(/\/(api\/?)?$/, '')}/api`
  const service = { base, headers: { 'X-Api-Key': key }, fetch }
  const unread: MoveSource['unread'] = []
  const list = async (path: string, isPaged = false) => {
    const rows = new Map<string, Row>()
    for (let before = -1; rows.size > before; ) {
      before = rows.size
      const place = isPaged ? `${path.includes('?') ? '&' : '?'}limit=${pageSize}&offset=${rows.size}` : ''
      const read = rowsOf(await askJson(service, `${path}${place}`)) ?? []
      for (const row of read) rows.set(idOf(row['id']) || JSON.stringify(row), row)
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
      ofChats.set(idOf(chat['id']), [...(ofChats.get(idOf(chat['id'])) ?? []), String(id)])
  const isHidden = [...contacts.map(({ id }) => idOf(id)), ...ofChats.keys()].some((id) => id.endsWith('@lid'))
  const known = isHidden ? (await orRefusal(list(`${path}/lids`, true), { rows: [] })).rows : []
  const phones = new Map(known.map(({ lid, pn }) => [textOf(lid) ?? '', textOf(pn) ?? '']))
  const widOf = (id: string) => phones.get(id) || id
  return {
    device: named,
    unread,
    form: { format: 'posthorn', eventsOf },
    labels: labels.map(({ id, name, colorHex }) => ({ id: String(id), name, color: colorHex })),
    contacts: contacts.flatMap((row) => (row['isMe'] === true ? [] : [contactOf(row, widOf(idOf(row['id'])))])),
    chats: [...ofChats].map(([id, own]) => ({ wid: widOf(id), labels: own })),
    webhooks: webhooksOf(session, named),
  }
}

function contactOf({ name, pushname, isBlocked, isGroup }: Row, wid: string): Row {
  return {
    wid,
    name: textOf(name) ?? textOf(pushname) ?? '',
    ...(isGroup === true ? { type: 'group' } : {}),
    ...(isBlocked === true ? { status: 'blocked' } : {}),
  }
}

function webhooksOf(session: Row | undefined, device: string): Row[] {
  const config = isRow(session?.['config']) ? session['config'] : {}
  return (rowsOf(config['webhooks']) ?? []).map(({ url, events: names, customHeaders }) => ({
    url,
    events: names,
    device,
    headers: Object.fromEntries((rowsOf(customHeaders) ?? []).map(({ name, value }) => [name, value])),
  }))
}
