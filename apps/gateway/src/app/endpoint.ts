import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextFunction, Request, Response } from 'express'
import type { Exchange } from '../rest/exchange.ts'
import { formFor } from '../rest/respond/constant.ts'
import { appHeaders } from './headers.ts'
import { type AppFile, type AppSite, readSite } from './site.ts'

/** Options of the dashboard. `folder` has the built files; absent: where the build puts them. */
export type AppOptions = {
  publicUrl: string | undefined
  folder?: string
  open: (req: Request, res: Response) => Exchange
}

/** Handles requests for the dashboard. Every address below `/app` that is no file answers its page, which reads the address itself. */
export function appEndpoint(options: AppOptions) {
  const headers = appHeaders(options.publicUrl)
  let site: AppSite | undefined
  return (req: Request, res: Response, next: NextFunction): void => {
    const exchange = options.open(req, res)
    site ??= readSite(options.folder ?? builtFolder())
    const file = site && fileAt(site, exchange.path)
    if (file === undefined) return next()
    sendAppFile({ ...exchange, headers: { ...exchange.headers, ...headers } }, file)
  }
}

function builtFolder(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@posthorn/dashboard/package.json'))), 'dist/site')
}

function fileAt(site: AppSite, path: string): AppFile | undefined {
  const name = path.replace(/^\/app\/?/, '')
  const file = site.get(name)
  if (file !== undefined) return file
  // A missing script must not be answered with a page: an old page would run it.
  return name.startsWith('assets/') || name.startsWith('auth/') ? undefined : site.get('index.html')
}

function sendAppFile({ req, res, headers, requestId }: Exchange, file: AppFile): void {
  const shared = {
    ...headers,
    'X-Request-Id': requestId,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ETag: file.etag,
  }
  if (req.headers['if-none-match']?.includes(file.etag)) return void res.writeHead(304, shared).end()
  const { bytes, encoding } = formFor(file, req.headers['accept-encoding'])
  const own = { 'Content-Type': file.type, 'Content-Length': bytes.length }
  res.writeHead(200, { ...shared, ...own, ...(encoding ? { 'Content-Encoding': encoding } : {}) })
  res.end(req.method === 'HEAD' ? undefined : bytes)
}
