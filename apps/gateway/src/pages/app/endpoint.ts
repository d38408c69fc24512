import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextFunction, Request, Response } from 'express'
import type { Exchange } from '../../rest/exchange.ts'
import { sendConstant } from '../../rest/respond/constant.ts'
import { type AppFile, type AppSite, type Offered, readSite } from './site.ts'

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
