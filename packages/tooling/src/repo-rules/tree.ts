import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A source tree: file contents by path from the root, with `/` as separator. Tests of the rules write trees with a few files. */
export type Tree = ReadonlyMap<string, string>

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.data', '.turbo', '.reports'])

/** Reads a folder recursively, except installed, built and local files. */
export const readTree = (root: string): Tree => {
  const files = new Map<string, string>()
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (NOT_OURS.has(entry.name)) continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) files.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  visit('')
  return files
}

/** Returns whether the tree has this file or folder. */
export const exists = (tree: Tree, path: string): boolean =>
  path === '' || tree.has(path) || [...tree.keys()].some((file) => file.startsWith(`${path}/`))

export const isSource = (path: string): boolean => /\.(ts|mjs|tsx)$/.test(path)

export const isTest = (path: string): boolean => /\.(test|suite|fixture)\.ts$/.test(path)
