import { hasBody, readBody } from '@posthorn/chassis'
import { type AdmissionOptions, admit } from '../admission.ts'
import type { Call } from '../call.ts'
import type { Exchange } from '../exchange.ts'
import type { Route } from '../route.ts'
import { bodyBytesMax, weighed } from './body.ts'
import { idempotencyKeyOf } from './head.ts'
import { inputOf } from './input.ts'

export type OpenCallOptions = { route: Route; parameters: Record<string, string>; countAs?: 'request' | 'stream' }

const noBody = Buffer.alloc(0)

/** Admits a request, reads its body and validates its input. */
export async function openCall(
  options: AdmissionOptions,
  exchange: Exchange,
  { route, parameters, countAs = 'request' }: OpenCallOptions,
): Promise<Call> {
  const caller = await admit(options, exchange, { route, countAs })
  const { req, query } = exchange
  const idempotencyKey = idempotencyKeyOf(req)
  const body = route.method !== 'GET' && hasBody(req) ? await readBody(exchange, bodyBytesMax) : noBody
  const { countries } = caller
  const input = await weighed(exchange, body.length + query.length, () =>
    inputOf(route, req, { parameters, query, body, countries }),
  )
  return { route, caller, input, idempotencyKey }
}
