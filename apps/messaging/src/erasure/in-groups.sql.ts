import type { EntityManager } from '@mikro-orm/postgresql'
import { type Person, sql } from '@posthorn/chassis'
import type { StoredContent } from '../entities/content.ts'
import { type ErasableMessage, erasableColumns, eraseMessages, isOlder } from './messages.sql.ts'

/** Erases what a person did in groups. The chats stay, since they belong to other people too. Returns the person's files that are kept. */
export async function eraseInGroups(em: EntityManager, person: Person): Promise<string[]> {
  const { workspace } = person
  const groups = await sql<{ id: string }>(
    em,
    `select id from chat where workspace_id = $1 and type = 'group' order by id`,
    [workspace],
  )
  const files: string[] = []
  for (const { id: chat } of groups) {
    const written = await writtenBy(em, person, chat)
    if (written.length > 0) files.push(...(await eraseMessages(em, { workspace, messages: written })))
    const messages = written.map(({ id }) => id)
    await eraseLastMessage(em, { workspace, chat, messages })
    await eraseAnswers(em, person, { chat, messages })
    await redactReceipts(em, person, chat)
  }
  return files
}

function writtenBy(em: EntityManager, person: Person, chat: string): Promise<ErasableMessage[]> {
  return sql<ErasableMessage>(
    em,
    `select ${erasableColumns} from message m where m.workspace_id = $1 and m.chat_id = $2 and m.direction = 'in' and ${isOlder}
       and (m.sender->>'phone' = any($4) or m.sender->>'userId' = any($5)) order by m.id for update`,
    [person.workspace, chat, person.requestedAt, person.phones, person.userIds],
  )
}

type Written = { chat: string; messages: string[] }

async function eraseLastMessage(em: EntityManager, { workspace, chat, messages }: Written & { workspace: string }) {
  await sql(
    em,
    `update chat set last_message = last_message || '{"message": null}', version = version + 1
     where workspace_id = $1 and id = $2 and last_message->>'id' = any($3)`,
    [workspace, chat, messages],
  )
}

/** Erases reactions, votes and answers of the person on other people's messages. Votes still count. */
async function eraseAnswers(em: EntityManager, person: Person, { chat, messages }: Written): Promise<void> {
  const { workspace, erasure, phones, userIds } = person
  const values = [...phones, ...userIds]
  const affected = await sql<{ id: string; content: StoredContent }>(
    em,
    `select id, content from message m where workspace_id = $1 and chat_id = $2 and content is not null
       and exists (select 1 from unnest($3::text[]) v where strpos(content::text, v) > 0) order by id for update`,
    [workspace, chat, [...values, ...messages]],
  )
  if (affected.length === 0) return
  const kept = affected.map(({ content }) => JSON.stringify(without(content, { values, messages, erasure })))
  await sql(
    em,
    `update message m set content = s.content::jsonb, version = version + 1 from unnest($2::text[], $3::text[]) as s (id, content)
     where m.workspace_id = $1 and m.id = s.id and m.id = any($2)`,
    [workspace, affected.map(({ id }) => id), kept],
  )
}

type Gone = { values: string[]; messages: string[]; erasure: string }

function without(content: StoredContent, { values, messages, erasure }: Gone): StoredContent {
  const { reactions, votes, answers } = content
  const isGone = (value: string | undefined) => value !== undefined && values.includes(value)
  const renamed = Object.entries(votes ?? {}).map(([voter, chosen]) => [isGone(voter) ? erasure : voter, chosen])
  return {
    ...content,
    ...(reactions && { reactions: reactions.filter(({ from }) => !isGone(from.phone) && !isGone(from.userId)) }),
    ...(votes && { votes: Object.fromEntries(renamed) as NonNullable<StoredContent['votes']> }),
    ...(answers && {
      answers: answers.map(({ text, ...rest }) =>
        messages.includes(rest.message) || text === undefined ? rest : { ...rest, text },
      ),
    }),
  }
}

async function redactReceipts(em: EntityManager, { workspace, erasure, phones, userIds }: Person, chat: string) {
  await sql(
    em,
    `update participant_receipt r set participant = $3 || ' ' || n.place, error = null
     from message m, unnest($4::text[]) with ordinality as n (participant, place)
     where m.workspace_id = $1 and m.chat_id = $2 and r.workspace_id = $1 and r.message_id = m.id
       and r.participant = n.participant`,
    [workspace, chat, erasure, [...phones, ...userIds]],
  )
}
