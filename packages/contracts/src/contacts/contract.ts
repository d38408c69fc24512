import { contactOperations } from './contacts.ts'
import { importOperations } from './imports.ts'
import { segmentOperations } from './segments.ts'

/** Operations of the contacts service. */
export const contacts = { contacts: contactOperations, segments: segmentOperations, imports: importOperations }
