import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@posthorn/mcp'
import { atFirstCall } from '../pages/docs/first-call.ts'

/** Reads the documentation's guides once, for assistants. */
export const readGuides: () => Promise<Page[]> = atFirstCall(readAll)

async function readAll(): Promise<Page[]> {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('@posthorn/docs/package.json'))), 'guides')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name
      return { uri: `posthorn://docs/guides/${name.slice(0, -3)}`, name: title, description: `Guide: ${title}`, text }
    }),
  )
}
