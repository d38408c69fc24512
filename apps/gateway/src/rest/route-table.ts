import type { Method } from '@posthorn/contracts'
import type { Route } from './route.ts'

type Node = { next: Map<string, Node>; any: Node | null; routes: Map<Method, Route> }

/** What a path leads to: a route with the texts of its parameters, or the methods the path does take, or nothing. */
export type Match = { route: Route; parameters: Record<string, string> } | { allow: string[] } | null

/** Finds the route of a method and a path below `/v1`. */
export type RouteTable = (method: string, path: string) => Match

const emptyNode = (): Node => ({ next: new Map(), any: null, routes: new Map() })

function add(root: Node, route: Route): void {
  let at = root
  for (const segment of route.path.split('/').slice(2)) {
    if (segment.startsWith('{')) at = at.any ??= emptyNode()
    else {
      const next = at.next.get(segment) ?? emptyNode()
      at.next.set(segment, next)
      at = next
    }
  }
  at.routes.set(route.method, route)
}

/** The decoded segments, or null when the path cannot be decoded or has an empty segment. One slash at the end does no harm. */
function segmentsOf(path: string): string[] | null {
  const raw = path.split('/').slice(1)
  if (raw.at(-1) === '') raw.pop()
  if (raw.includes('')) return null
  if (!path.includes('%')) return raw
  try {
    return raw.map(decodeURIComponent)
  } catch {
    return null
  }
}

function allowOf(node: Node): string[] {
  const methods = [...node.routes.keys()]
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

/** A table over the routes; a fixed segment wins over a parameter, and HEAD is a GET without its body. */
export function createRouteTable(routes: Route[]): RouteTable {
  const root = emptyNode()
  for (const route of routes) add(root, route)
  return (method, path) => {
    const segments = segmentsOf(path)
    let node: Node | null | undefined = segments && root
    const texts: string[] = []
    for (const segment of segments ?? []) {
      const fixed: Node | undefined = node?.next.get(segment)
      if (!fixed && node?.any) texts.push(segment)
      node = fixed ?? node?.any
    }
    if (!node || node.routes.size === 0) return null
    const route = node.routes.get((method === 'HEAD' ? 'GET' : method) as Method)
    if (!route) return { allow: allowOf(node) }
    return { route, parameters: Object.fromEntries(route.parameters.map((name, i) => [name, texts[i] ?? ''])) }
  }
}
