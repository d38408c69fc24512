import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Size = {
  /** TypeScript of products, proofs and tools, without tests and generated code. */
  files: number
  lines: number
  medianLines: number
  /** Files of at most 40 lines that are imported by exactly one other file, unless that file is a package's index. */
  smallFilesOfOneReader: number
  imports: number
  proofLines: number
  decisions: number
  /** Folders with the most small files, as `folder count`. */
  foldersToMerge: string[]
}

const isTest = /\.(test|suite|fixture)\.tsx?$/
const importLine = /^import\b/gm
const importedPath = /\bfrom '(\.[^']+)'/g
/** An index file's exports are used by other packages, which import the package by name. */
const packageIndex = /^packages\/.*\/src\/([^/]+\/)?index\.ts$/
const smallLines = 40

type Source = { path: string; text: string; lines: number }

/** Measures the files tracked by git, except generated ones, which `.gitattributes` marks: no one reads those. */
function sizeOf(root: string): Size {
  const list = ['ls-files', 'apps', 'packages', ':(exclude,attr:linguist-generated)']
  const tracked = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n')
  const sources = tracked
    .filter((path) => /\.tsx?$/.test(path) && !isTest.test(path))
    .map((path): Source => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    })
  const importers = importersOf(sources)
  const isInterface = (path: string) => [...(importers.get(path) ?? [])].some((importer) => packageIndex.test(importer))
  const small = sources.filter(
    ({ path, lines }) => lines <= smallLines && importers.get(path)?.size === 1 && !isInterface(path),
  )
  const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b)
  return {
    files: sources.length,
    lines: sorted.reduce((sum, lines) => sum + lines, 0),
    medianLines: sorted[Math.floor(sorted.length / 2)] ?? 0,
    smallFilesOfOneReader: small.length,
    imports: sources.reduce((sum, { text }) => sum + (text.match(importLine)?.length ?? 0), 0),
    proofLines: sources.reduce((sum, { path, lines }) => sum + (path.startsWith('apps/proofs/') ? lines : 0), 0),
    decisions: tracked.filter((path) => /^apps\/docs\/adr\/\d+-.*\.md$/.test(path)).length,
    foldersToMerge: foldersWithMost(small),
  }
}

/** Returns, for each imported file, the files that import it. */
function importersOf(sources: readonly Source[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    for (const [, to = ''] of text.matchAll(importedPath)) {
      const target = join(dirname(path), to)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return importers
}

/** Returns the ten folders with the most small files. */
function foldersWithMost(small: readonly Source[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of small) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.slice(0, 10).map(([folder, count]) => `${folder} ${count}`)
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  process.stdout.write(`${JSON.stringify(sizeOf(root), null, 2)}\n`)
}
