import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { quarantine, upkeep } from '../process.ts'
import { besideOtherFaults, idOf, listOf, named, oneOrMany, pageOf, removed, text, time } from '../schemas.ts'
import { lookupsOf, matches } from '../search.ts'
import { egressOperations } from './egress.ts'
import { events } from './events.ts'
import { exampleDelivery, exampleWebhook, webhookExampleIds } from './examples.ts'
import { replays } from './replay.ts'
import { messageAttemptOperations, usage, webhookStatistics } from './statistics.ts'
import { attempt, delivery, webhook, webhookFields, webhookFormat } from './webhook.ts'

const graceHoursMax = 7 * 24

const secrets = {
  rotate: mutation({
    summary: 'Rotate the signing secret of a webhook',
    description:
      'For `graceHours`, deliveries are also signed with the old secret, until you change it at the receiver; with 0, the old secrets expire at once. At most five are valid; the oldest expires first. Only this response contains `signingSecret`.',
    rest: 'POST /v1/webhooks/{id}/rotate-secret',
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: z.object({
      id: idOf('whk'),
      graceHours: z
        .number()
        .min(0)
        .max(graceHoursMax)
        .default(24)
        .describe('Hours during which the old secret also signs'),
    }),
    output: z.object({
      webhook: idOf('whk'),
      signingSecret: z.string().describe('The new secret'),
      previousExpiresAt: time.describe('When the earlier secrets expire'),
    }),
    errors: ['webhook:not_found'],
    example: {
      input: { id: webhookExampleIds.webhook, graceHours: 24 },
      output: {
        webhook: webhookExampleIds.webhook,
        signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        previousExpiresAt: '2026-11-21T08:30:00.000Z',
      },
    },
  }),
}

/** Refuses `url` together with `urls`, which is the same setting for several endpoints. */
function checkUrls(input: { url?: string | undefined; urls?: string[] | undefined }, ctx: z.RefinementCtx): void {
  if (input.url !== undefined && input.urls !== undefined) {
    ctx.addIssue({ code: 'custom', path: ['urls'], message: 'send url or urls, not both' })
  }
}

const createInput = z
  .object({
    ...webhookFields,
    format: webhookFormat.default('posthorn'),
    status: z.enum(['active', 'paused']).default('active').describe('`paused`: until you resume it'),
    verifyToken: text(1, 256).optional().describe('Token for the verification request, with `format: graph`'),
  })
  .superRefine((input, ctx) => {
    checkUrls(input, ctx)
    if (input.url === undefined && input.urls === undefined) {
      ctx.addIssue({ code: 'custom', path: ['url'], message: 'is required: events are posted to this address' })
    }
  }, besideOtherFaults)

const updateInput = z
  .object({
    id: idOf('whk'),
    ...webhookFields,
    name: webhookFields.name.nullable().describe('New name; null removes it'),
    events: webhookFields.events.optional(),
    number: webhookFields.number.nullable().describe('Only events of this number; null: of all numbers'),
    format: webhookFormat.optional().describe('Cannot be changed'),
    secretHeader: webhookFields.secretHeader.nullable().describe('New secret header; null removes it'),
  })
  .superRefine(checkUrls, besideOtherFaults)

const byId = z.object({ id: idOf('whk') })

