import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunFile } from '@posthorn/client'
import { type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

const packages = ['contracts', 'client']
const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
const examples = ['follow-events.ts', 'upload-file.ts']

/** Runs a command in a folder. If it fails, the error includes its output. */
function run(folder: string, [tool, ...args]: [string, ...string[]], env: NodeJS.ProcessEnv = {}): string {
  const all = { ...process.env, ...env }
  return execFileSync(tool, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: all })
}

/** Runs the package manager that is running this test, or else the pinned one. */
function pnpm(folder: string, args: readonly string[]): void {
  const { npm_execpath: current = '' } = process.env
  if (current.endsWith('pnpm')) run(folder, [current, ...args])
  else run(folder, ['npx', '-y', 'pnpm@12.21.0', ...args])
}

/** Replaces registry packages with locally installed ones, because tests run offline. */
function overridesOf(tarballs: readonly string[]): Record<string, string> {
  const own = packages.map((name) => [`@posthorn/${name}`, `file:./${tarballs.find((each) => each.includes(name))}`])
  const others = packages.flatMap((name) => {
    const folder = join(repositoryRoot, 'packages', name)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    return Object.keys(dependencies)
      .filter((each) => !each.startsWith('@posthorn/'))
      .map((each) => [each, `link:${join(folder, 'node_modules', each)}`])
  })
  return Object.fromEntries([...own, ...others])
}

function installClient(folder: string): void {
  run(repositoryRoot, [tsc, '-b', 'packages/client/tsconfig.build.json'])
  for (const name of packages) pnpm(join(repositoryRoot, 'packages', name), ['pack', '--pack-destination', folder])
  const overrides = overridesOf(readdirSync(folder))
  const dependencies = { '@posthorn/client': overrides['@posthorn/client'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }))
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify({ overrides }))
  pnpm(folder, ['install', '--offline'])
  for (const name of examples)
    copyFileSync(join(repositoryRoot, 'apps/docs/examples/internal-team', name), join(folder, name))
}

function settingsOf({ dataDir, account }: RunningSystem): Record<string, string> {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as unknown
  const { urls } = read('run.json') as RunFile
  const { credentials } = read('secrets.json') as { credentials: Record<string, string> }
  return {
    CREDENTIAL: `team:${credentials['team']}`,
    WORKSPACE: account.workspace,
    MESSAGING_URL: urls['messaging'] ?? '',
    WEBHOOKS_URL: urls['webhooks'] ?? '',
  }
}

export function typedClient(system: () => RunningSystem): void {
  test('the typed client is packed and installed into an empty project, where the examples compile, upload a file, send it and follow the events', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-client-'))
    try {
      installClient(folder)
      const types = ['--typeRoots', join(repositoryRoot, 'node_modules/@types'), '--types', 'node']
      const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', ...types]
      run(folder, [tsc, ...flags, ...examples])

      const settings = settingsOf(system())
      writeFileSync(join(folder, 'hours.txt'), 'Opening hours: 9 to 17')
      const upload = () => run(folder, [process.execPath, 'upload-file.ts', 'hours.txt', '+4915120000449'], settings)
      const sent = JSON.parse(upload()) as { file: string; message: string }
      expect([sent.file, sent.message]).toEqual([expect.stringMatching(/^file_/), expect.stringMatching(/^msg_/)])

      const following = spawn(process.execPath, ['follow-events.ts', '0'], {
        cwd: folder,
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const closed = once(following, 'close')
      const sequences: number[] = []
      for await (const line of createInterface(following.stdout)) {
        const event = JSON.parse(line) as { sequence: number; event: string; data: { id?: string } }
        sequences.push(event.sequence)
        if (event.event === 'message:out' && event.data.id === sent.message) break
      }
      following.kill('SIGTERM')
      expect(await closed).toEqual([0, null])
      expect(sequences).toEqual(sequences.map((_, i) => (sequences[0] ?? 0) + i))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
