import { z } from 'zod'
import { query } from '../contract.ts'
import { groupPeopleMax } from '../groups/participant.ts'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { textCharactersMax } from '../primitives.ts'
import { providerBounds } from '../provider-rules/index.ts'
import { mediaKind } from './content.ts'
import { exampleIds } from './examples.ts'
import { messageTypes } from './message-type.ts'

const carried = z
  .enum(['native', 'rendered', 'unsupported'])
  .describe('rendered: sent in another form, such as a poll as buttons; unsupported: refused with 409')

const capabilities = named(
  'Capabilities',
  z.object({
    number: idOf('num'),
    provider: z.enum(['cloud', 'simulator']).describe('Provider of the number'),
    messages: z
      .array(
        z.object({
          type: z.enum(messageTypes).describe('Type of the message'),
          direct: carried.describe('For a chat with one person'),
          group: carried.describe('For a group'),
          channel: carried.describe('For a broadcast channel'),
          instead: z
            .object({
              direct: z.string().nullable().describe('In a chat with one person'),
              group: z.string().nullable().describe('In a group'),
              channel: z.string().nullable().describe('In a broadcast channel'),
            })
            .nullable()
            .describe('Alternative where the type is unsupported, as in the error message'),
        }),
      )
      .describe('Message types, and how each is sent'),
    media: z
      .array(
        z.object({
          kind: mediaKind.describe('Kind of media'),
          mimes: z.array(z.string()).describe('Types of files that the provider accepts'),
          bytesMax: z.int().describe('Maximum file size in bytes'),
          caption: z.boolean().describe('True if it can have a caption, of at most captionCharactersMax'),
        }),
      )
      .describe('Kinds of media that can be sent'),
    textCharactersMax: z.int().describe('Maximum characters of a text'),
    captionCharactersMax: z
      .int()
      .describe('Limit of captions and of the body of buttons, lists, products, catalogs and location requests'),
    buttons: z
      .object({
        repliesMax: z.int().describe('Quick replies of one message'),
        linksMax: z.int().describe('Buttons with a link, instead of quick replies'),
        phonesMax: z.int().describe('Buttons that call a phone; templates may have them'),
      })
      .describe('Limits of buttons'),
    listRowsMax: z.int().describe('In all sections together'),
    customerWindowHours: z
      .int()
      .nullable()
      .describe(
        "Hours after the customer's last message in which messages other than templates are sent; null: no limit",
      ),
    readReceipts: z.boolean().describe('True when customers can see that their messages were read'),
    typing: z.enum(['inbound-only']).describe('inbound-only: shown only in reply to a message of the customer'),
    edits: z.boolean().describe('True if a sent message can be changed'),
    deletions: z.boolean().describe('True if a sent message can be deleted for the customer'),
    groups: z
      .object({
        peopleMax: z.int().describe('People in a group, without the number itself'),
        adding: z.literal('invitation').describe('People join by a link that is sent to them'),
      })
      .describe('Limits of groups'),
    channels: z
      .enum(['native', 'rendered'])
      .describe(
        'rendered: a broadcast channel is an audience stored here, and each subscriber gets a separate message',
      ),
  }),
)

const anywhere = { direct: 'native', group: 'native', channel: 'native' } as const

export const capabilityOperations = {
  get: query({
    summary: 'Show what a number can send',
    description:
      'Types of messages by kind of recipient, media with types and sizes, and limits of buttons, lists and texts. `capability:unsupported` follows the same table.',
    rest: 'GET /v1/numbers/{id}/capabilities',
    scope: 'read',
    limitedBy: 'number',
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
          {
            type: 'reaction',
            direct: 'native',
            group: 'unsupported',
            channel: 'unsupported',
            instead: {
              group: 'Groups do not support reactions: send a text that quotes the message.',
              channel: 'Channels do not support reactions: post a text.',
            },
          },
        ],
        media: [{ kind: 'image', mimes: ['image/jpeg', 'image/png'], bytesMax: 5_242_880, caption: true }],
        textCharactersMax,
        captionCharactersMax: providerBounds.caption.max,
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
