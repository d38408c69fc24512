import { z } from 'zod'
import { query } from './contract.ts'
import type { IdPrefix } from './ids.ts'
import { idOf, named, oneOrMany, text, time } from './schemas.ts'

/** Kinds that a search finds, in result order. */
export const searchKinds = ['chat', 'contact', 'message', 'template', 'number', 'webhook', 'key'] as const

export type SearchKind = (typeof searchKinds)[number]

const kindsOfIds: Partial<Record<IdPrefix, SearchKind>> = {
  chat: 'chat',
  con: 'contact',
  msg: 'message',
  num: 'number',
  whk: 'webhook',
  key: 'key',
}

/** Returns the kind of object that an id in a search refers to; null if it isn't an id of a searchable kind. */
export function kindOfId(q: string): SearchKind | null {
  const prefix = q.slice(0, q.indexOf('_')) as IdPrefix
  const found = Object.hasOwn(kindsOfIds, prefix) ? kindsOfIds[prefix] : undefined
  return found !== undefined && idOf(prefix).safeParse(q).success ? found : null
}

const kind = z.enum(searchKinds).describe('Kind of the result')
const words = text(1, 200)
  .overwrite((value) => value.trim())
  .refine((value) => value !== '', 'must not be blank')
  .describe('Name, phone number, email address, username, provider user id, words in messages, or a full id')

/** Maximum and default number of items of each kind in a result. */
const itemsMax = 20
const itemsUsual = 5

const at = '2026-11-20T08:30:00.000Z'

const found = {
  id: z.string().describe('Id of the result; for a template, its name'),
  name: z
    .string()
    .nullable()
    .describe('Name; for a message, the name of its chat; null: none')
    .meta({ example: 'Ada Lovelace' }),
  chat: idOf('chat').nullable().describe('Chat of a message; null for other kinds'),
  number: idOf('num').nullable().describe('Number of a chat, message, template or webhook; null if there is none'),
  at: time.nullable().describe('Time of a message, or of the last message of a chat or contact; null for others'),
}

const field = z
  .enum(['id', 'name', 'phone', 'email', 'username', 'userId', 'text', 'url', 'hint'])
  .describe('Field that matches; `text`: the words of a message or template, `hint`: the beginning of a key')

/** A service's search result: candidates with their searched fields, most likely first. */
const candidate = z.object({
  kind,
  ...found,
  fields: z.array(z.object({ field, value: z.string() })).describe('Searched fields that have a value'),
})

export type Candidate = z.output<typeof candidate>

type FieldName = z.output<typeof field>

/** Returns the fields that have a value, which the gateway compares with the words of the search. */
export const candidateFields = (values: Partial<Record<FieldName, string | null | undefined>>): Candidate['fields'] =>
  (Object.entries(values) as [FieldName, string | null | undefined][]).flatMap(([name, value]) =>
    value ? [{ field: name, value }] : [],
  )

const searchInput = z.object({
  q: words,
  kinds: z.array(kind).min(1).describe('Kinds to search for'),
  size: z
    .int()
    .min(1)
    .max(itemsMax + 1)
    .describe('Maximum results of each kind'),
})

/** A service's search over its own kinds. */
export const matches = {
  find: query({
    summary: 'Search one service',
    description:
      'Internal. Kinds of other services are ignored. The gateway asks all services and merges their responses.',
    scope: 'read',
    limitedBy: 'number',
    input: searchInput,
    output: z.array(candidate),
    example: {
      input: { q: 'ada', kinds: ['contact'], size: itemsUsual },
      output: [
        {
          kind: 'contact',
          id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y',
          name: 'Ada Lovelace',
          chat: null,
          number: null,
          at,
          fields: [{ field: 'name', value: 'Ada Lovelace' }],
        },
      ],
    },
  }),
}

const mark = named(
  'SearchMark',
  z.object({
    from: z.int().min(0).describe('First character of the part, counted from 0 in UTF-16 units'),
    to: z.int().min(1).describe('First character after the part'),
  }),
)

const result = named(
  'SearchResult',
  z.object({
    ...found,
    field,
    text: z.string().describe('The field, or the part of a long field around the match'),
    marks: z.array(mark).describe('Parts of `text` that match; empty if only the spelling is close'),
  }),
)

const group = named(
  'SearchGroup',
  z.object({
    kind,
    items: z.array(result).describe('Results of this kind, best match first'),
    more: z.boolean().describe('True if there are more than in `items`'),
  }),
)

/** The public search over all kinds. */
export const searchOperations = {
  find: query({
    summary: 'Search everything',
    description:
      'Finds chats by name and phone number, messages by their words, contacts, templates, numbers, webhooks and keys; a full id finds its object. Results that the caller cannot access are left out. `unavailable` lists kinds whose service does not respond.',
    rest: 'GET /v1/search',
    scope: 'read',
    limitedBy: 'number',
    slow: true,
    input: z.object({
      q: words,
      kinds: oneOrMany(z.enum(searchKinds)).describe('Only these kinds, comma-separated; default: all'),
      size: z.int().min(1).max(itemsMax).default(itemsUsual).describe('Maximum results of each kind'),
    }),
    output: z.object({
      groups: z.array(group).describe('Results by kind; kinds without results are left out'),
      unavailable: z.array(kind).describe('Kinds that could not be searched now; search again later'),
    }),
    example: {
      input: { q: 'ada', kinds: ['contact'] },
      output: {
        groups: [
          {
            kind: 'contact',
            more: false,
            items: [
              {
                id: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y',
                name: 'Ada Lovelace',
                chat: null,
                number: null,
                at,
                field: 'name',
                text: 'Ada Lovelace',
                marks: [{ from: 0, to: 3 }],
              },
            ],
          },
        ],
        unavailable: [],
      },
    },
  }),
}

const bound = text(1, 40)

/** Lookups of a service's objects by partial id, for the dialect, whose ids are too short for a whole one. `example`: an id of the first kind. */
export const lookupsOf = <const Kind extends string>(kinds: readonly [Kind, ...Kind[]], example: string) => ({
  byRange: query({
    summary: 'Find an object by the start of its id',
    description:
      'Internal. Returns the id in this range, both ends included, or null. An id whose last bits were cut off is in exactly one range.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      kind: z.enum(kinds).describe('Kind of object to find'),
      from: bound.describe('Lowest id of the range'),
      to: bound.describe('Highest id of the range'),
    }),
    output: z.object({ id: z.string().nullable().describe('The id in the range; null: none') }),
    example: {
      input: { kind: kinds[0], from: example.replace(/.{5}$/, '00000'), to: example.replace(/.{5}$/, 'zzzzz') },
      output: { id: example },
    },
  }),
})

export type Lookups = ReturnType<typeof lookupsOf>
