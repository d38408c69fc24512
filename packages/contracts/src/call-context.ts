import { z } from 'zod'
import { idOf } from './ids.ts'

/** Who is behind a call: an API key of a workspace, a member in the dashboard, or an internal service or team. */
export const actor = z.object({
  type: z.enum(['key', 'member', 'service']),
  id: z.string().max(100),
})

/**
 * What travels with every call between programs of the house, signed per call: workspace, actor, scopes, request id, expiry.
 * Wire form: `base64url(JSON).credential name.base64url(HMAC-SHA256)`; several calls of one batch are comma separated, in batch order.
 */
export const callContext = z.object({
  workspace: idOf('ws').nullable(),
  actor,
  scopes: z.array(z.enum(['read', 'send', 'manage', 'raw', 'operator'])),
  requestId: z.string().min(1).max(128),
  traceparent: z.string().max(64).optional(),
  idempotencyKey: z.string().min(1).max(255).optional(),
  /** Fingerprint of what the caller sent, where the input has more than that: a repeat is the same though the rest has changed meanwhile. */
  asked: z.string().min(1).max(64).optional(),
  /** Address the caller came from, for the audit log; absent: the one at the other end of this connection. */
  ip: z.string().max(64).optional(),
  /** Only for these numbers, when the key is limited to some. */
  numbers: z.array(idOf('num')).optional(),
  /** Unix time in seconds after which the context is refused. */
  expiresAt: z.int(),
})

/** The signed context of one call. */
export type CallContext = z.infer<typeof callContext>

/** HTTP header that carries the signed contexts of a batch. */
export const callContextHeader = 'x-posthorn-context'

/** HTTP header of the answer that names the request ids whose answers were replayed from an earlier identical request. */
export const replayedHeader = 'x-posthorn-replayed'

/** Most calls that may share one HTTP request between programs of the house. */
export const callsPerBatchMax = 32

/** Path at which a service takes the bytes of an operation: `/upload/<noun>.<verb>`. */
export const uploadPath = '/upload/'

/** Where bytes and input of an upload end, in the chunks they travel in: four bytes of length, big endian, then as many; 0 ends the bytes. */
export const uploadLengthBytes = 4
