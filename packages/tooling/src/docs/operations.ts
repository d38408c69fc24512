import { allOperations, type PlacedOperation, parseRest } from '@posthorn/contracts'
import { type FieldRow, fieldRows, jsonSchemaOf, typeOf } from './json-schema.ts'
import { code, jsonBlock, page, table } from './markdown.ts'

const intro = `Every operation of the public API and, at the end of each service, those for operators and internal teams only. Requests have
the API key in the header \`Token\`; bodies are JSON; unknown fields are refused. Lists return a bare array, with \`Link: <…>; rel="next"\`
while there are more items. A field within another has a path such as \`media.url\`, within a list \`contacts[].name\`; a required one is
required when its parent is present. The same in machine-readable form: \`GET /v1/openapi.json\`,
or one tier of it: \`/v1/openapi/messaging.json\`, \`inbox.json\` and \`administration.json\`.`

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
    ...(operation.deprecated
      ? [`Deprecated since ${operation.deprecated.since}: use ${code(operation.deprecated.use)}.`]
      : []),
    factsOf(placed),
    fieldsPart(placed),
    `Specific errors: ${operation.errors.length > 0 ? operation.errors.map(code).join(', ') : 'none'}.`,
    ...(Object.keys(operation.example.input).length > 0 ? ['Example input:', jsonBlock(operation.example.input)] : []),
    'Example response:',
    jsonBlock(answerOf(placed)),
  ].join('\n\n')
}

const nameOf = ({ service, noun, verb }: PlacedOperation) => `${service}.${noun}.${verb}`

const factsOf = (placed: PlacedOperation): string => {
  const { operation } = placed
  const facts = [
    operation.scope === null ? 'no scope needed' : `scope ${code(operation.scope)}`,
    ...(operation.rest ? [`returns ${operation.status ?? 200}`] : ['not in the REST API']),
    ...(operation.rest?.startsWith('POST ') ? ['supports `Idempotency-Key`'] : []),
    `in typed clients ${code(nameOf(placed))}`,
  ]
  return `${facts.join(' · ')}.`
}

/** Returns the example response. In REST, a list is a plain array. */
const answerOf = ({ operation }: PlacedOperation): unknown => {
  const { output } = operation.example
  if (operation.stream) return (output as { chunk: string }).chunk
  return operation.list && operation.rest ? (output as { items: unknown }).items : output
}

const fieldsPart = ({ operation }: PlacedOperation): string => {
  const fields = fieldRows(jsonSchemaOf(operation.input, 'input'))
  if (fields.length === 0) return 'The operation has no fields.'
  const { method, parameters } = operation.rest
    ? parseRest(operation.rest)
    : { method: 'POST', parameters: [] as string[] }
  const placeOf = (path: string) => (parameters.includes(path) ? 'path' : method === 'GET' ? 'query' : 'body')
  const rows = fields.map((field) => [code(field.path), placeOf(field.path), typeOf(field.schema), meaningOf(field)])
  return table(['Field', 'In', 'Type', 'Meaning'], rows)
}

const meaningOf = ({ schema, isRequired }: FieldRow): string => {
  const rule = isRequired
    ? 'required'
    : schema.default === undefined
      ? ''
      : `default ${code(JSON.stringify(schema.default))}`
  return [schema.description, rule].filter((part) => part).join('; ')
}
