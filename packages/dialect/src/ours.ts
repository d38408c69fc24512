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

export type Message = z.output<typeof message>
/** A message without nulls: empty fields are absent, as in the dialect. */
export type SparseMessage = Sparse<Message>
export type MessageStatus = Message['status']
export type Summaries = z.output<typeof messageSummaries>
export type Chat = OutputOf<typeof messaging.chats.update>
export type ChatTotals = OutputOf<typeof messaging.chats.totals>
export type Contact = OutputOf<typeof contacts.contacts.get>
export type PhoneNumber = OutputOf<typeof numbers.numbers.get>
export type Queue = NonNullable<PhoneNumber['queue']>
export type Label = OutputOf<typeof messaging.labels.create>
export type Note = OutputOf<typeof messaging.notes.create>
export type StoredFile = OutputOf<typeof messaging.files.get>
export type Member = OutputOf<typeof accounts.team.list>['items'][number]
export type Group = OutputOf<typeof groups.groups.get>
export type Participant = OutputOf<typeof groups.participants.list>['items'][number]
export type Channel = OutputOf<typeof groups.channels.get>
export type Webhook = OutputOf<typeof webhooks.webhooks.get>
export type Delivery = OutputOf<typeof webhooks.deliveries.get>
