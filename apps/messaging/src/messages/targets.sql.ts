import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { failUnknown, keyOfName, type OptedOutMessages } from '@posthorn/contracts'
import { namedFilesOf, type TemplateWithFile } from '../content/accept.ts'
import type { ChatRow, ConnectedNumberRow, FileRow } from '../entities/chat.ts'
import { lockPeople } from '../people/identifiers.sql.ts'
import { lockCopies, lockMoves } from './lock-order.sql.ts'
import { referencedMessage } from './rows.sql.ts'

/** Objects that the calls of a batch refer to, looked up together. */
export type Targets = {
  number(workspace: string, id: string): ConnectedNumberRow | undefined
  defaultNumber(workspace: string): ConnectedNumberRow | undefined
  chat(workspace: string, id: string): ChatTarget | undefined
  group(workspace: string, id: string): GroupTarget | undefined
  channel(workspace: string, id: string): ChannelTarget | undefined
  /** Finds labels by id or name, and members by id or email address. */
  label(workspace: string, named: string): LabelTarget | undefined
  member(workspace: string, named: string): MemberTarget | undefined
  message(workspace: string, id: string): MessageTarget | undefined
  file(workspace: string, id: string): FileTarget | undefined
  /** Returns the recipient to whom messages for this phone number or user id are currently sent. */
  recipient(workspace: string, named: string): string
  hasOptedOut(workspace: string, recipient: string): boolean
  /** The workspace's setting for single messages to recipients who opted out. */
  optedOutMessages(workspace: string): OptedOutMessages
}

type MediaReference = { file?: string | undefined }

type TargetReferences = {
  workspace: string
  input: {
    number?: string | undefined
    phone?: string | undefined
    userId?: string | undefined
    chat?: string | undefined
    group?: string | undefined
    channel?: string | undefined
    labels?: string[] | undefined
    actions?: { assignee?: { member?: string | undefined; email?: string | undefined } | null | undefined } | undefined
    quote?: string | undefined
    reactionMessage?: string | undefined
    media?: MediaReference | undefined
    header?: string | { media: MediaReference } | undefined
    template?: TemplateWithFile | undefined
    native?: { content: unknown } | undefined
  }
}

/**
 * Loads what calls refer to, with its numbers, the default numbers of the workspaces, and the recipients and opt-outs of named people. Treats
 * ids from other workspaces as unknown, but not those of numbers that the caller may not use. Keeps the chats of named people from moving
 * until the transaction ends.
 */
export async function loadTargets(em: EntityManager, calls: TargetReferences[]): Promise<Targets> {
  const people = calls.flatMap(({ workspace, input: { phone, userId } }) => {
    const value = phone ?? userId
    return value === undefined ? [] : [{ workspace, value }]
  })
  await lockPeople(em, people, 'shared')
  const labeling = calls.flatMap(({ workspace, input: { labels = [] } }) => (labels.length > 0 ? workspace : []))
  await lockCopies(em, labeling, 'shared')
  const reacting = calls.flatMap(({ workspace, input }) => (input.reactionMessage ? workspace : []))
  await lockMoves(em, reacting, 'shared')
  const { chats, groups, channels, quoted, files, labels, members } = await loadReferences(em, calls)
  const named = calls.flatMap(({ input: { number } }) => number ?? [])
  const numberIds = [...named, ...[...chats, ...groups, ...channels].map(({ numberId }) => numberId)]
  const workspaces = calls.map(({ workspace }) => workspace)
  const numbers = await loadNumbers(em, people, {
    workspaces: [...new Set(workspaces)],
    numberIds: [...new Set(numberIds)],
  })
  const moved = new Map(
    numbers.flatMap(({ workspaceId, moved }) => moved.map(([from, to]) => [`${workspaceId} ${from}`, to])),
  )
  const recipient = (workspace: string, named: string) => moved.get(`${workspace} ${named}`) ?? named
  const find = <T extends TargetRow>(rows: T[]) => {
    return (workspace: string, id: string) => rows.find((row) => row.workspaceId === workspace && row.id === id)
  }
  return {
    recipient,
    file: find(files),
    number: (workspace, id) => numbers.find((number) => number.workspaceId === workspace && number.id === id),
    defaultNumber: (workspace) => numbers.find((number) => number.workspaceId === workspace && number.isDefault),
    chat: find(chats),
    group: find(groups),
    channel: find(channels),
    label: (workspace, name) => {
      const key = keyOfName(name)
      const found = labels.filter((row) => row.workspaceId === workspace && (row.id === key || row.nameKey === key))
      // Like `findLabels`: an id never matches the name of another label.
      return found.find(({ id }) => id === key) ?? found[0]
    },
    member: (workspace, key) =>
      members.find((row) => row.workspaceId === workspace && (row.id === key || row.email === key)),
    message: find(quoted),
    hasOptedOut: (workspace, recipient) =>
      numbers.some(({ workspaceId, optedOut }) => workspaceId === workspace && optedOut.includes(recipient)) ||
      chats.some((chat) => chat.workspaceId === workspace && chat.recipient === recipient && chat.optedOut),
    optedOutMessages: (workspace) =>
      numbers.find(({ workspaceId }) => workspaceId === workspace)?.optedOutMessages ?? 'send',
  }
}

