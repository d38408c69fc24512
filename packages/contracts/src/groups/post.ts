import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { contactIdsOf, insertCards } from '../messaging/contact-cards.ts'
import { contentFields, linkedTemplateInput, mediaInput, onWindowClosed } from '../messaging/content.ts'
import { checkContent } from '../messaging/content-rules.ts'
import { besideOtherFaults, pageOf, paging, text, textCharactersMax, time } from '../primitives.ts'

/** One message to everybody of a channel. */
export const post = z.object({
  id: idOf('pst'),
  channel: idOf('chn'),
  type: z.string().describe('Kind of its content: text, template, image and so on'),
  message: z.string().nullable(),
  template: z.string().nullable().describe('Its name'),
  segment: idOf('seg').nullable().describe('Whose people it goes to; null: subscribers'),
  state: z
    .enum(['gathering', 'posting', 'posted'])
    .describe(
      'gathering: people of the segment are still being added, and written to already; posted: nothing waits or is queued any more',
    ),
  counts: z.object({
    total: z.int(),
    waiting: z.int().describe('Not yet in the queue of the number'),
    queued: z.int(),
    sent: z.int(),
    delivered: z.int(),
    read: z.int(),
    failed: z.int().describe('Failed, expired or refused'),
    unsubscribed: z.int().describe('Left before their turn; nothing was sent'),
  }),
  createdAt: time,
  postedAt: time.nullable(),
})

const channel = 'chn_01k5v2s8xgf9hb3m4q7r8t9w0y'
/** A post that has just begun. */
export const examplePost = {
  id: 'pst_01k5v2s8xgf9hb3m4q7r8t9w0y',
  channel,
  type: 'text',
  message: 'Today only',
  template: null,
  segment: null,
  state: 'posting' as const,
  counts: { total: 1, waiting: 1, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, unsubscribed: 0 },
  createdAt: '2026-11-20T08:30:00.000Z',
  postedAt: null,
}

/**
 * A reaction is about one message, which people of a channel do not share. Kept files are known where messages are: those go to a channel
 * by POST /v1/messages.
 */
const { reaction: _reaction, media: _media, header: _header, template: _template, ...others } = contentFields
const linked = mediaInput.omit({ file: true }).strict()
const content = {
  ...others,
  media: linked.optional().describe('By `url`; a kept file goes with POST /v1/messages and `channel`'),
  header: z
    .union([text(1, 60), z.object({ media: linked }).strict()])
    .optional()
    .describe('Above the body of buttons or a list: text, or above buttons media by `url`'),
}

const createInput = z
  .object({
    id: idOf('chn'),
    message: text(1, textCharactersMax)
      .optional()
      .describe('The text; with media the caption, with buttons, list or a location request the body'),
    ...content,
    template: linkedTemplateInput.optional().describe('Reaches also those who have not written within 24 h'),
    previewUrl: z.boolean().optional().describe('Show a preview of the first link'),
    onWindowClosed: onWindowClosed.optional(),
  })
  .superRefine(checkContent, besideOtherFaults)

/** Posts of channels. */
export const posts = {
  create: mutation({
    summary: 'Post to a channel',
    description:
      'Any content of POST /v1/messages but a reaction and kept files, which go there with `channel`. Everybody who is subscribed now, or fits the segment of the channel, gets it as a message of their own, through the queue of the number and behind everything else (`priority: low`). The messages carry the id of the post as `reference`. When all are sent or failed, `channel:posted` says so.',
    rest: 'POST /v1/channels/{id}/posts',
    status: 201,
    scope: 'send',
    input: createInput,
    filled: { from: 'contacts.contacts.cards', ask: contactIdsOf, put: insertCards },
    output: post,
    errors: ['channel:not_found', 'channel:empty', 'contact:not_found'],
    example: { input: { id: channel, message: 'Today only' }, output: examplePost },
  }),
  list: query({
    summary: 'List the posts of a channel',
    description: 'Newest first, with counts per state.',
    rest: 'GET /v1/channels/{id}/posts',
    scope: 'read',
    list: true,
    input: z.object({ id: idOf('chn'), ...paging }),
    output: pageOf(post),
    errors: ['channel:not_found', 'cursor:invalid'],
    example: { input: { id: channel }, output: { items: [examplePost], next: null } },
  }),
  get: query({
    summary: 'Show a post',
    description: 'With counts per state; its messages: GET /v1/messages?reference={post}.',
    rest: 'GET /v1/channels/{id}/posts/{post}',
    scope: 'read',
    input: z.object({ id: idOf('chn'), post: idOf('pst') }),
    output: post,
    errors: ['channel:not_found', 'post:not_found'],
    example: { input: { id: channel, post: examplePost.id }, output: examplePost },
  }),
}

/** A message that is to be posted: `content` is the body of POST /v1/messages without target, number and reference. */
export const postWanted = z.object({
  post: idOf('pst'),
  channel: idOf('chn'),
  content: z.record(z.string(), z.unknown()),
})

/** A post that could not be made, and why. */
export const postRefused = z.object({ post: idOf('pst'), errorCode: z.enum(['channel:not_found', 'channel:empty']) })

/** Asks for people of a segment: the page after a contact, in the order of their ids. */
export const segmentAsked = z.object({ segment: idOf('seg'), for: idOf('pst'), after: z.string() })

/** A page of them: phones of those who may be written to. `next` asks for the following page; null at the end, or when the segment is gone. */
export const segmentTold = segmentAsked.extend({ phones: z.array(z.string()).max(500), next: z.string().nullable() })
