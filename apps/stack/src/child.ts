import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { inTime } from './host.ts'
import type { Mortal } from './keep-running.ts'

/** One of our programs as a separate process. */
export type Child = Mortal & { process: ChildProcess }

/** The program with preceding Node flags, its environment and streams. */
export type ChildOptions = {
  program: string
  flags?: readonly string[]
  env: Record<string, string>
  stdio: StdioOptions
}

const running = new Set<ChildProcess>()

// A launcher that ends without a graceful stop leaves no process behind, not even a hanging one.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program in its own session: Ctrl-C reaches only the launcher, which stops everything in order. */
export function startChild({ program, flags = [], env, stdio }: ChildOptions): Child {
  const child = spawn(process.execPath, [...flags, '--conditions=source', program], { env, stdio, detached: true })
  running.add(child)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  void exited.then(() => running.delete(child))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    if (await inTime(exited)) return
    child.kill('SIGKILL')
    await exited
  }
  return { process: child, pid: child.pid ?? 0, exited, stop }
}
