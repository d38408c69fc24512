import type { actionsView, contentView, factsView, Sparse } from '@posthorn/contracts'
import type { z } from 'zod'
import type { Author } from './chat.ts'

type View = Sparse<z.output<z.ZodObject<typeof contentView & typeof factsView>>>

/** Content and facts of a message as the column `content` has them. */
export type ContentView = { [K in keyof View]?: View[K] | undefined }

/** Actions of a message on its chat once it has been sent, and who asked for them; `failed`: the error of the message or of its retry. */
export type ChatActions = z.output<typeof actionsView> & { by: Author; failed?: boolean }

/**
 * Content as the column `content` keeps it: what is shown, the options each person voted for, by their position, and when, the post that a
 * message to a channel became, the file that fills the header of its template, and the types of files in content of the provider's form.
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
