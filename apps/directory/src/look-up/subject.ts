import type { IncomingHttpHeaders } from 'node:http'
import { idOf } from '@posthorn/contracts'

/** What determines a request's cell: the public part of its key, a number, or a workspace. */
export type Subject = { by: 'key' | 'number' | 'workspace'; id: string }

/** A request that a router is about to forward: its path with the query, and its headers. */
export type RoutedRequest = { uri: string; headers: IncomingHttpHeaders }

const publicPart = /ph_(?:live|test)_([0-9A-Za-z]{12})_/
const callbackPath = /^\/callbacks\/([^/]{1,64})$/

/** Returns the subject that determines a request's cell; null if any cell may serve the request, such as one for the documentation. */
export function subjectOf({ uri, headers }: RoutedRequest): Subject | null {
  const { pathname, searchParams } = URL.parse(uri, 'http://router.invalid') ?? new URL('http://router.invalid')
  const number = callbackPath.exec(pathname)?.[1]
  if (number) return { by: 'number', id: number }
  // The established dialect also accepts a key in the query.
  for (const text of [headers['token'], headers.authorization, searchParams.get('token')]) {
    const key = publicPart.exec(String(text ?? ''))?.[1]
    if (key) return { by: 'key', id: key }
  }
  const workspace = idOf('ws').safeParse(headers['workspace'] ?? searchParams.get('workspace'))
  return workspace.success ? { by: 'workspace', id: workspace.data } : null
}
