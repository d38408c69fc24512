import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, repositoryRoot } from '@posthorn/testkit/system'

type Outcome = { exitCode: number | null; stdout: string; stderr: string }

type Running = { stdout(): string; stderr(): string; stop(): Promise<number | null>; kill(): Promise<number | null> }

/** The `posthorn` command, packed and installed into an empty project, with its own login file. */
export class PackedCommand implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'posthorn-command-'))
  readonly program = join(this.folder, 'node_modules/@posthorn/cli/dist/packed/posthorn.mjs')

  constructor() {
    pnpm(join(repositoryRoot, 'apps/cli'), ['pack', '--pack-destination', this.folder])
    const [tarball = ''] = readdirSync(this.folder)
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true }')
    pnpm(this.folder, ['add', '--offline', '--ignore-workspace', `./${tarball}`])
  }

  /** The environment of commands. The login is kept in the test's folder, not in the home of the person who runs the test. */
  get env(): Record<string, string> {
    return { ...environment(), POSTHORN_CONFIG: join(this.folder, 'login.json') }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Runs a command to its end. */
  async run(...args: string[]): Promise<Outcome> {
    const { child, output } = this.#spawn(args)
    const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { exitCode, ...output }
  }

  /** Runs a command that must succeed, and returns its JSON. */
  async json<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    const { exitCode, stdout, stderr } = await this.run(...args, '--json')
    if (exitCode !== 0) throw new Error(`posthorn ${args.join(' ')} ended with ${exitCode}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  /** Starts a command that runs until it is stopped, such as `listen`. */
  start(...args: string[]): Running {
    const { child, output } = this.#spawn(args)
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
    const end = (signal: 'SIGINT' | 'SIGKILL') => {
      child.kill(signal)
      return closed
    }
    return {
      stdout: () => output.stdout,
      stderr: () => output.stderr,
      stop: () => end('SIGINT'),
      kill: () => end('SIGKILL'),
    }
  }

  /** Starts the command, and collects what it prints. */
  #spawn(args: readonly string[]) {
    const child = spawn(process.execPath, [this.program, ...args], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    return { child, output }
  }
}

/** Runs the package manager that is running this test, or else the pinned one. */
export function pnpm(cwd: string, args: readonly string[]): void {
  const { npm_execpath: current = '' } = process.env
  const [tool, before] = current.endsWith('pnpm') ? [current, []] : ['npx', ['-y', 'pnpm@12.21.0']]
  execFileSync(tool, [...before, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}
