import { on, type Tx, wordsOf } from '@posthorn/chassis'
import { type BusEvent, type EventData, mayBeWord, wordOf } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { changeAddress } from '../contacts/change-address.ts'
import { applyStatement } from '../contacts/consent.ts'
import type { ContactRow } from '../entities/contact.ts'
import { remember } from './remember.ts'

type Sender = EventData<'provider:message'>['from']

/**
 * Creates a contact of the sender of a message; an existing one gets the time of the message and, if nameless, the profile's name. A
 * message that is nothing but one of the configured words opts out, or in again.
 */
export const contactFromMessage = on<'provider:message', ContactsRuntime>(
  'provider:message',
  async ({ tx, runtime, events }) => {
    const words = await consentWords(tx, runtime, events)
    for (const event of events) {
      const from = await senderAfterChange(tx, event)
      await remember(tx, { ...event, data: { from } }, (row) => applyMessage(row, event.data, words(event.workspace)))
    }
  },
)

/** Words that opt out and in. */
type Words = Record<'optOutWords' | 'optInWords', ReadonlySet<string>>

/** Returns the words of the workspace of an event: its own, or those of the installation. */
async function consentWords(
  tx: Tx,
  { config: { OPT_OUT_WORDS: optOutWords, OPT_IN_WORDS: optInWords } }: ContactsRuntime,
  events: BusEvent<'provider:message'>[],
): Promise<(workspace: string) => Words> {
  const usual = { optOutWords, optInWords }
  const workspaces = events.flatMap(({ workspace, data }) => (mayBeWord(data.text) ? [workspace] : []))
  return workspaces.length === 0 ? () => usual : wordsOf(tx.em, workspaces, usual)
}

/** Returns the sender under the address that the message reports as their new one, which their contact then has. */
async function senderAfterChange(tx: Tx, event: BusEvent<'provider:message'>): Promise<Sender> {
  const { workspace: workspaceId, data, traceparent } = event
  const { from } = data
  const { phone, userId } = data.content?.system ?? {}
  if (from.phone && phone && from.phone !== phone) {
    await changeAddress(tx, { workspaceId, type: 'phone', previous: from.phone, address: phone, traceparent })
    return { ...from, phone }
  }
  if (from.userId && userId && from.userId !== userId) {
    await changeAddress(tx, { workspaceId, type: 'provider_user', previous: from.userId, address: userId, traceparent })
    return { ...from, userId }
  }
  return from
}

/** Applies a message to its contact; returns true when the change is worth announcing. */
function applyMessage(
  row: ContactRow,
  { timestamp, text, type }: EventData<'provider:message'>,
  words: Words,
): boolean {
  if (type === 'system' && row.lastMessageAt) return false
  const at = new Date(timestamp)
  if (!row.lastMessageAt || row.lastMessageAt < at) row.lastMessageAt = at
  const isBack = Boolean(row.unlistedAt)
  row.unlistedAt = null
  const word = wordOf(text ?? '')
  const out = words.optOutWords.has(word)
  const says = out || words.optInWords.has(word)
  const isChanged = says && applyStatement(row, { kind: 'word', out, at })
  return isChanged || isBack
}
