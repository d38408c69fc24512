import { allOperations, type ErrorCode, type ErrorEntry, errorCatalog } from '@posthorn/contracts'
import { dialectRoutes } from '@posthorn/dialect'
import { commandsPage, readCommands } from './commands.ts'
import { eventsPage } from './events.ts'
import { code, page, table } from './markdown.ts'
import { operationsPage } from './operations.ts'
import { rolesPage } from './roles.ts'
import { readSettings, settingsPage } from './settings.ts'
import { statusesPage } from './statuses.ts'
import { tablesPage } from './tables.ts'

const intro = `Every error response has the same body: \`{ status, errorCode, message, errors, retryable, retryAfter?, requestId, docs }\`. The codes are also
in the \`error\` of a message that failed. \`retryable\` means that the same request can succeed later.`

/** The page of all error codes, by HTTP status. */
const errorsPage = (): string => {
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

const extents = { works: 'works', differs: 'works with a difference', none: 'refused' } as const

/** The page of all routes of the established dialect. */
const dialectPage = (): string => {
  const count = (extent: keyof typeof extents) => dialectRoutes.filter(({ support }) => support === extent).length
  const intro = `All ${dialectRoutes.length} routes of the established v1 dialect: ${count('works')} work, ${count('differs')} work with a
difference, ${count('none')} are refused with the sentence in the table. The [guide](../guides/dialect.md) shows how to move a program.`
  const rows = dialectRoutes.map(({ method, path, support, note }) => [
    code(`${method} /compat${path}`),
    extents[support],
    note,
  ])
  return page('Routes of the established v1 dialect', [intro, table(['Route', 'Extent', 'Difference or reason'], rows)])
}

export const referenceFolder = 'apps/docs/reference'

/** All generated reference pages, by file name. */
export const referencePages = (root: string): Record<string, string> => ({
  'operations.md': operationsPage(),
  'events.md': eventsPage(),
  'errors.md': errorsPage(),
  'statuses.md': statusesPage(),
  'roles.md': rolesPage(),
  'commands.md': commandsPage(readCommands(root)),
  'dialect.md': dialectPage(),
  'settings.md': settingsPage(readSettings(root)),
  'tables.md': tablesPage(root),
})
