import { implement } from '@posthorn/chassis'
import { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from './config.ts'
import { create } from './contacts/create.ts'
import { changeFields, replaceFields } from './contacts/fields.ts'
import { get } from './contacts/get.ts'
import { list } from './contacts/list.ts'
import { block, optIn, optOut, unblock } from './contacts/marks.ts'
import { merge } from './contacts/merge.ts'
import { remove } from './contacts/remove.ts'
import { addTags, removeTags } from './contacts/tags.ts'
import { update } from './contacts/update.ts'

/** The table of contents of this service. */
export const router = implement<typeof contacts, ContactsRuntime>(contacts, {
  contacts: {
    create,
    list,
    get,
    update,
    remove,
    replaceFields,
    changeFields,
    addTags,
    removeTags,
    block,
    unblock,
    optOut,
    optIn,
    merge,
  },
})
