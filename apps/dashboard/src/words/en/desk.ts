import { access } from './desk/access.ts'
import { broadcasts } from './desk/broadcasts.ts'
import { desk } from './desk/desk.ts'
import { developer } from './desk/developer.ts'
import { numbers } from './desk/numbers.ts'

/** The texts of every screen but the inbox and sign-in; they are loaded with the first such screen. */
export const deskWords = { ...desk, ...access, ...numbers, ...broadcasts, ...developer } as const
