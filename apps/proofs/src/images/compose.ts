import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { parse } from 'yaml'

type ComposeService = {
  build?: { args?: { APP?: string } }
  environment?: Record<string, string | number>
}

/** Environment of each program of ours in a compose file, by name, with its variables filled in. */
export function composePrograms(
  text: string,
  variables: Readonly<Record<string, string>>,
): Map<string, Record<string, string>> {
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> }
  const programs = Object.entries(services).filter(([, { build }]) => build?.args?.APP !== undefined)
  return new Map(programs.map(([name, { environment = {} }]) => [name, filledIn(environment, variables)]))
}

/** Fills in `${NAME}`, `${NAME:?}` and `${NAME:-default}`. */
function filledIn(environment: Record<string, string | number>, variables: Readonly<Record<string, string>>) {
  const valueOf = (name: string, ending: string) => {
    const value = variables[name] ?? ''
    if (value === '' && ending.startsWith(':?')) throw new Error(`compose needs ${name}`)
    return value === '' && ending.startsWith(':-') ? ending.slice(2) : value
  }
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+)([^}]*)\}/g, (_, name: string, ending: string) => valueOf(name, ending))
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]))
}

/** The variables that `docker/generate-env.sh` writes for an operator, with secrets of their own. */
export function generatedVariables(folder: string): Record<string, string> {
  const place = join(folder, 'docker')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  for (const file of ['generate-env.sh', '.env.example'])
    cpSync(join(repositoryRoot, 'docker', file), join(place, file))
  execFileSync('sh', [join(place, 'generate-env.sh')], { stdio: 'ignore' })
  const lines = readFileSync(join(place, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}
