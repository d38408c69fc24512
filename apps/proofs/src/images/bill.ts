import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Bill = { components: { group?: string; name: string; version: string }[] }

/** What the recipe removes from the programs: a peer of which only types are needed. */
const removed = /^(?:typescript|@typescript\/.+)@/

/** The packages of others in a program, as `name@version`. */
function installedIn(program: string): string[] {
  return readdirSync(join(program, 'node_modules/.pnpm')).flatMap((folder) => {
    const [, name = '', version = ''] = /^((?:@[^+]+\+)?[^@]+)@([^_]+)/.exec(folder) ?? []
    return name === '' || name.startsWith('@posthorn+') ? [] : [`${name.replace('+', '/')}@${version}`]
  })
}

/** Lists where the bill of materials of an image and its packages differ. */
export function billFaults(programs: string): string[] {
  // A program of one file, such as the command, has nothing installed beside it.
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
