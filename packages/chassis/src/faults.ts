import { Fault, invalidRequest } from '@posthorn/contracts'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { z } from 'zod'

/**
 * Codes of the system and of Postgres after which the same work may succeed later: no connection, a shutdown, a lack of resources, a timeout,
 * or a conflict with another transaction.
 */
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '58030',
  '25P02',
  '25P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '57014',
  '40P01',
  '40001',
])

const unavailableRetryAfterSeconds = 2

/** Lists an error and its causes. The ORM names a cause `previous`. The depth is limited in case of a cycle. */
function chainOf(err: unknown, depth = 6): Error[] {
  if (!(err instanceof Error) || depth === 0) return []
  return [err, ...chainOf(err.cause ?? (err as { previous?: unknown }).previous, depth - 1)]
}

/** Returns the codes and messages of an error and its causes, because the ORM wraps what the driver throws. */
function codesOf(err: unknown): { codes: string[]; messages: string } {
  const codes: string[] = []
  const messages: string[] = []
  for (const at of chainOf(err)) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string') codes.push(code)
    messages.push(at.message)
    if (at instanceof AggregateError) for (const inner of at.errors) codes.push(...codesOf(inner).codes)
  }
  return { codes, messages: messages.join('\n') }
}

/** Returns the five-character code of a Postgres error, wherever it is among the causes. `EPIPE`, which has the same form, counts too. */
export const databaseErrorCode = (err: unknown): string | undefined =>
  codesOf(err).codes.find((code) => /^[0-9A-Z]{5}$/.test(code))

/** Returns the name of the constraint that a statement violated, so that callers can tell which value is taken. */
export const violatedConstraint = (err: unknown): string | undefined =>
  chainOf(err)
    .map((at) => (at as { constraint?: unknown }).constraint)
    .find((constraint) => typeof constraint === 'string')

/** Returns whether the same work may succeed later: Postgres can't be reached or respond now, or it ended a transaction in favor of another. */
export function isUnavailable(err: unknown): boolean {
  const { codes, messages } = codesOf(err)
  return (
    codes.some((code) => unavailableCodes.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(messages)
  )
}

/** Returns whether the connection was lost before Postgres responded, so the statement may or may not have run. */
export function isLost(err: unknown): boolean {
  // A shutdown, a connection error, a system error such as EPIPE, or no code.
  return isUnavailable(err) && /^(57P|08|E|$)/.test(databaseErrorCode(err) ?? '')
}

/** Returns whether this is a deadlock or serialization failure. The transaction was rolled back and can be retried. */
export const isConflict = (err: unknown): boolean => ['40P01', '40001'].includes(databaseErrorCode(err) ?? '')

/** Returns whether `lock_timeout` expired, because another transaction holds a row or key. */
export const isLockTimeout = (err: unknown): boolean => databaseErrorCode(err) === '55P03'

/** Returns whether a retry may succeed: `isUnavailable`, or another transaction holds a lock for too long. */
export const isPassing = (err: unknown): boolean => isUnavailable(err) || isLockTimeout(err)

/** Returns the first line of an error's message. For an error that combines others, returns their messages. */
export function reasonOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err)
  const all = err instanceof AggregateError && err.message === '' ? err.errors.map(reasonOf).join('; ') : err.message
  return all.split('\n')[0] || err.name
}

/** Returns whether a statement uses a table that doesn't exist, for example because it was dropped a moment ago. */
export const isMissingTable = (err: unknown): boolean => databaseErrorCode(err) === '42P01'

/** Returns whether the table already exists. If two processes create it at once, Postgres reports a duplicate (23505). */
export const isExistingTable = (err: unknown): boolean => ['42P07', '23505'].includes(databaseErrorCode(err) ?? '')

/** Prefix of the policies that limit what may be read and changed of a workspace while it moves to another installation. */
export const holdPolicyPrefix = 'hold_'

/** Returns whether a write was refused because its workspace is moving to another installation. */
const isOnHold = (err: unknown): boolean =>
  databaseErrorCode(err) === '42501' && codesOf(err).messages.includes(`policy "${holdPolicyPrefix}`)

/** Converts any error to one in the catalog: `service:unavailable` if the work may succeed later, else `server:error`. Keeps the cause for the log. */
export function toFault(err: unknown): Fault {
  if (err instanceof Fault) return err
  if (isUnavailable(err) || isLockTimeout(err) || isOnHold(err))
    return new Fault('service:unavailable', { cause: err, retryAfter: unavailableRetryAfterSeconds })
  return new Fault('server:error', { cause: err })
}

/** Maximum number of paths logged for a value that violates the contract. A page may have a thousand. */
const placesMax = 10

/** Returns the paths at which a value violates the contract, without the values, which may be personal data. */
export const invalidPlaces = ({ issues }: z.ZodError): string[] =>
  issues.slice(0, placesMax).map(({ path, code }) => `${path.join('.')} ${code}`)

type WireFault = Pick<Fault, 'code' | 'message' | 'errors' | 'retryAfter'>

/** Returns the part of a fault that its caller gets. The cause stays in the log. */
export function wireFaultOf({ code, message, errors, retryAfter }: Fault): WireFault {
  return { code, message, errors, retryAfter }
}

/** Returns the fault behind a tRPC error, as sent. */
export const wireFault = (error: TRPCError): WireFault => wireFaultOf(faultOf(error))

/** Returns the fault behind a tRPC error. What tRPC itself refuses becomes an error of the catalog. */
function faultOf(error: TRPCError): Fault {
  if (error.cause instanceof Fault) return error.cause
  if (error.cause instanceof z.core.$ZodError && error.code === 'BAD_REQUEST')
    return invalidRequest(error.cause, { known: [], given: undefined })
  if (error.code === 'NOT_FOUND') return new Fault('route:not_found')
  if (error.code === 'PARSE_ERROR') return new Fault('request:malformed')
  return toFault(error.cause ?? error)
}

/** Returns an error as tRPC's batch format contains it. */
export function errorShapeOf(error: TRPCError, path: string): object {
  const { message, code } = error
  const data = { code, httpStatus: getHTTPStatusCodeFromError(error), path, fault: wireFault(error) }
  return { message, code: TRPC_ERROR_CODES_BY_KEY[code], data }
}

/** Wraps an error for tRPC, which chooses the response's status by the error's code. The caller gets the fault (`wireFault`). */
export function asTrpcError(err: unknown): TRPCError {
  if (err instanceof TRPCError) return err
  const fault = toFault(err)
  return new TRPCError({ code: trpcCodeOf(fault.status), message: fault.message, cause: fault })
}

/** Returns the code from which tRPC derives the response's status: the nearest of a few, because callers go by the fault's code. */
function trpcCodeOf(status: number): TRPCError['code'] {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  return status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
}
