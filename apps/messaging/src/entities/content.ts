import type { actionsView, contentView, factsView, Sparse } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'

type View = Sparse<z.output<z.ZodObject<typeof contentView & typeof factsView>>>

export type ContentView = { [K in keyof View]?: View[K] | undefined }

/** Actions to apply to the chat once the message is sent, and who requested them. `failed`: error of the message or of its retry. */
export type ChatActions = z.output<typeof actionsView> & { by: Author; failed?: boolean }

/**
 * The stored content of a message. In addition to the shown fields: each voter's choices and when they were made, the post a message to a channel
 * became, the file in a template's header, and types of files in native content.
 */
export type StoredContent = Omit<ContentView, 'actions'> & {
  votes?: Record<string, { chosen: number[]; at: string }>
  post?: string
  templateMedia?: ContentView['media']
  nativeMedia?: { file: string; mime: string }[]
  actions?: ChatActions
  quoteProviderId?: string
  via?: 'app'
}
