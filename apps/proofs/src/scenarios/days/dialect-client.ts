import { type AnswerChecker, answerChecker } from '@posthorn/testkit/openapi'
import type { RunningSystem } from '@posthorn/testkit/system'

/** An answer of the dialect. */
export type DialectAnswer = {
  status: number
  body: Record<string, unknown> & Record<string, unknown>[]
  headers: Headers
}

/** Options of a request. `key`: another than that of the first run, or none for null. */
export type DialectRequest = { json?: unknown; headers?: Record<string, string>; key?: string | null }

/** Calls the dialect of a system and holds every answer against the document of the dialect. */
export function dialectClient(system: () => RunningSystem) {
  let checker: Promise<AnswerChecker> | undefined
  return async (line: string, request: DialectRequest = {}): Promise<DialectAnswer> => {
    const [method = 'GET', path = '/'] = line.split(/ (.*)/)
    const key = request.key === undefined ? system().account.key : request.key
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
