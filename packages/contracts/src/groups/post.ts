import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { contentFields, mediaInput } from '../messaging/content.ts'
import { checkContent, checkPlaceholders } from '../messaging/content-rules.ts'
import { expiresIn, messageRequest } from '../messaging/message.ts'
import { messageType } from '../messaging/message-type.ts'
import { linkedTemplateInput, onWindowClosed } from '../messaging/template-content.ts'
import { providerBounds as bounds } from '../provider-rules/index.ts'
import {
  besideOtherFaults,
  idOf,
  listOf,
  named,
  oneOrMany,
  pageOf,
  phone,
  text,
  textCharactersMax,
  time,
  visibleText,
} from '../schemas.ts'

const postStatus = z.enum(['scheduled', 'testing', 'gathering', 'posting', 'paused', 'stopping', 'stopped', 'posted'])

/** Counts of a post's recipients, by status. They add up to `total`. */
const postCounts = z.object({
  total: z.int().describe('People the post goes to'),
  waiting: z.int().describe("Not in the number's queue yet"),
  queued: z.int().describe("In the number's queue"),
  sent: z.int().describe('Sent, not delivered yet'),
  delivered: z.int().describe('Delivered, not read yet'),
  read: z.int().describe('Read'),
  failed: z.int().describe('Failed, expired or refused'),
  canceled: z.int().describe('Stopped or canceled before'),
  optedOut: z.int().describe('Opted out'),
  unsubscribed: z.int().describe('Unsubscribed before their turn'),
})

/** Days after a post's end for which its recipients are stored. Later statuses of their messages aren't counted. */
export const postRecipientDays = 31

/** A message to everyone in a broadcast channel. */
export const post = named(
  'Post',
  z.object({
    id: idOf('pst'),
    channel: idOf('chn'),
    type: messageType,
    message: z.string().nullable().describe('Text of the post; null: none'),
    template: z.string().nullable().describe('Name of the template'),
    variables: z
      .union([z.array(z.string()), z.record(z.string(), z.string())])
      .nullable()
      .describe('Template variables as written'),
    segment: idOf('seg').nullable().describe('Its audience; null: subscribers'),
    status: postStatus.describe(
      'scheduled: begins at `deliverAt`. testing: only the test recipients get it. gathering: people are still being added. stopping: people are being canceled, and calls in progress counted. stopped, posted: ended',
    ),
    counts: postCounts.describe(
      `People by message status; each person is counted once. Final ${postRecipientDays} days after the post ended`,
    ),
    errors: z.record(z.string(), z.int()).describe('Failed people by error code'),
    createdAt: time,
    deliverAt: time.nullable().describe('Time when the post begins or began; null: at once'),
    postedAt: time.nullable().describe('Time when the post ended'),
  }),
)

const channel = 'chn_01k5v2s8xgf9hb3m4q7r8t9w0y'
const noCounts = { queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, canceled: 0, optedOut: 0, unsubscribed: 0 }
/** Example of a post that started a moment ago. */
export const examplePost = {
  id: 'pst_01k5v2s8xgf9hb3m4q7r8t9w0y',
  channel,
  type: 'text',
  message: 'Today only',
  template: null,
  variables: null,
  segment: null,
  status: 'posting' as const,
  counts: { total: 1, waiting: 1, ...noCounts },
  errors: {},
  createdAt: '2026-11-20T08:30:00.000Z',
  deliverAt: null,
  postedAt: null,
}
const scheduledExample = {
  ...examplePost,
  status: 'scheduled' as const,
  counts: { ...examplePost.counts, total: 0, waiting: 0 },
  deliverAt: '2026-12-24T08:00:00.000Z',
}
const stoppedExample = {
  ...examplePost,
  status: 'stopping' as const,
  counts: { ...examplePost.counts, waiting: 0, canceled: 1 },
}

/** Message content without reactions, which apply to one person's message, and without stored files, which only messaging knows about. */
const { reaction: _reaction, media: _media, header: _header, template: _template, ...others } = contentFields
const linked = named('LinkedMedia', mediaInput.omit({ file: true }).strict())
const content = {
  ...others,
  media: linked.optional().describe('Media by `url`; to send a stored file, use POST /v1/messages with `channel`'),
  header: z
    .union([
      visibleText(bounds.headerText.max),
      z.object({ media: linked.describe('Image, video or document') }).strict(),
    ])
    .optional()
    .describe('Shown above the body: text with buttons, a list or products, or media by `url` with buttons'),
}

const testRecipientsMax = 10

const deliverAt = time.nullable().describe('Time to begin, within a year from now; null or omitted: at once')

const createInput = z
  .object({
    channel: idOf('chn'),
    message: text(1, textCharactersMax)
      .optional()
      .describe('The text, the caption of media, or the body of other content'),
    ...content,
    template: linkedTemplateInput.optional().describe('Also reaches people who have sent no message within 24 h'),
    previewUrl: z.boolean().optional().describe('Show a preview of the first link'),
    onWindowClosed: onWindowClosed.optional(),
    deliverAt: deliverAt.optional(),
    expiresIn: expiresIn
      .optional()
      .describe('Seconds that each message stays valid after it enters the queue; default 10 h'),
    test: z
      .array(phone)
      .min(1)
      .max(testRecipientsMax)
      .optional()
      .describe(
        'Phone numbers that get it first, even if they never subscribed; it is `testing` until stopped, or resumed for everyone else',
      ),
  })
  .superRefine((input, ctx) => {
    checkContent(input, ctx)
    checkPlaceholders(input, ctx)
  }, besideOtherFaults)

