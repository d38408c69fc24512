import { type ErrorCode, Fault, type Method } from '@posthorn/contracts'
import { type DialectRoute, route } from './route.ts'

/** States a route that cannot exist here; `reason` says why and what to do instead. */
export function absent(
  line: `${Method} /${string}`,
  reason: string,
  code: ErrorCode = 'feature:unsupported',
): DialectRoute {
  const refusal = route(line, {}, () => Promise.reject(new Fault(code, { message: reason })))
  return { ...refusal, support: 'none', note: reason }
}
