import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '@posthorn/chassis'
import { isComputedId } from '@posthorn/contracts'

/**
 * An erasure in the journal. `contacts`: the random ids under which the person was a contact, which name nobody; `sealed`: those of
 * former versions, which were computed from the phone.
 */
export type JournalLine = {
  erasure: string
  workspace: string
  contacts: string[]
  sealed?: string
  requestedAt: string
}

const purposeOf = (erasure: string) => `erasure journal ${erasure}`

/** Returns a line that holds nothing a phone can be computed from. */
export function sealLine(vault: Vault, line: JournalLine): JournalLine {
  const computed = line.contacts.filter(isComputedId)
  if (computed.length === 0) return line
  const sealed = vault.seal(JSON.stringify(computed), purposeOf(line.erasure))
  return { ...line, contacts: line.contacts.filter((id) => !computed.includes(id)), sealed }
}

/** Returns all ids of a line, also those that are sealed. */
export function contactsOf(vault: Vault, { erasure, contacts, sealed }: JournalLine): string[] {
  if (sealed === undefined) return contacts
  return [...contacts, ...(JSON.parse(vault.open(sealed, purposeOf(erasure))) as string[])]
}

/** Seals lines of former versions in place: each file is written anew beside the old one, which it then replaces. */
export async function sealJournal(folder: string, vault: Vault): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter(isJournal)) {
    const path = join(folder, name)
    const lines = linesOf(path)
    const sealed = lines.map((line) => sealLine(vault, line))
    if (sealed.every((line, i) => line === lines[i])) continue
    const draft = await open(`${path}.new`, 'w', 0o600)
    try {
      await draft.write(textOf(sealed))
      await draft.sync()
    } finally {
      await draft.close()
    }
    await rename(`${path}.new`, path)
  }
}

/** Whole months besides the present one: longer than backups may be kept. */
const monthsKept = 2

const fileOf = (at: Date) => `erasures-${at.toISOString().slice(0, 7)}.jsonl`
const isJournal = (name: string) => /^erasures-\d{4}-\d\d\.jsonl$/.test(name)

/** Adds lines to the journal in this folder, on disk when it resolves. Files older than any backup are removed. */
export async function appendToJournal(folder: string, lines: readonly JournalLine[], now: Date): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, fileOf(now)), 'a', 0o600)
  try {
    await file.write(textOf(lines))
    await file.sync()
  } finally {
    await file.close()
  }
  const oldest = fileOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsKept, 1)))
  for (const name of readdirSync(folder)) if (isJournal(name) && name < oldest) rmSync(join(folder, name))
}

/** Returns all lines, oldest first; one that a fault cut short is left out: its erasure is still to be added. */
export function readJournal(folder: string): JournalLine[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter(isJournal).toSorted()
  return names.flatMap((name) => linesOf(join(folder, name)))
}

const textOf = (lines: readonly JournalLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n').flatMap(parsed)

function parsed(line: string): JournalLine[] {
  try {
    return [JSON.parse(line) as JournalLine]
  } catch {
    return []
  }
}
