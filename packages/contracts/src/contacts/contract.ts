import { contactOperations } from './contacts.ts'

/** Operations of the contacts service. */
export const contacts = { contacts: contactOperations }
