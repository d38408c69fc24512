import { type AnswerChecker, answerChecker } from '@posthorn/testkit/openapi'
import type { RunningSystem } from '@posthorn/testkit/system'

export type DialectAnswer = {
  status: number
  body: Record<string, unknown> & Record<string, unknown>[]
  headers: Headers
}

/** Request options. `key` overrides the key; null sends none. */
type DialectRequest = { json?: unknown; headers?: Record<string, string>; key?: string | null }

/** Returns a function that calls the dialect, such as with `GET /devices`, and throws if a response differs from the dialect's API document. */
function dialectClient(system: () => RunningSystem, ownKey?: string) {
  let checker: Promise<AnswerChecker> | undefined
  return async (line: string, request: DialectRequest = {}): Promise<DialectAnswer> => {
    const [method = 'GET', path = '/'] = line.split(/ (.*)/)
    const key = request.key === undefined ? (ownKey ?? system().account.key) : request.key
    const response = await fetch(`${system().url}/compat/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { Token: key }),
        ...(request.json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
    })
    const text = await response.text()
    const body = JSON.parse(text) as DialectAnswer['body']
    checker ??= fetch(`${system().url}/compat/v1/docs.json`)
      .then((found) => found.json())
      .then((document) => answerChecker(document as Record<string, unknown>))
    const { status, headers } = response
    const faults = (await checker)(method, `/v1${path}`, { status, headers, body })
    if (faults.length > 0) throw new Error(`${line} is not answered as documented: ${faults.join('; ')}: ${text}`)
    return { status, body, headers }
  }
}

/** Returns the dialect's id for the chat with a phone number. */
export const wid = (phone: string): string => `${phone.slice(1)}@c.us`

/**
 * Returns helpers for a system's dialect: calls of any status, calls that must succeed, the first device, and customers' messages.
 * `ownKey`: used instead of the first run's key.
 */
export function openDialect(system: () => RunningSystem, ownKey?: string) {
  const call = dialectClient(system, ownKey)
  const ok = async (line: string, json?: unknown) => {
    const { status, body } = await call(line, json === undefined ? {} : { json })
    if (status >= 300) throw new Error(`${line} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  return {
    call,
    ok,
    device: async () => String((await ok('GET /devices'))[0]?.['id']),
    write: (from: string, message: object) =>
      system().ok('POST', `/v1/numbers/${system().account.number}/simulate`, {
        body: { message: { from, ...message } },
      }),
  }
}
