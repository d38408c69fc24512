import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * One erasure as the ledger has it: ids only, which name nobody. `contacts`: under which ids the person was a contact, or would be one
 * by each phone and user id they had.
 */
export type LedgerLine = { erasure: string; workspace: string; contacts: string[]; requestedAt: string }

/** Whole months besides the present one: longer than backups may be kept. */
const monthsKept = 2

const fileOf = (at: Date) => `erasures-${at.toISOString().slice(0, 7)}.jsonl`
const isLedger = (name: string) => /^erasures-\d{4}-\d\d\.jsonl$/.test(name)

/** Adds lines to the ledger in this folder, on disk when it resolves. What is older than any backup goes. */
export async function addToLedger(folder: string, lines: readonly LedgerLine[], now: Date): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, fileOf(now)), 'a', 0o600)
  try {
    await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  const oldest = fileOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1)))
  for (const name of readdirSync(folder)) if (isLedger(name) && name < oldest) rmSync(join(folder, name))
}

/** All lines, oldest first; one that a fault cut short is left out: what it was about is still to be added. */
export function readLedger(folder: string): LedgerLine[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(isLedger).toSorted()
  return names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').flatMap(parsed))
}

function parsed(line: string): LedgerLine[] {
  try {
    return [JSON.parse(line) as LedgerLine]
  } catch {
    return []
  }
}
