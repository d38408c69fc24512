import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fail, failField, uploadLengthBytes, uploadPath } from '@posthorn/contracts'
import { type Spooled, spool } from '@posthorn/http'
import { toFault, wireFaultOf } from '../faults.ts'
import type { Uploads } from './implement.ts'
import { authorize, type ContextVerifier, contextsOf } from './internal-auth.ts'

type UploadEndpoint = { uploads: Uploads; verify: ContextVerifier; folder: string }

/** Serves internal uploads: authenticates the caller before reading bytes, and calls the verb once all bytes are on disk. */
export const uploadListener =
  (endpoint: UploadEndpoint): RequestListener =>
  (req, res) =>
    void take(endpoint, req).then(
      (answer) => send(req, res, { status: 200, body: answer }),
      (err: unknown) => {
        const fault = toFault(err)
        send(req, res, { status: fault.status, body: { fault: wireFaultOf(fault) } })
      },
    )

/** Runs one upload. The file is deleted when the call ends. */
async function take({ uploads, verify, folder }: UploadEndpoint, req: IncomingMessage): Promise<unknown> {
  const upload = uploads.get((req.url ?? '').slice(uploadPath.length)) ?? fail('route:not_found')
  const call = authorize(contextsOf(verify, req)[0], upload.operation)
  const source = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const frames = readFrames(source)
  await using spooled = await spool(frames.bytes, { folder, bytesMax: upload.bytesMax })
  return await upload.take({ call, upload: spooled, input: await frames.input() })
}

/** Sends a response. If the upload wasn't read completely, closes the connection, because the rest would be parsed as another request. */
function send(req: IncomingMessage, res: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  if (res.destroyed) return
  const headers = { 'content-type': 'application/json', ...(req.complete ? {} : { connection: 'close' }) }
  res.writeHead(status, headers).end(JSON.stringify(body), () => {
    if (!req.complete) req.destroy()
  })
}

const inputBytesMax = 64 * 1024

/**
 * Reads an upload: the file in frames, then the input as JSON, which must be asked for after the last bytes. Rejects a partial one, so that
 * it never passes for a complete one.
 */
function readFrames(source: AsyncIterator<Buffer>): { bytes: AsyncIterable<Buffer>; input(): Promise<unknown> } {
  const reader = new Reader(source)
  return {
    bytes: bytesOf(reader),
    async input() {
      const parts: Buffer[] = []
      let size = 0
      for (let part = await reader.some(); part; part = await reader.some()) {
        size += part.length
        if (size > inputBytesMax) fail('request:too_large')
        parts.push(part)
      }
      return parseInput(Buffer.concat(parts).toString('utf8'))
    },
  }
}

/** Parses the fields that follow the file. If they are no JSON, the connection ended within them. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuseCut()
  }
}

/** Reads the file: each frame is a length and that many bytes, and a length of 0 ends it. */
async function* bytesOf(reader: Reader): AsyncGenerator<Buffer> {
  for (;;) {
    const head = await reader.exactly(uploadLengthBytes)
    let left = head.readUInt32BE(0)
    if (left === 0) return
    while (left > 0) {
      const part = (await reader.some(left)) ?? refuseCut()
      left -= part.length
      yield part
    }
  }
}

function refuseCut(): never {
  fail('request:malformed', { message: 'The upload ended early; send all of it.' })
}

/** Reads parts of any length from chunks, whose lengths the network chooses. */
class Reader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source
  }

  /** Returns up to `max` bytes; null at the end. */
  async some(max = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return null
      this.#rest = value
    }
    const part = this.#rest.subarray(0, max)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  /** Returns this many bytes. Refuses an upload that ends before. */
  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = count; left > 0; ) {
      const part = (await this.some(left)) ?? refuseCut()
      left -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
}

/** Refuses a call that names a stored file at `path`: only the gateway can resolve it, so other callers send the bytes. */
export function refuseWithoutBytes(path = 'file'): never {
  const message = 'names a file to the public API only; elsewhere bring its bytes'
  failField(path, message)
}

/** Returns a small file's bytes, whether uploaded or sent in base64. Throws if the call only names a file. */
export const uploadedBytes = async (upload: Spooled | undefined, content: string | undefined): Promise<Buffer> =>
  upload ? readFile(upload.path) : Buffer.from(content ?? refuseWithoutBytes(), 'base64')
