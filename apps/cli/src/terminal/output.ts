/** Format of the output: text, or with `--json` exactly one JSON value on stdout. */
export type Output = { json: boolean }

/** Prints an object: one field a line, or JSON. */
export function printOne(value: Record<string, unknown>, { json }: Output): void {
  if (json) return print(JSON.stringify(value))
  const width = Math.max(...Object.keys(value).map((name) => name.length))
  for (const [name, field] of Object.entries(value)) print(`${name.padEnd(width)}  ${cell(field)}`)
}

/** Prints a list: a table of these columns, or JSON with all fields. */
export function printList(
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
  { json }: Output,
): void {
  if (json) return print(JSON.stringify(rows))
  const table = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, i) => Math.max(...table.map((line) => line[i]?.length ?? 0)))
  for (const line of table)
    print(
      line
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** Prints a line on stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.map(cell).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
