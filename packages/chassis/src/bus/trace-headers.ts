import { headers, type MsgHdrs } from 'nats'

/** The trace of an event on the wire: the last of its fields. */
export function traceparentIn(payload: string): string | undefined {
  return /"traceparent":"([0-9a-f-]{55})"\}$/.exec(payload.slice(-80))?.[1]
}

/** The trace as a header, for tools that do not know our schemas. */
export function traceHeaders(traceparent: string | undefined): { headers?: MsgHdrs } {
  if (traceparent === undefined) return {}
  const own = headers()
  own.set('traceparent', traceparent)
  return { headers: own }
}
