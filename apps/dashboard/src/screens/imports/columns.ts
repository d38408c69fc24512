/** Targets of a file's columns, by column name. If a target is empty, the server detects it. */
export type Mapping = Readonly<Record<string, string>>

/** Possible targets of a column, in addition to custom fields. */
export const targets = [
  'phone',
  'name',
  'firstName',
  'lastName',
  'email',
  'company',
  'country',
  'language',
  'tags',
  'optedOutAt',
  'blocked',
] as const

/** Converts a column name to a custom field name: letters, digits and underscores. */
export function fieldNameOf(column: string): string {
  const plain = column.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '_')
  const name = plain.replaceAll(/^[_\d]+|_+$/g, '').toLowerCase()
  return name === '' ? 'field' : name.slice(0, 30)
}

/** Returns the column names of a CSV file from its first bytes. Splits at the most frequent delimiter in the first line. */
export function columnsOf(text: string): string[] {
  const head = text.replace(/^\uFEFF/, '')
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, cells: cellsOf(head, sign) }))
  const [best] = counted.toSorted((a, b) => b.cells.length - a.cells.length)
  return [...new Set((best?.cells ?? []).map((cell) => cell.trim()).filter(Boolean))]
}

function cellsOf(text: string, delimiter: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === '\n' || sign === '\r')) break
    else if (!isQuoted && sign === delimiter) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells
}
