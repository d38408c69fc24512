import {
  chat,
  contact,
  delivery,
  deliveryHeaders,
  eventCatalogue,
  group,
  message,
  number,
  publicKinds,
  queue,
  webhook,
} from '@posthorn/contracts'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { z } from 'zod'
import type { oas31, ZodOpenApiOperationObject } from 'zod-openapi'
import { takesNames } from '../request/query.ts'
import type { Route } from '../route.ts'
import { corrected } from './corrections.ts'
import { forward } from './forward.ts'

/** Schema of the error body, which `answer.ts` writes. */
const errorBody = z.object({
  status: z.int().meta({ description: 'The HTTP status' }),
  errorCode: z.string().meta({
    description: 'Code of the error, as `noun:reason`; GET /docs/errors lists all of them',
    example: 'phone:invalid',
  }),
  message: z.string().meta({ description: 'What is wrong, and what to do' }),
  errors: z
    .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
    .meta({ description: 'All faulty fields' }),
  retryable: z.boolean().meta({ description: 'True when the same request may succeed later' }),
  retryAfter: z.number().optional().meta({ description: 'Seconds to wait before a retry, as in `Retry-After`' }),
  requestId: z.string(),
  docs: z.string(),
})

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
  const { id, timestamp, signature, replay, traceparent } = deliveryHeaders
  const header = z.object({
    [id.name]: z.string().meta({ description: id.meaning }),
    [timestamp.name]: z.string().meta({ description: timestamp.meaning }),
    [signature.name]: z.string().meta({ description: signature.meaning }),
    [replay.name]: z.literal('true').optional().meta({ description: replay.meaning }),
    [traceparent.name]: z.string().optional().meta({ description: traceparent.meaning }),
  })
  return {
    operationId: kind,
    tags: ['events'],
    summary: when,
    description: `${when}. It is posted to every webhook that subscribes to \`${kind}\`.`,
    security: [],
    requestParams: { header },
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: { '2XX': { description: 'The event is accepted. After any other status it is delivered again later' } },
  }
}

/** Replaces named values in a query, which the generator does not support; `corrections.ts` restores them. */
function documentable(route: Route): Route {
  if (route.method !== 'GET') return route
  const named = Object.entries(route.operation.input.shape).filter(([, schema]) => takesNames(schema as z.ZodType))
  if (named.length === 0) return route
  const texts = Object.fromEntries(named.map(([name]) => [name, z.string().optional()]))
  return { ...route, operation: { ...route.operation, input: route.operation.input.extend(texts) } }
}

/** Generates the OpenAPI 3.1 document of these routes from a tRPC router, and corrects it to the actual API. */
export function openApiDocument(routes: Route[], publicUrl: string | undefined): oas31.OpenAPIObject {
  const generated = generateOpenApiDocument(forward(routes.map(documentable)), {
    openApiVersion: '3.1.0',
    title: 'Posthorn',
    version: '1.0.0',
    description: "Business messaging as REST over WhatsApp's Cloud API. Additive changes only within `/v1`.",
    baseUrl: publicUrl ?? '/',
    tags: [...new Set(routes.map(({ noun }) => noun))],
    securitySchemes: {
      Token: { type: 'apiKey', in: 'header', name: 'Token', description: 'An API key' },
      Bearer: { type: 'http', scheme: 'bearer', description: 'The same API key, as `Authorization: Bearer <key>`' },
    },
    paths: Object.fromEntries(publicKinds.map((kind) => [kind, { post: describeEvent(kind) }])),
    defs: {
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
  })
  return corrected(generated, routes)
}
