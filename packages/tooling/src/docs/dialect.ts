import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { code, page, table } from './markdown.ts'
import type { PrintedRoute } from './print-dialect.ts'

const extents = { works: 'works', differs: 'works with a difference', none: 'refused' } as const

/** Reads the routes of the established dialect. Tooling may not import apps, so a process of its own loads and prints them. */
export const readDialect = (root: string): PrintedRoute[] => {
  const program = fileURLToPath(new URL('./print-dialect.ts', import.meta.url))
  const args = ['--conditions=source', program, join(root, 'apps/gateway/src/dialect/routes/index.ts')]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`routes of the dialect cannot be read: ${stderr}`)
  return JSON.parse(stdout) as PrintedRoute[]
}

/** The page of all routes of the established dialect. */
export const dialectPage = (routes: readonly PrintedRoute[]): string => {
  const count = (extent: PrintedRoute['support']) => routes.filter(({ support }) => support === extent).length
  const intro = `All ${routes.length} routes of the established v1 dialect: ${count('works')} work, ${count('differs')} work with a
difference, ${count('none')} are refused with the sentence in the table. The [guide](../guides/dialect.md) shows how to move a program.`
  const rows = routes.map(({ method, path, support, note }) => [
    code(`${method} /compat${path}`),
    extents[support],
    note,
  ])
  return page('Routes of the established v1 dialect', [intro, table(['Route', 'Extent', 'Difference or reason'], rows)])
}
