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

/** A kind of things that cannot exist here: its path, and the reason. */
export type AbsentKind = { path: `/${string}`; reason: string }

/** Returns the refusal of a request about things that cannot exist here; undefined for any other. There is none to read, and none can be made. */
export function refusalOf(
  kinds: readonly AbsentKind[],
  { method, path }: { method: string; path: string },
): Fault | undefined {
  const kind = kinds.find((each) => new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}(/|$)`).test(path))
  if (kind === undefined) return undefined
  if (method !== 'GET' && method !== 'HEAD') return new Fault('feature:unsupported', { message: kind.reason })
  return new Fault('route:not_found', { message: `There is none of these here. ${kind.reason}` })
}
