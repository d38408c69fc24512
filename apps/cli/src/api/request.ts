import { type Operation, parseRest } from '@posthorn/contracts'

/** A request of the REST API; its path has the query. */
export type ApiRequest = { method: string; path: string; body?: Record<string, unknown> }

/** Builds the request of an operation from its REST line: path parameters, then query or body. */
export function requestOf({ rest }: Operation, input: Record<string, unknown>): ApiRequest {
  if (rest === undefined) throw new Error('the operation is not in the REST API')
  const { method, path, parameters } = parseRest(rest)
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const fields = Object.entries(input).filter(([name, value]) => !parameters.includes(name) && value !== undefined)
  if (method === 'GET') return { method, path: withQuery(target, fields) }
  return { method, path: target, ...(fields.length > 0 ? { body: Object.fromEntries(fields) } : {}) }
}

function withQuery(path: string, fields: [string, unknown][]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields)
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  return fields.length > 0 ? `${path}?${query.toString()}` : path
}
