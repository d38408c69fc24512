import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { DocsSite, SiteFile } from '@posthorn/docs-site'
import type { NextFunction, Request, Response } from 'express'
import { type Exchange, sendBytes } from '../rest/exchange.ts'
import { accepts, type ConstantBody, etagOf, sendConstant, sendUnchanged } from '../rest/respond/constant.ts'
import { atFirstCall } from './documents.ts'

/** Returns the headers for the dashboard's files. They forbid content from other hosts, inline scripts, and framing. */
function appHeaders(publicUrl: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Components insert styles into the page. Inline scripts are still forbidden.
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), payment=(), usb=()',
    ...(publicUrl?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}

/** `folder` contains the built files. It defaults to the build's output folder. */
type AppOptions = Offered & {
  publicUrl: string | undefined
  folder?: string
  open: (req: Request, res: Response) => Exchange
}

/** Serves the dashboard. Paths below `/app` that aren't files return the page, which does its own routing; missing assets don't. */
export function appEndpoint(options: AppOptions) {
  const headers = appHeaders(options.publicUrl)
  let site: AppSite | undefined
  return (req: Request, res: Response, next: NextFunction): void => {
    const exchange = options.open(req, res)
    site ??= readSite(options.folder ?? builtFolder(), options)
    const file = site && fileAt(site, exchange.path)
    if (file === undefined) return next()
    sendConstant({ ...exchange, headers: { ...exchange.headers, ...headers } }, file)
  }
}

/** Returns the folder into which the dashboard is built. */
const builtFolder = (): string =>
  join(dirname(fileURLToPath(import.meta.resolve('@posthorn/dashboard/package.json'))), 'dist/site')

/** Returns the file at a path, or the page, whose scripts then show the right screen. */
function fileAt(site: AppSite, path: string): AppFile | undefined {
  const name = path.replace(/^\/app\/?/, '')
  const file = site.get(name)
  if (file !== undefined) return file
  // Never returns the page for a missing script: an outdated page would run it.
  return name.startsWith('assets/') ? undefined : site.get('index.html')
}

type AppFile = ConstantBody & { isImmutable: boolean }

/** The built dashboard's files, including `index.html`, by path below `/app/`. */
type AppSite = ReadonlyMap<string, AppFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Sign-in features of the installation: whether it sends mail, and the name of its identity provider. */
type Offered = { sendsMail: boolean; signInName: string | undefined }

/** Reads the built dashboard; undefined if it isn't built. The sign-in options are in the page, which can't ask without a session. */
function readSite(folder: string, offered: Offered): AppSite | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const files = new Map<string, AppFile>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    files.set(name, readAppFile(path, { type, isImmutable: name.startsWith('assets/') }))
  }
  const page = files.get('index.html')
  if (page) files.set('index.html', pageWithOptions(page, offered))
  return files
}

/** Writes the sign-in options into the page as attributes of `<html>`. */
function pageWithOptions(page: AppFile, { sendsMail, signInName }: Offered): AppFile {
  const name = signInName?.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const attributes = `${sendsMail ? 'data-mail ' : ''}${name === undefined ? '' : `data-oidc="${name}" `}`
  if (attributes === '') return page
  const { type, isImmutable, bytes } = page
  const bytesWithOptions = Buffer.from(bytes.toString().replace('<html ', () => `<html ${attributes}`))
  return { type, isImmutable, bytes: bytesWithOptions, etag: etagOf(bytesWithOptions) }
}

/** Reads a file with the compressed variants that the build made. */
function readAppFile(path: string, kind: Pick<AppFile, 'type' | 'isImmutable'>): AppFile {
  const bytes = readFileSync(path)
  const file: AppFile = { ...kind, etag: etagOf(bytes), bytes }
  if (existsSync(`${path}.gz`)) file.gzip = readFileSync(`${path}.gz`)
  if (existsSync(`${path}.br`)) file.brotli = readFileSync(`${path}.br`)
  return file
}

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
    await sendSiteFile(exchange, file)
  }
}

/** Whether a person will read the response. Browsers ask for HTML; programs ask for JSON or accept anything. */
export const isReader = (req: Request): boolean => String(req.headers.accept ?? '').includes('text/html')

/** Renders the documentation. Its package is loaded only here, because it is large. */
async function loadSite(document: DocsOptions['document']): Promise<DocsSite> {
  const { createDocsSite } = await import('@posthorn/docs-site')
  const folder = dirname(fileURLToPath(import.meta.resolve('@posthorn/docs/package.json')))
  return createDocsSite({ document: await document(), folder })
}

/** Returns the content security policy of the documentation. Blocks content from other hosts and lets the API tester call only this API. */
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
async function sendSiteFile(exchange: Exchange, file: SiteFile): Promise<void> {
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
