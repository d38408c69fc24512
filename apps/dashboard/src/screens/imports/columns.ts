/** Targets of the columns of a file, by the names of the columns; an empty one is left to the server, which knows common names. */
export type Mapping = Readonly<Record<string, string>>

/** Targets that a column can have, beside custom fields. */
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

/** Returns the name of a custom field for a column: letters, digits and underscores. */
export function fieldNameOf(column: string): string {
  const plain = column.normalize('NFKD').replaceAll(/[^A-Za-z0-9]+/g, '_')
  const name = plain.replaceAll(/^[_\d]+|_+$/g, '').toLowerCase()
  return name === '' ? 'field' : name.slice(0, 30)
}

/** Returns the names of the columns of a file in CSV, by its beginning. The delimiter is the one that the first line has most often. */
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
