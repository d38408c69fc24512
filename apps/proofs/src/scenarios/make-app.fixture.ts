import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'

/** The values that expressions can refer to, by name: `connection`, `parameters`, `webhook`, `body`. */
type Scope = Readonly<Record<string, unknown>>
type Request = { url: string; method?: string; headers?: object; body?: unknown; response?: Response }
type Response = { output?: unknown; iterate?: unknown; data?: unknown; error?: { message: string } }

const folder = join(repositoryRoot, 'packages/connectors/make/generated')

/** Reads a generated file of the Make app. */
export const fileOf = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'))

const base = fileOf('general/base.imljson') as { baseUrl: string; headers: object; response: Response }

/** Returns the value that a path in an expression refers to. */
const at = (path: string, scope: Scope): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Scope | undefined)?.[name], scope)

/** Evaluates paths such as `{{parameters.phone}}` as Make does. Omits members without a value. */
export function evaluate(template: unknown, scope: Scope): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{\{([\w.]+)\}\}$/.exec(template) ?? []
    if (only !== undefined) return at(only, scope)
    return template.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => String(at(path, scope)))
  }
  if (Array.isArray(template)) return template.map((each) => evaluate(each, scope))
  if (typeof template !== 'object' || template === null) return template
  const members = Object.entries(template).map(([name, value]) => [name, evaluate(value, scope)] as const)
  return Object.fromEntries(members.filter(([, value]) => value !== undefined))
}

/**
 * Sends a request as described by the app's base. Returns the output that the scenario gets. Throws the app's error message if the request
 * fails.
 */
export async function send(path: string, scope: Scope): Promise<{ output: unknown; data: unknown }> {
  const { url, method = 'GET', headers = {}, body, response = {} } = fileOf(path) as Request
  const target = String(evaluate(url, scope))
  const content = evaluate(body, scope)
  const text = typeof content === 'string' || content === undefined ? content : JSON.stringify(content)
  const answer = await fetch(target.startsWith('/') ? `${String(evaluate(base.baseUrl, scope))}${target}` : target, {
    method: String(evaluate(method, scope)),
    headers: evaluate({ 'content-type': 'application/json', ...base.headers, ...headers }, scope) as Record<
      string,
      string
    >,
    ...(method !== 'GET' && text !== undefined && text !== '' && { body: text }),
  })
  const received = await answer.text()
  const result = {
    ...scope,
    statusCode: answer.status,
    body: received === '' ? undefined : (JSON.parse(received) as unknown),
  }
  if (!answer.ok) throw new Error(String(evaluate(response.error?.message ?? base.response.error?.message, result)))
  if (response.iterate === undefined)
    return { output: evaluate(response.output, result), data: evaluate(response.data, result) }
  const items = evaluate(response.iterate, result) as unknown[]
  return { output: items.map((item) => evaluate(response.output, { ...result, item })), data: undefined }
}