const webhooksOfWorkspace = {
  ...webhookStatistics,
  create: mutation({
    summary: 'Create a webhook',
    description:
      'Posts events to the URL with Standard Webhooks signature headers and your secret header. Only this response contains `signingSecret`.',
    rest: 'POST /v1/webhooks',
    status: 201,
    scope: 'manage',
    limitedBy: 'number',
    confirmed: true,
    input: createInput,
    output: named(
      'CreatedWebhook',
      webhook.extend({ signingSecret: z.string().describe('Secret that signs deliveries') }),
      webhook,
    ),
    errors: ['url:not_allowed', 'webhook:duplicate', 'webhook:too_many', 'number:not_found'],
    example: {
      input: {
        url: exampleWebhook.url,
        events: ['message:*'],
        secretHeader: { name: 'X-Webhook-Secret', value: 's3cret' },
      },
      output: { ...exampleWebhook, signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
  }),
  list: query({
    summary: 'List webhooks',
    description: 'Oldest first.',
    rest: 'GET /v1/webhooks',
    scope: 'read',
    limitedBy: 'number',
    input: z.object(listOf(webhook)),
    output: pageOf(webhook),
    example: { input: {}, output: { items: [exampleWebhook], next: null } },
  }),
  get: query({
    summary: 'Show a webhook',
    description: 'Includes the status of each URL.',
    rest: 'GET /v1/webhooks/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: byId,
    output: webhook,
    errors: ['webhook:not_found'],
    example: { input: { id: webhookExampleIds.webhook }, output: exampleWebhook },
  }),
  update: mutation({
    summary: 'Change a webhook',
    description:
      'A new URL applies from the next attempt. `status` and `verifyToken` are for the first request only. `secretHeader: null` removes the header.',
    rest: 'PATCH /v1/webhooks/{id}',
    scope: 'manage',
    limitedBy: 'number',
    input: updateInput,
    output: webhook,
    errors: ['webhook:not_found', 'url:not_allowed', 'webhook:duplicate', 'number:not_found', 'confirmation:required'],
    example: { input: { id: webhookExampleIds.webhook, name: 'CRM' }, output: { ...exampleWebhook, name: 'CRM' } },
  }),
  remove: mutation({
    summary: 'Delete a webhook',
    description: 'Its waiting deliveries are canceled but stay visible.',
    rest: 'DELETE /v1/webhooks/{id}',
    scope: 'manage',
    limitedBy: 'number',
    input: byId,
    output: removed,
    errors: ['webhook:not_found'],
    example: { input: { id: webhookExampleIds.webhook }, output: { id: webhookExampleIds.webhook, deleted: true } },
  }),
  test: mutation({
    summary: 'Send a sample event now',
    description:
      'Posts a sample of this kind to every URL and returns the responses. Nothing is retried or logged as an event.',
    rest: 'POST /v1/webhooks/{id}/test',
    scope: 'manage',
    limitedBy: 'number',
    slow: true,
    input: byId.extend({ event: text(1, 60).default('message:in').describe('Kind of event to send a sample of') }),
    output: z.array(
      z.object({
        url: z.string().describe('URL that the sample was posted to'),
        delivered: z.boolean().describe('True if the response was 2xx'),
        httpStatus: z.int().nullable().describe('HTTP status of the response; null: there was none'),
        latencyMs: z.int().describe('Duration in milliseconds'),
        error: z.string().nullable().describe('Why there was no response; null: there was one'),
        responseBody: z.string().describe('Start of the response'),
      }),
    ),
    errors: ['webhook:not_found', 'event:not_found'],
    example: {
      input: { id: webhookExampleIds.webhook },
      output: [
        { url: exampleWebhook.url, delivered: true, httpStatus: 200, latencyMs: 12, error: null, responseBody: 'ok' },
      ],
    },
  }),
  resume: mutation({
    summary: 'Resume a webhook',
    description: 'Makes a paused or disabled webhook active again; parked deliveries resume.',
    rest: 'POST /v1/webhooks/{id}/resume',
    scope: 'manage',
    limitedBy: 'number',
    input: byId,
    output: webhook,
    errors: ['webhook:not_found'],
    example: { input: { id: webhookExampleIds.webhook }, output: exampleWebhook },
  }),
  pause: mutation({
    summary: 'Pause a webhook',
    description: 'Deliveries are parked for up to 14 days, until the webhook is resumed.',
    rest: 'POST /v1/webhooks/{id}/pause',
    scope: 'manage',
    limitedBy: 'number',
    input: byId,
    output: webhook,
    errors: ['webhook:not_found'],
    example: { input: { id: webhookExampleIds.webhook }, output: { ...exampleWebhook, status: 'paused' } },
  }),
  deliveries: query({
    summary: 'List the deliveries of a webhook',
    description: 'Newest first.',
    rest: 'GET /v1/webhooks/{id}/deliveries',
    scope: 'read',
    limitedBy: 'number',
    input: byId.extend({
      status: oneOrMany(delivery.shape.status).describe('Only deliveries with these statuses'),
      events: oneOrMany(text(1, 60)).describe('Only deliveries of these kinds of events; `message:*` is allowed'),
      after: z.int().min(0).optional().describe('Only deliveries of events with a greater sequence'),
      before: z.int().min(1).optional().describe('Only deliveries of events with a smaller sequence'),
      ...listOf(delivery),
    }),
    output: pageOf(delivery),
    errors: ['webhook:not_found'],
    example: {
      input: { id: webhookExampleIds.webhook, status: ['succeeded'] },
      output: { items: [exampleDelivery], next: null },
    },
  }),
}

const deliveries = {
  ...messageAttemptOperations,
  get: query({
    summary: 'Show a delivery',
    description: 'Includes each attempt: status, latency, response headers and the start of the body.',
    rest: 'GET /v1/deliveries/{id}',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('dlv') }),
    output: named(
      'DeliveryWithAttempts',
      delivery.extend({ attemptLog: z.array(attempt).describe('Every attempt, oldest first') }),
      delivery,
    ),
    errors: ['delivery:not_found'],
    example: { input: { id: webhookExampleIds.delivery }, output: { ...exampleDelivery, attemptLog: [] } },
  }),
  attempted: query({
    summary: 'List attempted deliveries with their last attempts',
    description: 'Internal. Deliveries of a webhook, newest first, each with only its last attempt.',
    scope: 'read',
    limitedBy: 'number',
    input: z.object({
      webhook: idOf('whk'),
      skip: z.int().min(0).max(10_000).default(0).describe('Deliveries to skip'),
      size: z.int().min(1).max(100).default(20).describe('Deliveries to return'),
    }),
    output: z.array(delivery.extend({ attemptLog: z.array(attempt).describe('The last attempt') })),
    errors: ['webhook:not_found'],
    example: { input: { webhook: webhookExampleIds.webhook }, output: [{ ...exampleDelivery, attemptLog: [] }] },
  }),
  retry: mutation({
    summary: 'Retry a delivery now',
    description:
      'Attempts a waiting delivery at once; a finished delivery starts a new schedule. The event id and the bytes stay the same.',
    rest: 'POST /v1/deliveries/{id}/retry',
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({ id: idOf('dlv') }),
    output: delivery,
    errors: ['delivery:not_found'],
    example: {
      input: { id: webhookExampleIds.delivery },
      output: { ...exampleDelivery, status: 'waiting', completedAt: null },
    },
  }),
}

export const webhooks = {
  webhooks: webhooksOfWorkspace,
  secrets,
  replays,
  deliveries,
  lookups: lookupsOf(['webhook'], webhookExampleIds.webhook),
  events,
  usage,
  egress: egressOperations,
  quarantine,
  matches,
  ...upkeep,
}
