import { implement } from '@posthorn/chassis'
import { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from './config.ts'
import { create } from './contacts/create.ts'
import { get } from './contacts/get.ts'
import { list } from './contacts/list.ts'

/** The table of contents of this service. */
export const router = implement<typeof contacts, ContactsRuntime>(contacts, { contacts: { create, list, get } })
