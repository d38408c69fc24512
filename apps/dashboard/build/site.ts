import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildOptions, InlineConfig } from 'vite'
import { firstLoadRule } from './chunks.ts'
import { compressFiles } from './compress.ts'
import { digestOfSources } from './sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const site = join(dist, 'site')
const mark = 'sources.txt'

/** Builds the site into `dist/site`, unless it is there already from the same sources. */
export async function buildSite(): Promise<{ wasBuilt: boolean; seconds: number }> {
  const begun = performance.now()
  const digest = digestOfSources(root)
  if (digestOf(site) === digest) return { wasBuilt: false, seconds: 0 }
  mkdirSync(dist, { recursive: true })
  const scratch = mkdtempSync(join(dist, 'building-'))
  try {
    await bundleInto(scratch)
    compressFiles(scratch)
    writeFileSync(join(scratch, mark), digest)
    putInPlace(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return { wasBuilt: true, seconds: (performance.now() - begun) / 1000 }
}

function digestOf(folder: string): string | undefined {
  const path = join(folder, mark)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Puts the built folder in the place of the old one. Of two builds at the same time the later one wins; both are whole. */
function putInPlace(built: string): void {
  const old = `${built}-old`
  try {
    if (existsSync(site)) renameSync(site, old)
    renameSync(built, site)
  } catch (error) {
    if (!existsSync(join(site, mark))) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}

async function bundleInto(outDir: string): Promise<void> {
  // Loaded only where something is built: a start with an up-to-date site does not wait for it.
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  const config = {
    root,
    base: '/app/',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  } satisfies InlineConfig
  const options = {
    outDir,
    emptyOutDir: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
  } satisfies BuildOptions
  const draft = await build({ ...config, build: { ...options, write: false, minify: false } })
  const chunks = 'output' in draft ? draft.output.filter((each) => each.type === 'chunk') : []
  const output = { codeSplitting: firstLoadRule(root, chunks) }
  await build({ ...config, build: { ...options, rolldownOptions: { output } } })
}
