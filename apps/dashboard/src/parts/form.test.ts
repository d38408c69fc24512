import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { phonesOf } from './form.tsx'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Forms that show no errors, because they only change the page's URL or send their input later. */
const withoutRefusal = [
  'parts/resource.tsx',
  'screens/inbox/composer/template-picker.tsx',
  'screens/inbox/customer-pane.tsx',
]

it('every form that the API can refuse shows its faults at its fields', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const withForm = files.filter((name) => /<form\b/.test(readFileSync(join(root, name), 'utf8')))
  expect(withForm.toSorted()).toEqual(['parts/form.tsx', ...withoutRefusal])
  const shared = readFileSync(join(root, 'parts/form.tsx'), 'utf8')
  expect(shared).toMatch(
    /<FormContext value=\{\{ error: found \?\? action\.error, fields \}\}>\s*<fieldset.*>\s*\{children\}\s*<\/fieldset>\s*<FormProblem \/>/,
  )
})

describe('the phones in a text', () => {
  it('are those between commas and line breaks, each once, without what people write between the digits', () => {
    expect(phonesOf('+49 151 1234-5601, +4915112345602;\n+49 (151) 12345602\n')).toEqual([
      '+4915112345601',
      '+4915112345602',
    ])
    // A field of one line joins the lines of a pasted column.
    expect(phonesOf('+49 151 12345601 +4915112345602')).toEqual(['+4915112345601', '+4915112345602'])
    // A pasted row of a table has tabs.
    expect(phonesOf('4915112345601\t4915112345602')).toEqual(['4915112345601', '4915112345602'])
    expect(phonesOf(' \n')).toEqual([])
  })
})
