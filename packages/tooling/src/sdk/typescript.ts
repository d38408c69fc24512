import { errorCatalog } from '@posthorn/contracts'
import {
  byNoun,
  type ClientOperation,
  clientOperations,
  generatedNotice,
  hasInput,
  inputName,
  type OpenApiDocument,
  outputName,
  pascalCase,
  resourceTypeName,
  type Schema,
  typeOfReference,
} from './model.ts'

const scalars: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
}

/** Returns a schema's TypeScript type. `depth`: indentation of its inner lines. */
export function typescriptType(schema: Schema, depth = 0): string {
  if (schema.$ref !== undefined) return typeOfReference(schema.$ref)
  if (schema.format === 'upload') return 'Upload'
  if (schema.format === 'upload-or-id') return 'Upload | string'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return union(alternatives.map((each) => typescriptType(each, depth)))
  const parts = schema.parts ?? schema.allOf
  if (parts) return parts.map((each) => inParentheses(typescriptType(each, depth))).join(' & ')
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((type) => typescriptType({ ...schema, type }, depth)))
  }
  if (schema.type === 'array') return arrayType(schema, depth)
  if (schema.type === 'object' || schema.properties) return objectType(schema, depth)
  return scalars[schema.type ?? ''] ?? 'unknown'
}

/** Returns a doc comment, or nothing if the text is empty. */
export function comment(text: string, depth: number): string {
  const lines = text.replaceAll('*/', '* /').trim().split('\n')
  const indent = '  '.repeat(depth)
  if (text.trim() === '') return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** Writes alternatives, each only once. */
function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  // A string literal is redundant next to `string`.
  const kept = distinct.filter((type) => !(type.startsWith('"') && distinct.includes('string')))
  return kept.map((type) => (type.includes(' & ') ? inParentheses(type) : type)).join(' | ')
}

/** Puts a type that is made of others in parentheses, unless it is an object. */
const inParentheses = (type: string): string => (/ [|&] /.test(type) && !type.endsWith('}') ? `(${type})` : type)

/** Writes a list, or a tuple if its items have fixed places. */
function arrayType({ items, prefixItems }: Schema, depth: number): string {
  if (prefixItems) return `[${prefixItems.map((each) => typescriptType(each, depth)).join(', ')}]`
  return items ? `Array<${typescriptType(items, depth)}>` : 'unknown[]'
}

/** Writes an object with its fields or, without any, a map of names to values. */
function objectType({ properties, required = [], additionalProperties }: Schema, depth: number): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? typescriptType(additionalProperties, depth) : 'unknown'
    return `{ [name: string]: ${values} }`
  }
  const lines = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : '?'
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    const type = typescriptType(property, depth + 1)
    return `${comment(meaningOf(property), depth + 1)}${'  '.repeat(depth + 1)}${key}${optional}: ${type}\n`
  })
  return `{\n${lines.join('')}${'  '.repeat(depth)}}`
}

/** Returns the doc comment of a field, with its default. */
function meaningOf({ description = '', default: fallback }: Schema): string {
  if (fallback === undefined) return description
  return `${description}${description === '' ? '' : '. '}Default: \`${JSON.stringify(fallback)}\``
}

const heading = `// ${generatedNotice}\n`

/** Returns the TypeScript SDK's generated sources, by file name. */
export function typescriptSources(document: OpenApiDocument): Record<string, string> {
  const operations = clientOperations(document)
  return {
    'types.ts': typesFile(document, operations),
    'resources.ts': resourcesFile(operations),
    'operations.ts': operationsFile(operations),
  }
}

const isNamed = ({ $ref }: Schema) => $ref !== undefined

