import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const repositoryRoot: string = resolve(import.meta.dirname, '../../../..')

/** Returns `node`'s arguments from a repository's `start` script: flags, then the program. */
function startArguments(repository: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

export type Ended = { exitCode: number | null; stdout: string; stderr: string }

/** The launcher as a separate process, as `pnpm start` runs it. */
export class Launcher {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  #stdout = ''
  #stderr = ''

  constructor(env: Record<string, string>, args: readonly string[] = [], repository = repositoryRoot) {
    this.child = spawn(process.execPath, [...startArguments(repository), ...args], {
      cwd: repository,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text))
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text))
    // An aborted test run leaves nothing behind.
    const kill = () => this.child.kill('SIGKILL')
    process.once('exit', kill)
    this.child.once('exit', () => process.off('exit', kill))
    this.ended = new Promise((resolve) => {
      this.child.once('close', (exitCode) => resolve({ exitCode, stdout: this.#stdout, stderr: this.#stderr }))
    })
  }

  /** What the launcher has printed so far, on both streams. */
  get output(): string {
    return `${this.#stdout}${this.#stderr}`
  }

  /** Returns whether the launcher has exited or was killed. */
  hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }
}

/** Returns the tests' environment without variables that would affect the launcher. */
export function environment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}
