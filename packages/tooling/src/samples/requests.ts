import type { DocumentOperation, OpenApiDocument, Parameter, Schema } from '../sdk/model.ts'

export type SampleRequest = {
  /** Operation, such as `messages.send`. Requests with strings that are hard to quote have other names. */
  name: string
  method: string
  /** Path and query, encoded. */
  path: string
  body: unknown
}

/** Every character that has a special meaning in some language. */
const awkwardText = 'It\'s "here": $HOME ${x} `id` #{1 + 1} \\n %s %d <b>&amp;</b> /* # */\nsecond line, 100 % 👋 Grüße'

const awkwardQuery = new URLSearchParams({ search: "O'Neil & $HOME `x` 100 %", tag: 'a', 'field[plan]': 'gold' })

/** Requests with strings that are hard to quote, in a body and in a query. */
export const awkwardRequests: readonly SampleRequest[] = [
  {
    name: 'awkward body',
    method: 'POST',
    path: '/v1/messages',
    body: { phone: '+4915112345678', message: awkwardText, reference: "o'neil", lines: [1, 2.5, true, null] },
  },
  { name: 'awkward query', method: 'GET', path: `/v1/contacts?${awkwardQuery.toString()}`, body: undefined },
]

/** Returns a request for each operation, from the document's examples. */
export const sampleRequests = ({ paths }: OpenApiDocument): SampleRequest[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => requestOf({ path, method: method.toUpperCase(), operation })),
  )

/** Returns the request for an operation, with the examples of its required parameters and its body. */
function requestOf({ path, method, operation }: { path: string; method: string; operation: DocumentOperation }) {
  const { parameters = [], requestBody, operationId } = operation
  const query = parameters.filter((each) => each.in === 'query' && each.required)
  const search = new URLSearchParams(query.map((each): [string, string] => [each.name, textOf(each)])).toString()
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((text, each) => text.replace(`{${each.name}}`, encodeURIComponent(textOf(each))), path)
  const body = requestBody?.content['application/json']?.example
  return { name: operationId, method, path: search === '' ? filled : `${filled}?${search}`, body }
}

type Exemplary = Schema & { example?: unknown }

/** Returns a parameter's example: its own, or its items'. */
function textOf({ name, example, schema = {} }: Parameter & { schema?: Exemplary }): string {
  const { items, enum: choices } = schema
  const value = example ?? (items as Exemplary | undefined)?.example ?? choices?.[0] ?? schema.const ?? name
  return typeof value === 'string' ? value : JSON.stringify(value)
}
