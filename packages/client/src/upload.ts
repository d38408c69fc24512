import { Readable } from 'node:stream'
import { Fault, isErrorCode, uploadLengthBytes, uploadPath } from '@posthorn/contracts'
import type { Transport } from './transport.ts'

/** Bytes for an upload operation, and its fields, which may be known only after the bytes. */
export type Upload = { operation: `${string}.${string}`; bytes: AsyncIterable<Buffer>; fields: () => Promise<unknown> }

export type WireFault = { code: string; message: string; errors: []; retryAfter?: number }

type Broken = { err?: Error }
type Wire = { value?: unknown; replayed?: boolean; fault?: WireFault }

/** Converts a wire error to a fault from the catalog. */
export function faultFrom({ code, message, errors, retryAfter }: WireFault, cause: unknown): Fault {
  if (!isErrorCode(code)) return new Fault('server:error', { cause })
  return new Fault(code, { message, errors, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

/** Sends an upload in chunks as it arrives. Rethrows local errors, including those of `bytes` and `fields`. */
export async function uploadOver(
  transport: Transport,
  upload: Upload,
  opts: { headers: Record<string, string>; signal?: AbortSignal },
): Promise<{ value: unknown; replayed: boolean }> {
  const broken: Broken = {}
  const body = Readable.from(framed(upload, broken), { objectMode: false })
  // The body may fail after the request has ended, when no one is listening. That must not end the process.
  body.on('error', () => {})
  try {
    const answer = await transport.send(`${uploadPath}${upload.operation}`, { ...opts, body })
    const wire = (await answer.json()) as Wire
    if (wire.fault) throw faultFrom(wire.fault, answer.status)
    return { value: wire.value, replayed: wire.replayed === true }
  } catch (err) {
    if (broken.err) throw broken.err
    throw err instanceof Fault ? err : new Fault('service:unavailable', { cause: err, retryAfter: 1 })
  }
}

async function* framed({ bytes, fields }: Upload, broken: Broken): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) {
      if (chunk.length === 0) continue
      yield length(chunk.length)
      yield chunk
    }
    yield length(0)
    yield Buffer.from(JSON.stringify(await fields()))
  } catch (err) {
    broken.err = err as Error
    throw err
  }
}

function length(count: number): Buffer {
  const head = Buffer.alloc(uploadLengthBytes)
  head.writeUInt32BE(count)
  return head
}
