/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/
/** A phone begins with a plus and can do no harm. */
const phone = /^\+\d+$/

/** A cell that no spreadsheet takes for a formula. */
export function safeCell(value: string): string {
  return formula.test(value) && !phone.test(value) ? `'${value}` : value
}

/** The value of a cell that `safeCell` made safe. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** One line of a CSV file (RFC 4180), with its end. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map(safeCell).map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\n`
}
