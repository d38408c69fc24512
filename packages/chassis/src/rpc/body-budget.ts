import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail } from '@posthorn/contracts'

/** Owners charged for a body: the caller's workspace, the address if the caller isn't authenticated, or both. */
export type BodyOwners = { readonly workspace?: string; readonly address?: string }

export type BodyBudget = {
  /**
   * Returns a function that raises a request's total bytes. It throws `service:overloaded` if the process or an address has no capacity for
   * them, and `rate:in_flight` if a workspace without an address has none. The bytes are released when the response closes.
   */
  open(res: ServerResponse, owners: BodyOwners): (bytes: number) => void
  used(): number
}

/** Minimum charge for a body, because a request needs more memory than its body. */
const bytesMin = 4 * 1024
/** Bodies up to this size are still accepted when larger ones have used up their share. */
const smallBytesMax = 64 * 1024
/** Maximum shares of the process's limit: for one workspace, for all callers from one address, and for larger bodies. */
const shares = { workspace: 1 / 4, address: 1 / 2, large: 3 / 4 }

/** How long a body may take to arrive. */
const timeoutMs = 60_000
const retryAfterSeconds = 2
const stepBytes = 16 * 1024

/** Returns MiB, rounded to two decimals. */
const inMebibytes = (bytes: number) => Math.round(bytes / 1024 / 10.24) / 100

/** Calls back when a response closes, or immediately if it already has, because a caller may disconnect while the request waits. */
export function whenClosed(res: ServerResponse, close: () => void): void {
  if (res.closed) close()
  else res.once('close', close)
}

/** Creates a budget for the request bodies that a process holds in memory. `bytesMax`: the limit for all of them. */
export function createBodyBudget(bytesMax: number): BodyBudget {
  let total = 0
  const byOwner = new Map<string, number>()
  const count = (owner: string, by: number) => {
    const bytes = (byOwner.get(owner) ?? 0) + by
    if (bytes > 0) byOwner.set(owner, bytes)
    else byOwner.delete(owner)
  }
  const fits = (owner: string, by: number, share: number) => (byOwner.get(owner) ?? 0) + by <= bytesMax * share
  const refuseOwner = (code: 'rate:in_flight' | 'service:overloaded', whose: string, share: number) => {
    const message = `${whose} may have bodies of ${inMebibytes(bytesMax * share)} MiB open at once; wait until some requests have ended.`
    fail(code, { message, retryAfter: retryAfterSeconds })
  }
  return {
    open(res, { workspace, address }) {
      let counted = 0
      const change = (by: number) => {
        counted += by
        total += by
        if (workspace !== undefined) count(workspace, by)
        if (address !== undefined) count(address, by)
      }
      return (bodyBytes) => {
        const by = Math.max(bodyBytes, bytesMin) - counted
        if (by <= 0) return
        // With an address, the caller is the provider, which isn't to blame for what the workspace has open.
        if (workspace !== undefined && !fits(workspace, by, shares.workspace))
          refuseOwner(address === undefined ? 'rate:in_flight' : 'service:overloaded', 'A workspace', shares.workspace)
        if (address !== undefined && !fits(address, by, shares.address))
          refuseOwner('service:overloaded', 'An address', shares.address)
        const limit = bodyBytes > smallBytesMax ? bytesMax * shares.large : bytesMax
        if (total + by > limit) fail('service:overloaded', { retryAfter: retryAfterSeconds })
        const isFirst = counted === 0
        change(by)
        if (isFirst) whenClosed(res, () => change(-counted))
      }
    },
    used: () => total,
  }
}

/** In HTTP, only these headers announce a body. A request without a body isn't charged. */
export const hasBody = (req: IncomingMessage): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

type BodySource = { req: IncomingMessage; res: ServerResponse; bodies: BodyBudget; owners: BodyOwners }

/**
 * Reads a whole body. Declared bytes are charged before reading, undeclared bytes as they arrive. Rejects if the budget is exceeded, with
 * `request:too_large` for a body over `bytesMax`, and with `request:malformed` for one that ends early or takes over a minute. The rest of the
 * body stays unread.
 */
export function readBody({ req, res, bodies, owners }: BodySource, bytesMax: number): Promise<Buffer> {
  if (!hasBody(req)) return Promise.resolve(Buffer.alloc(0))
  const announced = Number(req.headers['content-length'] ?? 0)
  const grow = bodies.open(res, owners)
  const reserve = (bytes: number) => {
    if (bytes > bytesMax) refuseLargeBody(bytesMax)
    grow(bytes)
  }
  const body = collector(reserve, announced)
  return new Promise((resolve, reject) => {
    const settle = (work: () => void) => {
      clearTimeout(timer)
      req.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost)
      work()
    }
    const refuseOn = (work: () => void) => {
      try {
        work()
      } catch (err) {
        req.pause()
        settle(() => reject(err as Error))
      }
    }
    const onData = (chunk: Buffer) => refuseOn(() => body.add(chunk))
    const onEnd = () => settle(() => resolve(body.all()))
    const onLost = () => refuseOn(() => fail('request:malformed', { message: 'The body ended early; send all of it.' }))
    const onLate = () =>
      refuseOn(() => fail('request:malformed', { message: 'The body took longer than a minute; send it faster.' }))
    const timer = setTimeout(onLate, timeoutMs)
    if (req.destroyed && !req.complete) return onLost()
    req.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost)
    refuseOn(() => reserve(announced))
  })
}

/**
 * Collects chunks in one buffer, which grows in steps that `reserve` allows. A list of one-byte chunks would take a hundred times the memory.
 * A body in one chunk isn't copied.
 */
function collector(reserve: (bytes: number) => void, announced: number) {
  let bytes: Buffer = Buffer.alloc(0)
  let size = 0
  return {
    add(chunk: Buffer) {
      const needed = size + chunk.length
      reserve(needed)
      if (size === 0 && chunk.length >= announced && announced > 0) bytes = chunk
      else {
        if (needed > bytes.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(announced, needed, 2 * bytes.length, stepBytes))
          bytes.copy(larger, 0, 0, size)
          bytes = larger
        }
        chunk.copy(bytes, size)
      }
      size = needed
    },
    all: () => bytes.subarray(0, size),
  }
}

function refuseLargeBody(bytesMax: number): never {
  fail('request:too_large', {
    message: `The body is over the limit of ${inMebibytes(bytesMax)} MiB; send less at once.`,
  })
}
