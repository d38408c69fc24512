import { type Id, keyOfName, messaging, numbers, type OutputOf, webhooks } from '@posthorn/contracts'
import { shortIdOf } from '@posthorn/dialect'
import { type Api, CommandError } from './client.ts'
import {
  type ChatRow,
  chatOf,
  type LabelRow,
  labelOf,
  type Note,
  type Noting,
  noteUnset,
  soleDevice,
  trimmedText,
  type WebhookRow,
  webhookOf,
} from './move-rows.ts'
import type { Kind, MoveSource, Row } from './move-source.ts'
import { countChange, moveContacts, type Outcome, type Target } from './move-target.ts'

/**
 * Creates webhooks and updates those that differ. Pauses webhooks of the dialect that were inactive before, and new webhooks whose receivers
 * don't understand our payloads yet.
 */
async function moveWebhooks(
  target: Target,
  { webhooks: rows, form }: Pick<MoveSource, 'webhooks' | 'form'>,
  device: string | undefined,
): Promise<void> {
  const { api, number, note, onProgress } = target
  const { format } = form
  const here = (await api.list(webhooks.webhooks.list, {})).filter((hook) => hook.format === format)
  let done = 0
  const joined = joinSame(
    rows.flatMap((row) => webhookOf(row, { device, number, form }, note) ?? []),
    note,
  )
  for (const { active, ...fields } of joined) {
    const known = here.find(({ urls, number: bound }) => urls.includes(fields.url) && bound === (fields.number ?? null))
    onProgress('webhooks', ++done, joined.length)
    await countChange(target, { kind: 'webhooks', row: fields.name ?? fields.url }, async () => {
      const isUnread = known === undefined && format === 'posthorn'
      const status = isUnread || (!active && format === 'dialect') ? 'paused' : 'active'
      if (known === undefined) {
        await api.call(webhooks.webhooks.create, { ...fields, format, status })
        if (isUnread && active)
          note({ kind: 'webhooks', row: fields.name ?? fields.url, why: 'paused', detail: pausedDetail, lost: false })
        return 'made'
      }
      const outcome = await updateWebhook(api, known, fields)
      if (status === 'active' || known.status !== 'active') return outcome
      await api.call(webhooks.webhooks.pause, { id: known.id as Id<'whk'> })
      return 'changed'
    })
  }
}

/**
 * Merges webhooks that have the same URL and number, because only one can exist here. The merged webhook gets the events of all of them, and
 * the first secret header. It is active if one of them is.
 */
const joinSame = (hooks: readonly WebhookRow[], note: Noting): WebhookRow[] =>
  [...Map.groupBy(hooks, ({ url, number }) => `${url} ${number}`).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    for (const { name, url } of others)
      note({ kind: 'webhooks', row: name ?? url, why: 'joined with one of the same address', lost: false })
    const all = [first, ...others]
    const secretHeader = all.find((each) => each.secretHeader)?.secretHeader
    for (const { name, url, secretHeader: header } of all) {
      if (!header || (header.name === secretHeader?.name && header.value === secretHeader.value)) continue
      const detail = `header ${header.name} is beyond the one that a webhook may have here; left out`
      note({ kind: 'webhooks', row: name ?? url, why: 'parts left out', detail, lost: true })
    }
    const events = [...new Set(all.flatMap((each) => each.events))]
    return { ...first, ...(secretHeader ? { secretHeader } : {}), events, active: all.some(({ active }) => active) }
  })

/** Detail of the note about a webhook that was created paused. */
const pausedDetail = 'is paused until its receiver reads our payloads; POST /v1/webhooks/{id}/resume starts it'

const sameEvents = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()

/**
 * Updates a webhook if its events or its name differ. Always sets a secret header, because the API does not show whether the value is the
 * same.
 */
async function updateWebhook(
  api: Api,
  known: OutputOf<typeof webhooks.webhooks.get>,
  { name, events, secretHeader }: Pick<WebhookRow, 'name' | 'events' | 'secretHeader'>,
): Promise<Outcome> {
  const isSame = sameEvents(known.events, events) && (name === undefined || known.name === name)
  if (isSame && secretHeader === undefined) return 'unchanged'
  const changed = { events, ...(name && { name }), ...(secretHeader && { secretHeader }) }
  await api.call(webhooks.webhooks.update, { id: known.id as Id<'whk'>, ...changed })
  return 'changed'
}

/** Outcome for the rows of one kind. `why`: reasons why rows were skipped or only partly moved, with counts. */
type Moved = { kind: Kind; made: number; changed: number; unchanged: number; skipped: number; why: string[] }

const noCounts = () => ({ made: 0, changed: 0, unchanged: 0 })

/** Creates a previous service's labels, contacts, labeled chats and webhooks here, and updates those that differ. */
export async function move(
  api: Api,
  { source, number, onProgress }: { source: MoveSource; number: string | undefined; onProgress: Target['onProgress'] },
): Promise<{ moved: Moved[]; notes: Note[] }> {
  const device = source.device ?? soleDevice(source.webhooks)
  const notes: Note[] = source.unread.map(({ kind, reason }) => ({
    kind,
    row: '',
    why: 'not read',
    detail: reason,
    lost: true,
  }))
  const counts = { labels: noCounts(), contacts: noCounts(), chats: noCounts(), webhooks: noCounts() }
  const note: Noting = (each) => void notes.push(each)
  const target: Target = { api, number: await findNumber(api, number), note, counts, onProgress }
  const labels = await moveLabels(target, source)
  await moveContacts(target, source.contacts)
  await moveChats(target, source, labels)
  await moveWebhooks(target, source, device)
  const kinds = Object.keys(counts) as Kind[]
  return { moved: kinds.map((kind) => movedOf(kind, counts[kind], notes)), notes }
}

