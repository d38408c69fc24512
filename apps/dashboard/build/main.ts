import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BuildOptions, InlineConfig } from 'vite'

type Chunk = {
  fileName: string
  facadeModuleId: string | null
  imports: readonly string[]
  moduleIds: readonly string[]
}

const inbox = 'src/screens/inbox/'

/**
 * Returns the rule that bundles what the first load needs, and what the chat adds later, into two files each: fifty small files compress
 * worse, and each costs a request. `chunks` comes from a build without the rule.
 */
function firstLoadRule(root: string, chunks: readonly Chunk[]) {
  const entries = [join(root, 'index.html'), join(root, inbox, 'screen.tsx')]
  const first = modulesOf(chunks, entries)
  // `main.tsx` awaits UI strings and drafts at the top level, so modules that they import must not be in the same file.
  const isApart = (id: string) => id.startsWith(join(root, inbox)) || id === join(root, 'src/main.tsx')
  const isFirst = (id: string) => first.has(id) && !isApart(id) && !entries.some((entry) => id.startsWith(entry))
  // Otherwise, each module of the inbox that other modules load later would become a separate file.
  const isOfInbox = (id: string) => first.has(id) && id.startsWith(join(root, inbox)) && !entries.includes(id)
  const conversation = join(root, inbox, 'conversation.tsx')
  const later = modulesOf(chunks, [conversation])
  const isLater = (id: string) => later.has(id) && !first.has(id)
  const isOfChat = (id: string) => isLater(id) && id.startsWith(join(root, inbox)) && id !== conversation
  // A group takes along what its modules import. Without this one, forms of other screens would load the whole chat.
  const isShared = (id: string) => isLater(id) && !id.startsWith(join(root, inbox))
  return {
    groups: [
      { name: 'first', test: isFirst },
      { name: 'inbox', test: isOfInbox },
      { name: 'shared', test: isShared },
      { name: 'chat', test: isOfChat },
    ],
  }
}

/** Returns the ids of the modules that load with these entries, without those that they import later. */
function modulesOf(chunks: readonly Chunk[], entries: readonly string[]): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const waiting = chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && entries.includes(facadeModuleId))
  const found = new Set<Chunk>()
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    waiting.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []))
  }
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds))
}

const patterns = [
  'src/**/*',
  'build/*.ts',
  'public/*',
  'index.html',
  'package.json',
  '../../packages/sdk/src/**/*.ts',
  '../../packages/contracts/src/**/*.ts',
  // The versions of the libraries that are bundled.
  '../../pnpm-lock.yaml',
]

/** Returns a digest of what the site is built from. Ignores file times, because they differ between copies of the same sources. */
function digestOfSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

const compressible = /\.(js|css|html|svg|json)$/

/** Writes a `.gz` and a `.br` next to each text file in a folder, recursively, so that the gateway doesn't compress while it serves them. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    // `start` waits for compression. Quality 9 takes a tenth of the time that 11 takes, and adds 2 percent to the size.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const site = join(dist, 'site')
const mark = 'sources.txt'
const prefix = 'building-'
const abandonedAfterMs = 24 * 3_600_000

/** Removes the folders of builds that were killed, once they are too old to be those of a build that still runs. */
function removeAbandoned(): void {
  for (const path of readdirSync(dist).flatMap((name) => (name.startsWith(prefix) ? [join(dist, name)] : []))) {
    // Another build may have removed its folder meanwhile.
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > abandonedAfterMs) rmSync(path, { recursive: true, force: true })
  }
}

/** Builds the site into `dist/site`, unless its sources are the same as in the last build: each start of the system calls this. */
async function buildSite(): Promise<{ wasBuilt: boolean; seconds: number }> {
  const begun = performance.now()
  const digest = digestOfSources(root)
  const known = join(site, mark)
  if (existsSync(known) && readFileSync(known, 'utf8') === digest) return { wasBuilt: false, seconds: 0 }
  mkdirSync(dist, { recursive: true })
  removeAbandoned()
  const scratch = mkdtempSync(join(dist, prefix))
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

/** Replaces the old folder with the new build. If two builds run at once, one of them stays. Both are complete. */
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

/** Bundles the site, and the worker that shows pushes. Bundles the site twice, because the rule for the first load needs its chunks. */
async function bundleInto(outDir: string): Promise<void> {
  // Loaded only for a build, so that starting with an up-to-date site doesn't wait for these modules.
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
  // A service worker is one file with a fixed name.
  const worker = { entry: join(root, 'src/push/worker.ts'), formats: ['iife' as const], name: 'push' }
  const lib = { ...worker, fileName: () => 'push-worker.js' }
  await build({ ...config, publicDir: false, build: { ...options, manifest: false, lib } })
}

const { wasBuilt, seconds } = await buildSite()
process.stdout.write(
  wasBuilt ? `The dashboard was built in ${seconds.toFixed(1)} s\n` : 'The dashboard is up to date\n',
)
