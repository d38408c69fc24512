import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { contactCard } from '../messaging/content.ts'
import { contactReferencesMax } from '../messaging/content-view.ts'
import { upkeep } from '../process.ts'
import { besideOtherFaults, idOf, listOf, named, pageOf, phone, removed, streamed, text, time } from '../schemas.ts'
import { lookupsOf, matches } from '../search.ts'
import {
  attributeChanges,
  consentOperations,
  contact,
  contactFields,
  exampleContact,
  fieldChanges,
  fieldsMax,
  tag,
  tagsMax,
} from './contact.ts'
import { erasureOperations, exampleErasure } from './erasures.ts'
import { contactFilters, contactSort } from './filter.ts'
import { importOperations } from './imports.ts'
import { segmentOperations } from './segments.ts'

const { id } = exampleContact
const one = { id: idOf('con') }
const tags = z.array(tag).min(1).max(tagsMax).describe('Tags to add or remove')

const contactOperations = {
  create: mutation({
    summary: 'Create a contact',
    description:
      'If a contact with this phone number exists, the response is 409 with its id in `errors`; with `upsert: true`, the contact is updated: given attributes are replaced, tags and custom fields are added. The response is 200 if the contact existed, even if it was deleted.',
    rest: 'POST /v1/contacts',
    status: 201,
    statusOfExisting: 200,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      phone,
      ...contactFields,
      upsert: z.boolean().default(false).describe('True to update the contact that has the phone number'),
    }),
    output: named(
      'CreatedContact',
      contact.extend({ created: z.boolean().describe('False when the contact already existed') }),
      contact,
    ),
    errors: ['phone:invalid', 'contact:duplicate', 'contact:too_many'],
    example: {
      input: {
        phone: '+4915112345678',
        name: 'Ada Lovelace',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        tags: ['vip'],
        fields: { plan: 'gold' },
      },
      output: { ...exampleContact, created: true },
    },
  }),
  list: query({
    summary: 'List contacts',
    description:
      'Newest first unless `sort` is given; all filters must match. A caller limited to numbers sees contacts that had a chat with those numbers, and its own contacts. A `search` that begins with `+` matches only phone numbers. If nothing matches, the response is one page of similarly spelled names.',
    rest: 'GET /v1/contacts',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ ...contactFilters, sort: contactSort, ...listOf(contact) }),
    output: pageOf(contact),
    errors: ['segment:not_found'],
    example: { input: { search: 'ada', tag: ['vip'] }, output: { items: [exampleContact], next: null } },
  }),
  export: query({
    summary: 'Export contacts',
    description:
      'One CSV file of all matching contacts, newest first, with columns for up to 200 custom fields (`fields.plan`). Cells like formulas start with an apostrophe. Tags are one cell.',
    rest: 'GET /v1/contacts/export',
    bulk: true,
    scope: 'read',
    limitedBy: 'number',
    least: 'admin',
    confirmed: true,
    stream: 'text/csv',
    input: z.object({
      ...contactFilters,
      cursor: z.string().max(16_384).optional().describe('Internal position within a download; omit it'),
    }),
    output: streamed,
    errors: ['cursor:invalid', 'segment:not_found'],
    example: {
      input: { tag: ['vip'] },
      output: {
        chunk:
          'id,phone,userId,name,firstName,lastName,email,company,username,country,language,tags,blocked,optedOutAt,createdAt,lastMessageAt,fields.plan\ncon_01k5v2s8xgf9hb3m4q7r8t9w0y,+4915112345678,,Ada Lovelace,Ada,Lovelace,ada@example.com,,,DE,,vip,false,,2026-11-20T08:30:00.000Z,,gold\n',
        next: null,
      },
    },
  }),
  get: query({
    summary: 'Show a contact',
    description: 'Includes all known identities. The id of a merged contact returns the contact it was merged into.',
    rest: 'GET /v1/contacts/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object(one),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id }, output: exampleContact },
  }),
  cards: query({
    summary: 'Show contacts as cards',
    description:
      'Internal. Returns the contacts that exist, as cards; for a merged contact, the card of the contact it was merged into. The cards become part of messages; each needs a phone number.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ ids: z.array(idOf('con')).max(contactReferencesMax) }),
    output: z.array(z.object({ id: idOf('con'), card: contactCard })),
    example: {
      input: { ids: [id] },
      output: [{ id, card: { name: 'Ada Lovelace', phones: ['+4915112345678'], email: 'ada@example.com' } }],
    },
  }),
  ofIds: query({
    summary: 'Show several contacts',
    description: 'Internal. Returns the contacts that exist, for chat lists; merged contacts are left out.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ ids: z.array(idOf('con')).max(200) }),
    output: z.array(contact),
    example: { input: { ids: [id] }, output: [exampleContact] },
  }),
  update: mutation({
    summary: 'Change a contact',
    description: `Changes the given fields; \`null\` clears an attribute. \`fields\` sets the given custom fields and keeps the others, at most ${fieldsMax} in total. A new phone number replaces the current one; if another contact has it, the response is 409 with that contact's id: merge the two.`,
    rest: 'PATCH /v1/contacts/{id}',
    scope: 'manage',
    limitedBy: 'number',
    least: 'agent',
    input: z.object({
      ...one,
      phone: phone.optional(),
      ...attributeChanges,
      tags: contactFields.tags.describe('All tags that the contact will have'),
      fields: fieldChanges.optional().describe('Custom fields to set; null removes a field'),
    }),
    output: contact,
    errors: ['contact:not_found', 'phone:invalid', 'contact:duplicate', 'contact:too_many'],
    example: {
      input: { id, name: 'Ada Lovelace', company: null, tags: ['vip'], fields: { plan: 'gold', seats: null } },
      output: exampleContact,
    },
  }),
  remove: mutation({
    summary: 'Delete a contact',
    description:
      'Removes the contact from the address book: name, attributes, tags and custom fields are cleared; lists, exports and segments omit it. Chats, messages, block and opt-out stay. A message, a create request or an import restores it with the same id.',
    rest: 'DELETE /v1/contacts/{id}',
    scope: 'manage',
    limitedBy: 'number',
    input: z.object(one),
    output: removed,
    errors: ['contact:not_found'],
    example: { input: { id }, output: { id, deleted: true } },
  }),
  erase: mutation({
    summary: 'Erase a person',
    description:
      'Cannot be undone. Deletes the contact and removes the person everywhere: phone number, name, texts, media, notes, labels, subscriptions, waiting messages and stored responses from your receivers; recorded events keep `{ "erased": true }`. `GET /v1/erasures/{erasure}` shows the progress. Messages stay, without content.',
    rest: 'POST /v1/contacts/{id}/erase',
    status: 202,
    scope: 'erase',
    limitedBy: 'workspace',
    confirmed: true,
    input: z.object({ ...one, confirm: text(1, 64).describe("The contact's phone number or id") }),
    output: z.object({ id: idOf('con'), deletedAt: time, erasure: idOf('ers') }),
    errors: ['contact:not_found', 'contact:not_confirmed'],
    example: {
      input: { id, confirm: '+4915112345678' },
      output: { id, deletedAt: exampleContact.createdAt, erasure: exampleErasure.id },
    },
  }),
  addTags: mutation({
    summary: 'Add tags to a contact',
    description: `Adds to the contact's tags; tags that it already has are ignored. A contact can have at most ${tagsMax}.`,
    rest: 'POST /v1/contacts/{id}/tags',
    scope: 'manage',
    limitedBy: 'number',
    least: 'agent',
    input: z.object({ ...one, tags }),
    output: contact,
    errors: ['contact:not_found', 'contact:too_many'],
    example: { input: { id, tags: ['vip'] }, output: exampleContact },
  }),
  removeTags: mutation({
    summary: 'Remove tags from a contact',
    description: 'Tags that the contact does not have are ignored.',
    rest: 'POST /v1/contacts/{id}/tags/remove',
    scope: 'manage',
    limitedBy: 'number',
    least: 'agent',
    input: z.object({ ...one, tags }),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id, tags: ['new'] }, output: exampleContact },
  }),
  ...consentOperations,
  merge: mutation({
    summary: 'Merge two contacts',
    description:
      'Adds the identities and tags of `from` to `into`, and fills gaps with the attributes and custom fields of `from`. The id of `from` then returns `into`.',
    rest: 'POST /v1/contacts/merge',
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({ into: idOf('con'), from: idOf('con') }).refine(({ into, from }) => into !== from, {
      path: ['from'],
      message: 'must differ from into',
      ...besideOtherFaults,
    }),
    output: contact,
    errors: ['contact:not_found', 'contact:too_many'],
    example: { input: { into: id, from: 'con_01k5v2s8xgf9hb3m4q7r8t9w0z' }, output: exampleContact },
  }),
}

export const contacts = {
  contacts: contactOperations,
  erasures: erasureOperations,
  segments: segmentOperations,
  imports: importOperations,
  matches,
  lookups: lookupsOf(['contact'], id),
  ...upkeep,
}
