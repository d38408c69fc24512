import { type ApiAccess } from './client.ts'
import { type Finding, failed, ok, warning } from './diagnosis.ts'
import { networkReasonOf } from './fetch.ts'

type Documented = { 'x-support': 'works' | 'differs' | 'none'; description?: string }
type Answer = { status: number; body: unknown }

const base = '/compat'
const timeoutMs = 30_000
/** An id that doesn't exist, for requests that would change something. */
const nothing = '0'.repeat(24)

/** Calls a route of the dialect with the key. */
async function ask({ url, key }: ApiAccess, method: string, path: string): Promise<Answer> {
  const json = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
  const headers = { ...json.headers, Token: key }
  const response = await fetch(`${url}${base}${path}`, {
    method,
    ...json,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  return { status: response.status, body: isJson(response) ? JSON.parse(text) : text }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false

/**
 * Returns a function that fills in placeholders with ids of existing objects: the first row of the list that precedes each. It returns
 * undefined if a list is empty. Only a device then gets an id that doesn't exist.
 */
function createFillIn(access: ApiAccess) {
  const first = new Map<string, Promise<string | undefined>>()
  const firstOf = (list: string) => {
    const found =
      first.get(list) ??
      ask(access, 'GET', `${list}?size=1`).then(({ body }) => {
        const id = Array.isArray(body) ? (body[0] as { id?: unknown } | undefined)?.id : undefined
        return typeof id === 'string' ? id : undefined
      })
    first.set(list, found)
    return found
  }
  return async (template: string): Promise<string | undefined> => {
    // The document writes `{d}` for a device.
    let path = template
    if (path.includes('{d}')) path = path.replace('{d}', (await firstOf('/v1/devices')) ?? nothing)
    const [, list = ''] = /^(.*)\/\{\w+\}/.exec(path) ?? []
    if (list === '') return path
    const id = await firstOf(list)
    return id === undefined ? undefined : path.replace(/\{\w+\}/, encodeURIComponent(id))
  }
}

/** Returns the error code in a response; empty if there is none. */
function codeOf(body: unknown): string {
  const { errorCode } = (typeof body === 'object' && body !== null ? body : {}) as { errorCode?: unknown }
  return typeof errorCode === 'string' ? errorCode : ''
}

/** Judges a route by its response. A refusal with an error code of the API shows that the route exists. A missing scope or feature is a warning. */
function evaluate(check: string, { status, body }: Answer, { description = '', ...route }: Documented): Finding {
  const answer = `${status} ${codeOf(body)}`.trim()
  if (codeOf(body) === 'feature:unsupported' || (route['x-support'] === 'none' && status >= 400 && codeOf(body) !== ''))
    return warning(check, `refused with ${answer}`, description)
  if (status === 403) return warning(check, answer, 'use a key with the scope that it names')
  const isThere = status < 300 || (codeOf(body) !== '' && status < 500 && status !== 401)
  if (!isThere || codeOf(body) === 'route:notfound')
    return failed(check, `answers ${answer}`, 'read the log of the installation')
  return ok(check, status < 300 ? `answers ${answer}` : `is there: answers ${answer}`, description)
}

/** Calls a route. Paths of routes that change something get ids that don't exist. `fillIn` gives other paths existing ids. */
async function checkRoute(
  access: ApiAccess,
  fillIn: (template: string) => Promise<string | undefined>,
  { method, template, route }: { method: string; template: string; route: Documented },
): Promise<Finding> {
  const check = `${method} ${template}`
  try {
    const path = method === 'GET' ? await fillIn(template) : template.replaceAll(/\{\w+\}/g, nothing)
    if (path === undefined) return warning(check, 'not called: there is nothing to read yet')
    return evaluate(check, await ask(access, method, path), route)
  } catch (error) {
    return failed(check, networkReasonOf(error), 'read the log of the installation')
  }
}

/** Calls every dialect route for `posthorn doctor`, which shows whether programs for the dialect work here. Changes nothing. */
export async function checkDialect(access: ApiAccess): Promise<Finding[]> {
  const { status, body } = await ask(access, 'GET', '/v1/docs.json')
  const { paths } = body as { paths?: Record<string, Record<string, Documented>> }
  if (paths === undefined) return [failed('GET /v1/docs.json', `answers ${status}`, 'update the installation')]
  const fillIn = createFillIn(access)
  const findings: Finding[] = []
  for (const [template, methods] of Object.entries(paths)) {
    for (const [method, route] of Object.entries(methods)) {
      findings.push(await checkRoute(access, fillIn, { method: method.toUpperCase(), template, route }))
    }
  }
  return findings
}
