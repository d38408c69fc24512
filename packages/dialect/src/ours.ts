import type {
  accounts,
  contacts,
  groups,
  message,
  messageSummaries,
  messaging,
  numbers,
  OutputOf,
  Sparse,
  webhooks,
} from '@posthorn/contracts'
import type { z } from 'zod'

/** A message of ours. */
export type Message = z.output<typeof message>
/** A message of ours in which nothing is null: what has no value is absent, as in the dialect. */
export type SparseMessage = Sparse<Message>
/** Its status. */
export type MessageStatus = Message['status']
/** The surroundings of a message in its events. */
export type Summaries = z.output<typeof messageSummaries>
/** A chat of ours. */
export type Chat = OutputOf<typeof messaging.chats.update>
/** Counts of what is in a chat of ours. */
export type ChatTotals = OutputOf<typeof messaging.chats.totals>
/** A contact of ours. */
export type Contact = OutputOf<typeof contacts.contacts.get>
/** A number of ours. */
export type Line = OutputOf<typeof numbers.numbers.get>
/** A queue of ours, without its number. */
export type Queue = NonNullable<Line['queue']>
/** A label of ours. */
export type Label = OutputOf<typeof messaging.labels.create>
/** A note of ours. */
export type Note = OutputOf<typeof messaging.notes.create>
/** A file of ours. */
export type StoredFile = OutputOf<typeof messaging.files.get>
/** A member of ours. */
export type Member = OutputOf<typeof accounts.team.list>['items'][number]
/** A group of ours. */
export type Group = OutputOf<typeof groups.groups.get>
/** A participant of a group of ours. */
export type Participant = OutputOf<typeof groups.participants.list>['items'][number]
/** A channel of ours. */
export type Channel = OutputOf<typeof groups.channels.get>
/** A webhook of ours. */
export type Webhook = OutputOf<typeof webhooks.webhooks.get>
/** A delivery of ours with its attempts. */
export type Delivery = OutputOf<typeof webhooks.deliveries.get>
