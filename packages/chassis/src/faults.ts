import { Fault } from '@posthorn/contracts'
import type { z } from 'zod'

/** Postgres and socket error codes that mean: the database cannot answer now, the same request may succeed later. */
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

/** Seconds of `Retry-After` when a dependency is down. */
const unavailableRetryAfterSeconds = 2

function codesOf(err: unknown): { codes: string[]; messages: string } {
  const codes: string[] = []
  const messages: string[] = []
  for (
    let at = err, depth = 0;
    at instanceof Error && depth < 6;
    at = at.cause ?? (at as { previous?: unknown }).previous, depth++
  ) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string') codes.push(code)
    messages.push(at.message)
    if (at instanceof AggregateError) for (const inner of at.errors) codes.push(...codesOf(inner).codes)
  }
  return { codes, messages: messages.join('\n') }
}

/** The Postgres error code of an error, looked up through its causes; undefined when it has none. */
export function databaseErrorCode(err: unknown): string | undefined {
  return codesOf(err).codes.find((code) => /^[0-9A-Z]{5}$/.test(code))
}

/** The name of the constraint a statement violated, or undefined. */
export function violatedConstraint(err: unknown): string | undefined {
  for (
    let at = err, depth = 0;
    at instanceof Error && depth < 6;
    at = at.cause ?? (at as { previous?: unknown }).previous, depth++
  ) {
    const constraint = (at as { constraint?: unknown }).constraint
    if (typeof constraint === 'string') return constraint
  }
  return undefined
}

/** True when the error says that Postgres cannot be reached or cannot answer now. */
export function isUnavailable(err: unknown): boolean {
  const { codes, messages } = codesOf(err)
  return (
    codes.some((code) => unavailableCodes.has(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(messages)
  )
}

/** True when the connection to Postgres ended before its answer: what was asked may be done. */
export function isLost(err: unknown): boolean {
  return isUnavailable(err) && /^(57P|08|E|$)/.test(databaseErrorCode(err) ?? '')
}

/** True for a deadlock or a serialization failure: the transaction is surely undone and may simply run again. */
export function isConflict(err: unknown): boolean {
  return ['40P01', '40001'].includes(databaseErrorCode(err) ?? '')
}

/** True when a lock was not to be had within `lock_timeout`: another transaction holds a row, or a key. */
export function isLockTimeout(err: unknown): boolean {
  return databaseErrorCode(err) === '55P03'
}

/** True for an error that a later try may not meet: Postgres is away or slow, or another transaction is in the way. */
export function isPassing(err: unknown): boolean {
  return isUnavailable(err) || isLockTimeout(err)
}

/** The reason of an error on one line: its message, or those of the errors it consists of. */
export function reasonOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err)
  const all = err instanceof AggregateError && err.message === '' ? err.errors.map(reasonOf).join('; ') : err.message
  return all.split('\n')[0] || err.name
}

/** True when a statement names a table that is not there, as one that was dropped meanwhile. */
export function isMissingTable(err: unknown): boolean {
  return databaseErrorCode(err) === '42P01'
}

/** True when a statement makes a table that another transaction has just made. */
export function isExistingTable(err: unknown): boolean {
  return ['42P07', '23505'].includes(databaseErrorCode(err) ?? '')
}

/** Begin of the names of policies that keep the rows of a workspace as they are while it moves to another installation. */
export const holdPolicyPrefix = 'hold_'

/** True when a row was not written because its workspace is on its way to another installation. */
function isOnHold(err: unknown): boolean {
  return databaseErrorCode(err) === '42501' && codesOf(err).messages.includes(`policy "${holdPolicyPrefix}`)
}

/** Returns any error as one of the catalog; an unknown one becomes `server:error`, with its cause kept for the log. */
export function toFault(err: unknown): Fault {
  if (err instanceof Fault) return err
  if (isUnavailable(err) || isLockTimeout(err) || isOnHold(err))
    return new Fault('service:unavailable', { cause: err, retryAfter: unavailableRetryAfterSeconds })
  return new Fault('server:error', { cause: err })
}

/** Places in the log line of a value that breaks the contract; a page may have a thousand. */
const placesMax = 10

/** Returns where a value breaks the contract, without its values, which may be personal. */
export function invalidPlaces({ issues }: z.ZodError): string[] {
  return issues.slice(0, placesMax).map(({ path, code }) => `${path.join('.')} ${code}`)
}
