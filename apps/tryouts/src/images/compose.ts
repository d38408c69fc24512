import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { parse } from 'yaml'

/** A container from a Compose file. Variables in `environment` are already replaced with their values. */
export type ComposeService = {
  build?: { args?: { APP?: string } }
  environment: Record<string, string>
  env_file?: { path: string }[]
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  volumes?: string[]
}

type Written = Omit<ComposeService, 'environment'> & { environment?: Record<string, string | number> }

export function composeServices(
  text: string,
  variables: Readonly<Record<string, string>>,
): Map<string, ComposeService> {
  const { services } = parse(text, { merge: true }) as { services: Record<string, Written> }
  const filled = Object.entries(services).map(
    ([name, { environment = {}, ...rest }]) =>
      [name, { ...rest, environment: filledIn(environment, variables) }] as const,
  )
  return new Map(filled)
}

/** Returns the environment of each of our programs in a Compose file, by program name. */
export function composePrograms(
  text: string,
  variables: Readonly<Record<string, string>>,
): Map<string, Record<string, string>> {
  const programs = [...composeServices(text, variables)].filter(([, { build }]) => build?.args?.APP !== undefined)
  return new Map(programs.map(([name, { environment }]) => [name, environment]))
}

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

/** Returns the variables that `docker/generate-env.sh` writes, with new secrets. */
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
