import type { EntityManager } from '@mikro-orm/postgresql'
import { holdsTrace, type Person, sql, type Tx, tracesOf } from '@posthorn/chassis'
import { idFloor } from '@posthorn/contracts'
import type { StoredContent } from '../entities/chat.ts'
import { type FilesTx, shownFiles } from '../files/files.sql.ts'
import { endWaiting } from '../queues/queue.sql.ts'
import { eraseFiles, inSteps, stepMax, storeContents } from './erased-files.sql.ts'

type ErasableMessage = { id: string; numberId: string; providerId: string | null; files: string[]; isReceived: boolean }

const erasableColumns = `m.id, m.number_id as "numberId", m.provider_id as "providerId", ${shownFiles} as files, m.direction = 'in' as "isReceived"`

/**
 * SQL condition that message `m` was written before `$3`: by the provider's clock if received, by ours if sent. A broadcast counts from its
 * post, because it may be accepted for the person after the request. `$4`: the lowest id of a post that is newer.
 */
const isOlder = `(coalesce((m.status_at->>'received')::timestamptz, m.created_at) < $3
  or m.direction = 'out' and m.reference like 'pst\\_%' and m.reference collate "C" < $4)`

const newerPost = ({ requestedAt }: Person) => idFloor('pst', requestedAt.getTime())

/** Cancels messages waiting to be sent to the person. Returns false if one may be being sent: then the erasure runs again later. */
export async function cancelWaiting({ em, wake }: Tx, person: Person, chatIds: string[]): Promise<boolean> {
  const { workspace, requestedAt } = person
  const jobs = await sql<{ id: string; status: string }>(
    em,
    `select j.message_id as id, j.status from send_job j join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
     where j.workspace_id = $1 and j.chat_id = any($2) and ${isOlder} order by j.message_id for update of j`,
    [workspace, chatIds, requestedAt, newerPost(person)],
  )
  const waiting = jobs.flatMap(({ id, status }) => (status === 'waiting' ? [id] : []))
  if (waiting.length > 0) {
    await endWaiting(em, workspace, waiting)
    wake('dispatch')
  }
  return waiting.length === jobs.length
}

/** Returns the next batch of a chat's messages that are older than the request. Skips messages being sent. */
export const takeMessages = (em: EntityManager, person: Person, chatId: string): Promise<ErasableMessage[]> =>
  sql<ErasableMessage>(
    em,
    `select ${erasableColumns} from message m where m.workspace_id = $1 and m.chat_id = $2 and ${isOlder}
       and not exists (select 1 from send_job j where j.message_id = m.id)
     order by m.id limit ${stepMax} for update`,
    [person.workspace, chatId, person.requestedAt, newerPost(person)],
  )

/** SQL for an error without the provider's text, which may name the person. */
const bareError = (error: string) => `case when jsonb_typeof(${error}) = 'object'
  then jsonb_build_object('errorCode', ${error}->'errorCode', 'message', '', 'retryable', ${error}->'retryable') end`

/** SQL for a message's content with nothing but the marks that make it no question (`isQuestion`). */
const lastingMarks = `nullif(jsonb_strip_nulls(jsonb_build_object('blocked', content->'blocked', 'rating', content->'rating')), '{}')`

/**
 * Reduces messages to the fields that statistics use: number, kind, direction, statuses, times, post, error code and marks. Moves them to
 * `anonymousChat`, an id that no chat has, so that statistics can still match questions and answers. If it isn't given, they stay in their
 * group's chat. Returns the person's files that other people's messages still show.
 */
