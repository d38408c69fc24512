import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { inTime } from './host.ts'
import type { Mortal } from './keep-running.ts'

/** A program of ours as a process of its own. */
export type Child = Mortal & { process: ChildProcess }

/** The program with flags of Node before it, its environment and streams. */
export type ChildOptions = {
  program: string
  flags?: readonly string[]
  env: Record<string, string>
  stdio: StdioOptions
}

const running = new Set<ChildProcess>()

// A launcher that ends without an orderly stop leaves no process behind, not even one that hangs.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program. It is in a session of its own: Ctrl-C reaches the launcher only, which stops all in order. */
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
