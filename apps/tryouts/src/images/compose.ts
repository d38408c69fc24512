import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { parse } from 'yaml'

type Instruction = { name: string; rest: string }

/** Returns a Dockerfile's instructions by stage, without comments or line breaks, so that its steps can run where there is no Docker. */
export function stagesOf(recipe: string): Instruction[][] {
  const lines = recipe
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [name = ''] = line.split(' ')
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, rest: line.slice(name.length + 1) })
  }
  return stages
}

/** Returns the environment that the ENV instructions of an image set. */
export function imageSettings(instructions: readonly Instruction[]): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(' '))
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Where the recipe puts the finished programs. */
const programsInRecipe = '/programs'

/**
 * Builds the programs of all images with the first stage of a Dockerfile's text. Empties `source` and `programs` in the folder, copies what
 * git tracks to `source`, and builds into `programs`, whose path it returns. Throws with the output if a command fails.
 */
export function buildPrograms(folder: string, { recipe, env }: { recipe: string; env: NodeJS.ProcessEnv }): string {
  const [source, programs] = [join(folder, 'source'), join(folder, 'programs')]
  for (const each of [source, programs]) {
    rmSync(each, { recursive: true, force: true })
    mkdirSync(each, { recursive: true })
  }
  const build = stagesOf(recipe)[0] ?? []
  const path = [dirname(process.execPath), env['PATH']].join(delimiter)
  const settings = { ...env, PATH: path, ...imageSettings(build) }
  for (const { name, rest } of build) {
    if (name === 'COPY') for (const place of rest.split(' ').slice(0, -1)) copyKnown(place, source)
    if (name !== 'RUN') continue
    run(rest.replaceAll(programsInRecipe, programs), { cwd: source, env: settings })
  }
  return programs
}

const outputBytesMax = 64 * 1024 ** 2

/** Runs a shell command. Shows its output only if it fails. */
function run(command: string, opts: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const options = { ...opts, encoding: 'utf8' as const, maxBuffer: outputBytesMax }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options)
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`)
}

/** Copies a file or the files of a folder. Leaves out files that git does not track, because a fresh checkout lacks them. */
function copyKnown(path: string, targetFolder: string): void {
  const listed = execFileSync('git', ['ls-files', '--', path], { cwd: repositoryRoot, maxBuffer: outputBytesMax })
  for (const file of listed.toString().split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(targetFolder, file)), { recursive: true })
    cpSync(join(repositoryRoot, file), join(targetFolder, file))
  }
}

/** Returns the text of a file in `docker/`, which installations copy. */
export const dockerFile = (name: string): string => readFileSync(join(repositoryRoot, 'docker', name), 'utf8')

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

/** Returns the services of a Compose file, with the variables in their environment filled in. */
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

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?error}` as Compose does. */
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

/** Returns the variables that `docker/generate-env.sh` writes into `folder`, with new secrets, as for an operator who follows the guide. */
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

/** Creates the database, and each login's role and schema with the statements of `docker/postgres/init.sh`, without `psql`. */
export async function provision(serverUrl: string, urls: readonly URL[]): Promise<void> {
  const [, statements] = /(do \$provision\$.*\$provision\$;)/s.exec(dockerFile('postgres/init.sh')) ?? []
  if (statements === undefined) throw new Error('docker/postgres/init.sh has no block that makes a schema')
  const database = urls[0]?.pathname.slice(1) ?? ''
  await onServer(serverUrl, (admin) => admin.query(`create database ${escapeIdentifier(database)}`))
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  await onServer(url.href, async (admin) => {
    for (const { username, password } of urls) {
      await admin.query(`create role ${escapeIdentifier(username)} login password ${escapeLiteral(password)}`)
      const names = `select set_config('provision.schema', $1, false), set_config('provision.role', $1, false)`
      await admin.query(names, [username])
      await admin.query(statements)
    }
  })
}

/** Runs `work` with a connection to a Postgres server, closing it afterward even if the work fails. */
async function onServer(url: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await work(admin).finally(() => admin.end())
}
