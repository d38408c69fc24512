import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'

export type Instruction = { name: string; rest: string }

/** Returns a Dockerfile's instructions by stage, without comments or line breaks. */
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

export function imageSettings(instructions: readonly Instruction[]): Record<string, string> {
  const pairs = instructions.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(' '))
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Where the recipe puts the finished programs. */
const programsInRecipe = '/programs'

/**
 * Builds the programs of all images with the recipe's first stage. Copies files to `source` and builds into `programs`. Returns the path of
 * `programs`.
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

function run(command: string, opts: { cwd: string; env: NodeJS.ProcessEnv }): void {
  const options = { ...opts, encoding: 'utf8' as const, maxBuffer: outputBytesMax }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options)
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`)
}

/** Copies only the tracked files in a folder, as in a fresh checkout. */
function copyKnown(place: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '--', place], { cwd: repositoryRoot, maxBuffer: outputBytesMax })
  for (const file of listed.toString().split('\n').filter(Boolean)) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(repositoryRoot, file), join(to, file))
  }
}

export const dockerFile = (name: string): string => readFileSync(join(repositoryRoot, 'docker', name), 'utf8')