const byId = z.object({ id: idOf('pst') })
const exampleInput = { id: examplePost.id } as const

const control = {
  update: mutation({
    summary: 'Change the time of a post',
    description:
      'Changes when a scheduled post begins, or a `testing` post after it is resumed; null: at once. Its content and channel stay: stop it and create another.',
    rest: 'PATCH /v1/posts/{id}',
    scope: 'send',
    limitedBy: 'number',
    least: 'admin',
    input: byId.extend({ deliverAt }),
    output: post,
    errors: ['channel:empty', 'post:not_found', 'post:begun', 'post:ended'],
    example: { input: { ...exampleInput, deliverAt: scheduledExample.deliverAt }, output: scheduledExample },
  }),
  pause: mutation({
    summary: 'Pause a post',
    description:
      'Sends nothing more until it is resumed, except messages being sent. A paused post does not expire. Its queued messages are canceled; when resumed, each person gets a new message with its full `expiresIn`.',
    rest: 'POST /v1/posts/{id}/pause',
    scope: 'send',
    limitedBy: 'number',
    input: byId,
    output: post,
    errors: ['post:not_found', 'post:not_running', 'post:ended'],
    example: { input: exampleInput, output: { ...examplePost, status: 'paused' } },
  }),
  resume: mutation({
    summary: 'Resume a post',
    description:
      'Continues a paused post. Sends a tested post to everyone else, now or at its `deliverAt`. Resuming a post that is being sent changes nothing.',
    rest: 'POST /v1/posts/{id}/resume',
    scope: 'send',
    limitedBy: 'number',
    least: 'admin',
    input: byId,
    output: post,
    errors: ['post:not_found', 'post:not_running', 'post:ended'],
    example: { input: exampleInput, output: examplePost },
  }),
  stop: mutation({
    summary: 'Stop a post',
    description:
      'Cancels the post for everyone it has not been sent to. It is `stopping` until all are canceled and messages being sent are counted, then `stopped` (`channel:posted`). Stopping twice changes nothing.',
    rest: 'POST /v1/posts/{id}/stop',
    scope: 'send',
    limitedBy: 'number',
    input: byId,
    output: post,
    errors: ['post:not_found', 'post:ended'],
    example: { input: exampleInput, output: stoppedExample },
  }),
}

export const posts = {
  create: mutation({
    summary: 'Post to a broadcast channel',
    description:
      "Posts any content of POST /v1/messages except reactions and stored files, which need POST /v1/messages with `channel`. Everyone subscribed, or in the segment, when it begins gets a message with the post's id as `reference`, after the number's queue (`priority: low`). Texts may have placeholders: `{{contact.firstName|there}}` is the contact's value, or else the text after `|`. `channel:posted` announces the end.",
    rest: 'POST /v1/posts',
    status: 201,
    scope: 'send',
    limitedBy: 'number',
    least: 'admin',
    input: createInput,
    output: post,
    errors: ['channel:not_found', 'channel:empty', 'contact:not_found'],
    example: { input: { channel, message: 'Today only' }, output: examplePost },
  }),
  list: query({
    summary: 'List posts',
    description: 'Newest first.',
    rest: 'GET /v1/posts',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      channel: idOf('chn').optional().describe('Only posts to this broadcast channel'),
      status: oneOrMany(postStatus).describe('Only posts with one of these statuses'),
      ...listOf(post),
    }),
    output: pageOf(post),
    example: { input: { channel }, output: { items: [examplePost], next: null } },
  }),
  get: query({
    summary: 'Show a post',
    description: 'With counts. Its messages: GET /v1/messages?reference={post}.',
    rest: 'GET /v1/posts/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: byId,
    output: post,
    errors: ['post:not_found'],
    example: { input: exampleInput, output: examplePost },
  }),
  ...control,
}

/** A message to post. `content`: the body of POST /v1/messages without target, number and reference. */
export const postRequested = z.object({
  post: idOf('pst'),
  channel: idOf('chn'),
  content: z.record(z.string(), z.unknown()),
})

/** Request for the values of contacts that the placeholders in a post name, to be added to its messages. */
export const postValuesRequested = messageRequest.omit({ values: true }).extend({
  names: z.array(z.string()).min(1).describe('Names in the placeholders, such as contact.name'),
})

/** A post that couldn't be created, with the reason. */
export const postRefused = z.object({ post: idOf('pst'), errorCode: z.enum(['channel:not_found', 'channel:empty']) })

/** A post's status for its number's queue. `waiting`: number of messages that aren't in that queue yet. */
export const postUpdated = z.object({
  post: idOf('pst'),
  channel: idOf('chn'),
  number: idOf('num'),
  status: postStatus.exclude(['gathering']),
  waiting: z.int(),
})

/** Recipients of a post whose messages were canceled in the number's queue. */
export const postMessagesCanceled = z.object({
  post: idOf('pst'),
  phones: z.array(z.string()).min(1).max(100),
  recalled: z.boolean().describe('Paused with the post, and sent when it is resumed'),
})

/** New phone number of a post's recipient whose message is waiting in the number's queue. */
export const postRecipientChanged = z.object({ post: idOf('pst'), previous: phone, phone })

/** Request for a page of a segment's members, in id order, starting after a contact. */
export const segmentMembersRequested = z.object({ segment: idOf('seg'), for: idOf('pst'), after: z.string() })

/**
 * A page of members: phone numbers of those who may receive messages. `next`: start of the next page; null at the end, or if the segment
 * was deleted.
 */
export const segmentMembersListed = segmentMembersRequested.extend({
  phones: z.array(z.string()).max(500),
  next: z.string().nullable(),
})
