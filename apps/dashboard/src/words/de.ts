import { common } from './de/everywhere.ts'
import { inbox } from './de/inbox.ts'
import type { FirstWords } from './en.ts'

/** The German catalog of sign-in and the inbox: the same keys as the English one. */
export const de: FirstWords = { ...common, ...inbox }
