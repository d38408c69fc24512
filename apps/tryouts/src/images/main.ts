import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { buildPrograms, dockerFile } from './compose.ts'

type Bill = { components: { group?: string; name: string; version: string }[] }

/** Peer dependencies that the recipe removes because only their types are used. */
const removed = /^(?:typescript|@typescript\/.+)@/

/** Returns a program's third-party packages, as `name@version`. pnpm names the folder of a package `@scope+name@version_peers`. */
const installedIn = (program: string): string[] =>
  readdirSync(join(program, 'node_modules/.pnpm')).flatMap((folder) => {
    const [, name = '', version = ''] = /^((?:@[^+]+\+)?[^@]+)@([^_]+)/.exec(folder) ?? []
    return name === '' || name.startsWith('@posthorn+') ? [] : [`${name.replace('+', '/')}@${version}`]
  })

/**
 * Compares each program's bill of materials (`sbom.json`) with the packages that are installed in it. Users look up vulnerable packages in
 * the bill.
 */
function billFaults(programs: string): string[] {
  // A program bundled into one file, such as the command, has no installed packages.
  const apps = readdirSync(programs).filter((app) => existsSync(join(programs, app, 'node_modules')))
  return apps.flatMap((app) => {
    const { components } = JSON.parse(readFileSync(join(programs, app, 'sbom.json'), 'utf8')) as Bill
    const names = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    const listed = new Set(names.filter((name) => !name.startsWith('@posthorn/') && !removed.test(name)))
    const installed = new Set(installedIn(join(programs, app)))
    return [
      ...[...installed].filter((name) => !listed.has(name)).map((name) => `${app} has ${name}, which its bill lacks`),
      ...[...listed].filter((name) => !installed.has(name)).map((name) => `${app} lists ${name}, which it has not`),
    ]
  })
}

// `pnpm try:images`: builds the programs of all images with the steps in docker/Dockerfile, and checks each one's bill of materials.
// `pnpm try:rendered --built` runs them. IMAGES_DIR sets another build folder.
const folder = process.env['IMAGES_DIR'] ?? join(repositoryRoot, '.data/try-images')
const begun = performance.now()
mkdirSync(folder, { recursive: true })
const programs = buildPrograms(folder, { recipe: dockerFile('Dockerfile'), env: process.env })
console.log(`programs of all images in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
const faults = billFaults(programs)
if (faults.length > 0) throw new Error(`bills of materials are wrong: ${faults.join('; ')}`)
