import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { type KeyScope, keyScopeNames } from '@posthorn/contracts'
import { type Command, InvalidArgumentError } from 'commander'
import { CommandError, clearLine } from './api/client.ts'

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/**
 * Returns a parser for a time: ISO 8601, or a distance from now such as `90m`, `2h` or `7d`, into the past (-1) or the future (1). The
 * parser returns ISO 8601. It refuses other notations, because JavaScript reads a forgotten unit, as in `2`, as a month of 2001.
 */
const timeFromNow =
  (direction: 1 | -1): ((text: string) => string) =>
  (text) => {
    const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
    const fromNowMs = direction * Number(count) * (unitSeconds[unit] ?? 0) * 1_000
    const ms =
      count !== undefined ? Date.now() + fromNowMs : /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
    if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be a time such as 2027-01-31T00:00:00Z or 2h.')
    return new Date(ms).toISOString()
  }

export const pastTime: (text: string) => string = timeFromNow(-1)

export const futureTime: (text: string) => string = timeFromNow(1)

/** Parses a comma-separated list. Refuses an empty one, such as from a variable that isn't set, because it would limit nothing. */
export function listArgument(text: string): string[] {
  const items = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (items.length === 0) throw new InvalidArgumentError('It must have at least one value.')
  return items
}

/** Collects the values of an option that can be repeated. */
export const collect = (value: string, previous: string[]): string[] => [...previous, value]

export const scopesHelp = `comma-separated scopes: ${keyScopeNames.join(', ')}`

export const testHelp = 'make a key for tests, ph_test_…: it reaches simulator numbers only'

/** Parses a comma-separated list of scopes. Refuses unknown ones before anything is sent. */
export const scopesArgument = (text: string): KeyScope[] =>
  listArgument(text).map((name) => {
    const scope = keyScopeNames.find((known) => known === name)
    if (scope === undefined) throw new InvalidArgumentError(`${name} is no scope; use ${keyScopeNames.join(', ')}.`)
    return scope
  })

/** Returns a parser for integers from `least` to `most`. */
export const countArgument =
  (least: number, most?: number): ((text: string) => number) =>
  (text) => {
    const count = Number(text)
    if (!/^\d{1,15}$/.test(text) || count < least || (most !== undefined && count > most))
      throw new InvalidArgumentError(
        `It must be a whole number from ${least}${most === undefined ? '' : ` to ${most}`}.`,
      )
    return count
  }

/** Adds the option that skips the confirmation of an action that cannot be undone. */
export const withYes = (command: Command): Command => command.option('--yes', 'do not ask for confirmation', false)

/** Refuses options that would be ignored without another one. Names options as Commander stores them: `onlyFailed` for `--only-failed`. */
export const withNeed = (command: Command, needed: string, dependent: readonly string[]): Command =>
  command.hook('preAction', () => {
    if (command.getOptionValue(needed) !== undefined) return
    const flagOf = (name: string) => command.options.find((each) => each.attributeName() === name)?.long
    const given = dependent.find((name) => command.getOptionValueSource(name) === 'cli')
    if (given !== undefined) throw new CommandError(`${flagOf(given)} needs ${flagOf(needed)}; pass both`)
  })

/** Output format: text, or with `--json` exactly one JSON value on stdout. */
type Output = { json: boolean }

/** Prints an object, one line per field. */
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

/** Returns names and texts of all fields. A nested object becomes several fields, whose names begin with `prefix`. */
const fieldsOf = (value: object, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, field]: [string, unknown]): [string, string][] => {
    const isSimple = Array.isArray(field) && field.every((each) => typeof each !== 'object' || each === null)
    if (typeof field !== 'object' || field === null || isSimple || Object.keys(field).length === 0)
      return [[`${prefix}${key}`, cell(field)]]
    return fieldsOf(field, `${prefix}${key}.`)
  })

/** Prints rows as a table of these columns. JSON has all fields. */
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

/** Returns the text of a value in a table; a dash if there is none. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(',')
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Replaces control characters: in a name that someone else chose, they could move the cursor and hide what was printed. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')

/** An event, as in webhooks and the log. */
export type Event = { id: string; event: string; sequence: number; occurredAt: string; data: unknown }

export function printEvent(event: Event, { json }: { json: boolean }): void {
  if (json) return print(JSON.stringify(event))
  print(lineOf(event))
}

/** Returns an event as one line: its time, sequence and kind, and the fields that tell most about it. */
export function lineOf({ event, sequence, occurredAt, data }: Event): string {
  const fields = data as Record<string, unknown>
  const change = fields['ack'] ?? fields['change'] ?? fields['status']
  const waiting = fields['waiting'] as { reason: string } | null | undefined
  const facts = [
    fields['id'],
    change,
    failureReasonOf(fields['error']),
    waiting?.reason,
    fields['phone'],
    quoted(fields['message']),
  ]
  return [
    occurredAt,
    `#${sequence}`,
    event,
    ...facts.filter((fact) => typeof fact === 'string').map((fact) => inColor(oneLine(fact as string))),
  ].join('  ')
}

/** Returns the reason that a message failed: the error code, with the provider's code and the message in parentheses. */
export function failureReasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('errorCode' in error)) return undefined
  const { errorCode, providerCode, message } = error as {
    errorCode: string
    providerCode: number | null
    message: string
  }
  const said = [providerCode, message].flatMap((part) => part ?? []).join(' ')
  return said === '' ? errorCode : `${errorCode} (${said})`
}

/** Returns the beginning of a message in quotation marks, with line breaks escaped, so that it fits in one line. */
const quoted = (text: unknown): string | undefined =>
  typeof text === 'string' ? JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text) : undefined

/** Progress of long-running work: one line on stderr that is redrawn in place. Without a terminal, only notes are written. */
export type Progress = {
  /** Shows progress as a fraction from 0 to 1. `null` shows only the text. */
  draw(share: number | null, text: string): void
  /** Writes a permanent line. */
  note(text: string): void
  end(): void
}

const barWidth = 24

/** Returns progress for a terminal. With `--json`, or without a terminal, only notes are written. */
export function showProgress({ json }: { json: boolean }): Progress {
  const stream = process.stderr
  if (json || !stream.isTTY) return { draw: () => {}, note: (text) => void stream.write(`${text}\n`), end: () => {} }
  return {
    note: (text) => void stream.write(`${clearLine}${text}\n`),
    draw: (share, text) => void stream.write(`${clearLine}${progressLine(share, text, stream.columns || 80)}`),
    end: () => void stream.write(clearLine),
  }
}

/** Returns the line, cut to the width of the terminal, because a wrapped line could not be redrawn. */
function progressLine(share: number | null, text: string, columns: number): string {
  const bar = share === null ? '' : `${barOf(share)} ${String(Math.floor(share * 100)).padStart(3)} %  `
  return `${bar}${text}`.slice(0, columns - 1)
}

/** Returns a bar of characters for a fraction from 0 to 1. */
function barOf(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * barWidth)
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}

/**
 * Asks for confirmation of an action that can't be undone, unless `--yes` is set. Without a terminal, `--yes` is required. `consequence` is
 * a sentence about what will happen.
 *
 * @throws CommandError if the person declines, or there is no terminal to ask on.
 */
export async function confirm(consequence: string, { yes }: { yes: boolean }): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new CommandError(`${consequence} Pass --yes to confirm.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const reply = await lines.question(`${consequence} [y/N] `)
    if (!/^y(es)?$/i.test(reply.trim())) throw new CommandError('nothing was changed')
  } finally {
    lines.close()
  }
}
