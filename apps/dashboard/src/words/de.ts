import { common } from './de/everywhere.ts'
import { inbox } from './de/inbox.ts'
import type { FirstWords } from './en.ts'

export const de: FirstWords = { ...common, ...inbox }
