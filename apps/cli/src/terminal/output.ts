import { styleText } from 'node:util'

/** Output format: text, or with `--json` exactly one JSON value on stdout. */
export type Output = { json: boolean }

export function printOne(value: Record<string, unknown>, { json }: Output): void {
  if (json) return print(JSON.stringify(value))
  for (const line of linesOf(value)) print(line)
}

/** Returns one line per field. Nested fields have names such as `session.status`. */
export function linesOf(value: object): string[] {
  const fields = fieldsOf(value)
  const width = Math.max(...fields.map(([name]) => name.length))
  return fields.map(([name, text]) => `${name.padEnd(width)}  ${text}`)
}

function fieldsOf(value: object, above = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, field]: [string, unknown]): [string, string][] => {
    const isSimple = Array.isArray(field) && field.every((each) => typeof each !== 'object' || each === null)
    if (typeof field !== 'object' || field === null || isSimple || Object.keys(field).length === 0)
      return [[`${above}${key}`, cell(field)]]
    return fieldsOf(field, `${above}${key}.`)
  })
}

export function printList(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  { json }: Output,
): void {
  if (json) return print(JSON.stringify(rows))
  if (rows.length === 0) return print('Nothing found.')
  const table = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, i) => Math.max(...table.map((line) => line[i]?.length ?? 0)))
  for (const [row, line] of table.entries()) {
    const cells = line.map((text, i) => inColor(text.padEnd(i === line.length - 1 ? 0 : (widths[i] ?? 0)), row === 0))
    print(cells.join('  ').trimEnd())
  }
}

const bad = new Set(['failed', 'expired', 'refused', 'disabled', 'offline'])
const good = new Set(['ok', 'sent', 'delivered', 'read', 'active', 'online'])

/** On a terminal, colors a string according to its meaning, unless `NO_COLOR` is set. */
export function inColor(text: string, isHeader = false): string {
  if (!process.stdout.isTTY) return text
  const word = text.trim()
  const color = isHeader ? 'dim' : bad.has(word) ? 'red' : good.has(word) ? 'green' : undefined
  return color === undefined ? text : styleText(color, text, { stream: process.stdout })
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
