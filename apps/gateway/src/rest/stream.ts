import type { IncomingMessage } from 'node:http'
import { fail } from '@posthorn/contracts'
import { drained, type Exchange } from './answer.ts'
import type { Route } from './route.ts'

/** A piece of a streamed answer and the cursor of the next; null at the end. */
export type Piece = { chunk: string; next: string | null }

/** How a stream goes on: brings the piece at a cursor, or null when the caller may no longer have it. Rejects when it cannot. */
export type Streaming = { first: Piece; more(cursor: string): Promise<Piece | null>; failed(err: unknown): void }

const perWorkspaceMax = 20

/** Counts the streams of each workspace, so that none takes all connections. */
export type StreamRegister = { enter(workspace: string, exchange: Exchange): void }

/** Makes the register of open streams. */
export function createStreamRegister(): StreamRegister {
  const open = new Map<string, number>()
  const change = (workspace: string, by: number) => {
    const count = (open.get(workspace) ?? 0) + by
    if (count > 0) open.set(workspace, count)
    else open.delete(workspace)
  }
  return {
    enter(workspace, { res }) {
      if ((open.get(workspace) ?? 0) >= perWorkspaceMax) {
        fail('rate:limited', { message: `At most ${perWorkspaceMax} streams a workspace; close one.`, retryAfter: 5 })
      }
      change(workspace, 1)
      res.once('close', () => change(workspace, -1))
    },
  }
}

/** The query of a request for a stream: where a client says it stopped (`Last-Event-ID`) counts more than where it began. */
export function resumedQuery({ operation }: Route, { headers }: IncomingMessage, query: string): string {
  const last = headers['last-event-id']
  if (operation.stream !== 'text/event-stream' || typeof last !== 'string' || last === '') return query
  const resumed = new URLSearchParams(query)
  resumed.set('after', last)
  return resumed.toString()
}

/**
 * Answers piece by piece, no faster than the caller reads. When a piece cannot be had, the connection of a file is cut, so that half of
 * it is not taken for the whole; a stream of events just ends, and its client comes back.
 */
export async function sendStream({ req, res, headers, requestId }: Exchange, type: string, streaming: Streaming) {
  res.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    ...(type === 'text/csv' ? { 'Content-Disposition': 'attachment; filename="export.csv"' } : {}),
    'X-Content-Type-Options': 'nosniff',
    'X-Accel-Buffering': 'no',
    'X-Request-Id': requestId,
    ...headers,
  })
  if (req.method === 'HEAD') return void res.end()
  try {
    for (let piece: Piece | null = streaming.first; piece !== null; ) {
      if (!res.write(piece.chunk)) await drained(res)
      if (res.destroyed || piece.next === null) break
      piece = await streaming.more(piece.next)
    }
  } catch (err) {
    if (res.destroyed) return
    streaming.failed(err)
    if (type !== 'text/event-stream') return void res.destroy()
  }
  res.end()
}
