import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { MessageStatus, message, Sparse } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'
import type { StoredContent } from './content.ts'

export type Sender = {
  phone?: string | undefined
  userId?: string | undefined
  name?: string | undefined
  contact?: string | undefined
}
export type StoredError = {
  errorCode: string
  message: string
  providerCode?: number
  retryable: boolean
  further?: { errorCode: string; message: string; providerCode?: number }[]
}

/** Price of a message, the conversation it is billed under, and the provider's timestamp for both. */
export type StoredPricing = Sparse<Pick<z.output<typeof message>, 'pricing' | 'conversation'>> & {
  reportedAt?: { pricing?: string; conversation?: string }
}
/** Statuses and error of a message before it was retried. */
export type PastLife = { statusAt: Partial<Record<MessageStatus, string>>; error: StoredError | null }

export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    chatId: p.string(),
    direction: p.string().$type<'in' | 'out'>(),
    recipient: p.string(),
    phone: p.string().nullable(),
    groupId: p.string().nullable(),
    type: p.string(),
    body: p.text().nullable(),
    content: p.json<StoredContent>().nullable(),
    previewUrl: p.boolean().nullable(),
    quoteId: p.string().nullable(),
    reference: p.string().nullable(),
    priority: p.string().$type<'low' | 'normal' | 'high' | 'urgent'>().nullable(),
    ordered: p.boolean().nullable(),
    onUnknown: p.string().$type<'hold' | 'resend'>().nullable(),
    status: p.string().$type<MessageStatus>(),
    statusAt: p.json<Partial<Record<MessageStatus, string>>>(),
    outcomeUnknown: p.boolean().default(false),
    error: p.json<StoredError>().nullable(),
    providerId: p.string().nullable(),
    pricing: p.json<StoredPricing>().nullable(),
    history: p.json<PastLife[]>().nullable(),
    attempts: p.integer().default(0),
    sender: p.json<Sender>().nullable(),
    deliverAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
    traceparent: p.string().nullable(),
    author: p.json<Author>().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
  },
})

/** SQL statements outside the ORM return the same column names, with times as text. */
export type MessageRow = InferEntity<typeof Message>
