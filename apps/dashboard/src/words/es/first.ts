import type { FirstWords } from '../catalog.ts'
import { common } from './everywhere.ts'
import { inbox } from './inbox.ts'

export const firstWords: FirstWords = { ...common, ...inbox }
