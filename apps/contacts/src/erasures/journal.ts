import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { flush } from '@posthorn/chassis'

/** An erasure in the journal. `contacts`: the person's contact ids, which are random and identify no one. */
export type JournalLine = { erasure: string; workspace: string; contacts: string[]; requestedAt: string }

/** Full months kept in addition to the current one: longer than backups may be kept. */
const monthsKept = 2

/** Returns the name of the file for a time. Each month has a file, so that old months can be deleted. */
const fileOf = (at: Date) => `erasures-${at.toISOString().slice(0, 7)}.jsonl`
/** Whether a file belongs to the journal. The folder may contain others. */
const isJournal = (name: string) => /^erasures-\d{4}-\d\d\.jsonl$/.test(name)

/** Appends lines to the journal in this folder and syncs it to disk. Removes files older than any backup. */
export async function appendToJournal(folder: string, lines: readonly JournalLine[], now: Date): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, fileOf(now)), 'a', 0o600)
  try {
    // A crash may have cut off the last line, so start a new line.
    await file.appendFile(`\n${textOf(lines)}`)
    await file.sync()
  } finally {
    await file.close()
  }
  await flush(folder)
  const oldest = fileOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1)))
  for (const name of readdirSync(folder)) if (isJournal(name) && name < oldest) rmSync(join(folder, name))
}

/** Returns all lines, oldest first. Skips an incomplete line, because its erasure will be added again. */
export function readJournal(folder: string): JournalLine[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(isJournal).toSorted()
  return names.flatMap((name) => linesOf(join(folder, name)))
}

const textOf = (lines: readonly JournalLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').flatMap(parsed)

/** Returns the erasure in a line, or nothing for an empty line or one that a crash has cut off. */
function parsed(line: string): JournalLine[] {
  try {
    return [JSON.parse(line) as JournalLine]
  } catch {
    return []
  }
}
