import { type ApiAccess } from './client.ts'
import { type Finding, failed, ok, warning } from './diagnosis.ts'
import { networkReasonOf } from './fetch.ts'

type NumberRow = { phoneNumberId?: string; businessAccountId?: string | null; status?: string }
type GraphAnswer = { status: number; code: number | undefined; message: string }

const base = '/graph/v23.0'
const timeoutMs = 30_000

/** The usual routes, with placeholders. Those that change something are called without what they need, so that they change nothing. */
const routes = [
  'POST /{phone}/messages',
  'POST /{phone}/media',
  'GET /{media}',
  'DELETE /{media}',
  'GET /{phone}',
  'GET /{phone}/whatsapp_business_profile',
  'POST /{phone}/whatsapp_business_profile',
  'GET /{phone}/block_users',
  'GET /{phone}/message_qrdls',
  'GET /{account}',
  'GET /{account}/phone_numbers',
  'GET /{account}/message_templates',
  'POST /{account}/message_templates',
  'DELETE /{account}/message_templates',
  'GET /{account}/subscribed_apps',
  'GET /debug_token',
] as const

/** Calls a route. The body of a POST is empty, so that it changes nothing. */
async function ask({ url, key }: ApiAccess, method: string, path: string): Promise<GraphAnswer> {
  const response = await fetch(`${url}${base}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: '{}' } : {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { error } = ((await response.json().catch(() => ({}))) ?? {}) as {
    error?: { code?: number; error_data?: { details?: string } }
  }
  return { status: response.status, code: error?.code, message: error?.error_data?.details ?? '' }
}

/** Judges a route by its response. A refusal with a code of the Cloud API shows that the route exists. A missing scope is a warning. */
function evaluate(check: string, { status, code, message }: GraphAnswer): Finding {
  const answer = code === undefined ? String(status) : `${status}, error ${code}`
  if (status < 300) return ok(check, `answers ${answer}`)
  if (status === 403) return warning(check, `answers ${answer}`, message)
  if (code !== undefined && status !== 401 && status < 500) return ok(check, `is there: answers ${answer}`)
  return failed(check, `answers ${answer}`, message || 'read the log of the installation')
}

/** Returns the first connected number that the key may see, to fill in the routes. */
async function firstNumber({ url, key }: ApiAccess): Promise<NumberRow | undefined> {
  const response = await fetch(`${url}/v1/numbers?size=200`, {
    headers: { Token: key },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body: unknown = await response.json().catch(() => undefined)
  const rows = Array.isArray(body) ? (body as NumberRow[]) : []
  return rows.find(({ status }) => status !== 'disconnected')
}

/** Calls the routes of the Cloud API for `posthorn doctor`, which shows whether programs for that API work here. Changes nothing. */
export async function checkCloudApi(access: ApiAccess): Promise<Finding[]> {
  const number = await firstNumber(access)
  if (number?.phoneNumberId === undefined) {
    const action = 'connect a number, or use a key with the scope read'
    return [failed('GET /v1/numbers', 'the key sees no connected number', action)]
  }
  const replacements: Record<string, string> = {
    '{phone}': number.phoneNumberId,
    '{account}': number.businessAccountId ?? '0',
    '{media}': '0',
    '/debug_token': `/debug_token?input_token=${access.key}`,
  }
  const findings: Finding[] = []
  for (const route of routes) {
    const [method = '', template = ''] = route.split(' ')
    const path = Object.entries(replacements).reduce((text, [name, value]) => text.replace(name, value), template)
    try {
      findings.push(evaluate(route, await ask(access, method, path)))
    } catch (error) {
      findings.push(failed(route, networkReasonOf(error), 'read the log of the installation'))
    }
  }
  return findings
}