/** `moved`: the named addresses to which messages are no longer sent, each with its person's current recipient. */
type Numbers = ConnectedNumberRow & {
  optedOutMessages: OptedOutMessages | null
  moved: [string, string][]
  optedOut: string[]
}

/**
 * Loads the named numbers and the default ones of the workspaces. The same round trip returns the recipients of the named people, which of
 * them have opted out, and the workspaces' settings for opt-outs. A released phone number no longer belongs to the person who had it.
 */
function loadNumbers(
  em: EntityManager,
  people: { workspace: string; value: string }[],
  { workspaces, numberIds }: { workspaces: string[]; numberIds: string[] },
): Promise<Numbers[]> {
  return sql<Numbers>(
    em,
    `with addressed as (
       select p.workspace_id, p.value, coalesce(i.person, p.value) as recipient
       from unnest($2::text[], $3::text[]) as p (workspace_id, value)
       left join person_identifier i on i.workspace_id = p.workspace_id and i.value = p.value
         and i.workspace_id = any($1) and i.value = any($3) and (i.released_at is null or i.type <> 'phone')
     )
     select n.workspace_id as "workspaceId", n.id, n.version, n.provider, n.phone, n.name, n.provider_ids as "providerIds", n.is_default as "isDefault", n.connected,
       n.ciphertext, n.refuses, s.opted_out_messages as "optedOutMessages", array(
         select json_build_array(a.value, a.recipient) from addressed a where a.workspace_id = n.workspace_id and a.recipient <> a.value
       ) as moved, array(
         select o.recipient from addressed a join opted_out_recipient o using (workspace_id, recipient)
         where a.workspace_id = n.workspace_id and o.opted_out
       ) as "optedOut"
     from known_number n left join workspace_setting s using (workspace_id)
     where n.id in (
       select id from known_number where id = any($4) and workspace_id = any($1)
       union all select id from known_number where workspace_id = any($1) and is_default)`,
    [workspaces, people.map(({ workspace }) => workspace), people.map(({ value }) => value), numberIds],
  )
}

/** Loads the rows that calls refer to. Skips kinds that no call uses. */
async function loadReferences(em: EntityManager, calls: TargetReferences[]) {
  const named = (namesOf: (input: TargetReferences['input']) => (string | undefined)[]) =>
    calls.flatMap(({ workspace, input }) => namesOf(input).flatMap((id) => (id ? [{ workspace, id }] : [])))
  const chatIds = named(({ chat }) => [chat])
  const chats = await selectTargets<ChatTarget>(em, chatColumns, chatIds)
  const groupIds = named(({ group }) => [group])
  const groups = await selectTargets<GroupTarget>(em, groupColumns, groupIds)
  const ofChats = chats.filter(({ type }) => type === 'channel')
  const channelIds = ofChats.map(({ workspaceId: workspace, recipient: id }) => ({ workspace, id }))
  channelIds.push(...named(({ channel }) => [channel]))
  const channels = await selectTargets<ChannelTarget>(em, channelColumns, channelIds)
  const quotedIds = named(({ quote, reactionMessage }) => [quote || reactionMessage])
  const quoted = await selectTargets<MessageTarget>(em, messageColumns, quotedIds)
  const fileIds = named((input) => namedFilesOf(input).map(({ id }) => id))
  const files = await selectTargets<FileTarget>(em, fileColumns, fileIds)
  const labelKeys = named(({ labels: some = [] }) => some.map(keyOfName))
  const labels = await selectTargets<LabelTarget>(em, labelColumns, labelKeys)
  const memberKeys = named(({ actions }) => [memberKey(actions?.assignee)])
  const members = await selectTargets<MemberTarget>(em, memberColumns, memberKeys)
  return { chats, groups, channels, quoted, files, labels, members }
}

