import { implement, lookupVerbs, upkeepVerbs } from '@posthorn/chassis'
import { contacts } from '@posthorn/contracts'
import type { ContactsRuntime } from './config.ts'
import { block, optIn, optOut, unblock } from './contacts/contact.ts'
import { addTags, create, erase, get, list, merge, ofIds, remove, removeTags, update } from './contacts/contacts.ts'
import { cards, exportPart } from './contacts/export.ts'
import { Contact } from './entities/contact.ts'
import { get as getErasure, list as listErasures } from './erasures/erasures.ts'
import {
  create as createImport,
  errors,
  exportErrors,
  get as getImport,
  list as listImports,
} from './imports/imports.ts'
import { find } from './matches/find.ts'
import {
  create as createSegment,
  get as getSegment,
  list as listSegments,
  preview,
  remove as removeSegment,
  update as updateSegment,
} from './segments/segments.ts'

export const router = implement<typeof contacts, ContactsRuntime>(contacts, {
  contacts: {
    create,
    list,
    get,
    export: exportPart,
    cards,
    ofIds,
    update,
    remove,
    erase,
    addTags,
    removeTags,
    block,
    unblock,
    optOut,
    optIn,
    merge,
  },
  erasures: { list: listErasures, get: getErasure },
  segments: {
    create: createSegment,
    list: listSegments,
    get: getSegment,
    update: updateSegment,
    remove: removeSegment,
    preview,
  },
  imports: { create: createImport, list: listImports, get: getImport, errors, exportErrors },
  matches: { find },
  lookups: lookupVerbs({ contact: Contact }),
  ...upkeepVerbs,
})