/** Writes the types: error codes, components, inputs, and outputs that are not components. */
function typesFile(document: OpenApiDocument, operations: readonly ClientOperation[]): string {
  const codes = Object.keys(errorCatalog).map((code) => `  | ${JSON.stringify(code)}\n`)
  const parts = [
    `/** Codes of errors; a later version may add some. */\nexport type ErrorCode =\n${codes.join('')}  | (string & {})\n`,
    // Codes are declared above, as an open set.
    ...Object.entries(document.components.schemas)
      .filter(([name]) => name !== 'ErrorCode')
      .map(([name, schema]) => declaration(pascalCase(name), schema)),
    ...operations.filter(hasInput).map((each) => declaration(inputName(each), each.input)),
    ...outputTypes(operations),
  ]
  const text = parts.join('\n')
  const imports = /\bUpload\b/.test(text) ? "import type { Upload } from '../upload.ts'\n\n" : ''
  return `${heading}${imports}${text}`
}

/** Declares unnamed outputs. If an output equals an earlier operation's output, it refers to that one. */
function outputTypes(operations: readonly ClientOperation[]): string[] {
  const names = new Map<string, string>()
  const anonymous = operations.filter(({ answer, output }) => answer !== 'body' && !isNamed(output))
  return anonymous.map((operation) => {
    const name = outputName(operation)
    const type = typescriptType(operation.output)
    const first = names.get(type)
    names.set(type, first ?? name)
    return `export type ${name} = ${first ?? type}\n`
  })
}

/** Writes an exported type with its doc comment. */
const declaration = (name: string, schema: Schema): string =>
  `${comment(schema.description ?? '', 0)}export type ${name} = ${typescriptType(schema)}\n`

/** Writes method, path and form of response of each operation, which the client needs at run time. */
function operationsFile(operations: readonly ClientOperation[]): string {
  const line = ({ verb, method, path, answer, uploads }: ClientOperation) =>
    `    ${verb}: { method: '${method}', path: '${path}', answer: '${answer}'${uploads ? ', uploads: true' : ''} },\n`
  const nouns = byNoun(operations).map(([noun, verbs]) => `  ${noun}: {\n${verbs.map(line).join('')}  },\n`)
  return `${heading}/** Method, path and answer of each operation. */\nexport const operations = {\n${nouns.join('')}} as const\n`
}

/** Writes the types of the resources, and the class that has them. */
function resourcesFile(operations: readonly ClientOperation[]): string {
  const nouns = byNoun(operations)
  const fields = nouns.map(([noun]) => `  readonly ${noun}: ${resourceTypeName(noun)}\n`)
  const made = nouns.map(
    ([noun]) => `    this.${noun} = resourceOf<${resourceTypeName(noun)}>(call, operations.${noun})\n`,
  )
  return `${heading}import { type Call, type CallOptions, type Pages, resourceOf } from '../call.ts'
import { operations } from './operations.ts'
import type * as T from './types.ts'

${nouns.map(([noun, verbs]) => resourceType(noun, verbs)).join('\n')}
/** The operations of the API, by resource. */
export class Resources {
${fields.join('')}
  constructor(call: Call) {
${made.join('')}  }
}
`
}

/** Writes the type of a noun, with a method for each verb. */
const resourceType = (noun: string, verbs: readonly ClientOperation[]): string =>
  `export type ${resourceTypeName(noun)} = {\n${verbs.map(methodOf).join('\n')}}\n`

/** Writes the type of a method. The input is optional if none of its fields is required. */
function methodOf(operation: ClientOperation): string {
  const { verb, summary, description, answer, output, hasRequiredInput } = operation
  const value = isNamed(output) ? `T.${typescriptType(output)}` : `T.${outputName(operation)}`
  const promised = `Promise<${value}>`
  const result = { value: promised, list: promised, pages: `Pages<${value}>`, body: 'Promise<Response>' }[answer]
  const input = hasInput(operation)
    ? `input${hasRequiredInput ? '' : '?'}: T.${inputName(operation)}`
    : 'input?: undefined'
  return `${comment(`${summary}.\n\n${description}`, 1)}  ${verb}(${input}, options?: CallOptions): ${result}\n`
}
