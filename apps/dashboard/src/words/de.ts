import { common } from './de/everywhere.ts'
import { inbox } from './de/inbox.ts'
import type { Words } from './en.ts'

/** The German catalogue: the same keys as the English one. */
export const de: Words = { ...common, ...inbox }
