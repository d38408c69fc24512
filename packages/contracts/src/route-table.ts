import type { Method } from './contract.ts'

type Node<R> = { next: Map<string, Node<R>>; any: Node<R> | null; routes: Map<Method, R> }

/** Result of a lookup: a route with its path parameters, the methods that the path allows, or null. */
type Match<R> = { route: R; parameters: Record<string, string> } | { allow: string[] } | null

/** The fields used to find a route. */
type RouteLine = { method: Method; path: string; parameters: string[] }

/** Finds the route for a method and a path below `/v1`. */
export type RouteTable<R> = (method: string, path: string) => Match<R>

const emptyNode = <R>(): Node<R> => ({ next: new Map(), any: null, routes: new Map() })

/** Adds a route to the tree. Its path begins with `/v1/`, which the lookup doesn't get. */
function add<R extends RouteLine>(root: Node<R>, route: R): void {
  let at = root
  for (const segment of route.path.split('/').slice(2)) {
    if (segment.startsWith('{')) at = at.any ??= emptyNode()
    else {
      const next = at.next.get(segment) ?? emptyNode<R>()
      at.next.set(segment, next)
      at = next
    }
  }
  at.routes.set(route.method, route)
}

/** Returns a path's decoded segments; null if it can't be decoded or has an empty segment. Ignores a trailing slash. */
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

/** Returns the Allow header of a path. HEAD comes with GET, and the server answers OPTIONS for every path. */
function allowOf<R>(node: Node<R>): string[] {
  const methods = [...node.routes.keys()]
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

/** Creates a lookup table of routes. A fixed segment takes precedence over a parameter. HEAD is treated as GET without a body. */
export function createRouteTable<R extends RouteLine>(routes: readonly R[]): RouteTable<R> {
  const root = emptyNode<R>()
  for (const route of routes) add(root, route)
  return (method, path) => {
    const segments = segmentsOf(path)
    let node: Node<R> | null | undefined = segments && root
    const texts: string[] = []
    for (const segment of segments ?? []) {
      const fixed: Node<R> | undefined = node?.next.get(segment)
      if (!fixed && node?.any) texts.push(segment)
      node = fixed ?? node?.any
    }
    if (!node || node.routes.size === 0) return null
    const route = node.routes.get((method === 'HEAD' ? 'GET' : method) as Method)
    if (!route) return { allow: allowOf(node) }
    return { route, parameters: Object.fromEntries(route.parameters.map((name, i) => [name, texts[i] ?? ''])) }
  }
}
