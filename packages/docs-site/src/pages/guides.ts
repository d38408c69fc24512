import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contents } from '../contents.ts'
import type { PlacedOperation } from '../document.ts'
import type { PageContent } from '../layout.ts'
import { linksOf } from '../links.ts'
import { renderMarkdown } from '../markdown.ts'

/** A Markdown file of the documentation and the page it becomes. */
export type MarkdownPage = { path: string; title: string; source: string; file: string }

/** Reads the Markdown files of the contents. */
export function readMarkdownPages(folder: string): MarkdownPage[] {
  return contents.flatMap(({ pages }) =>
    pages.flatMap(({ path, file, title }) => {
      if (file === undefined) return []
      const source = readFileSync(join(folder, file), 'utf8')
      return [{ path, file, source, title: title ?? /^# (.+)$/m.exec(source)?.[1] ?? path }]
    }),
  )
}

/** Renders a Markdown file. */
export function guidePage({ path, file, source }: MarkdownPage, operations: readonly PlacedOperation[]): PageContent {
  const { title, html, headings } = renderMarkdown(source, linksOf(file, operations))
  return { path, title, html, headings }
}
