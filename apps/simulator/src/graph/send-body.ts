import { z } from 'zod'
import { contentSchemas } from './content.ts'
import { refuse } from './error-codes.ts'

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.enum(['individual', 'group']).optional(),
  to: z.string().min(1).optional(),
  recipient: z.string().min(1).optional(),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
  recipient_identity_key_hash: z.string().optional(),
}

/** A validated body that sends a message. `type` is always set. */
export type SendBody = {
  type: string
  to?: string | undefined
  recipient?: string | undefined
  recipient_type?: 'individual' | 'group' | undefined
  biz_opaque_callback_data?: string | undefined
  template?: unknown
}

const sendSchemas = new Map(
  Object.entries(contentSchemas).map(([type, content]) => [
    type,
    z.strictObject({ ...envelope, type: z.literal(type), [type]: content }),
  ]),
)

const readReceipt = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
})

/** A read receipt, optionally with a typing indicator. */
export type ReadBody = z.infer<typeof readReceipt>

/** Validates a body against the provider's limits. Throws error 100, 131008 or 131009. */
export function readSendBody(body: Record<string, unknown>): SendBody {
  const type = body.type ?? 'text'
  const schema = typeof type === 'string' ? sendSchemas.get(type) : undefined
  if (schema === undefined) return refuse(131009, { details: `Message type ${JSON.stringify(type)} is not supported.` })
  return check(schema, { ...body, type, [type as string]: asGraphReads(body[type as string]) }) as SendBody
}

/** Parses content like the Graph API: an object or list may be JSON in a string, and an interactive type may be in any case. */
function asGraphReads(content: unknown): unknown {
  const value = typeof content === 'string' ? parsedOrSame(content) : content
  const kind = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  return typeof kind === 'string' ? { ...(value as object), type: kind.toLowerCase() } : value
}

/** Parses JSON. Returns other text unchanged, so that the validation that follows refuses it. */
function parsedOrSame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function readReceiptBody(body: Record<string, unknown>): ReadBody {
  return check(readReceipt, body)
}

/** Validates a body. Throws the error code of the first problem. */
export function check<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'custom' && issue.params !== undefined)
    return refuse(Number(issue.params.code), { details: String(issue.params.details) })
  if (issue?.code === 'unrecognized_keys')
    return refuse(100, { details: `Unexpected key '${issue.keys[0] ?? ''}' on param '${path || 'body'}'.` })
  if (issue !== undefined && valueAt(body, issue.path) === undefined)
    return refuse(131008, { details: `Parameter '${path}' is required.` })
  return refuse(131009, { details: `Parameter '${path}' is not valid: ${issue?.message ?? 'see the documentation'}.` })
}

/** Returns the value at a path in a body. Undefined there means that the parameter is missing rather than wrong. */
function valueAt(body: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body)
}
