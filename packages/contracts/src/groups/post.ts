import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { idOf } from '../ids.ts'
import { templateInput } from '../messaging/content.ts'
import { besideOtherFaults, pageOf, paging, text, textCharactersMax, time } from '../primitives.ts'

/** One message to everybody who is subscribed. */
export const post = z.object({
  id: idOf('pst'),
  channel: idOf('chn'),
  message: z.string().nullable(),
  template: z.string().nullable().describe('Its name'),
  state: z.enum(['posting', 'posted']).describe('posted: nothing waits or is queued any more'),
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
  message: 'Today only',
  template: null,
  state: 'posting' as const,
  counts: { total: 1, waiting: 1, queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, unsubscribed: 0 },
  createdAt: '2026-11-20T08:30:00.000Z',
  postedAt: null,
}

const createInput = z
  .object({
    id: idOf('chn'),
    message: text(1, textCharactersMax).optional(),
    template: templateInput.optional().describe('Reaches also those who have not written within 24 h'),
  })
  .superRefine((input, ctx) => {
    if ((input.message === undefined) !== (input.template === undefined)) return
    ctx.addIssue({ code: 'custom', path: ['message'], message: 'send either message or template' })
  }, besideOtherFaults)

/** Posts of channels. */
export const posts = {
  create: mutation({
    summary: 'Post to a channel',
    description:
      'Everybody who is subscribed now gets it as a message of their own, through the queue of the number and behind everything else (`priority: low`). The messages carry the id of the post as `reference`. When all are sent or failed, `channel:posted` says so.',
    rest: 'POST /v1/channels/{id}/posts',
    status: 201,
    scope: 'send',
    input: createInput,
    output: post,
    errors: ['channel:not_found', 'channel:empty'],
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
