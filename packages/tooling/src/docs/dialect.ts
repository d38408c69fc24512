import { dialectRoutes } from '@posthorn/dialect'
import { code, page, table } from './markdown.ts'

const extents = { works: 'works', differs: 'works with a difference', none: 'refused' } as const

/** The page of all routes of the established dialect. */
export const dialectPage = (): string => {
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
