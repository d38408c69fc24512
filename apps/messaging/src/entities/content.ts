import type { actionsView, contentView, factsView, Sparse } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'

type View = Sparse<z.output<z.ZodObject<typeof contentView & typeof factsView>>>

export type ContentView = { [K in keyof View]?: View[K] | undefined }

/** Actions to apply to the chat once the message is sent, and who requested them. `failed` means that the message or its retry failed. */
export type ChatActions = z.output<typeof actionsView> & { by: Author; failed?: boolean }

/**
 * Stored content of a message. In addition to the fields shown, it contains each voter's choices and their times, the post created from a
 * message to a channel, the file in a template's header, and the types of files in native content.
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
