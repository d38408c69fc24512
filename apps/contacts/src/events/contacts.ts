import { on, sql, type Tx, wordsOf } from '@posthorn/chassis'
import { type BusEvent, type EventData, identifiersOf, mayBeWord, wordOf } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { applyConsent } from '../contacts/contacts.ts'
import { announceIdentified, knownKeys, mergesMax } from '../contacts/identities.sql.ts'
import type { ContactRow } from '../entities/contact.ts'
import { type Report, recordReport } from './reports.ts'

/**
 * Creates a contact for the sender of a message. An existing contact gets the message's time and number, returns to the address book and, if it
 * has no name, gets the profile's. A message that consists of a configured word opts the contact out or in.
 */
export const contactFromMessage = on<'provider:message', ContactsRuntime>(
  'provider:message',
  async ({ tx, runtime, events }) => {
    const words = await consentWords(tx, runtime, events)
    for (const event of events) {
      await recordReport(tx, reportOf(event), (row) => applyMessage(row, event.data, words(event.workspace)))
    }
  },
)

type Words = Record<'optOutWords' | 'optInWords', ReadonlySet<string>>

/** Finds each workspace's words, or the installation's if it has none. Reads none if no text can be one. */
async function consentWords(
  tx: Tx,
  { config: { OPT_OUT_WORDS: optOutWords, OPT_IN_WORDS: optInWords } }: ContactsRuntime,
  events: BusEvent<'provider:message'>[],
): Promise<(workspace: string) => Words> {
  const usual = { optOutWords, optInWords }
  const workspaces = events.flatMap(({ workspace, data }) => (mayBeWord(data.text) ? [workspace] : []))
  return workspaces.length === 0 ? () => usual : wordsOf(tx.em, workspaces, usual)
}

/** Returns what a message shows about its sender. */
function reportOf({ workspace, traceparent, data }: BusEvent<'provider:message'>): Report {
  const { from, previous = {}, timestamp } = data
  const evidence = { current: identifiersOf(from), previous: identifiersOf(previous), at: Date.parse(timestamp) }
  return { workspace, traceparent, evidence, from }
}

/** Links identifiers that the provider reported together, and merges contacts that turn out to be one person. Creates no contacts. */
export const contactFromPerson = on<'provider:person', ContactsRuntime>('provider:person', async ({ tx, events }) => {
  const reports = events.map(({ workspace, traceparent, data }): Report => {
    const { identifiers: current, timestamp, contact } = data
    return { workspace, traceparent, evidence: { current, previous: [], at: Date.parse(timestamp) }, from: { contact } }
  })
  // Most people who are sent messages are not contacts. One statement for all of them finds that out.
  const known = await knownKeys(tx.em, reports.flatMap(keysOf))
  for (const report of reports) {
    const keys = keysOf(report).map(({ workspace, value }) => `${workspace} ${value}`)
    if (!keys.some((key) => known.has(key))) continue
    await recordReport(tx, report)
    for (const key of keys) known.add(key)
  }
})

/** Returns what a contact can be found by: the person's identifiers, and the id that events use for the person. */
function keysOf({ workspace, evidence, from }: Report): { workspace: string; value: string }[] {
  const values = evidence.current.map(({ value }) => value)
  return [...values, ...(from.contact ? [from.contact] : [])].map((value) => ({ workspace, value }))
}

/** Applies a message to its contact. Returns whether to announce the contact: not for a new time or number alone. */
function applyMessage(
  row: ContactRow,
  { number, timestamp, text, type }: EventData<'provider:message'>,
  words: Words,
): boolean {
  if (!row.numberIds.includes(number)) row.numberIds = [...row.numberIds, number]
  // A report of a changed phone number is not what the customer wrote. It counts only for a contact who has written nothing yet.
  if (type === 'system' && row.lastMessageAt) return false
  const at = new Date(timestamp)
  if (!row.lastMessageAt || row.lastMessageAt < at) row.lastMessageAt = at
  const isBack = Boolean(row.unlistedAt)
  row.unlistedAt = null
  const word = wordOf(text ?? '')
  const out = words.optOutWords.has(word)
  const says = out || words.optInWords.has(word)
  const isChanged = says && applyConsent(row, { kind: 'word', out, at })
  return isChanged || isBack
}

/**
 * Opts out a contact who refuses marketing messages at the provider, and opts them in again when they resume. Other opt-outs stay.
 * Callbacks can arrive late or twice, so only the newest preference counts.
 */
