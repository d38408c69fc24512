import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextFunction, Request, Response } from 'express'
import type { Exchange } from '../../rest/exchange.ts'
import { sendConstant } from '../../rest/respond/constant.ts'
import { type AppFile, type AppSite, readSite } from './site.ts'

/** Returns the headers of all files of the dashboard. Nothing comes from other hosts, no script is in a page, and no page frames it. */
function appHeaders(publicUrl: string | undefined): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Components place styles in the page; scripts in the page stay forbidden.
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

/** Options of the dashboard. `folder` has the built files; absent: where the build puts them. */
type AppOptions = {
  publicUrl: string | undefined
  /** True where the installation sends mail: the page offers what needs it. */
  sendsMail: boolean
  folder?: string
  open: (req: Request, res: Response) => Exchange
}

/** Handles requests for the dashboard. Every address below `/app` that is no file answers its page, which reads the address itself. */
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
  // A missing script must not be answered with a page: an old page would run it.
  return name.startsWith('assets/') || name.startsWith('auth/') ? undefined : site.get('index.html')
}
