import { ApiError, ConnectionError } from '@posthorn/sdk'
import { FieldValueError } from './input.ts'

export type Explanation = { message: string; description: string; status: number | undefined }

/** Explains an error to the person who built the workflow: a message, and what to check. Never throws. */
export function explain(error: unknown): Explanation {
  if (error instanceof ApiError) {
    const fields = error.errors.map(({ path, message }) => `${path} ${message}`)
    const reference = error.requestId === undefined ? error.errorCode : `${error.errorCode}, request ${error.requestId}`
    return { message: error.message, description: [...fields, `Code: ${reference}`].join('\n'), status: error.status }
  }
  if (error instanceof ConnectionError) {
    const description = 'Check the address in the credential, and that the installation runs.'
    return { message: error.message, description, status: undefined }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    message,
    description: error instanceof FieldValueError ? 'Check the fields of this step.' : '',
    status: undefined,
  }
}
