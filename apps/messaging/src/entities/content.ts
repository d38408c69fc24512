import type { shownContent } from '@posthorn/contracts'
import type { z } from 'zod'

/** Content as answers and events show it. */
export type ShownContent = z.output<z.ZodObject<typeof shownContent>>

/**
 * Content as the column `content` keeps it: what is shown, the options each person voted for, by their position, and the post that a
 * message to a channel became.
 */
export type StoredContent = ShownContent & { votes?: Record<string, number[]>; post?: string }
