import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

// `pnpm licenses:check`: fails for each installed package whose license isn't allowed here.

/** Packages by license, as `pnpm licenses list --json` prints them. */
type Listed = Record<string, { name: string; versions: string[] }[]>

/** Licenses that require no more than a notice, by SPDX identifier. */
const allowed = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 Unlicense Zlib'.split(' '),
)

/** Packages with any other license, or with none in their manifest. Each entry has the license that is accepted and the reason. */
const exceptions: readonly { name: RegExp; license: string; reason: string }[] = [
  { name: /^@fontsource-variable\//, license: 'OFL-1.1', reason: 'fonts, which are passed on unchanged' },
  { name: /^lightningcss(?:-|$)/, license: 'MPL-2.0', reason: 'a build tool, unchanged and not passed on' },
  { name: /^axe-core$/, license: 'MPL-2.0', reason: 'a tool of tests, unchanged and not passed on' },
  { name: /^dictionary-en$/, license: '(MIT AND BSD)', reason: 'the word list of a test, not passed on' },
  { name: /^argparse$/, license: 'Python-2.0', reason: 'a tool of the linter of n8n nodes, not passed on' },
  { name: /^json-metaschema$/, license: 'Public Domain', reason: 'states so itself' },
  { name: /^@activepieces\//, license: 'Unknown', reason: 'MIT in its repository; only types are read' },
  { name: /^n8n-workflow$/, license: 'Unknown', reason: 'SEE LICENSE.md; only types are read, n8n brings it along' },
  { name: /^@n8n\/eslint-plugin-community-nodes$/, license: 'Unknown', reason: 'a linter for nodes, not passed on' },
  { name: /^zapier-platform-schema$/, license: 'Unknown', reason: 'a validator for tests, not passed on' },
  {
    name: /^(?:humanize-number|only)$/,
    license: 'Unknown',
    reason: 'MIT in its readme; below s3rver, a server for tests',
  },
]

/** Whether a license, or an expression of licenses with AND and OR, is allowed. Parentheses are ignored: AND always comes before OR. */
function isAllowed(license: string): boolean {
  const bare = license.replaceAll(/[()]/g, '')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name)))
}

/** Returns packages whose license is neither allowed nor an exception, and unneeded exceptions. */
export function licenseFaults(listed: Listed): string[] {
  const used = new Set<object>()
  const faults = Object.entries(listed).flatMap(([license, packages]) =>
    packages.flatMap(({ name, versions }) => {
      if (isAllowed(license)) return []
      const exception = exceptions.find((each) => each.name.test(name) && each.license === license)
      if (exception) used.add(exception)
      return exception ? [] : [`${name}@${versions.join(', ')}: ${license}`]
    }),
  )
  const idle = exceptions.filter((each) => !used.has(each))
  return [...faults, ...idle.map(({ name }) => `${name.source}: no package needs this exception`)]
}

/** Lists the packages that are installed, by license. */
export function listLicenses(root: string): Listed {
  const args = ['--recursive', 'licenses', 'list', '--json']
  const { status, stdout, stderr } = spawnSync('pnpm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (status !== 0) throw new Error(`licenses cannot be listed: ${stderr}${stdout}`)
  return JSON.parse(stdout) as Listed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listed = listLicenses(process.cwd())
  const faults = licenseFaults(listed)
  for (const fault of faults) console.error(`not allowed: ${fault}`)
  console.log(`${Object.values(listed).flat().length} packages, ${faults.length} not allowed`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
