import {
  chat,
  contact,
  delivery,
  type ErrorCode,
  errorCatalogue,
  eventCatalogue,
  group,
  message,
  number,
  publicKinds,
  queue,
  webhook,
} from '@posthorn/contracts'
import { z } from 'zod'
import {
  createDocument,
  type oas31,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Route } from './route.ts'

/** The error body as the document states it; `answer.ts` writes it. */
const errorBody = z.object({
  status: z.int().meta({ description: 'The HTTP status' }),
  errorCode: z.string().meta({ description: 'noun:reason, one of the catalogue', example: 'phone:invalid' }),
  message: z.string().meta({ description: 'What is wrong and what to do' }),
  errors: z
    .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
    .meta({ description: 'Every faulty field' }),
  retryable: z.boolean().meta({ description: 'The same request may succeed later' }),
  retryAfter: z.number().optional().meta({ description: 'Seconds to wait, equal to Retry-After' }),
  requestId: z.string(),
  docs: z.string(),
})

/** Refusals every operation may answer with. */
const everywhere: ErrorCode[] = [
  'request:invalid',
  'token:invalid',
  'scope:missing',
  'rate:limited',
  'server:error',
  'service:unavailable',
]
const withBody: ErrorCode[] = ['request:malformed', 'request:too_deep', 'request:too_large', 'request:unsupported_type']
const withKey: ErrorCode[] = ['idempotency:key_invalid', 'idempotency:in_flight', 'idempotency:key_reused']

const requestIdHeader = z.string().meta({ description: 'Names this request; yours when you sent one' })
const retryAfterHeader = z.string().meta({ description: 'Seconds to wait before the same request again' })
const linkHeader = z.string().optional().meta({ description: 'RFC 8288; rel="next" while there is more' })
const replayedHeader = z.literal('true').optional().meta({ description: 'This is the answer of an earlier request' })
const policyHeader = z.string().meta({ description: 'The limits in force' })
const stateHeader = z.string().meta({ description: 'What is left of them' })

const idempotencyHeader = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/)
  .optional()
  .meta({
    description: 'Repeating a request with the same key within 48 h gives the first answer again',
    example: 'order-1042',
  })

function refusals(route: Route): ErrorCode[] {
  const posts = route.method === 'POST'
  const hasBody = route.method !== 'GET'
  return [
    ...new Set([...route.operation.errors, ...everywhere, ...(hasBody ? withBody : []), ...(posts ? withKey : [])]),
  ]
}

function refusalResponses(route: Route): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(refusals(route), (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status) as '400',
        {
          description: codes.map((code) => `\`${code}\` ${errorCatalogue[code].message}`).join('\n\n'),
          headers: z.object({
            'X-Request-Id': requestIdHeader,
            ...(codes.some((code) => 'retryable' in errorCatalogue[code]) ? { 'Retry-After': retryAfterHeader } : {}),
          }),
          content: { 'application/json': { schema: errorBody } },
        },
      ]),
  )
}

function successResponse(route: Route): ZodOpenApiResponsesObject {
  const { output, list, example } = route.operation
  const shape = list ? (output as z.ZodObject).shape['items'] : output
  const value = list ? (example.output as { items: unknown }).items : example.output
  const headers = {
    'X-Request-Id': requestIdHeader,
    'RateLimit-Policy': policyHeader,
    RateLimit: stateHeader,
    ...(list ? { Link: linkHeader } : {}),
    ...(route.method === 'POST' ? { 'Idempotent-Replayed': replayedHeader } : {}),
  }
  return {
    [String(route.status) as '200']: {
      description: 'Done',
      headers: z.object(headers),
      content: { 'application/json': { schema: shape as z.ZodType, example: value } },
    },
  }
}

function requestOf(route: Route): Pick<ZodOpenApiOperationObject, 'requestParams' | 'requestBody'> {
  const { shape } = route.operation.input
  const given = route.operation.example.input as Record<string, unknown>
  const pick = (names: string[]) => z.object(Object.fromEntries(names.map((name) => [name, shape[name] as z.ZodType])))
  const path = route.parameters.length > 0 ? { path: pick(route.parameters) } : {}
  const header = route.method === 'POST' ? { header: z.object({ 'Idempotency-Key': idempotencyHeader }) } : {}
  if (route.method === 'GET') return { requestParams: { ...path, query: pick(route.fields) } }
  const example = Object.fromEntries(route.fields.filter((name) => name in given).map((name) => [name, given[name]]))
  const body = pick(route.fields).strict()
  return {
    requestParams: { ...path, ...header },
    ...(route.fields.length === 0
      ? {}
      : {
          requestBody: {
            required: !body.safeParse({}).success,
            content: { 'application/json': { schema: body, example } },
          },
        }),
  }
}

function describe(route: Route): ZodOpenApiOperationObject {
  const { noun, verb, operation } = route
  const scope = operation.scope ? `\n\nNeeds the scope \`${operation.scope}\`.` : ''
  return {
    operationId: `${noun}.${verb}`,
    tags: [noun],
    summary: operation.summary,
    description: `${operation.description}${scope}`,
    ...requestOf(route),
    responses: { ...successResponse(route), ...refusalResponses(route) },
  }
}

function describeEvent(kind: (typeof publicKinds)[number]): ZodOpenApiOperationObject {
  const { when, data } = eventCatalogue[kind]
  const envelope = z.object({
    id: z.string(),
    event: z.literal(kind),
    workspace: z.string(),
    sequence: z.int(),
    occurredAt: z.string(),
    version: z.literal(1),
    data,
  })
  const header = z.object({
    'Webhook-Id': z.string().meta({ description: 'Id of the event, the same on every attempt' }),
    'Webhook-Timestamp': z.string().meta({ description: 'Unix time of the attempt in seconds' }),
    'Webhook-Signature': z.string().meta({ description: 'Standard Webhooks signatures, space separated' }),
  })
  return {
    operationId: kind,
    tags: ['events'],
    summary: when,
    description: `${when}. Posted to every webhook that subscribes to \`${kind}\`.`,
    security: [],
    requestParams: { header },
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: { '2XX': { description: 'Taken; anything else is tried again' } },
  }
}

/** The OpenAPI 3.1 document of these routes: what the contract says, in the form tools read. */
export function openApiDocument(routes: Route[], publicUrl: string | undefined): oas31.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = describe(route)
  }
  const document: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Posthorn',
      version: '1.0.0',
      description: "Business messaging as REST over WhatsApp's Cloud API. Additive changes only within `/v1`.",
    },
    servers: [{ url: publicUrl ?? '/' }],
    security: [{ Token: [] }],
    tags: [...new Set(routes.map(({ noun }) => noun))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(publicKinds.map((kind) => [kind, { post: describeEvent(kind) }])),
    components: {
      securitySchemes: { Token: { type: 'apiKey', in: 'header', name: 'Token', description: 'An API key' } },
      schemas: {
        Error: errorBody,
        Message: message,
        Chat: chat,
        Contact: contact,
        Group: group,
        Number: number,
        Queue: queue,
        Webhook: webhook,
        Delivery: delivery,
      },
    },
  }
  return createDocument(document, { override: openAnswers })
}

/** Answers may grow fields within `/v1`: a reader must not refuse what it does not know. */
function openAnswers({ io, jsonSchema }: { io: 'input' | 'output'; jsonSchema: Record<string, unknown> }): void {
  if (io === 'output' && jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
}
