import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

it('every button that shows only an icon is the part that gives it a name and a tooltip', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const withButton = files.filter((name) =>
    /<(?:ActionIcon|CloseButton)\b/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(withButton).toEqual(['parts/icon.tsx'])
  expect(readFileSync(join(root, 'parts/icon.tsx'), 'utf8')).toContain('aria-label={label} title={label}')
})