/** Counts what happened to the rows of one kind. A row that was moved in part is not skipped. */
function movedOf(kind: Kind, counts: Record<Outcome, number>, notes: readonly Note[]): Moved {
  const own = notes.filter((note) => note.kind === kind)
  const grouped = [...Map.groupBy(own, ({ why }) => why)]
  const skipped = own.filter(({ why }) => !['parts left out', 'not read', 'paused'].includes(why)).length
  return { kind, ...counts, skipped, why: grouped.map(([why, some]) => `${some.length} ${why}`) }
}

/** Finds the target number by its id or the id that the dialect shows; by default, the default number or else the first connected one. */
async function findNumber(api: Api, idOption: string | undefined): Promise<Id<'num'>> {
  const all = await api.list(numbers.numbers.list, {})
  const found =
    idOption === undefined
      ? (all.find((each) => each.default) ?? all.find(({ status }) => status !== 'disconnected'))
      : all.find(({ id }) => id === idOption || shortIdOf(id) === idOption.toLowerCase())
  if (found === undefined) throw new CommandError(`${api.access.url} has no such number; pass --device`)
  return found.id as Id<'num'>
}

/** Whether a text looks like a label id. An id that isn't in the list can't be used as a name. */
const isId = (text: string) => /^[0-9a-f]{24}$/.test(text)

/** Creates the labels in the list and the others that chats have, and updates those that differ. Returns the `keyOfName` of all labels. */
async function moveLabels(target: Target, { labels, chats }: MoveSource): Promise<Set<string>> {
  const { api, note, onProgress } = target
  const here = new Map((await api.list(messaging.labels.list, {})).map((label) => [keyOfName(label.name), label]))
  const ofChats = chats.flatMap(({ labels: some }) => (Array.isArray(some) ? some : []))
  const ids = new Set(labels.flatMap(({ id }) => trimmedText(id) || []))
  const onlyNamed = ofChats.flatMap((each: unknown) => {
    const row = typeof each === 'object' && each !== null ? (each as Row) : { name: each }
    const name = trimmedText(row['name'])
    return name === '' || ids.has(name) || isId(name) ? [] : [row]
  })
  const wanted = new Map<string, LabelRow>()
  for (const row of [...labels, ...onlyNamed]) {
    const key = keyOfName(trimmedText(row['name']))
    if (!wanted.has(key)) wanted.set(key, labelOf(row, note))
  }
  let done = 0
  for (const [key, label] of wanted) {
    const known = here.get(key)
    await countChange(target, { kind: 'labels', row: label.name }, async () => {
      if (known === undefined) {
        here.set(key, await api.call(messaging.labels.create, label))
        return 'made'
      }
      const { name: _, ...given } = label
      const isSame = Object.entries(given).every(([field, value]) => known[field as keyof typeof given] === value)
      if (isSame) return 'unchanged'
      await api.call(messaging.labels.update, { id: known.id as Id<'lbl'>, ...given })
      return 'changed'
    })
    onProgress('labels', ++done, wanted.size)
  }
  return new Set(here.keys())
}

/** Highest number of labels of a chat. */
const chatLabelsMax = 50
/** Concurrent calls that create or change chats. */
const chatCalls = 8

/** Gives chats their labels, and creates those that do not exist. Several chats with one person become one. */
async function moveChats(target: Target, source: MoveSource, labels: ReadonlySet<string>): Promise<void> {
  const { api, number, note, onProgress } = target
  const names = new Map(source.labels.map(({ id, name }) => [trimmedText(id), trimmedText(name)]))
  const rows = new Map<string, ChatRow>()
  for (const row of source.chats) {
    const chat = chatOf(row, { names, labels }, note)
    if (chat === undefined) continue
    const earlier = rows.get(chat.phone)
    if (earlier !== undefined) note({ kind: 'chats', row: chat.phone, why: 'same phone twice', lost: false })
    const all = [...(earlier?.labels ?? []), ...chat.labels]
    rows.set(chat.phone, { ...chat, labels: [...new Map(all.map((name) => [keyOfName(name), name])).values()] })
  }
  if (rows.size === 0) return
  const here = new Map<string, Set<string>>()
  for (const chat of await api.list(messaging.chats.list, { number: [number], type: ['direct'] }))
    if (chat.phone !== null) here.set(chat.phone, new Set(chat.labels.map(({ name }) => keyOfName(name))))
  const waiting = [...rows.values()]
  let done = 0
  const work = async () => {
    for (let chat = waiting.pop(); chat !== undefined; chat = waiting.pop()) {
      const row = chat
      const known = here.get(row.phone)
      const added = row.labels.filter((name) => !known?.has(keyOfName(name)))
      const labels = added.slice(0, chatLabelsMax - (known?.size ?? 0))
      noteUnset(added.slice(labels.length), row.phone, note)
      await countChange(target, { kind: 'chats', row: row.phone }, async () => {
        if (known && labels.length === 0) return 'unchanged'
        await api.call(messaging.chats.create, { ...row, labels, number })
        return known ? 'changed' : 'made'
      })
      onProgress('chats', ++done, rows.size)
    }
  }
  await Promise.all(Array.from({ length: chatCalls }, work))
}