/** Returns the files that a message refers to. Refuses ids of files that don't exist or that the caller may not use. */
export function fileTargetsOf(
  targets: Targets,
  { workspace, numbers }: { workspace: string; numbers: readonly string[] | undefined },
  message: Parameters<typeof namedFilesOf>[0],
): FileTarget[] {
  return namedFilesOf(message).map(({ id, path }) => {
    const file = targets.file(workspace, id)
    if (file && (!numbers || file.numberIds.some((each) => numbers.includes(each)))) return file
    return failUnknown('file:not_found', path)
  })
}

type TargetRow = { workspaceId: string; id: string }

/** A group that a call refers to, directly or through its chat. */
export type GroupTarget = TargetRow & { numberId: string; providerId: string | null; name: string; status: string }
const groupColumns = `t.workspace_id as "workspaceId", t.id, t.number_id as "numberId", t.provider_id as "providerId", t.name, t.status
  from named join known_group t using (workspace_id, id)`

/** A channel that a call refers to, directly or through its chat. A deleted channel is treated as unknown. */
export type ChannelTarget = TargetRow & { numberId: string; name: string }
const channelColumns = `t.workspace_id as "workspaceId", t.id, t.number_id as "numberId", t.name
  from named join known_channel t using (workspace_id, id) where not t.deleted`

type LabelTarget = TargetRow & { name: string; nameKey: string; color: string }
const labelColumns = `t.workspace_id as "workspaceId", t.id, t.name, t.name_key as "nameKey", t.color
  from named join label t on t.workspace_id = named.workspace_id and named.id in (t.id, t.name_key)`

type MemberTarget = TargetRow & { email: string }
const memberColumns = `t.workspace_id as "workspaceId", t.id, t.email
  from named join member t on t.workspace_id = named.workspace_id and named.id in (t.id, t.email) and not t.removed`

/** Key of a member: the id, or the normalized email address. */
export const memberKey = (who: { member?: string | undefined; email?: string | undefined } | null | undefined) =>
  who?.member ?? who?.email?.trim().toLowerCase()

/** A chat that a call refers to. `groupStatus` is null if the group wasn't created with this API. */
type ChatTarget = TargetRow & {
  numberId: string
  recipient: string
  type: ChatRow['type']
  groupId: string | null
  groupStatus: string | null
  optedOut: boolean
}
const chatColumns = `t.workspace_id as "workspaceId", named.id, t.number_id as "numberId", t.recipient, t.type, t.group_id as "groupId",
    g.status as "groupStatus",
    exists (select 1 from opted_out_recipient o where o.workspace_id = t.workspace_id and o.recipient = t.recipient and o.opted_out)
      as "optedOut"
  from named left join chat_alias a on a.workspace_id = named.workspace_id and a.id = named.id
  join chat t on t.workspace_id = named.workspace_id and t.id = coalesce(a.chat_id, named.id) left join known_group g on g.workspace_id = t.workspace_id and g.id = t.group_id`

type FileTarget = TargetRow & Pick<FileRow, 'kind' | 'mime' | 'filename' | 'sha256' | 'numberIds'>
const fileColumns = `f.workspace_id as "workspaceId", f.id, f.kind, f.mime, f.filename, f.sha256, f.number_ids as "numberIds"
  from named join file f using (workspace_id, id) where f.expires_at is null or f.expires_at > now()`

/** A message that a call quotes or reacts to, with the current recipient of its chat. */
export type MessageTarget = TargetRow & { messageId: string; numberId: string; recipient: string }
const messageColumns = `t.workspace_id as "workspaceId", named.id, t.id as "messageId", t.number_id as "numberId", coalesce(c.recipient, t.recipient) as recipient
  from named join message t on t.workspace_id = named.workspace_id and t.id = ${referencedMessage}
  left join chat c on c.workspace_id = t.workspace_id and c.id = t.chat_id`

/** Selects the rows that calls refer to, if any. `columnsFrom`: the rest of the query, its columns and the tables joined to `named`. */
async function selectTargets<T extends TargetRow = TargetRow>(
  em: EntityManager,
  columnsFrom: string,
  named: { workspace: string; id: string }[],
): Promise<T[]> {
  if (named.length === 0) return []
  return sql<T>(
    em,
    `with named as (select * from unnest($1::text[], $2::text[]) as n (workspace_id, id)) select ${columnsFrom}`,
    [named.map(({ workspace }) => workspace), named.map(({ id }) => id)],
  )
}
