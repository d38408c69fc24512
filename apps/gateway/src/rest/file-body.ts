import type { IncomingMessage } from 'node:http'
import { fileBytesMax } from '@posthorn/contracts'
import { type Exchange, sendBytes } from './answer.ts'
import { bodyBytesMax, isJsonType } from './body.ts'
import type { Route } from './route.ts'

/** True when the body is a file as it is, which only operations that say so take. */
export function isRawUpload(route: Route, req: IncomingMessage): boolean {
  return route.operation.upload === true && !isJsonType(req.headers['content-type'])
}

/** Largest body of a request in bytes. */
export function bodyLimit(route: Route, req: IncomingMessage): number {
  return isRawUpload(route, req) ? fileBytesMax : bodyBytesMax
}

/** A raw body as the fields of the operation. */
export function uploadFields(req: IncomingMessage, body: Buffer): Record<string, string> {
  const filename = filenameOf(req.headers['content-disposition'])
  return {
    content: body.toString('base64'),
    mime: req.headers['content-type'] ?? 'application/octet-stream',
    ...(filename === undefined ? {} : { filename }),
  }
}

/** The name in a Content-Disposition: RFC 5987 form first, then plain. */
function filenameOf(disposition: string | undefined): string | undefined {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '')
  return decoded(encoded) ?? plain?.[1] ?? plain?.[2]
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

type Download = { filename: string; mime: string; content: string }

/** Answers with the bytes of a file: never shown by a browser, whatever it is. */
export function sendFile(exchange: Exchange, status: number, { filename, mime, content }: Download): void {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  )
  exchange.headers['Content-Disposition'] = `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
  exchange.headers['Content-Security-Policy'] = "default-src 'none'; sandbox"
  sendBytes(exchange, status, { type: mime, body: Buffer.from(content, 'base64') })
}
