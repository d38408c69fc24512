import type { Request } from 'express'
import { refuse } from './error-codes.ts'

/**
 * Parses an upload form: `messaging_product`, which may be in the query instead, and the file. Its type is its part's Content-Type, as with the real
 * provider; the field `type` is ignored.
 */
export function readForm(req: Request, names: string[]): { mime: string; bytes: Buffer } {
  const boundary = /boundary="?([^";]+)"?/.exec(req.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return refuse(100, { details: 'The body is not a form.' })
  const parts = partsOf(req.body as Buffer, `--${boundary}`)
  const named = (name: string) => parts.find(({ head }) => new RegExp(`name="${name}"`).test(head))
  if ((named('messaging_product')?.bytes.toString() ?? req.query.messaging_product) !== 'whatsapp')
    refuse(131008, { details: "Parameter 'messaging_product' is required." })
  const file =
    names.map(named).find((part) => part !== undefined) ?? refuse(131008, { details: "Parameter 'file' is required." })
  const mime = /content-type:\s*([^\r\n]+)/i.exec(file.head)?.[1]?.trim() ?? 'application/octet-stream'
  return { mime, bytes: file.bytes }
}

function partsOf(body: Buffer, delimiter: string): { head: string; bytes: Buffer }[] {
  const parts: { head: string; bytes: Buffer }[] = []
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const start = at + delimiter.length + 2
    const next = body.indexOf(`\r\n${delimiter}`, start)
    if (next < 0) return parts
    const split = body.indexOf('\r\n\r\n', start)
    if (split >= 0 && split < next)
      parts.push({ head: body.subarray(start, split).toString(), bytes: body.subarray(split + 4, next) })
    at = next + 2
  }
  return parts
}
