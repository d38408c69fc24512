import { readdirSync, readFileSync } from 'node:fs'
import { allOperations, parseRest } from '@posthorn/contracts'
import { expect, it } from 'vitest'

const folder = new URL('../../../../apps/docs/guides/', import.meta.url)
const guides = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
// Contributor guides show operations that don't exist yet.
const forCallers = guides.filter(({ name }) => name !== 'your-first-change.md')
const operations = allOperations().flatMap(({ operation }) =>
  operation.rest === undefined ? [] : [{ operation, ...parseRest(operation.rest) }],
)

/** Returns a request's operation; ids in the path match parameters. */
const operationAt = (method: string, path: string) =>
  operations.find((each) => {
    const pattern = each.path.replaceAll(/\{\w+\}/g, '[^/]+')
    return each.method === method && new RegExp(`^${pattern}$`).test(path)
  })

const requests = forCallers.flatMap(({ name, text }) =>
  [...text.matchAll(/curl (?:-X (\w+) )?"\$URL([^"?]+)[^"]*"[^\n]*(?:\\\n[^\n]*)?(?: -d '([\s\S]*?)'\n)?/g)].map(
    ([, method = 'GET', path = '', body]) => ({ name, method, path, body }),
  ),
)

it('the guides have requests', () => {
  expect(requests.length).toBeGreaterThan(20)
})

it.each(requests)('$name: $method $path is a request that the contract accepts', ({ method, path, body }) => {
  const found = operationAt(method, path)
  expect([method, path, found !== undefined]).toEqual([method, path, true])
  if (body === undefined) return
  const whole = body.replaceAll(/\b([a-z]+)_…/g, '$1_01k5v2s8xgf9hb3m4q7r8t9w0y').replaceAll('…', '')
  const id = (found?.parameters ?? []).includes('id') ? { id: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y' } : {}
  expect(found?.operation.input.safeParse({ ...id, ...(JSON.parse(whole) as object) }).error).toBeUndefined()
})

const mentions = forCallers.flatMap(({ name, text }) =>
  [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}-]+)/g)].map(([, method = '', path = '']) => ({
    name,
    line: `${method} ${path}`,
  })),
)

it.each(mentions)('$name: $line is an operation', ({ line }) => {
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toContain(line)
})
