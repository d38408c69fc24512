import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { hashOf } from './site-file.ts'

/** A file that pages load. Its URL contains a hash of its bytes. */
export type Asset = { href: string; type: string; read: () => string | Buffer }
export type Assets = ReadonlyMap<string, Asset>

const own = (name: string) => fileURLToPath(new URL(`../assets/${name}`, import.meta.url))

/** Files by name. Each may refer to earlier files as `./<name>`. */
const sources: { name: string; file: string; type: string }[] = [
  {
    name: 'inter.woff2',
    file: fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
    type: 'font/woff2',
  },
  {
    name: 'mono.woff2',
    file: fileURLToPath(
      import.meta.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
    ),
    type: 'font/woff2',
  },
  { name: 'icon.svg', file: own('icon.svg'), type: 'image/svg+xml' },
  { name: 'docs.css', file: own('docs.css'), type: 'text/css; charset=utf-8' },
  { name: 'reference.css', file: own('reference.css'), type: 'text/css; charset=utf-8' },
  {
    name: 'minisearch.js',
    file: fileURLToPath(import.meta.resolve('minisearch')),
    type: 'text/javascript; charset=utf-8',
  },
  { name: 'theme.js', file: own('theme.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'find.js', file: own('find.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'search.js', file: own('search.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'docs.js', file: own('docs.js'), type: 'text/javascript; charset=utf-8' },
  {
    name: 'scalar.js',
    file: fileURLToPath(import.meta.resolve('@scalar/api-reference/browser/standalone.js')),
    type: 'text/javascript; charset=utf-8',
  },
  { name: 'accessible.js', file: own('accessible.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'testkey.js', file: own('testkey.js'), type: 'text/javascript; charset=utf-8' },
  { name: 'reference.js', file: own('reference.js'), type: 'text/javascript; charset=utf-8' },
]

/** Reads the files that pages load. Large files are read again for each request, to save memory. */
export function readAssets(generated: { name: string; type: string; text: string }[]): Assets {
  const assets = new Map<string, Asset>()
  const add = (name: string, type: string, read: () => string | Buffer) => {
    const [stem, extension] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.'))]
    assets.set(name, { href: `/docs/assets/${stem}.${hashOf(read())}${extension}`, type, read })
  }
  for (const { name, type, text } of generated) add(name, type, () => text)
  for (const { name, file, type } of sources) {
    if (file === own(name)) add(name, type, () => linked(readFileSync(file, 'utf8'), assets))
    else if (name === 'scalar.js') add(name, type, () => withOurPlaceholder(readFileSync(file, 'utf8')))
    else add(name, type, () => readFileSync(file))
  }
  return assets
}

/** Replaces Scalar's placeholder for an empty key field, because it looks like a key. Scalar has no option for it. */
function withOurPlaceholder(scalar: string): string {
  return scalar.replaceAll('QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT', 'ph_live_…')
}

/** Replaces names of other files, such as `./search.js`, and of the imported package with their URLs. */
function linked(text: string, assets: Assets): string {
  return text
    .replaceAll(/(?<=from )'minisearch'/g, `'${assets.get('minisearch.js')?.href ?? ''}'`)
    .replaceAll(
      /\.\/([a-z]+\.(?:js|json|css|svg|woff2))(?=['"])/g,
      (name, file: string) => assets.get(file)?.href ?? name,
    )
}

export function hrefOf(assets: Assets, name: string): string {
  const asset = assets.get(name)
  if (asset === undefined) throw new Error(`the site has no file ${name}`)
  return asset.href
}
