import { type filePart } from '@posthorn/contracts'
import type { z } from 'zod'
import { drained, type Exchange } from './answer.ts'

/** A part of a file, and what the whole is. */
export type FilePart = z.output<typeof filePart>

/** How a download goes on: brings the part that begins at an offset. Rejects when it cannot. */
export type Downloading = { offset: number; first: FilePart; more(offset: number): Promise<FilePart> }

/**
 * Answers with a file, part by part, no faster than the caller reads; never shown by a browser, whatever it is. When a part cannot be
 * had the connection is cut, so that half of a file is not taken for the whole.
 */
export async function sendFile({ req, res, headers, requestId }: Exchange, downloading: Downloading): Promise<void> {
  const { first, offset } = downloading
  res.writeHead(200, {
    'Content-Type': first.mime,
    'Content-Length': Math.max(0, first.size - offset),
    'Content-Disposition': disposition(first.filename),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...headers,
  })
  if (req.method === 'HEAD') return void res.end()
  try {
    for (let part = first; ; part = await downloading.more(part.next ?? 0)) {
      const written = res.write(Buffer.from(part.content, 'base64'))
      if (!written) await drained(res)
      if (res.destroyed || part.next === null) break
    }
    res.end()
  } catch (err) {
    res.destroy(err as Error)
  }
}

function disposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
