import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextFunction, Request, Response } from 'express'
import type { Exchange } from '../../rest/exchange.ts'
import { type ConstantBody, etagOf, sendConstant } from '../../rest/respond/constant.ts'

/** Returns the headers of the dashboard's files: no content from other hosts, no inline scripts, no framing. */
function appHeaders(publicUrl: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Components insert styles into the page. Inline scripts stay forbidden.
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

/** `folder`: the built files; by default, where the build puts them. */
type AppOptions = Offered & {
  publicUrl: string | undefined
  folder?: string
  open: (req: Request, res: Response) => Exchange
}

/** Serves the dashboard. Every path below `/app` that isn't a file gets the page, which does its own routing. */
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

function builtFolder(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@posthorn/dashboard/package.json'))), 'dist/site')
}

function fileAt(site: AppSite, path: string): AppFile | undefined {
  const name = path.replace(/^\/app\/?/, '')
  const file = site.get(name)
  if (file !== undefined) return file
  // Don't respond to a missing script with the page: an outdated page would run it.
  return name.startsWith('assets/') || name.startsWith('auth/') ? undefined : site.get('index.html')
}

/** A file of the dashboard, with the compressed variants that the build created. */
type AppFile = ConstantBody & { isImmutable: boolean }

/** The built dashboard: its files, including `index.html`, by path below `/app/`. */
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

/** Sign-in features of the installation: mail, and the name of an identity provider. */
type Offered = { sendsMail: boolean; signInName: string | undefined }

/** Reads the built dashboard; undefined if it hasn't been built. Writes what the sign-in page offers into the page, which has no session to ask. */
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
  if (page) files.set('index.html', markedPage(page, offered))
  return files
}

function markedPage(page: AppFile, { sendsMail, signInName }: Offered): AppFile {
  const name = signInName?.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const marks = `${sendsMail ? 'data-mail ' : ''}${name === undefined ? '' : `data-oidc="${name}" `}`
  if (marks === '') return page
  const { type, isImmutable, bytes } = page
  const marked = Buffer.from(bytes.toString().replace('<html ', () => `<html ${marks}`))
  return { type, isImmutable, bytes: marked, etag: etagOf(marked) }
}

function readAppFile(path: string, kind: Pick<AppFile, 'type' | 'isImmutable'>): AppFile {
  const bytes = readFileSync(path)
  const file: AppFile = { ...kind, etag: etagOf(bytes), bytes }
  if (existsSync(`${path}.gz`)) file.gzip = readFileSync(`${path}.gz`)
  if (existsSync(`${path}.br`)) file.brotli = readFileSync(`${path}.br`)
  return file
}
