import { access } from './desk/access.ts'
import { broadcasts } from './desk/broadcasts.ts'
import { contacts } from './desk/contacts.ts'
import { desk } from './desk/desk.ts'
import { developer } from './desk/developer.ts'
import { numbers } from './desk/numbers.ts'

/** The texts of every screen but the inbox and sign-in; they are loaded with the first such screen. */
export const deskWords = { ...desk, ...access, ...contacts, ...numbers, ...broadcasts, ...developer } as const
