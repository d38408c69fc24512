import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type ConstantBody, etagOf } from '../../rest/respond/constant.ts'

/** A file of the dashboard, with the compressed variants that the build created. */
export type AppFile = ConstantBody & { isImmutable: boolean }

/** The built dashboard: its files, including `index.html`, by path below `/app/`. */
export type AppSite = ReadonlyMap<string, AppFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** What the installation offers to people who sign in: mail, and the name of an identity provider. */
export type Offered = { sendsMail: boolean; signInName: string | undefined }

/** Reads the built dashboard; undefined if it hasn't been built. Writes what the sign-in page offers into the page, which has no session to ask. */
export function readSite(folder: string, offered: Offered): AppSite | undefined {
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
