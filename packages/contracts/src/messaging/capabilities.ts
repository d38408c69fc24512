import { z } from 'zod'
import { query } from '../contract.ts'
import { groupPeopleMax } from '../groups/participant.ts'
import { idOf } from '../ids.ts'
import { textCharactersMax } from '../primitives.ts'
import { captionCharactersMax, mediaKind } from './content.ts'
import { exampleIds } from './examples.ts'

/** Kinds of messages that can be asked for, as `type` of a message names them. */
export const messageTypes = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'location_request',
  'contacts',
  'poll',
  'buttons',
  'list',
  'reaction',
  'template',
] as const

const carried = z
  .enum(['native', 'rendered', 'unsupported'])
  .describe('rendered: sent as something else that serves, such as a poll as buttons; unsupported: 409')

const capabilities = z.object({
  number: idOf('num'),
  provider: z.enum(['cloud', 'simulator']),
  messages: z.array(
    z.object({
      type: z.enum(messageTypes),
      direct: carried,
      group: carried,
      channel: carried,
      instead: z
        .object({ direct: z.string().optional(), group: z.string().optional(), channel: z.string().optional() })
        .optional()
        .describe('What to send where it is unsupported, as the refusal says it'),
    }),
  ),
  media: z.array(
    z.object({
      kind: mediaKind,
      mimes: z.array(z.string()),
      bytesMax: z.int(),
      caption: z.boolean().describe('Whether it may have one, of at most captionCharactersMax'),
    }),
  ),
  textCharactersMax: z.int(),
  captionCharactersMax: z.int().describe('Also of the body of buttons, lists and location requests'),
  buttons: z.object({
    repliesMax: z.int(),
    linksMax: z.int().describe('Instead of quick replies'),
    phonesMax: z.int().describe('Buttons that call a phone; templates may have them'),
  }),
  listRowsMax: z.int().describe('In all sections together'),
  customerWindowHours: z
    .int()
    .nullable()
    .describe("All but templates is sent only within so many hours of the customer's last message; null: at any time"),
  readReceipts: z.boolean(),
  typing: z.enum(['inbound-only']).describe('inbound-only: shown only as an answer to what the customer wrote'),
  edits: z.boolean().describe('Whether a sent message can be changed'),
  deletions: z.boolean().describe('Whether a sent message can be deleted for the customer'),
  groups: z.object({
    peopleMax: z.int(),
    adding: z.literal('invitation').describe('People join by a link that is sent to them'),
  }),
  channels: z
    .enum(['native', 'rendered'])
    .describe('rendered: a channel is an audience kept here, and each subscriber gets a message of their own'),
})

const anywhere = { direct: 'native', group: 'native', channel: 'native' } as const

/** Kinds of messages that can be sent. */
export const capabilityOperations = {
  get: query({
    summary: 'Show what a number can send',
    description:
      'Kinds of messages by where they go, media with their types and sizes, and the bounds of buttons, lists and texts, as the provider of the number states them. `capability:unsupported` refuses by the same table. Whether the provider allows this number groups at all is told when one is made.',
    rest: 'GET /v1/numbers/{id}/capabilities',
    scope: 'read',
    input: z.object({ id: idOf('num') }),
    output: capabilities,
    errors: ['number:not_found', 'provider:unavailable'],
    example: {
      input: { id: exampleIds.number },
      output: {
        number: exampleIds.number,
        provider: 'cloud',
        messages: [
          { type: 'text', ...anywhere },
          { type: 'poll', direct: 'rendered', group: 'rendered', channel: 'rendered' },
          {
            type: 'reaction',
            direct: 'native',
            group: 'unsupported',
            channel: 'unsupported',
            instead: {
              group: 'Groups take no reactions: send a text that quotes the message.',
              channel: 'A channel takes no reactions: post a text.',
            },
          },
        ],
        media: [{ kind: 'image', mimes: ['image/jpeg', 'image/png'], bytesMax: 5_242_880, caption: true }],
        textCharactersMax,
        captionCharactersMax,
        buttons: { repliesMax: 3, linksMax: 1, phonesMax: 0 },
        listRowsMax: 10,
        customerWindowHours: 24,
        readReceipts: true,
        typing: 'inbound-only',
        edits: false,
        deletions: false,
        groups: { peopleMax: groupPeopleMax, adding: 'invitation' },
        channels: 'rendered',
      },
    },
  }),
}
