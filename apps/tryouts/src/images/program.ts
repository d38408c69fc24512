import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { residentMb } from '@posthorn/embedded'
import { environment } from '@posthorn/testkit/system'

/** A running program, started the way a container from its image would start it. */
export type Program = {
  url: string
  /** A gateway's public URL. */
  edgeUrl: string | undefined
  startMs: number
  residentMb(): number
  stop(): Promise<number | null>
}

export async function startProgram(folder: string, env: Record<string, string>): Promise<Program> {
  const begun = performance.now()
  const child = spawn(process.execPath, [join('dist', 'main.js')], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const { url, edgeUrl } = await ready(child, folder)
  return {
    url,
    edgeUrl: edgeUrl ?? undefined,
    startMs: performance.now() - begun,
    residentMb: () => residentMb(child.pid ?? 0),
    stop: () => stop(child),
  }
}

function ready(child: ChildProcess, folder: string): Promise<{ url: string; edgeUrl?: string | null }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }))
    child.once('exit', (code) => reject(new Error(`${folder} ended with ${code} before it was ready`)))
  })
}

function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  child.kill('SIGTERM')
  return ended
}
