import { allOperations, type PlacedOperation, parseRest } from '@posthorn/contracts'
import { type JsonSchema, jsonSchemaOf, typeOf } from './json-schema.ts'
import { code, jsonBlock, page, table } from './markdown.ts'

const intro = `Every operation of the public API and, at the end of each service, those for operators and internal teams only. Requests carry
the API key in the header \`Token\`; bodies are JSON; unknown fields are refused. Lists answer a bare array, with \`Link: <…>; rel="next"\`
while there is more. The same in machine-readable form: \`GET /v1/openapi.json\`.`

/** The page of all operations, by service and noun. */
export const operationsPage = (): string => {
  const byService = Map.groupBy(allOperations(), ({ service }) => service)
  const parts = [...byService].flatMap(([service, placed]) => [
    `## ${service}`,
    ...placed.toSorted((a, b) => Number(!a.operation.rest) - Number(!b.operation.rest)).map(operationPart),
  ])
  return page('Operations', [intro, ...parts])
}

const operationPart = (placed: PlacedOperation): string => {
  const { operation } = placed
  return [
    `### ${operation.rest ?? nameOf(placed)}`,
    `**${operation.summary}.** ${operation.description}`,
    factsOf(placed),
    fieldsPart(placed),
    `Errors of its own: ${operation.errors.length > 0 ? operation.errors.map(code).join(', ') : 'none'}.`,
    ...(Object.keys(operation.example.input).length > 0 ? ['Example input:', jsonBlock(operation.example.input)] : []),
    'Example answer:',
    jsonBlock(answerOf(placed)),
  ].join('\n\n')
}

const nameOf = ({ service, noun, verb }: PlacedOperation) => `${service}.${noun}.${verb}`

const factsOf = (placed: PlacedOperation): string => {
  const { operation } = placed
  const facts = [
    operation.scope === null ? 'no scope needed' : `scope ${code(operation.scope)}`,
    ...(operation.rest ? [`answers ${operation.status ?? 200}`] : ['not in the REST API']),
    ...(operation.rest?.startsWith('POST ') ? ['takes `Idempotency-Key`'] : []),
    `in clients ${code(nameOf(placed))}`,
  ]
  return `${facts.join(' · ')}.`
}

/** REST answers a list bare; its example says what a page holds. */
const answerOf = ({ operation }: PlacedOperation): unknown => {
  const { output } = operation.example
  if (operation.stream) return (output as { chunk: string }).chunk
  return operation.list && operation.rest ? (output as { items: unknown }).items : output
}

const fieldsPart = ({ operation }: PlacedOperation): string => {
  const schema = jsonSchemaOf(operation.input, 'input')
  const entries = Object.entries(schema.properties ?? {})
  if (entries.length === 0) return 'Takes no fields.'
  const { method, parameters } = operation.rest
    ? parseRest(operation.rest)
    : { method: 'POST', parameters: [] as string[] }
  const placeOf = (name: string) => (parameters.includes(name) ? 'path' : method === 'GET' ? 'query' : 'body')
  const rows = entries.map(([name, field]) => [code(name), placeOf(name), typeOf(field), noteOf(name, field, schema)])
  return table(['Field', 'In', 'Type', 'Meaning'], rows)
}

const noteOf = (name: string, field: JsonSchema, { required = [] }: JsonSchema): string => {
  const rule = required.includes(name)
    ? 'required'
    : field.default === undefined
      ? ''
      : `default ${code(JSON.stringify(field.default))}`
  return [field.description, rule].filter((part) => part).join('; ')
}
