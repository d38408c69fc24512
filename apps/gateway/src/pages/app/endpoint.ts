import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NextFunction, Request, Response } from 'express'
import type { Exchange } from '../../rest/exchange.ts'
import { sendConstant } from '../../rest/respond/constant.ts'
import { appHeaders } from './headers.ts'
import { type AppFile, type AppSite, readSite } from './site.ts'

/** Options of the dashboard. `folder` has the built files; absent: where the build puts them. */
export type AppOptions = {
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