export async function eraseMessages(
  { em, wake }: FilesTx,
  {
    workspace,
    messages,
    anonymousChat = null,
  }: { workspace: string; messages: ErasableMessage[]; anonymousChat?: string | null },
): Promise<string[]> {
  const ids = messages.map(({ id }) => id)
  await sql(
    em,
    `update message set chat_id = coalesce($3::text, chat_id), phone = null, body = null, content = ${lastingMarks}, preview_url = null,
       recipient = case when $3::text is null then recipient else 'erased' end, quote_id = null, reference = substring(reference from '^pst_[0-9a-z]{26}$'), sender = null, raw = null, provider_id = null, version = version + 1,
       error = ${bareError('error')},
       history = (select jsonb_agg(past || jsonb_build_object('error', ${bareError("past->'error'")}) order by place)
         from jsonb_array_elements(history) with ordinality as h (past, place))
     where workspace_id = $1 and id = any($2)`,
    [workspace, ids, anonymousChat],
  )
  await sql(
    em,
    `with receipts as (delete from receipt_job where message_id = any($2)),
       media as (delete from media_job where message_id = any($2)),
       extra as (delete from provider_reference where extra and message_id = any($2)),
       names as (delete from provider_reference r using unnest($3::text[], $4::text[]) as n (number_id, provider_id)
         where r.number_id = n.number_id and r.provider_id = n.provider_id)
     update send_attempt set error = null where workspace_id = $1 and message_id = any($2) and error is not null`,
    [workspace, ids, messages.map(({ numberId }) => numberId), messages.map(({ providerId }) => providerId)],
  )
  const filesOf = (isReceived: boolean) =>
    messages.flatMap((message) => (message.isReceived === isReceived ? message.files : []))
  return eraseFiles({ em, wake }, { workspace, received: filesOf(true), sent: filesOf(false) })
}

/**
 * Deletes what is stored about the person outside of chats: identifiers, and how soon each number may write to them again. If they were erased
 * before (`isLate`) and have a chat again, this keeps the identifiers, which belong to a new person.
 */
export async function eraseAround(
  em: EntityManager,
  { workspace }: Person,
  { numbers, recipients, isLate }: { numbers: { id: string }[]; recipients: string[]; isLate: boolean },
): Promise<void> {
  await sql(
    em,
    `delete from person_identifier where workspace_id = $1 and (value = any($2) or person = any($2))
       and (not $3 or not exists (select 1 from chat where workspace_id = $1 and type = 'direct' and recipient = any($2)))`,
    [workspace, recipients, isLate],
  )
  await sql(em, 'delete from pair_gate where number_id = any($1) and recipient = any($2)', [
    numbers.map(({ id }) => id),
    recipients,
  ])
}

/**
 * Erases a person's activity in groups. Keeps the chats, because they belong to other people too. If it was done before (`isLate`), looks only
 * at groups where an old message arrived since. Returns the person's files that were kept.
 */
export async function eraseInGroups({ em, wake }: FilesTx, person: Person, isLate: boolean): Promise<string[]> {
  const { workspace } = person
  const groups = await sql<{ id: string }>(
    em,
    `select id from chat where workspace_id = $1 and type = 'group' order by id`,
    [workspace],
  )
  const files: string[] = []
  for (const { id: chat } of groups) {
    const messages: string[] = []
    const take = () => takeWritten(em, person, chat)
    for (let taken = await take(); taken.length > 0; taken = await take()) {
      files.push(...(await eraseMessages({ em, wake }, { workspace, messages: taken })))
      messages.push(...taken.map(({ id }) => id))
    }
    if (isLate && messages.length === 0) continue
    await eraseLastMessage(em, { workspace, chat, messages })
    await eraseAnswers(em, person, { chat, messages })
    await emptyRaw(em, person, chat)
    await redactReceipts(em, person, chat)
  }
  return files
}

/** Returns the next batch of what the person wrote in a group before the request. Erased messages no longer name their sender. */
const takeWritten = (em: EntityManager, person: Person, chatId: string): Promise<ErasableMessage[]> =>
  sql<ErasableMessage>(
    em,
    `select ${erasableColumns} from message m where m.workspace_id = $1 and m.chat_id = $2 and m.direction = 'in' and ${isOlder}
       and (m.sender->>'phone' = any($5) or m.sender->>'userId' = any($6))
     order by m.id limit ${stepMax} for update`,
    [person.workspace, chatId, person.requestedAt, newerPost(person), person.phones, person.userIds],
  )

/** A group's chat, and the ids of the person's messages in it. */
type Written = { chat: string; messages: string[] }

