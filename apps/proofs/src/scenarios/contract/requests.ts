import { allOperations, type PlacedOperation, parseRest, type RestLine } from '@posthorn/contracts'

export type RestOperation = PlacedOperation & { rest: RestLine }

export const restOperations: RestOperation[] = allOperations().flatMap((placed) =>
  placed.operation.rest === undefined ? [] : [{ ...placed, rest: placed.operation.rest }],
)

/** Returns whether an operation's response is a stream of events, which tests that read whole responses must leave out. */
export const isEndless = ({ operation }: RestOperation): boolean => operation.stream === 'text/event-stream'

export type Input = Record<string, unknown>

type WireRequest = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body?: Input }

/** Splits an input into path parameters and the rest, which becomes the query (GET) or body. */
export function requestOf(rest: RestLine, input: Input): WireRequest {
  const { method, path, parameters } = parseRest(rest)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name])))
  const fields = Object.entries(input).filter(([name]) => !parameters.includes(name))
  if (method !== 'GET')
    return { method, path: filled, ...(fields.length > 0 ? { body: Object.fromEntries(fields) } : {}) }
  const query = fields.flatMap(([name, value]) => pairsOf(name, value)).join('&')
  return { method, path: query === '' ? filled : `${filled}?${query}` }
}

/** Returns the parameters of a query. A list becomes one `name[]` for each of its items. */
function pairsOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pairsOf(`${name}[]`, each))
  return value === undefined ? [] : [`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value))}`]
}

/** Returns a value as a text for URLs, which cannot have half surrogate pairs. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
