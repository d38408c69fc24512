import { fork } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { DocsSite, SiteFile } from '@posthorn/docs-site'
import type { NextFunction, Request, Response } from 'express'
import { sendBytes } from '../rest/answer.ts'
import type { Exchange } from '../rest/exchange.ts'
import { accepts, sendUnchanged } from '../rest/respond/constant.ts'

/** `document` resolves with the OpenAPI document as JSON. */
type DocsOptions = {
  document: () => Promise<string>
  publicUrl: string | undefined
  open: (req: Request, res: Response) => Exchange
}

const expand = promisify(gunzip)

/** Serves the documentation. Renders it on the first request, so that startup isn't delayed. */
export function docsEndpoint(options: DocsOptions) {
  const policy = contentSecurityPolicy(options.publicUrl)
  const site = atFirstCall(() => loadSite(options.document))
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const exchange = options.open(req, res)
    if (exchange.path === '/docs/') return void res.writeHead(308, { Location: '/docs' }).end()
    const file = await (await site())(exchange.path)
    if (file === undefined || (file.isMissing && !isReader(req))) return next()
    Object.assign(exchange.headers, { 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' })
    await sendFile(exchange, file)
  }
}

/** Whether a person will read the response. Browsers ask for HTML; programs ask for JSON or accept anything. */
export function isReader(req: Request): boolean {
  return String(req.headers.accept ?? '').includes('text/html')
}

/** Renders the documentation. Its package is loaded only here, because it is large. */
async function loadSite(document: DocsOptions['document']): Promise<DocsSite> {
  const { createDocsSite } = await import('@posthorn/docs-site')
  const folder = dirname(fileURLToPath(import.meta.resolve('@posthorn/docs/package.json')))
  return createDocsSite({ document: await document(), folder })
}

/** Content security policy for all pages. Blocks content from other hosts and lets the API tester call only this API. */
function contentSecurityPolicy(publicUrl: string | undefined): string {
  const api = publicUrl === undefined ? '' : ` ${new URL(publicUrl).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Scalar inserts styles into the page. Inline scripts are still forbidden.
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self'${api}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Sends a page or a file. Pages contain the address of this API, so they differ by host and are not cached by their content. */
async function sendFile(exchange: Exchange, file: SiteFile): Promise<void> {
  const { req, headers, publicUrl } = exchange
  const status = file.isMissing ? 404 : 200
  if (file.template !== undefined) {
    const body = file.template.replaceAll('{{url}}', () => JSON.stringify(publicUrl).slice(1, -1))
    headers['Cache-Control'] = 'no-cache'
    return sendBytes(exchange, status, { type: file.type, body })
  }
  if (file.isMissing) headers['Cache-Control'] = 'no-store'
  else if (sendUnchanged(exchange, file)) return
  const takesGzip = accepts(req.headers['accept-encoding'], 'gzip')
  if (takesGzip) headers['Content-Encoding'] = 'gzip'
  sendBytes(exchange, status, { type: file.type, body: takesGzip ? file.compressed : await expand(file.compressed) })
}

const program = fileURLToPath(import.meta.url)

/** OpenAPI documents as JSON, by path below `/v1`: one with all operations and one per tier. */
export type Documents = Readonly<Record<string, string>>

/** Path below `/v1` of the document with all operations. */
export const documentPath = '/openapi.json'

/**
 * Returns a function that resolves with the OpenAPI documents. The first call creates them in a separate process, because the work takes a
 * second, which would block requests, and 150 MB, most of which would stay allocated in the gateway after a thread had used it.
 */
export function documentSource(publicUrl: string | undefined): () => Promise<Documents> {
  return atFirstCall(() => makeInProcess(publicUrl))
}

/** Starts this file as a program that makes the documents, and waits for its message. */
function makeInProcess(publicUrl: string | undefined): Promise<Documents> {
  return new Promise((resolve, reject) => {
    const child = fork(program, publicUrl === undefined ? [] : [publicUrl])
    child.once('message', (documents) => resolve(documents as Documents)).once('error', reject)
    child.once('close', (code) => reject(new Error(`the process that makes the documents ended early (${code})`)))
  })
}

if (process.argv[1] === program) {
  const { openApiDocument, tierDocuments } = await import('@posthorn/contracts/openapi')
  const document = openApiDocument(process.argv[2])
  const ofTiers = Object.entries(tierDocuments(document)).map(
    ([tier, each]) => [`/openapi/${tier}.json`, each] as const,
  )
  const documents = [[documentPath, document] as const, ...ofTiers].map(([path, each]) => [path, JSON.stringify(each)])
  process.send?.(Object.fromEntries(documents), () => process.disconnect())
}

/**
 * Returns a function that runs the work on its first call and shares the result with later calls. If the work fails, the next call runs it
 * again.
 */
export function atFirstCall<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((err: unknown) => {
      result = undefined
      throw err
    })
    return result
  }
}
