import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Returns the opening tags of buttons that show only an icon, each with what stands before it. */
function iconButtonsIn(text: string): { tag: string; before: string }[] {
  return [...text.matchAll(/<(?:ActionIcon|CloseButton)\b(?:[^>]|=>)*>/g)].map(({ 0: tag, index }) => ({
    tag,
    before: text.slice(0, index).trimEnd(),
  }))
}

/** Whether it has a name for screen readers, and a tooltip for everyone else. */
const isNamed = ({ tag, before }: { tag: string; before: string }) =>
  tag.includes('aria-label=') && (/\btitle=/.test(tag) || /<Tooltip [^>]*>$/.test(before))

it('every button that shows only an icon has a name and a tooltip', () => {
  const buttons = sources.flatMap(({ name, text }) => iconButtonsIn(text).map((button) => ({ name, ...button })))
  expect(buttons.length).toBeGreaterThan(15)
  expect(buttons.filter((button) => !isNamed(button)).map(({ name, tag }) => `${name}: ${tag}`)).toEqual([])
})
