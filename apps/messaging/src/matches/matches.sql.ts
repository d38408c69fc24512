import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager, QBFilterQuery } from '@mikro-orm/postgresql'
import { likeText, sql, type Verb } from '@posthorn/chassis'
import {
  type Candidate,
  candidateFields,
  chatsCountedMax,
  kindOfId,
  type messaging,
  phoneSearched,
} from '@posthorn/contracts'
import { findByAnyId } from '../chats/chats.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { Chat, type ChatRow, Message, type MessageRow } from '../entities/chat.ts'

type Find = Verb<typeof messaging.matches.find, MessagingRuntime>
type Context = Parameters<Find>[0]['ctx']
type Question = Pick<Parameters<Find>[0]['input'], 'q' | 'size'>

/** Finds up to `size` chats by name and phone number, latest activity first, and as many messages by words, newest first. An id finds one. */
export const find: Find = async ({ ctx, input }) => {
  const { q, kinds } = input
  const byId = kindOfId(q)
  if (byId === 'chat' && kinds.includes('chat')) return chatMatches(await chatOfId(ctx, q), q)
  if (byId === 'message' && kinds.includes('message'))
    return messageMatches(ctx, await ctx.em.find(Message, { id: q }), q)
  if (byId !== null) return []
  const chats = kinds.includes('chat') ? await chatsByNameOrPhone(ctx, input) : []
  const messages = kinds.includes('message') ? await messagesByWords(ctx, input) : []
  return [...chatMatches(chats), ...(await messageMatches(ctx, messages))]
}

async function chatOfId(ctx: Context, id: string): Promise<ChatRow[]> {
  const row = await findByAnyId(ctx, id)
  return row ? [row] : []
}

const chatsByNameOrPhone = async (ctx: Context, { q, size }: Question): Promise<ChatRow[]> =>
  ctx.em.find(Chat, await calledFilter(ctx, q), { orderBy: { lastMessageAt: 'desc', id: 'desc' }, limit: size })

async function messagesByWords(ctx: Context, { q, size }: Question): Promise<MessageRow[]> {
  const { em, workspace, call } = ctx
  const ids = await messagesWithWords(em, { workspace, search: q, numbers: call.numbers ?? null }, size)
  return ids.length === 0 ? [] : em.find(Message, { id: { $in: ids } }, { orderBy: { id: 'desc' } })
}

/** Presents chats as matches. `searchedId` is the id that was searched for, if the search was an id. */
const chatMatches = (rows: ChatRow[], searchedId?: string): Candidate[] =>
  rows.map(({ id, name, phone, numberId, lastMessageAt }) => ({
    kind: 'chat',
    id,
    name: name ?? phone ?? null,
    chat: null,
    number: numberId,
    at: lastMessageAt.toISOString(),
    fields: candidateFields({ id: searchedId, name, phone }),
  }))

/** Presents messages as matches, each with the name of its chat. `searchedId` is as in `chatMatches`. */
async function messageMatches({ em }: Context, rows: MessageRow[], searchedId?: string): Promise<Candidate[]> {
  const chats = rows.length === 0 ? [] : await em.find(Chat, { id: { $in: rows.map(({ chatId }) => chatId) } })
  const names = new Map(chats.map(({ id, name, phone }) => [id, name ?? phone]))
  return rows.map(({ id, chatId, numberId, body, phone, createdAt }) => ({
    kind: 'message',
    id,
    name: names.get(chatId) ?? phone ?? null,
    chat: chatId,
    number: numberId,
    at: createdAt.toISOString(),
    fields: candidateFields({ id: searchedId, text: body }),
  }))
}

/** Number of newest messages to scan one by one. */
const newestMax = 2_000
/** If a word matches this many of the newest messages, it is too common for an index search. */
const manyHits = newestMax / 20
/** Maximum number of matches read through the index. Limits the search for a word that is rare now but was common in the past. */
const messagesMax = 20_000
const chatsMax = 1_000
/** Number of last digits of a phone number that are searched for. */
const phoneEnd = 6

const chatsOfHits = `array(select chat_id from hit group by chat_id order by max(id) desc limit ${chatsMax})`

/** Number of newest messages to scan for a caller restricted to certain numbers. Includes messages of other numbers, which are skipped. */
const newestOfNumbersMax = 20_000

const ofNumbers = '($3::text[] is null or number_id = any($3))'

/** A search for words in the messages of a workspace, of all numbers if `numbers` is null. */
type WordSearch = { workspace: string; search: string; numbers: readonly string[] | null }

const newestOf = ({ numbers }: WordSearch) => (numbers === null ? newestMax : newestOfNumbersMax)

