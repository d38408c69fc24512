import type { DeskWords } from '../en.ts'
import { access } from './desk/access.ts'
import { broadcasts } from './desk/broadcasts.ts'
import { desk } from './desk/desk.ts'
import { developer } from './desk/developer.ts'
import { numbers } from './desk/numbers.ts'

/** The German texts of every screen but the inbox and sign-in. */
export const deskWords: DeskWords = { ...desk, ...access, ...numbers, ...broadcasts, ...developer }
