import { Fault, invalidRequest } from '@posthorn/contracts'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { z } from 'zod'
import { toFault } from '../faults.ts'

export type WireFault = Pick<Fault, 'code' | 'message' | 'errors' | 'retryAfter'>

/** Returns the part of a fault that its caller gets. The cause stays in the log. */
export function wireFaultOf({ code, message, errors, retryAfter }: Fault): WireFault {
  return { code, message, errors, retryAfter }
}

/** Returns the fault behind a tRPC error, as sent. */
export function wireFault(error: TRPCError): WireFault {
  return wireFaultOf(faultOf(error))
}

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

/** Wraps an error for tRPC, which chooses the response's status by the error's code. */
export function asTrpcError(err: unknown): TRPCError {
  if (err instanceof TRPCError) return err
  const fault = toFault(err)
  return new TRPCError({ code: codeOf(fault.status), message: fault.message, cause: fault })
}

/** Returns the code from which tRPC derives the response's status. */
function codeOf(status: number): TRPCError['code'] {
  if (status === 401) return 'UNAUTHORIZED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  return status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
}
