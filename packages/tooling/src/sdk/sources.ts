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
import { typescriptSources } from './typescript.ts'

const heading = `# ${generatedNotice}\nfrom __future__ import annotations\n\n`

/** Returns the Python SDK's generated sources, by file name. */
function pythonSources(document: OpenApiDocument): Record<string, string> {
  const operations = clientOperations(document)
  return { 'types.py': typesFile(document, operations), '_resources.py': resourcesFile(operations) }
}

/** Converts a name to Python's style, such as `remove_one`. */
const snakeCase = (name: string) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase()

/** Writes the Python types: components, inputs, and outputs that are not components. */
function typesFile(document: OpenApiDocument, operations: readonly ClientOperation[]): string {
  const types = new PythonTypes()
  for (const [name, schema] of Object.entries(document.components.schemas)) types.declare(pascalCase(name), schema)
  for (const operation of operations) {
    if (hasInput(operation)) types.declare(inputName(operation), operation.input)
    if (operation.answer !== 'body' && operation.output.$ref === undefined) {
      types.declare(outputName(operation), operation.output)
    }
  }
  const imports = 'from typing import IO, Any, List, Literal, NotRequired, TypeAlias, TypedDict, Union\n\n\n'
  return `${heading}${imports}${types.text}\n`
}

/** Writes the Python classes with a method for each operation. */
function resourcesFile(operations: readonly ClientOperation[]): string {
  const nouns = byNoun(operations)
  const classes = nouns.map(([noun, verbs]) => resourceClass(noun, verbs))
  const fields = nouns.map(([noun]) => `        self.${snakeCase(noun)} = ${resourceTypeName(noun)}(settings)\n`)
  return `${heading}import http.client
from typing import TYPE_CHECKING, Unpack

from ._call import Pages, Resource, Settings

if TYPE_CHECKING:
    from . import types as t


${classes.join('\n\n')}

class Resources:
    """The operations of the API, by resource."""

    def __init__(self, settings: Settings) -> None:
${fields.join('')}`
}

const resourceClass = (noun: string, verbs: readonly ClientOperation[]): string =>
  `class ${resourceTypeName(noun)}(Resource):\n    """Operations of ${noun}."""\n\n${verbs.map(methodOf).join('\n')}`

/** Writes a method. Keyword arguments get their types from the input. */
function methodOf(operation: ClientOperation): string {
  const { verb, method, path, summary, description, answer, output } = operation
  const value = output.$ref === undefined ? `t.${outputName(operation)}` : `t.${typeOfReference(output.$ref)}`
  const result = { value, list: value, pages: `Pages[${value}]`, body: 'http.client.HTTPResponse' }[answer]
  const input = hasInput(operation) ? `, **input: Unpack[t.${inputName(operation)}]` : ''
  const text = `${summary}.\n\n${description}`
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replaceAll('\n', '\n        ')
  return `    def ${snakeCase(verb)}(self${input}) -> ${result}:
        """${text.replaceAll(/^ +$/gm, '')}"""
        return self._${answer}("${method}", "${path}", ${input === '' ? '{}' : 'input'})
`
}

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  array: 'List[Any]',
  object: 'dict[str, Any]',
}

/** Words that cannot be names in Python. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Collects type declarations. A nested object is named after its position. */
class PythonTypes {
  readonly #declarations = new Map<string, string>()
  readonly #names = new Map<string, string>()

  /** All declarations. Those of nested objects come before the objects that contain them. */
  get text(): string {
    return [...this.#declarations.values()].join('\n\n')
  }

  /** Declares a type. A schema that is no object becomes an alias, and so does an object that equals an earlier one. */
  declare(name: string, schema: Schema): void {
    if (schema.type === 'object' && schema.properties) {
      const type = this.#declareObject(name, schema)
      if (type !== name) this.#declarations.set(name, `${name} = ${type}\n`)
    } else this.#declarations.set(name, `${name}: TypeAlias = ${JSON.stringify(this.typeOf(schema, `${name}Value`))}\n`)
  }

  /** Returns a schema's type. `place`: used to name nested objects. */
  typeOf(schema: Schema, place: string): string {
    if (schema.$ref !== undefined) return typeOfReference(schema.$ref)
    if (schema.format === 'upload') return 'Union[bytes, IO[bytes]]'
    if (schema.format === 'upload-or-id') return 'Union[bytes, IO[bytes], str]'
    if ('const' in schema) return literal([schema.const])
    if (schema.enum) return literal(schema.enum)
    const alternatives = schema.anyOf ?? schema.oneOf
    if (alternatives) return union(alternatives.map((each, i) => this.typeOf(each, `${place}${i + 1}`)))
    if (schema.allOf) return 'dict[str, Any]'
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.typeOf({ ...schema, type }, place)))
    if (schema.type === 'array')
      return schema.items ? `List[${this.typeOf(schema.items, `${place}Item`)}]` : 'List[Any]'
    if (schema.properties) return this.#declareObject(place, schema)
    if (typeof schema.additionalProperties === 'object') {
      return `dict[str, ${this.typeOf(schema.additionalProperties, `${place}Value`)}]`
    }
    return scalars[schema.type ?? ''] ?? 'Any'
  }

  /** Declares an object and returns its name. If an identical object is already declared, returns the name of that object instead. */
  #declareObject(name: string, { properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([field, property]): [string, string] => {
      const type = this.typeOf(property, `${name}${pascalCase(field)}`)
      return [field, required.includes(field) ? type : `NotRequired[${type}]`]
    })
    const form = JSON.stringify(fields)
    const equal = this.#names.get(form)
    if (equal !== undefined) return equal
    this.#names.set(form, name)
    this.#declarations.set(name, declaration(name, fields))
    return name
  }
}

/** Writes a typed dictionary. Only the functional form can have keys that are not names in Python. */
function declaration(name: string, fields: readonly [string, string][]): string {
  const isPlain = fields.every(([field]) => /^[A-Za-z_]\w*$/.test(field) && !keywords.has(field))
  if (fields.length === 0) return `class ${name}(TypedDict):\n    pass\n`
  if (isPlain) return `class ${name}(TypedDict):\n${fields.map(([field, type]) => `    ${field}: ${type}\n`).join('')}`
  const entries = fields.map(([field, type]) => `    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`)
  return `${name} = TypedDict(${JSON.stringify(name)}, {\n${entries.join('')}})\n`
}

/** Writes values as a Python type. */
const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))).join(', ')}]`

/** Writes alternatives as a Python type, each only once. */
function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.length < 2) return distinct[0] ?? 'Any'
  return `Union[${distinct.join(', ')}]`
}

/** Returns all generated SDK sources, by path from the repository's root. */
export function sdkSources(document: OpenApiDocument): Record<string, string> {
  const typescript = Object.entries(typescriptSources(document))
  const python = Object.entries(pythonSources(document))
  return Object.fromEntries([
    ...typescript.map(([name, text]) => [`packages/sdk/src/generated/${name}`, text]),
    ...python.map(([name, text]) => [`packages/sdk/python/posthorn/${name}`, text]),
  ])
}
