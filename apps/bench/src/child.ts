import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A small server in a separate process, so that its CPU cost isn't counted as ours. */
export type Child = AsyncDisposable & {
  url: string
  ask<T>(question: unknown): Promise<T>
}

/** Starts a program from this folder. The first message that the program sends is its port. */
export async function startChild(program: string, env: Record<string, string> = {}): Promise<Child> {
  const child = fork(join(import.meta.dirname, program), {
    execArgv: ['--conditions=source'],
    env: { ...process.env, ...env },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}`,
    async ask<T>(question: unknown) {
      child.send(question as object)
      const [answer] = (await once(child, 'message')) as [T]
      return answer
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
