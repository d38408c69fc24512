import { copiedId, copyRow } from '@posthorn/testkit'
import { eachOf, phoneOf, type RunningSystem, rowsOf } from '@posthorn/testkit/system'

/** How many rows of each kind a workspace is to have. */
export type Holdings = { messages: number; chats: number; contacts: number }

const words = [
  'parcel',
  'invoice',
  'delivery',
  'address',
  'refund',
  'order',
  'tomorrow',
  'question',
  'thanks',
  'number',
]
/** Rows per statement, and number of parallel statements. */
const chunk = 50_000
const writers = 2

/**
 * Fills the first run's workspace with copies of one chat, one contact and one message. The copies differ in name, phone number, text, time
 * and chat. Uses SQL, because the API would take an hour. Adds to existing data.
 */
export async function fill(
  system: RunningSystem,
  { messages, chats, contacts }: Holdings,
  say: (line: string) => void,
): Promise<void> {
  const { id, chat } = await system.post<{ id: string; chat: string }>('/v1/messages', {
    phone: phoneOf(900_000),
    message: 'the first of many',
  })
  const contact = await system.post<{ id: string }>('/v1/contacts', {
    phone: phoneOf(900_001),
    name: 'First Person',
    upsert: true,
  })
  const copies: Copies[] = [
    { table: 'contacts.contact', from: contact.id, count: contacts, changes: contactChanges },
    { table: 'messaging.chat', from: chat, count: chats, changes: chatChanges },
    { table: 'messaging.message', from: id, count: messages, changes: messageChanges(chat, chats) },
  ]
  for (const each of copies) {
    await copyInChunks(system, each)
    say(`${each.count} rows of ${each.table}`)
  }
  await rowsOf(system, 'vacuum (analyze) messaging.message, messaging.chat, contacts.contact')
}

type Copies = { table: string; from: string; count: number; changes: string }

/** Copies a row in chunks, so that no statement takes too long, and with two statements at a time. */
async function copyInChunks(system: RunningSystem, { table, from, count, changes }: Copies): Promise<void> {
  const administrator = { rows: <T extends object>(text: string, values: unknown[]) => rowsOf<T>(system, text, values) }
  await eachOf(Math.ceil(count / chunk), writers, (i) => {
    const first = 1 + i * chunk
    const rows = Math.min(chunk, count - first + 1)
    return copyRow(administrator, { table, where: 'id = $1', params: [from], count: rows, changes, first })
  })
}

const name = `'Person ' || md5(i::text)`
const moment = `to_jsonb(now() - make_interval(secs => i))`

const contactChanges = `jsonb_build_object('id', ${copiedId('id')}, 'phone', '+4917' || (100000000 + i), 'name', ${name},
  'created_at', ${moment}, 'updated_at', ${moment})`

const chatChanges = `jsonb_build_object('id', ${copiedId('id')}, 'phone', '+4918' || (100000000 + i), 'recipient', '4918' || (100000000 + i),
  'name', ${name}, 'last_message_at', ${moment})`

/** Returns SQL for what differs in each copy of a message. Spreads the copies over this many copies of a chat. */
function messageChanges(chatId: string, chats: number): string {
  const ofChat = `left('${chatId}', -16) || lpad((1 + i % ${chats})::text, 16, '0')`
  const body = `md5(i::text) || ' ' || (array[${words.map((word) => `'${word}'`).join(', ')}])[1 + i % ${words.length}]`
  return `jsonb_build_object('id', ${copiedId('id')}, 'chat_id', ${ofChat}, 'body', ${body}, 'status', 'read', 'reference', null)`
}
