import { type InputOf, importTargets, type contacts as operations } from '@posthorn/contracts'
import { parse } from 'csv-parse'

/** A row of the file with its end, counted in bytes from where the reading began. */
export type Parsed = { cells: string[]; endBytes: number }

/** What reading a stretch of the file gave; `broken` when its end is in the middle of quotes. */
export type Stretch = { rows: Parsed[]; broken: boolean }

const delimiters = [',', ';', '\t', '|']

/** Rows that end within these bytes. What follows the last of them is left for the next stretch, unless the file ends here. */
export function readRows(bytes: Buffer, delimiter: string, atEnd: boolean): Promise<Stretch> {
  return new Promise((resolve) => {
    const rows: Parsed[] = []
    const parser = parse({
      delimiter,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
    })
    parser.on('data', ({ record, info }: { record: string[]; info: { bytes: number } }) =>
      rows.push({ cells: record, endBytes: info.bytes }),
    )
    parser.once('error', () => resolve({ rows, broken: true }))
    if (atEnd) {
      parser.once('end', () => resolve({ rows, broken: false }))
      parser.end(bytes)
    } else {
      parser.write(bytes, () => setImmediate(() => resolve({ rows, broken: false })))
    }
  })
}

/** The delimiter that the first line holds most of, quotes aside; a comma when there is none. */
export function delimiterOf(head: string): string {
  const [line = ''] = head.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const counted = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }))
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter
}

type Given = NonNullable<InputOf<typeof operations.imports.create>['contacts']>

const quoted = (value: string | null | undefined) => `"${(value ?? '').replaceAll('"', '""')}"`

/** An array of contacts as the file that says the same, and the targets of its columns. */
export function tableOfContacts(rows: Given): { csv: string; mapping: Record<string, string> } {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row.fields ?? {})))].map((name) => `fields.${name}`)
  const columns = [...importTargets, ...names]
  const line = (row: Given[number]) => {
    const { fields = {}, tags = [], ...texts } = row
    const cells: Partial<Record<string, string | null | undefined>> = { ...texts, tags: tags.join(',') }
    const own = names.map((name) => fields[name.slice('fields.'.length)])
    return [...importTargets.map((name) => cells[name]), ...own].map(quoted).join(',')
  }
  const csv = [columns.map(quoted).join(','), ...rows.map(line)].join('\n')
  return { csv, mapping: Object.fromEntries(columns.map((column) => [column, column])) }
}