/** Removes the text of the chat's last message from chat lists if the person wrote it. */
async function eraseLastMessage(em: EntityManager, { workspace, chat, messages }: Written & { workspace: string }) {
  await sql(
    em,
    `update chat set last_message = last_message || '{"message": null}', version = version + 1, updated_at = now()
     where workspace_id = $1 and id = $2 and last_message->>'id' = any($3)`,
    [workspace, chat, messages],
  )
}

/** Empties other people's messages as the provider sent them if they name the person, for example as the author of the message they quote. */
async function emptyRaw(em: EntityManager, person: Person, chat: string): Promise<void> {
  const { workspace } = person
  const traces = tracesOf(person)
  const take = (after: string) =>
    sql<{ id: string; raw: string }>(
      em,
      `select id, raw::text from message where workspace_id = $1 and chat_id = $2 and raw is not null and id > $4
         and exists (select 1 from unnest($3::text[]) t where strpos(raw::text, t) > 0) order by id limit ${stepMax}`,
      [workspace, chat, traces, after],
    )
  await inSteps(take, async (rows) => {
    const named = rows.filter(({ raw }) => holdsTrace(raw, traces)).map(({ id }) => id)
    await sql(em, 'update message set raw = null where workspace_id = $1 and id = any($2)', [workspace, named])
  })
}

/** Removes the person from other people's messages in a group: reactions, the texts of answers, and who voted. The votes still count. */
async function eraseAnswers(em: EntityManager, person: Person, { chat, messages }: Written): Promise<void> {
  const { workspace, erasure, phones, userIds } = person
  const identifiers = [...phones, ...userIds]
  const take = (after: string) =>
    sql<{ id: string; content: StoredContent }>(
      em,
      `select id, content from message m where workspace_id = $1 and chat_id = $2 and content is not null and id > $4
         and exists (select 1 from unnest($3::text[]) v where strpos(content::text, v) > 0)
       order by id limit ${stepMax} for update`,
      [workspace, chat, [...identifiers, ...messages], after],
    )
  const gone = { identifiers, messages, erasure }
  await inSteps(take, (rows) =>
    storeContents(
      em,
      workspace,
      rows.map(({ id, content }) => ({ id, json: JSON.stringify(withoutPerson(content, gone)) })),
    ),
  )
}

/** Returns content without the person's reactions and answers' texts. Votes still count, under the erasure's id. */
function withoutPerson(
  content: StoredContent,
  { identifiers, messages, erasure }: { identifiers: string[]; messages: string[]; erasure: string },
): StoredContent {
  const { reactions, votes, answers } = content
  const isGone = (value: string | undefined) => value !== undefined && identifiers.includes(value)
  const renamedVotes = Object.entries(votes ?? {}).map(([voter, chosen]) => [isGone(voter) ? erasure : voter, chosen])
  return {
    ...content,
    ...(reactions && { reactions: reactions.filter(({ from }) => !isGone(from.phone) && !isGone(from.userId)) }),
    ...(votes && { votes: Object.fromEntries(renamedVotes) as NonNullable<StoredContent['votes']> }),
    ...(answers && {
      answers: answers.map(({ text, ...rest }) =>
        messages.includes(rest.message) || text === undefined ? rest : { ...rest, text },
      ),
    }),
  }
}

/**
 * Replaces the person's identifiers in receipts with the erasure's id and a number, so that the receipts still count. Adds a receipt that
 * arrived since the last time to the one from then.
 */
async function redactReceipts(em: EntityManager, { workspace, erasure, phones, userIds }: Person, chatId: string) {
  await sql(
    em,
    `with named as (
       delete from participant_receipt r using message m, unnest($4::text[]) with ordinality as n (participant, place)
       where m.workspace_id = $1 and m.chat_id = $2 and r.workspace_id = $1 and r.message_id = m.id and r.participant = n.participant
       returning r.message_id, n.place, r.status_at
     )
     insert into participant_receipt as r (workspace_id, message_id, participant, status_at)
     select $1, message_id, $3 || ' ' || place, status_at from named
     on conflict (workspace_id, message_id, participant) do update set status_at = excluded.status_at || r.status_at`,
    [workspace, chatId, erasure, [...phones, ...userIds]],
  )
}