/** CTE of the newest messages of the numbers `$3`, among the newest `$4` of the workspace. */
const newestVisible = `visible as materialized (
  select id, chat_id, body, folded_words from (
    select id, chat_id, number_id, body, folded_words from message where workspace_id = $1 order by id desc limit $4) newest
  where ${ofNumbers} limit ${newestMax})`

/** SQL condition that `newestVisible` has all messages that the caller may see. */
const isAllVisible = `(select count(*) from visible) < ${newestMax}
  and (select count(*) from (select 1 from message where workspace_id = $1 limit $4) looked) < $4`

/** Returns chats with messages that contain all words, latest match first: common words in the newest messages, rare ones by index. */
export async function chatsWithWords(em: EntityManager, wanted: WordSearch): Promise<string[]> {
  const { workspace, search, numbers } = wanted
  const query = await wordsQuery(em, search)
  if (query === null) return []
  const [newest] = await sql<{ isAll: boolean; hits: number; chats: string[] }>(
    em,
    `with ${newestVisible}, hit as materialized (select chat_id, id from visible where ${hasWords('$2')})
     select ${isAllVisible} as "isAll", (select count(*)::int from hit) as hits, ${chatsOfHits} as chats`,
    [workspace, query, numbers, newestOf(wanted)],
  )
  if (newest && (newest.isAll || newest.hits >= manyHits)) return newest.chats
  const [all] = await sql<{ chats: string[] }>(
    em,
    `with found as materialized (
       select chat_id, id, number_id from message where workspace_id = $1 and ${hasWords('$2')} limit ${messagesMax}
     ), hit as (select chat_id, id from found where ${ofNumbers}) select ${chatsOfHits} as chats`,
    [workspace, query, numbers],
  )
  return all?.chats ?? []
}

