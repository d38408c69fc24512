import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations, auditedSignIns, isAudited } from '@posthorn/contracts'
import { type OpenApiDocument, resolve, type Schema } from '../sdk/model.ts'

type Rule = { required?: true; minLength?: number; maxLength?: number; minimum?: number; maximum?: number }

type Bounded = Schema & Omit<Rule, 'required'>

const dashboard = 'apps/dashboard/src'

/** Returns the file with the rules for operations that the dashboard's forms send, by its path. Forms check them before the API does. */
export function fieldRulesFile(root: string, document: OpenApiDocument): Record<string, string> {
  const forms = globSync('**/*.tsx', { cwd: join(root, dashboard) }).map((file) =>
    readFileSync(join(root, dashboard, file), 'utf8'),
  )
  const operationIds = new Set(
    forms.flatMap((text) => [...text.matchAll(/<DeskForm[^>]*?operation="([\w.]+)"/g)].map(([, id = '']) => id)),
  )
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const lines = [...operationIds].toSorted().map((id) => {
    const operation = operations.find(({ operationId }) => operationId === id)
    if (!operation) throw new Error(`a form sends ${id}, which is no operation`)
    const body = operation.requestBody?.content['application/json']?.schema
    return `  '${id}': ${JSON.stringify(body ? rulesOf(document, body) : {})},\n`
  })
  const text = `// Generated from the OpenAPI document by \`pnpm run docs\`; changes here are lost.
/** What the fields of forms must be, by operation. */
export const fieldRules = {
${lines.join('')}} as const
`
  return { [`${dashboard}/generated/field-rules.ts`]: text }
}

/** Forms have no fields nested deeper than this. The limit is needed because some objects contain themselves. */
const depthMax = 3

/** Returns the rules for text and number fields, also nested ones, which are required only if all objects around them are. */
function rulesOf(document: OpenApiDocument, schema: Schema, prefix = '', isNeeded = true): Record<string, Rule> {
  const { properties = {}, required = [] } = whole(document, schema)
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => {
      const field = whole(document, inner)
      const isRequired = isNeeded && required.includes(name)
      if (field.properties && prefix.split('.').length < depthMax)
        return Object.entries(rulesOf(document, field, `${prefix}${name}.`, isRequired))
      const rule = ruleOf(field, isRequired)
      return Object.keys(rule).length > 0 ? [[`${prefix}${name}`, rule] as const] : []
    }),
  )
}

/**
 * Returns the rule for a text or number field. Other types have none, because forms do not check them. Leaves out a minimum of one character,
 * because forms treat an empty text as missing.
 */
function ruleOf({ type, minLength, maxLength, minimum, maximum }: Bounded, isRequired: boolean): Rule {
  const types = [type].flat()
  if (!types.some((each) => each === 'string' || each === 'integer' || each === 'number')) return {}
  return {
    ...(isRequired && { required: true as const }),
    ...(minLength !== undefined && minLength > 1 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  }
}

/** Resolves references, adds what the schema extends, and unwraps one whose only other alternative is null. */
function whole(document: OpenApiDocument, schema: Schema): Schema {
  const { anyOf = [], allOf = [], ...own } = resolve(document, schema)
  const [value, ...others] = anyOf.filter(({ type }) => type !== 'null')
  const parts = [...allOf, ...(value && others.length === 0 ? [value] : [])].map((part) => whole(document, part))
  return Object.assign({}, ...parts, own) as Schema
}

/** Returns the file with the names of what the audit log contains, by its path. The dashboard has a text for each of them. */
export function auditedOperationsFile(): Record<string, string> {
  const audited = allOperations().filter(({ operation }) => isAudited(operation))
  const names = new Set([...audited.map(({ noun, verb }) => `${noun}.${verb}`), ...auditedSignIns])
  const lines = [...names].toSorted().map((name) => `  '${name}',\n`)
  const text = `// Generated from the contract by \`pnpm run docs\`; changes here are lost.
/** Names of what the audit log contains. */
export const auditedOperations = [
${lines.join('')}] as const

export type AuditedOperation = (typeof auditedOperations)[number]
`
  return { 'apps/dashboard/src/generated/audited-operations.ts': text }
}
