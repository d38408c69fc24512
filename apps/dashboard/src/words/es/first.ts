import type { FirstWords } from '../catalog.ts'
import { common } from './everywhere.ts'
import { inbox } from './inbox.ts'

/** Spanish texts of sign-in and the inbox. */
export const firstWords: FirstWords = { ...common, ...inbox }
