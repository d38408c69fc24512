import { readFileSync } from 'node:fs'
import { allOperations, contentKinds } from '@posthorn/contracts'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../../../apps/docs/guides/requests.md', import.meta.url), 'utf8')
const requests = [...page.matchAll(/^## (.+)\n[\s\S]*?```\ncurl -X POST "\$URL(\S+)" .* -d '([\s\S]*?)'\n```/gm)].map(
  ([, title = '', path = '', body = '']) => ({ title, path, body }),
)

it('the page of requests has one for each kind of content', () => {
  expect(requests).toHaveLength([...page.matchAll(/^## /gm)].length)
  const sent = requests.flatMap(({ body }) => Object.keys(JSON.parse(body) as object))
  for (const kind of contentKinds) expect(sent).toContain(kind)
  expect(sent).toContain('messages')
})

it.each(requests)('$title: the request is one that the contract accepts', ({ path, body }) => {
  const found = allOperations().find(({ operation }) => operation.rest === `POST ${path}`)
  expect(found?.operation.input.safeParse(JSON.parse(body)).error).toBeUndefined()
})
