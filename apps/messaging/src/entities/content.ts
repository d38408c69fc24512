import type { shownContent } from '@posthorn/contracts'
import type { z } from 'zod'

/** Content as answers and events show it. */
export type ShownContent = z.output<z.ZodObject<typeof shownContent>>

/** Content as the column `content` keeps it: what is shown, and the options each person voted for, by their position. */
export type StoredContent = ShownContent & { votes?: Record<string, number[]> }
