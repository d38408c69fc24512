import { allOperations, type ErrorCode, type ErrorEntry, errorCatalog } from '@posthorn/contracts'
import { code, page } from './markdown.ts'

const intro = `Every error response has the same body: \`{ status, errorCode, message, errors, retryable, retryAfter?, requestId, docs }\`. The codes are also
in the \`error\` of a message that failed. \`retryable\` means that the same request can succeed later.`

/** The page of all error codes, by their HTTP status. */
export const errorsPage = (): string => {
  const entries = Object.entries(errorCatalog) as [ErrorCode, ErrorEntry][]
  const byStatus = Map.groupBy(entries, ([, { status }]) => status)
  const parts = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([status, codes]) => [`## ${status}`, ...codes.map(errorPart)])
  return page('Errors', [intro, ...parts])
}

const errorPart = ([name, { message, retryable }]: [ErrorCode, ErrorEntry]): string => {
  const operations = allOperations()
    .filter(({ operation }) => operation.errors.includes(name))
    .map(({ service, noun, verb, operation }) => code(operation.rest ?? `${service}.${noun}.${verb}`))
  return [
    `### ${name}`,
    `${message}${retryable ? ' Retryable.' : ''}`,
    ...(operations.length > 0 ? [`Returned by ${operations.join(', ')}.`] : []),
  ].join('\n\n')
}
