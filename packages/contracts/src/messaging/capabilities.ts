import { z } from 'zod'
import { query } from '../contract.ts'
import { groupPeopleMax } from '../groups/group.ts'
import { providerBounds } from '../provider-rules/index.ts'
import { idOf, named, textCharactersMax } from '../schemas.ts'
import { mediaKind } from './content.ts'
import { exampleIds } from './examples.ts'
import { messageTypes } from './message-type.ts'

const carried = z
  .enum(['native', 'rendered', 'unsupported'])
  .describe('rendered: sent in another form, such as a poll sent as buttons; unsupported: refused with 409')

const capabilities = named(
  'Capabilities',
  z.object({
    number: idOf('num'),
    provider: z.enum(['cloud', 'simulator']).describe('Provider of the number'),
    messages: z
      .array(
        z.object({
          type: z.enum(messageTypes).describe('Message type'),
          direct: carried.describe('In a chat with one person'),
          group: carried.describe('In a group'),
          channel: carried.describe('In a broadcast channel'),
          instead: z
            .object({
              direct: z.string().nullable().describe('In a chat with one person'),
              group: z.string().nullable().describe('In a group'),
              channel: z.string().nullable().describe('In a broadcast channel'),
            })
            .nullable()
            .describe('Alternative if the type is unsupported, as given in the error message'),
        }),
      )
      .describe('Message types and how each is sent'),
    media: z
      .array(
        z.object({
          kind: mediaKind.describe('Kind of media'),
          mimes: z.array(z.string()).describe('File types that the provider accepts'),
          bytesMax: z.int().describe('Maximum file size in bytes'),
          caption: z.boolean().describe('True if it can have a caption, up to captionCharactersMax long'),
        }),
      )
      .describe('Kinds of media that can be sent'),
    textCharactersMax: z.int().describe('Maximum characters in a text'),
    captionCharactersMax: z
      .int()
      .describe('Maximum characters in a caption or body of buttons, lists, products, catalogs or location requests'),
    buttons: z
      .object({
        repliesMax: z.int().describe('Maximum quick replies in a message'),
        linksMax: z.int().describe('Maximum link buttons, sent instead of quick replies'),
        phonesMax: z.int().describe('Maximum buttons that call a phone number; templates can have them'),
      })
      .describe('Limits for buttons'),
    listRowsMax: z.int().describe('Maximum rows in all sections together'),
    customerWindowHours: z
      .int()
      .nullable()
      .describe(
        "Hours after the customer's last message during which non-template messages can be sent; null: no limit",
      ),
    readReceipts: z.boolean().describe('True if customers can see that their messages were read'),
    typing: z.enum(['inbound-only']).describe('inbound-only: shown only in reply to a customer message'),
    edits: z.boolean().describe('True if a sent message can be changed'),
    deletions: z.boolean().describe('True if a sent message can be deleted for the customer'),
    groups: z
      .object({
        peopleMax: z.int().describe('People in a group, not counting the number itself'),
        adding: z.literal('invitation').describe('People join through a link sent to them'),
      })
      .describe('Limits for groups'),
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
      'Message types by kind of recipient, media with file types and sizes, and limits for buttons, lists and texts. `capability:unsupported` follows the same table.',
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
