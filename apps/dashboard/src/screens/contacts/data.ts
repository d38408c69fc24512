import type { Contact } from '@posthorn/sdk'
import { api } from '../../api/client.ts'
import { paged } from '../../api/paged.ts'

/** Contacts by the beginning of a name, phone or address, newest first. */
export const contactsQuery = (workspace: string, search: string | undefined) =>
  paged<Contact>(['contacts', workspace, { search }], (cursor, options) =>
    api.contacts.list({ size: 50, ...cursor, ...(search ? { search } : {}) }, options).page(),
  )
