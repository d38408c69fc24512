import type { ApiDocument, DocumentedOperation, JsonSchema } from '../document.ts'
import { javascript, linesOf, literal, python, type SampleRequest } from './request.ts'

type Fields = Record<string, unknown>

type SdkCall = {
  noun: string
  verb: string
  /** Path parameters, query and body in one object. */
  fields: Fields
  /** Name of the file that is uploaded. */
  file: string | undefined
  /** Name of the variable for the result. */
  result: string
  /** Kind of result: a value, a paginated list, or a body that is written to a file. */
  answer: 'value' | 'pages' | 'body'
  request: SampleRequest
}

/** Returns the last part of a reference: the name of a component. */
const nameIn = (reference = '') => reference.split('/').at(-1) ?? ''
/** Returns whether a path fits the path of an operation, with any values for its parameters. */
const matchesTemplate = (template: string, path: string) =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** Returns the SDK call that sends a request; undefined if the document has no such operation. */
export function sdkCallOf(request: SampleRequest, document: ApiDocument): SdkCall | undefined {
  const templates = Object.keys(document.paths).filter((template) => matchesTemplate(template, request.path))
  const template = templates.find((each) => each === request.path) ?? templates[0] ?? ''
  const operation = document.paths[template]?.[request.method.toLowerCase()]
  const [noun, verb] = operation?.operationId?.split('.') ?? []
  if (operation === undefined || noun === undefined || verb === undefined) return undefined
  const { form = [], body } = request
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const content = (success?.content ?? document.components?.responses?.[nameIn(success?.$ref)]?.content)?.[
    'application/json'
  ]
  const parameters = new Map(parametersOf(operation, document))
  const answer = content === undefined ? 'body' : parameters.has('cursor') ? 'pages' : 'value'
  const texts = form.filter(({ isFile }) => !isFile)
  const parts = operation.requestBody?.content['multipart/form-data']?.schema?.properties
  const fields: Fields = {
    ...pathFields(template, request.path),
    ...fieldsOf(request.query, (name) => parameters.get(name)),
    ...fieldsOf(
      texts.map(({ name, value }) => [name, value]),
      (name) => parts?.[name],
    ),
    ...(body as Fields | undefined),
  }
  const type = nameIn(content?.schema?.$ref).replace(/^Created/, '')
  return {
    noun,
    verb,
    fields,
    file: form.find(({ isFile }) => isFile)?.value,
    result: type === '' ? 'result' : `${type.charAt(0).toLowerCase()}${type.slice(1)}`,
    answer,
    request,
  }
}

/** Returns the schemas of an operation's parameters by name, also of shared ones. */
const parametersOf = ({ parameters = [] }: DocumentedOperation, { components }: ApiDocument): [string, JsonSchema][] =>
  parameters.map((each) => {
    const { name, schema = {} } = components?.parameters?.[nameIn(each.$ref)] ?? each
    return [name, components?.schemas?.[nameIn(schema.$ref)] ?? schema]
  })

/** Returns the values that a path has for the parameters in its template. */
function pathFields(template: string, path: string): Fields {
  const values = path.split('/')
  const named = template.split('/').map((part, at) => [/^\{(\w+)\}$/.exec(part)?.[1], values[at]] as const)
  return Object.fromEntries(named.filter(([name]) => name !== undefined))
}

/** Converts strings from a query or form to typed values, and `fields[plan]=gold` to an object. */
function fieldsOf(texts: readonly [string, string][], schemaOf: (name: string) => JsonSchema | undefined): Fields {
  const fields: Fields = {}
  for (const [name, text] of texts) {
    const [, object, key] = /^(\w+)\[(.+)\]$/.exec(name) ?? []
    if (object !== undefined && key !== undefined) fields[object] = { ...(fields[object] as Fields), [key]: text }
    else fields[name] = valueOf(text, schemaOf(name)?.type, fields[name])
  }
  return fields
}

