import type { Schema } from './document.ts'
import { pascalCase, typeOfReference } from './names.ts'

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  array: 'List[Any]',
  object: 'dict[str, Any]',
}

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Collects type declarations. A nested object is named after its position. */
export class PythonTypes {
  readonly #declarations = new Map<string, string>()
  readonly #names = new Map<string, string>()

  /** All declarations, in the order their types were used. */
  get text(): string {
    return [...this.#declarations.values()].join('\n\n')
  }

  /** Declares a named type. */
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

  /** Declares an object and returns its name, or that of an equal one. */
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

function declaration(name: string, fields: readonly [string, string][]): string {
  const isPlain = fields.every(([field]) => /^[A-Za-z_]\w*$/.test(field) && !keywords.has(field))
  if (fields.length === 0) return `class ${name}(TypedDict):\n    pass\n`
  if (isPlain) return `class ${name}(TypedDict):\n${fields.map(([field, type]) => `    ${field}: ${type}\n`).join('')}`
  const entries = fields.map(([field, type]) => `    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`)
  return `${name} = TypedDict(${JSON.stringify(name)}, {\n${entries.join('')}})\n`
}

const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))).join(', ')}]`

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  if (distinct.length < 2) return distinct[0] ?? 'Any'
  return `Union[${distinct.join(', ')}]`
}
