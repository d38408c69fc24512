import { on } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import { type ContactsRuntime, wordOf } from '../config.ts'
import type { ContactRow } from '../entities/contact.ts'
import { remember } from './remember.ts'

/**
 * Who writes to us becomes a contact; who is one gets the time of the message and, if nameless, the profile's name. A message that is
 * nothing but one of the configured words opts out, or in again.
 */
export const contactFromMessage = on<'provider:message', ContactsRuntime>(
  'provider:message',
  async ({ tx, runtime, events }) => {
    for (const event of events) await remember(tx, event, (row) => applyMessage(row, event.data, runtime.config))
  },
)

/** Takes over what the message tells; true when it is worth announcing. */
function applyMessage(
  row: ContactRow,
  { timestamp, text }: EventData<'provider:message'>,
  config: ContactsRuntime['config'],
): boolean {
  const at = new Date(timestamp)
  if (!row.lastMessageAt || row.lastMessageAt < at) row.lastMessageAt = at
  const word = wordOf(text ?? '')
  const isOut = config.OPT_OUT_WORDS.has(word)
  const isIn = config.OPT_IN_WORDS.has(word)
  if (isOut || isIn) row.stopped = false
  const optsOut = isOut && !row.optedOutAt
  const optsIn = isIn && Boolean(row.optedOutAt)
  if (optsOut) row.optedOutAt = at
  if (optsIn) row.optedOutAt = null
  return optsOut || optsIn
}