/** Converts a text to the type of its field. A repeated name adds to the list so far. */
function valueOf(text: string, type: string | undefined, listSoFar: unknown): unknown {
  if (type === 'array') return [...((listSoFar as string[] | undefined) ?? []), ...text.split(',')]
  if (type === 'boolean') return text === 'true'
  return type === 'integer' || type === 'number' ? Number(text) : text
}

const lineMax = 80

/** Writes a call of the TypeScript SDK, with only the imports that it needs. */
export function nodeSample({ noun, verb, fields, file, result, answer, request }: SdkCall): string {
  const imports = ["import { Posthorn } from '@posthorn/sdk'"]
  if (file !== undefined) imports.push("import { openAsBlob } from 'node:fs'")
  if (request.output !== undefined) imports.push("import { writeFile } from 'node:fs/promises'")
  const name = answer === 'pages' ? '{ items }' : answer === 'body' ? 'response' : result
  const start = `const ${name} = await posthorn.${noun}.${verb}(`
  const options =
    request.idempotencyKey === undefined ? '' : `, ${literal({ idempotencyKey: request.idempotencyKey }, javascript)}`
  const end = `${options})${answer === 'pages' ? '.page()' : ''}`
  const input = inputOf(fields, file, lineMax - start.length - end.length)
  const shown =
    request.output === undefined
      ? `console.log(${answer === 'pages' ? 'items' : name})`
      : `await writeFile(${javascript.text(request.output)}, response.body)`
  return `${imports.join('\n')}

const posthorn = new Posthorn({ url: process.env.URL, token: process.env.KEY })
${start}${input}${end}
${shown}
`
}

/** Writes the input of a call in JavaScript. `room` is the width that the line has left. */
function inputOf(fields: Fields, file: string | undefined, room: number): string {
  if (file === undefined) return Object.keys(fields).length === 0 ? '' : literal(fields, javascript, '', room)
  const name = javascript.text(file)
  const others = Object.entries(fields).map(([field, value]) => `${field}: ${literal(value, javascript)}`)
  return `{${linesOf([`file: new File([await openAsBlob(${name})], ${name})`, ...others], javascript)}}`
}

const snakeCase = (name: string) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()
const pythonWords = new Set(['from', 'in', 'is', 'not', 'class', 'global', 'import', 'with', 'as', 'pass'])

/** Writes a call of the Python SDK. Fields named like a keyword of Python need another form. */
export function pythonSample({ noun, verb, fields, file, result, answer, request }: SdkCall): string {
  const name = answer === 'pages' ? 'page' : answer === 'body' ? 'response' : snakeCase(result)
  const once =
    request.idempotencyKey === undefined ? '' : `.with_options(idempotency_key=${python.text(request.idempotencyKey)})`
  const start = `${name} = posthorn${once}.${snakeCase(noun)}.${snakeCase(verb)}(`
  const end = `)${answer === 'pages' ? '.page()' : ''}`
  const parts = Object.entries(fields).map(([field, value]) =>
    pythonWords.has(field)
      ? `**{${python.text(field)}: ${literal(value, python, python.indent)}}`
      : `${field}=${literal(value, python, python.indent, lineMax - python.indent.length - field.length - 2)}`,
  )
  if (file !== undefined) parts.unshift(`file=open(${python.text(file)}, "rb")`)
  const line = `${start}${parts.join(', ')}${end}`
  const call = line.length <= lineMax && !line.includes('\n') ? line : `${start}${linesOf(parts, python)}${end}`
  const shown =
    request.output === undefined
      ? `print(${answer === 'pages' ? 'page.items' : name})\n`
      : `with open(${python.text(request.output)}, "wb") as file:\n    file.write(response.read())\n`
  return `import os

from posthorn import Posthorn

posthorn = Posthorn(url=os.environ["URL"], token=os.environ["KEY"])
${call}
${shown}`
}
