import { common } from './everywhere.ts'
import { inbox } from './inbox.ts'

/** English texts for sign-in and the inbox. Other languages have the same keys. */
export const firstWords = { ...common, ...inbox } as const
