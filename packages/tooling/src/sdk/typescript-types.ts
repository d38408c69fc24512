import type { Schema } from './document.ts'
import { typeOfReference } from './names.ts'

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

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  // A string literal is redundant next to `string`.
  const kept = distinct.filter((type) => !(type.startsWith('"') && distinct.includes('string')))
  return kept.map((type) => (type.includes(' & ') ? inParentheses(type) : type)).join(' | ')
}

function inParentheses(type: string): string {
  return / [|&] /.test(type) && !type.endsWith('}') ? `(${type})` : type
}

function arrayType({ items, prefixItems }: Schema, depth: number): string {
  if (prefixItems) return `[${prefixItems.map((each) => typescriptType(each, depth)).join(', ')}]`
  return items ? `Array<${typescriptType(items, depth)}>` : 'unknown[]'
}

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

function meaningOf({ description = '', default: fallback }: Schema): string {
  if (fallback === undefined) return description
  return `${description}${description === '' ? '' : '. '}Default: \`${JSON.stringify(fallback)}\``
}
