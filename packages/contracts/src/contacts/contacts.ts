import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { contactReferencesMax } from '../messaging/contact-cards.ts'
import { contactCard } from '../messaging/content.ts'
import { pageOf, paging, phone, streamed, time } from '../primitives.ts'
import {
  contact,
  contactChanges,
  contactFields,
  exampleContact,
  fieldKey,
  fieldsMax,
  fieldValue,
  tag,
  tagsMax,
} from './contact.ts'
import { exampleErasure } from './erasures.ts'
import { contactFilters, contactSort } from './list-filters.ts'

const { id } = exampleContact
const one = { id: idOf('con') }
const tags = z.array(tag).min(1).max(tagsMax)

/** Operations on contacts. */
export const contactOperations = {
  create: mutation({
    summary: 'Create a contact',
    description:
      'A phone that exists already is 409 with its id in `errors`, or updates that contact with `upsert: true`: given fields are replaced, tags and fields of your own are added.',
    rest: 'POST /v1/contacts',
    status: 201,
    scope: 'manage',
    input: z.object({ phone, ...contactFields, upsert: z.boolean().default(false) }),
    output: contact,
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
      output: exampleContact,
    },
  }),
  list: query({
    summary: 'List contacts',
    description:
      'Newest first unless `sort` says otherwise; all filters must hold. `search` takes words as they begin in names, or the beginning of a phone (of nothing else, when it begins with `+`) or e-mail address; when nothing is as searched it forgives slips of the pen and answers one page of names that are close.',
    rest: 'GET /v1/contacts',
    scope: 'read',
    list: true,
    input: z.object({ ...contactFilters, sort: contactSort, ...paging }),
    output: pageOf(contact),
    errors: ['cursor:invalid', 'segment:not_found'],
    example: { input: { search: 'ada', tag: ['vip'] }, output: { items: [exampleContact], next: null } },
  }),
  export: query({
    summary: 'Export contacts',
    description:
      'All that pass the filters as one CSV file, newest first, with a column for each field of your own (`fields.plan`). Cells that a spreadsheet would take for a formula begin with an apostrophe, which an import takes away again. Tags stand in one cell, as a JSON array where a semicolon or bar is part of one. A download that ends early was broken off.',
    rest: 'GET /v1/contacts/export',
    bulk: true,
    scope: 'read',
    stream: 'text/csv',
    input: z.object({
      ...contactFilters,
      cursor: z.string().max(16_384).optional().describe('For the parts of one download; leave it out'),
    }),
    output: streamed,
    errors: ['cursor:invalid', 'segment:not_found'],
    example: {
      input: { tag: ['vip'] },
      output: {
        chunk:
          'id,phone,name,firstName,lastName,email,company,country,language,tags,blocked,optedOutAt,createdAt,lastMessageAt,fields.plan\ncon_01k5v2s8xgf9hb3m4q7r8t9w0y,+4915112345678,Ada Lovelace,Ada,Lovelace,ada@example.com,,DE,,vip,false,,2026-11-20T08:30:00.000Z,,gold\n',
        next: null,
      },
    },
  }),
  get: query({
    summary: 'Show a contact',
    description: 'With all identities we know. The id of a contact that was merged into another shows that other one.',
    rest: 'GET /v1/contacts/{id}',
    scope: 'read',
    input: z.object(one),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id }, output: exampleContact },
  }),
  cards: query({
    summary: 'Show contacts as cards',
    description:
      'Those of them that are here, as cards that can be sent; a contact that was merged is that it was merged into. They become part of the messages that name them, which must have a phone on each card.',
    scope: 'read',
    input: z.object({ ids: z.array(idOf('con')).max(contactReferencesMax) }),
    output: z.array(z.object({ id: idOf('con'), card: contactCard })),
    errors: [],
    example: {
      input: { ids: [id] },
      output: [{ id, card: { name: 'Ada Lovelace', phones: ['+4915112345678'], email: 'ada@example.com' } }],
    },
  }),
  update: mutation({
    summary: 'Change a contact',
    description: 'Changes what is given; `null` clears. The phone stays: join two phones of one person by merging.',
    rest: 'PATCH /v1/contacts/{id}',
    scope: 'manage',
    input: z.object({ ...one, ...contactChanges }),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id, name: 'Ada Lovelace', company: null }, output: exampleContact },
  }),
  remove: mutation({
    summary: 'Delete a contact',
    description:
      'The contact is gone at once; the person is then erased everywhere: phone, name, texts, media they sent, notes and labels of their chats, subscriptions, what waits in the queue for them (canceled), recorded events (their `data` becomes `{ "erased": true }`) and kept answers of your receivers. `GET /v1/erasures/{erasure}` shows how far that is. Messages stay as bare rows for the statistics, in a chat that names nobody. Who writes again is a new contact.',
    rest: 'DELETE /v1/contacts/{id}',
    status: 202,
    scope: 'manage',
    input: z.object(one),
    output: z.object({ id: idOf('con'), deletedAt: time, erasure: idOf('ers') }),
    errors: ['contact:not_found'],
    example: { input: { id }, output: { id, deletedAt: exampleContact.createdAt, erasure: exampleErasure.id } },
  }),
  replaceFields: mutation({
    summary: 'Replace the fields of a contact',
    description: 'What is not given is gone.',
    rest: 'PUT /v1/contacts/{id}/fields',
    scope: 'manage',
    input: z.object({ ...one, fields: contactFields.fields.unwrap() }),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id, fields: { plan: 'gold' } }, output: exampleContact },
  }),
  changeFields: mutation({
    summary: 'Change fields of a contact',
    description: `Sets what is given and leaves the others; \`null\` removes a field. At most ${fieldsMax} in all.`,
    rest: 'PATCH /v1/contacts/{id}/fields',
    scope: 'manage',
    input: z.object({
      ...one,
      fields: z.record(fieldKey, fieldValue.nullable()).refine((fields) => Object.keys(fields).length <= fieldsMax, {
        message: `must name at most ${fieldsMax} fields`,
      }),
    }),
    output: contact,
    errors: ['contact:not_found', 'contact:too_many'],
    example: { input: { id, fields: { plan: 'gold', seats: null } }, output: exampleContact },
  }),
  addTags: mutation({
    summary: 'Add tags to a contact',
    description: `A tag it has already stays. At most ${tagsMax} in all.`,
    rest: 'POST /v1/contacts/{id}/tags',
    scope: 'manage',
    input: z.object({ ...one, tags }),
    output: contact,
    errors: ['contact:not_found', 'contact:too_many'],
    example: { input: { id, tags: ['vip'] }, output: exampleContact },
  }),
  removeTags: mutation({
    summary: 'Take tags off a contact',
    description: 'In the query (`?tags=vip,new`) or in a body. A tag it does not have is ignored.',
    rest: 'DELETE /v1/contacts/{id}/tags',
    scope: 'manage',
    input: z.object({ ...one, tags }),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id, tags: ['new'] }, output: exampleContact },
  }),
  block: mutation({
    summary: 'Block a contact',
    description:
      'Nothing is sent to them: a message that is due for them fails with `contact:blocked` (`message:failed`), also one that was accepted before. What they write is kept and told of as `message:in`, marked `blocked`; it counts as read, reopens no chat and moves none up, and a chat it opens is archived. In groups they are heard as everybody.',
    rest: 'POST /v1/contacts/{id}/block',
    scope: 'manage',
    input: z.object(one),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id }, output: { ...exampleContact, blocked: true } },
  }),
  unblock: mutation({
    summary: 'Unblock a contact',
    description:
      'Messages go both ways again; one that failed meanwhile can be sent again with POST /v1/messages/{id}/retry.',
    rest: 'DELETE /v1/contacts/{id}/block',
    scope: 'manage',
    input: z.object(one),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id }, output: exampleContact },
  }),
  optOut: mutation({
    summary: 'Note that a contact opted out',
    description:
      'As the contact does by writing one of the configured words, such as STOP, or by telling the provider that they want no more marketing messages: sets `optedOutAt`, for filters, segments and audiences. Taken back at the provider, only what was said there ends; this stays.',
    rest: 'POST /v1/contacts/{id}/opt-out',
    scope: 'manage',
    input: z.object(one),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id }, output: { ...exampleContact, optedOutAt: exampleContact.createdAt } },
  }),
  optIn: mutation({
    summary: 'Note that a contact opted in again',
    description: 'As the contact does by writing START: clears `optedOutAt`.',
    rest: 'DELETE /v1/contacts/{id}/opt-out',
    scope: 'manage',
    input: z.object(one),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { id }, output: exampleContact },
  }),
  merge: mutation({
    summary: 'Merge two contacts',
    description:
      '`from` goes into `into`: its identities and tags are added, its attributes and fields fill gaps. Afterwards the old id shows the contact that remains.',
    rest: 'POST /v1/contacts/merge',
    scope: 'manage',
    input: z.object({ into: idOf('con'), from: idOf('con') }).refine(({ into, from }) => into !== from, {
      path: ['from'],
      message: 'must be another contact than into',
    }),
    output: contact,
    errors: ['contact:not_found'],
    example: { input: { into: id, from: 'con_01k5v2s8xgf9hb3m4q7r8t9w0z' }, output: exampleContact },
  }),
}
