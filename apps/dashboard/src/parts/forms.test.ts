import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Forms that show no errors, because they only change the page's URL or send their input later. */
const withoutRefusal = [
  'parts/resource.tsx',
  'screens/audit/screen.tsx',
  'screens/events/screen.tsx',
  'screens/inbox/composer/template-picker.tsx',
  'screens/inbox/customer-pane.tsx',
]

it('every form that the API can refuse shows its faults at its fields', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const withForm = files.filter((name) => /<form\b/.test(readFileSync(join(root, name), 'utf8')))
  expect(withForm.toSorted()).toEqual(['parts/form.tsx', ...withoutRefusal])
  const shared = readFileSync(join(root, 'parts/form.tsx'), 'utf8')
  expect(shared).toMatch(/<FormErrors error=\{found \?\? error\} fields=\{fields\}>\s*\{children\}\s*<\/FormErrors>/)
})