/** Returns the most recently active chats whose phone number starts with `phone`. */
async function chatsWithPhoneStart(em: EntityManager, workspace: string, phone: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select id from chat where workspace_id = $1 and phone like $2 order by last_message_at desc, id desc limit ${chatsMax}`,
    [workspace, `${phone}%`],
  )
  return rows.map(({ id }) => id)
}

/** Returns the filter for these chats. The ids are one parameter, and Postgres hashes them rather than compare each row with each id. */
function chatsById(ids: string[]): FilterQuery<ChatRow> {
  return { [raw(`id in (select unnest(string_to_array(?, ',')))`, [ids.join(',')])]: [] } as FilterQuery<ChatRow>
}

function hasNamePart(text: string): FilterQuery<ChatRow> {
  return { [raw(`strpos(folded(name), nullif(folded(?), '')) > 0`, [text])]: [] } as FilterQuery<ChatRow>
}

const likeAnywhere = (text: string): string => `%${likeText(text)}%`

/**
 * Finds chats by part of a name or phone number with the trigram index. Returns null if the index doesn't help: the text is too short, or
 * so common that a scan of the newest chats fills a page sooner.
 */
async function chatsCalled(
  em: EntityManager,
  workspace: string,
  { name, digits }: { name: string; digits: string | null },
): Promise<string[] | null> {
  if (name.length < 3) return null
  // Searches only for the last digits of a phone number, which are the distinctive ones. Half of all numbers start with the same digits.
  const [ofName, ofPhone] = digits === null ? [name, name] : [name.slice(-phoneEnd), digits.slice(-phoneEnd)]
  const rows = await sql<{ chat_id: string }>(
    em,
    `with candidate as materialized (
       select chat_id from chat_search
       where workspace_id = $1 and (trigrams @> trigrams(folded($2)) or trigrams @> trigrams(folded($3))) limit ${chatsMax + 1}
     )
     select chat_id from candidate join chat c on c.workspace_id = $1 and c.id = chat_id
     where (select count(*) from candidate) > ${chatsMax} or strpos(folded(c.name), nullif(folded($4), '')) > 0 or c.phone like $5`,
    [workspace, ofName, ofPhone, name, digits === null ? null : likeAnywhere(digits)],
  )
  return rows.length > chatsMax ? null : rows.map((row) => row.chat_id)
}

/**
 * Matches chats by the start of a phone number, or by part of a name or number regardless of spacing. `more` finds chats that match for
 * other reasons, and isn't called if the search is the start of a phone number.
 */
export async function calledFilter(
  { em, workspace }: { em: EntityManager; workspace: string },
  search: string,
  more: () => Promise<string[]> = async () => [],
): Promise<FilterQuery<ChatRow>> {
  // People write phone numbers with spaces, hyphens, periods and parentheses.
  const compact = search.replace(/[\s\-().+]/g, '')
  const digits = /^\d{3,}$/.test(compact) ? compact : null
  const phone = phoneSearched(search)
  if (digits !== null && phone !== null) return chatsById(await chatsWithPhoneStart(em, workspace, phone))
  const others = await more()
  const called = await chatsCalled(em, workspace, { name: search, digits })
  if (called !== null) return chatsById([...new Set([...called, ...others])])
  const phones = digits === null ? [] : [{ phone: { $like: likeAnywhere(digits) } }]
  return { $or: [hasNamePart(search), ...phones, ...(others.length > 0 ? [chatsById(others)] : [])] }
}

/** Returns the filter for chats with a note that mentions the member. The last condition makes the partial index usable. */
export function chatsMentioning(workspace: string, memberId: string): FilterQuery<ChatRow> {
  const chats = `id in (select chat_id from note where workspace_id = ? and mentions @> array[?]::text[] and mentions <> '{}')`
  return { [raw(chats, [workspace, memberId])]: [] } as FilterQuery<ChatRow>
}

type ChatCount = { total: number; unread: number; oldestWaitingAt: Date | null }

/**
 * Counts the chats that match each filter, up to one more than shown, and finds the longest wait among those. One statement, so that the
 * counts are consistent.
 */
export async function countChats(em: EntityManager, filters: FilterQuery<ChatRow>[]): Promise<ChatCount[]> {
  if (filters.length === 0) return []
  const parts: string[] = []
  for (const [i, filter] of filters.entries()) {
    const query = em
      .createQueryBuilder(Chat, 'c')
      .select(['unreadCount', 'waitingSince'])
      .where(filter as QBFilterQuery<ChatRow>)
    await query.limit(chatsCountedMax + 1).applyFilters()
    parts.push(
      `select ${i} as place, count(*)::int as total, (count(*) filter (where unread_count > 0))::int as unread,
         min(waiting_since) as "oldestWaitingAt" from (${query.getFormattedQuery()}) as counted`,
    )
  }
  return sql<ChatCount>(em, `${parts.join(' union all ')} order by place`)
}

/**
 * SQL condition that a message contains these words, unstemmed, in any language. ASCII text uses the index `message_words`. Other text uses
 * `message_folded_words`, which ignores case and accents.
 */
export const hasWords = (query: string) =>
  `(body is not null and to_tsvector('simple', body) @@ ${query}::tsquery or folded_words is not null and folded_words @@ ${query}::tsquery)`

/** Returns a full-text query for all words typed, or null if there are none. The last word may be incomplete. */
export async function wordsQuery(em: EntityManager, search: string): Promise<string | null> {
  const [row] = await sql<{ query: string | null }>(
    em,
    `with word as (
       select lexeme, max(positions[array_length(positions, 1)]) as place from unnest(spaced_words(folded($1))) group by lexeme
     ), term as (
       select lexeme, place = (select max(place) from word) as begun from word
       union select part, length(part) = 1 from unnest(unspaced_parts(folded($1))) as part
     )
     select string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || '''' || case when begun then ':*' else '' end, ' & ')::tsquery::text
       as query from term`,
    [search],
  )
  return row?.query ?? null
}

/** Matches messages with these words, or none if the query is null. */
export function withWords(query: string | null): FilterQuery<MessageRow> {
  if (query === null) return { id: { $in: [] } }
  return { [raw(hasWords('?'), [query, query])]: [] } as FilterQuery<MessageRow>
}

/** Returns the newest messages that contain all words and that the caller may see: first among the newest ones, then by index. */
async function messagesWithWords(em: EntityManager, wanted: WordSearch, size: number): Promise<string[]> {
  const { workspace, search, numbers } = wanted
  const query = await wordsQuery(em, search)
  if (query === null) return []
  const [newest] = await sql<{ isAll: boolean; hits: number; ids: string[] }>(
    em,
    `with ${newestVisible}, hit as materialized (select id from visible where ${hasWords('$2')})
     select ${isAllVisible} as "isAll", (select count(*)::int from hit) as hits,
       array(select id from hit order by id desc limit $5) as ids`,
    [workspace, query, numbers, newestOf(wanted), size],
  )
  if (newest && (newest.isAll || newest.hits >= manyHits || newest.ids.length >= size)) return newest.ids
  const all = await sql<{ id: string }>(
    em,
    `with hit as materialized (
       select id, number_id from message where workspace_id = $1 and ${hasWords('$2')} limit ${messagesMax}
     ) select id from hit where ${ofNumbers} order by id desc limit $4`,
    [workspace, query, numbers, size],
  )
  return all.map(({ id }) => id)
}
