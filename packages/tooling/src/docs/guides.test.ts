import { readdirSync, readFileSync } from 'node:fs'
import { allOperations, contentKinds, errorCatalog, nearestName, parseRest } from '@posthorn/contracts'
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

const command = /^curl [\s\S]*?(?=^curl |^```)/gm
const address = /(?:"\$URL|https:\/\/posthorn\.example\.com)(\/v1\/[^"?\s]+)(?:\?([^"\s]+))?/

const requests = forCallers.flatMap(({ name, text }) =>
  (text.match(command) ?? []).flatMap((written) => {
    const [, path, query = ''] = address.exec(written) ?? []
    if (path === undefined) return []
    const [, body] = /-d '([\s\S]*)'/.exec(written) ?? []
    const [, method = body === undefined ? 'GET' : 'POST'] = /-X (\w+)/.exec(written) ?? []
    return [{ name, method, path, query, body }]
  }),
)

it('the guides have a request for each kind of content', () => {
  const sent = requests
    .filter(({ path }) => path.startsWith('/v1/messages'))
    .flatMap(({ body = '{}' }) => Object.keys(JSON.parse(body) as object))
  for (const kind of [...contentKinds, 'messages']) expect(sent).toContain(kind)
})

it('the guide to errors says what each status means', () => {
  const text = guides.find(({ name }) => name === 'errors.md')?.text ?? ''
  const explained = [...text.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, list = '']) => list.split(', ').map(Number))
  const statuses = new Set(Object.values(errorCatalog).map(({ status }) => status))
  expect(new Set(explained)).toEqual(statuses)
})

it('the guide to moving promises the correct field only for names that errors know', () => {
  const text = guides.find(({ name }) => name === 'moving.md')?.text ?? ''
  const [, list = ''] = /^If a request contains (.*), the error names the correct field/m.exec(text) ?? []
  const promised = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  expect(promised.length).toBeGreaterThan(5)
  const fields = ['phone', 'message', 'number', 'size']
  expect(promised.filter((name) => nearestName(name, fields) === undefined)).toEqual([])
})

it.each(requests)('$name: $method $path is a request that the contract accepts', ({ method, path, query, body }) => {
  const found = operationAt(method, path)
  expect([method, path, found !== undefined]).toEqual([method, path, true])
  const asked = [...new URLSearchParams(query).keys()].map((key) => key.replace(/\[.*/, ''))
  expect(Object.keys(found?.operation.input.shape ?? {})).toEqual(expect.arrayContaining(asked))
  if (body === undefined) return
  const whole = body.replaceAll(/\b([a-z]+)_…/g, '$1_01k5v2s8xgf9hb3m4q7r8t9w0y').replaceAll('…', '')
  const ids = Object.fromEntries((found?.parameters ?? []).map((key) => [key, idIn(path)]))
  expect(found?.operation.input.safeParse({ ...ids, ...(JSON.parse(whole) as object) }).error).toBeUndefined()
})

/** Returns a complete id of the kind in a path, such as `num_…`. */
const idIn = (path: string) => `${/\/([a-z]+)_/.exec(path)?.[1] ?? 'num'}_01k5v2s8xgf9hb3m4q7r8t9w0y`

const mentions = forCallers.flatMap(({ name, text }) =>
  [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}-]+)/g)].map(([, method = '', path = '']) => ({
    name,
    line: `${method} ${path}`,
  })),
)

it.each(mentions)('$name: $line is an operation', ({ line }) => {
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toContain(line)
})

it.each(guides)('$name begins with what its reader can do afterward, and ends with the next step', ({ text }) => {
  expect(text).toMatch(/^# .+\n\n(After reading this page|By the end of this page|This page)[, ]/)
  const [, next = ''] = text.split('\n## Next\n\n')
  expect(next.trimEnd().split('\n')).toEqual(expect.arrayContaining([expect.stringMatching(/^- .*\[.+\]\(.+\)/)]))
  expect(next).not.toContain('\n## ')
})