export const optOutFromPreference = on<'provider:preference', ContactsRuntime>(
  'provider:preference',
  async ({ tx, events }) => {
    for (const { workspace, traceparent, data } of events) {
      const { timestamp, preference, from } = data
      const at = new Date(timestamp)
      const signal = { kind: 'preference' as const, out: preference === 'stop', at }
      const evidence = { current: identifiersOf(from), previous: [], at: at.getTime() }
      await recordReport(tx, { workspace, traceparent, evidence, from }, (row) => applyConsent(row, signal))
    }
  },
)

type ChatUpdated = BusEvent<'chat:updated'>

/**
 * Tracks whom chats are with, because a contact belongs to the numbers of its chats and is announced by name only if it has a chat. Announces
 * the contact of a new chat that lacks it or its name. New chats in a row share a statement.
 */
export const chatFromUpdate = on<'chat:updated', ContactsRuntime>(
  'chat:updated',
  async ({ tx, events }) => {
    const begun: ChatUpdated[] = []
    for (const event of events) {
      if (isNew(event)) begun.push(event)
      else {
        await recordNewChats(tx, begun.splice(0))
        await (isMoved(event) ? moveChat(tx, event) : removeChat(tx, event))
      }
    }
    await recordNewChats(tx, begun)
  },
  (event) => event.data.change === 'deleted' || isMoved(event) || isNew(event),
)

/** Returns whom a chat is with: the phone number or, if it is hidden, the contact or, before that is known, the user id. */
const personOf = ({ data: { phone, contact }, recipient }: ChatUpdated) => phone ?? contact ?? recipient
const isNew = (event: ChatUpdated) =>
  event.data.change === 'created' && event.data.type === 'direct' && Boolean(personOf(event))

const isMoved = (event: ChatUpdated) => event.data.change === 'phone' && Boolean(personOf(event))

/** Forgets a deleted chat. The contact keeps the chat's number. */
async function removeChat({ em }: Tx, { workspace, data }: ChatUpdated): Promise<void> {
  await sql(em, 'delete from known_chat where workspace_id = $1 and id = $2', [workspace, data.id])
}

/** Records the new phone number or id of the person in a chat. */
async function moveChat({ em }: Tx, event: ChatUpdated): Promise<void> {
  const text = 'update known_chat set person = $3 where workspace_id = $1 and id = $2'
  await sql(em, text, [event.workspace, event.data.id, personOf(event)])
}

/** Records new chats, under the remaining contact if theirs was merged, and announces the contacts of those that lack a contact or its name. */
async function recordNewChats(tx: Tx, begun: ChatUpdated[]): Promise<void> {
  if (begun.length === 0) return
  const recorded = await sql<{ id: string; person: string }>(
    tx.em,
    `with recursive step (workspace_id, id, person, number_id, depth) as (
       select workspace_id, id, person collate "C", number_id, 0
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as c (workspace_id, id, person, number_id)
       union all
       select s.workspace_id, s.id, g.merged_into, s.number_id, s.depth + 1
       from step s join gone_contact g on g.workspace_id = s.workspace_id and g.id = s.person
       where g.merged_into is not null and s.depth < ${mergesMax}
     ), begun as (
       select distinct on (workspace_id, id) workspace_id, id, person, number_id from step order by workspace_id, id, depth desc
     ), stored as (
       insert into known_chat (workspace_id, id, person, number_id) select workspace_id, id, person, number_id from begun
       on conflict do nothing
     )
     select id, person from begun`,
    [
      begun.map(({ workspace }) => workspace),
      begun.map(({ data }) => data.id),
      begun.map(personOf),
      begun.map(({ data }) => data.number),
    ],
  )
  const people = new Map(recorded.map(({ id, person }) => [id, person]))
  const personIn = ({ data }: ChatUpdated) => people.get(data.id) ?? ''
  for (const [workspace, chats] of Map.groupBy(begun, (chat) => chat.workspace))
    await announceIdentified(tx, workspace, chats.map(personIn), ({ contact, recipient, name }) =>
      chats.some((chat) => [contact, recipient].includes(personIn(chat)) && isNewTo(chat, name)),
    )
}

/** Whether a chat lacks its contact, or shows another name than this one of its contact, such as that in the person's profile. */
const isNewTo = ({ data }: ChatUpdated, name: string | null): boolean =>
  data.contact === null || (name !== null && name !== data.name)
