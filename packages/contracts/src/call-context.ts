import { z } from 'zod'
import { idOf } from './ids.ts'
import { named } from './names.ts'
import { role } from './roles.ts'

/** The actor of a call: an API key of a workspace, a member in the dashboard, or an internal service or team. */
const caller = z.object({
  type: z
    .enum(['key', 'member', 'service'])
    .describe('Kind of the actor: an API key, a member in the dashboard, or a service or operator'),
  id: z.string().max(100).describe('Id of the key or member, or name of the service'),
  name: z.string().max(200).optional(),
})

/** The actor of a call as responses and events show it. */
export const actor = named(
  'Actor',
  caller.extend({
    name: z
      .string()
      .nullable()
      .describe('Name of the key or member at that time; null for services, and where it was not recorded'),
  }),
)

/**
 * Context of every call between services, signed for each call: workspace, actor, scopes, request id, expiry.
 * Wire form: `base64url(JSON).credential name.base64url(HMAC-SHA256)`. A batch has a token for each call, comma separated, or one token
 * whose JSON is the list of all contexts; both in batch order.
 */
export const callContext = z.object({
  workspace: idOf('ws').nullable(),
  actor: caller,
  scopes: z.array(z.enum(['read', 'send', 'manage', 'raw', 'admin', 'erase', 'operator'])),
  requestId: z.string().min(1).max(128),
  traceparent: z.string().max(64).optional(),
  idempotencyKey: z.string().min(1).max(255).optional(),
  /** Fingerprint of what the caller sent, where the gateway resolved references in the input: a repeat has the same though these have changed. */
  asked: z.string().min(1).max(64).optional(),
  /** Address of the caller, for the audit log; absent: the address of the connection. */
  ip: z.string().max(64).optional(),
  /** Session of a member. */
  session: idOf('ses').optional(),
  /** Role of a member. */
  role: role.optional(),
  /** True for a member who has proven their password in the last ten minutes. */
  confirmed: z.boolean().optional(),
  /** Numbers that the key or the member is limited to. */
  numbers: z.array(idOf('num')).optional(),
  /** Unix time in seconds after which the context is refused. */
  expiresAt: z.int(),
})

/** The signed context of one call. */
export type CallContext = z.infer<typeof callContext>

/** HTTP header that carries the signed contexts of a batch. */
export const callContextHeader = 'x-posthorn-context'

/** HTTP header of the request ids whose answers were replayed from an earlier identical request. */
export const replayedHeader = 'x-posthorn-replayed'

/** Most calls that may share one HTTP request between services. */
export const callsPerBatchMax = 32

/**
 * Content type of a batch of calls some of whose input fields are bytes: the length of a JSON text, four bytes, big endian; that text,
 * a `BytesHead`; and the bytes of all fields one after another.
 */
export const bytesType = 'application/vnd.posthorn.bytes'

/** Inputs of a batch by their place, and their fields that are bytes, in order. */
export type BytesHead = {
  inputs: Record<number, unknown>
  bytes: { place: number; field: string; length: number }[]
}

/** Path at which a service accepts the bytes of an operation: `/upload/<noun>.<verb>`. */
export const uploadPath = '/upload/'

/** Length prefix of the chunks of an upload: four bytes, big endian, then as many bytes; 0 ends the bytes. */
export const uploadLengthBytes = 4
