import { z } from 'zod'
import { caller, idOf, role } from './schemas.ts'

/** Request ids are listed in a response header, so other characters would break the response to a call that has taken effect. */
export const requestIdPattern = /^[\w.:~-]{1,128}$/

/**
 * Context of an internal call, signed for each call: workspace, actor, scopes, request id, expiry. Wire format: `base64url(JSON).credential
 * name.base64url(HMAC-SHA256)`. A batch has either comma-separated tokens, one per call, or a single token whose JSON lists all contexts.
 * Both are in batch order.
 */
export const callContext = z.object({
  workspace: idOf('ws').nullable(),
  actor: caller,
  scopes: z.array(z.enum(['read', 'send', 'manage', 'raw', 'admin', 'erase', 'operator'])),
  requestId: z.string().regex(requestIdPattern),
  traceparent: z.string().max(64).optional(),
  idempotencyKey: z.string().min(1).max(255).optional(),
  /**
   * Fingerprint of the caller's original input. Set if the gateway resolved references in it, so that a retry matches even if the
   * references now resolve to something else.
   */
  asked: z.string().min(1).max(64).optional(),
  /** Caller's address for the audit log. Default: the address of the connection. */
  ip: z.string().max(64).optional(),
  /** Session, if the caller is a member. */
  session: idOf('ses').optional(),
  /** Role, if the caller is a member. */
  role: role.optional(),
  /** Whether the member confirmed their password in the last ten minutes. */
  confirmed: z.boolean().optional(),
  /** Numbers to which the key or member is restricted. */
  numbers: z.array(idOf('num')).optional(),
  /** Unix time in seconds after which the context is refused. */
  expiresAt: z.int(),
})

export type CallContext = z.infer<typeof callContext>

/** HTTP header with the signed contexts of a batch. */
export const callContextHeader = 'x-posthorn-context'

/** HTTP header with the ids of requests whose responses are repeated from an earlier identical request. */
export const replayedHeader = 'x-posthorn-replayed'

/** Seconds for which a dead process blocks the Idempotency-Key of a call that it was preparing. Clients repeat such a call for longer. */
export const keyReservedSeconds = 5

/** Maximum number of calls that may share one HTTP request between services. */
export const callsPerBatchMax = 32

/**
 * Content type of a batch with binary input fields. The body consists of the length of the JSON (four bytes, big endian), the JSON (a
 * `BytesHead`), and the bytes of all fields in sequence.
 */
export const bytesType = 'application/vnd.posthorn.bytes'

/** A batch's inputs by index, and their binary fields in order. */
export type BytesHead = { inputs: Record<number, unknown>; bytes: { place: number; field: string; length: number }[] }

/** Path where a service accepts an operation's bytes: `/upload/<noun>.<verb>`. */
export const uploadPath = '/upload/'

/** Length prefix of an upload's chunks: four bytes, big endian. A length of 0 marks the end. */
export const uploadLengthBytes = 4
