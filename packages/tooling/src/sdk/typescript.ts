import { errorCatalog } from '@posthorn/contracts'
import type { OpenApiDocument, Schema } from './document.ts'
import { byNoun, type ClientOperation, clientOperations } from './model.ts'
import { generatedNotice, pascalCase } from './names.ts'
import { comment, typescriptType } from './typescript-types.ts'

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

const inputName = ({ noun, verb }: ClientOperation) => `${pascalCase(noun)}${pascalCase(verb)}Input`
const outputName = ({ noun, verb }: ClientOperation) => `${pascalCase(noun)}${pascalCase(verb)}Output`
const resourceName = (noun: string) => `${pascalCase(noun)}Resource`
const hasInput = ({ input }: ClientOperation) => Object.keys(input.properties ?? {}).length > 0
const isNamed = ({ $ref }: Schema) => $ref !== undefined

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

/** Declares unnamed outputs. If an output equals another operation's output, it refers to that one. */
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

function declaration(name: string, schema: Schema): string {
  return `${comment(schema.description ?? '', 0)}export type ${name} = ${typescriptType(schema)}\n`
}

function operationsFile(operations: readonly ClientOperation[]): string {
  const line = ({ verb, method, path, answer, uploads }: ClientOperation) =>
    `    ${verb}: { method: '${method}', path: '${path}', answer: '${answer}'${uploads ? ', uploads: true' : ''} },\n`
  const nouns = byNoun(operations).map(([noun, verbs]) => `  ${noun}: {\n${verbs.map(line).join('')}  },\n`)
  return `${heading}/** Method, path and answer of each operation. */\nexport const operations = {\n${nouns.join('')}} as const\n`
}

function resourcesFile(operations: readonly ClientOperation[]): string {
  const nouns = byNoun(operations)
  const fields = nouns.map(([noun]) => `  readonly ${noun}: ${resourceName(noun)}\n`)
  const made = nouns.map(([noun]) => `    this.${noun} = resourceOf<${resourceName(noun)}>(call, operations.${noun})\n`)
  return `${heading}import { type Call, type CallOptions, resourceOf } from '../call.ts'
import type { Pages } from '../pages.ts'
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

function resourceType(noun: string, verbs: readonly ClientOperation[]): string {
  return `export type ${resourceName(noun)} = {\n${verbs.map(methodOf).join('\n')}}\n`
}

function methodOf(operation: ClientOperation): string {
  const { verb, summary, description, answer, output, hasRequiredInput } = operation
  const value = isNamed(output) ? `T.${typescriptType(output)}` : `T.${outputName(operation)}`
  const result = { value: `Promise<${value}>`, pages: `Pages<${value}>`, body: 'Promise<Response>' }[answer]
  const input = hasInput(operation)
    ? `input${hasRequiredInput ? '' : '?'}: T.${inputName(operation)}`
    : 'input?: undefined'
  return `${comment(`${summary}.\n\n${description}`, 1)}  ${verb}(${input}, options?: CallOptions): ${result}\n`
}
