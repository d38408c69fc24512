import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import type { Group, Proof } from './check.ts'

const folder = join(repositoryRoot, 'apps/docs/reference')
const jsonFile = join(folder, 'guarantees.json')
const page = join(folder, 'guarantees.md')

/** Returns earlier results; a run of some groups keeps the others. */
export function earlierProofs(): Proof[] {
  return existsSync(jsonFile) ? (JSON.parse(readFileSync(jsonFile, 'utf8')) as Proof[]) : []
}

/** Writes the report: every check with its latest result. */
export function writeReport(groups: readonly Group[], proofs: readonly Proof[]): void {
  const newest = new Map(proofs.map((proof) => [proof.id, proof]))
  const known = groups.flatMap(({ checks }) => checks.flatMap(({ id }) => newest.get(id) ?? []))
  writeFileSync(jsonFile, `${JSON.stringify(known, null, 2)}\n`)
  writeFileSync(page, pageOf(groups, newest))
}

function pageOf(groups: readonly Group[], newest: ReadonlyMap<string, Proof>): string {
  const lines = groups.flatMap(({ checks }) => checks.map(({ id }) => newest.get(id)))
  const passed = lines.filter((proof) => proof?.passed).length
  const sections = groups.map(({ name, title, checks }) => {
    const rows = checks.map(({ id, promise, expected }) => {
      const proof = newest.get(id)
      const state = proof === undefined ? 'not run yet' : proof.passed ? 'held' : '**not held**'
      const when = proof === undefined ? '' : `${proof.date.slice(0, 10)} ${proof.commit}`
      return `| ${[id, promise, expected, state, proof?.measured ?? '', when].map(cell).join(' | ')} |`
    })
    const head = ['| | Promise | Expected | | Seen | When |', '|---|---|---|---|---|---|']
    return [`## ${title}`, `\`pnpm prove ${name}\``, [...head, ...rows].join('\n')].join('\n\n')
  })
  return [
    '# Guarantees',
    `${passed} of ${lines.length} checks hold. Each is a program that anyone can run: \`pnpm prove\` runs all of them against the whole
system, every service a process of its own, on a real Postgres and NATS, with the simulator as the provider, and writes this
page; \`pnpm prove <group>\` runs one group, \`pnpm prove A1 E3\` single checks, and \`pnpm prove --resume\` what does not hold
at the present commit yet. \`SOAK_MINUTES=30 pnpm prove J12\` continues for half an hour. A *twin* is a deliberately wrong variant:
its check holds when the wrong variant was caught. The same as data: [guarantees.json](guarantees.json).`,
    ...sections,
    '',
  ].join('\n\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
