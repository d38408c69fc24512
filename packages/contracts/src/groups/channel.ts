import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import {
  countryOfPhones,
  idOf,
  listOf,
  named,
  nameText,
  optionalIdOf,
  pageOf,
  phone,
  removed,
  text,
  time,
} from '../schemas.ts'

/** An audience: people who agreed to receive messages from one of the workspace's numbers. */
const channel = named(
  'Channel',
  z.object({
    id: idOf('chn'),
    number: idOf('num').describe('The number that sends its posts'),
    name: z.string().describe('Name of the broadcast channel'),
    description: z.string().nullable().describe('Description of the broadcast channel; null: none'),
    segment: idOf('seg')
      .nullable()
      .describe('Posts go to the contacts who match this segment at that time; null: to subscribers'),
    subscribers: z.int().describe('Number of people who are subscribed now'),
    createdAt: time,
    updatedAt: time,
  }),
)

/** Fields of a channel that are needed to send messages. */
export const channelUpdated = channel
  .pick({ id: true, number: true, name: true })
  .extend({ deleted: z.boolean().describe('True when the broadcast channel was deleted') })

const subscriber = named(
  'Subscriber',
  z.object({
    phone: z.string().describe('Phone number of the person, E.164'),
    status: z.enum(['subscribed', 'unsubscribed']).describe('`unsubscribed` people get no posts'),
    by: z.enum(['you', 'word']).describe('you: through the API; word: the person sent a word such as STOP'),
    optedInAt: time.nullable().describe('Time of the subscription; null: none'),
    optedOutAt: time.nullable().describe('Time when the person left; null: not left'),
  }),
)

const at = '2026-11-20T08:30:00.000Z'
const id = 'chn_01k5v2s8xgf9hb3m4q7r8t9w0y'
const example = {
  id,
  number: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y',
  name: 'Offers',
  description: null,
  segment: null,
  subscribers: 0,
  createdAt: at,
  updatedAt: at,
}
const person = {
  phone: '+4915112345678',
  status: 'subscribed' as const,
  by: 'you' as const,
  optedInAt: at,
  optedOutAt: null,
}

const name = nameText(128).describe('Name, not shown to the audience')
const description = text(1, 2048).describe('Your description')
const byId = z.object({ id: idOf('chn') })
const phones = z.array(phone).min(1).max(1000).describe('Phone numbers of the people, 1 to 1,000')

export const channels = {
  create: mutation({
    summary: 'Create a broadcast channel',
    description:
      'A broadcast channel is an audience: its subscribers or, with `segment`, the contacts who match when a post begins and are not blocked. Each gets a separate message. People who send a word such as STOP get no more posts; opted-out contacts never get any.',
    rest: 'POST /v1/channels',
    status: 201,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({ number: idOf('num'), name, description: description.optional(), segment: optionalIdOf('seg') }),
    output: channel,
    errors: ['number:not_found', 'number:disconnected', 'segment:not_found'],
    example: { input: { number: example.number, name: 'Offers' }, output: example },
  }),
  list: query({
    summary: 'List broadcast channels',
    description: 'Newest first.',
    rest: 'GET /v1/channels',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ number: idOf('num').optional(), ...listOf(channel) }),
    output: pageOf(channel),
    example: { input: {}, output: { items: [example], next: null } },
  }),
  get: query({
    summary: 'Show a broadcast channel',
    description: 'Includes the number of subscribers.',
    rest: 'GET /v1/channels/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: byId,
    output: channel,
    errors: ['channel:not_found'],
    example: { input: { id }, output: example },
  }),
  update: mutation({
    summary: 'Change a broadcast channel',
    description:
      'Changes the name, description and segment; a broadcast channel keeps its number. `null` clears the description; for `segment`, it makes subscribers the audience again. Posts that have begun keep their audience.',
    rest: 'PATCH /v1/channels/{id}',
    scope: 'manage',
    limitedBy: 'number',
    input: byId.extend({
      name: name.optional(),
      description: description.nullable().optional(),
      segment: idOf('seg').nullable().optional().describe('Segment to use as the audience; null: the subscribers'),
    }),
    output: channel,
    errors: ['channel:not_found', 'segment:not_found'],
    example: { input: { id, name: 'Weekly offers' }, output: { ...example, name: 'Weekly offers' } },
  }),
  remove: mutation({
    summary: 'Delete a broadcast channel',
    description:
      'Deletes the channel with its subscribers and posts. Messages in the queue are sent; stop a post first to cancel them.',
    rest: 'DELETE /v1/channels/{id}',
    scope: 'manage',
    limitedBy: 'number',
    input: byId,
    output: removed,
    errors: ['channel:not_found'],
    example: { input: { id }, output: { id, deleted: true } },
  }),
}

export const subscribers = {
  list: query({
    summary: 'List the subscribers of a broadcast channel',
    description: 'Sorted by phone number. People who left stay listed as `unsubscribed`.',
    rest: 'GET /v1/channels/{id}/subscribers',
    scope: 'read',
    limitedBy: 'number',
    input: byId.extend({
      status: z.enum(['subscribed', 'unsubscribed']).optional().describe('Only people with this status'),
      ...listOf(subscriber),
    }),
    output: pageOf(subscriber),
    errors: ['channel:not_found'],
    example: { input: { id }, output: { items: [person], next: null } },
  }),
  add: mutation({
    summary: 'Subscribe people to a broadcast channel',
    description:
      'Up to 1000 at once. Returns each subscription, in the order given. People who left with a word such as STOP stay unsubscribed unless `reconsented` states that they agreed again. Opted-out contacts still get no posts: opt them in as well.',
    rest: 'POST /v1/channels/{id}/subscribers',
    scope: 'manage',
    limitedBy: 'number',
    input: byId.extend({
      phones,
      country: countryOfPhones,
      reconsented: z.boolean().default(false).describe('True: people who left by sending a word have agreed again'),
    }),
    output: z.array(subscriber),
    errors: ['channel:not_found'],
    example: { input: { id, phones: [person.phone] }, output: [person] },
  }),
  remove: mutation({
    summary: 'Unsubscribe people from a broadcast channel',
    description:
      'Up to 1000 at once. If the audience is a segment, this excludes them; otherwise, numbers that were never subscribed are not in the response.',
    rest: 'POST /v1/channels/{id}/subscribers/remove',
    scope: 'manage',
    limitedBy: 'number',
    input: byId.extend({ phones, country: countryOfPhones }),
    output: z.array(subscriber),
    errors: ['channel:not_found'],
    example: { input: { id, phones: [person.phone] }, output: [{ ...person, status: 'unsubscribed', optedOutAt: at }] },
  }),
}
