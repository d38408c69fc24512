import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningPostgres } from '@posthorn/embedded'
import { until } from '@posthorn/testkit'
import { type Container, type ImageSource, type RunningContainer, startContainer } from './container.ts'
import { addresses, type Network } from './network.ts'

/** The manifests' containers, with their values unchanged. */
export type Rendered = {
  name: string
  /** NATS, and the provider's simulator. */
  servers: Container[]
  /** Containers that run to completion before the processes start. */
  jobs: Container[]
  processes: Container[]
  publicUrl: string
  operator: string
}

/** Returns a rendering's Postgres URLs, each with one process's login. */
export const loginsOf = ({ processes }: Rendered): URL[] => {
  const urls = processes.map(({ env }) => env['DATABASE_URL'] ?? '')
  return [...new Set(urls)].map((url) => new URL(url))
}

export type Installation = AsyncDisposable & {
  rendered: Rendered
  postgres: RunningPostgres
  running: ReadonlyMap<string, RunningContainer>
  run(container: Container): Promise<string>
}

type InstallationSetup = {
  folder: string
  network: Network
  source: ImageSource
  postgres: RunningPostgres
  say(line: string): void
}

/** Starts the servers, then runs each job to completion, then starts all processes and waits until each is ready. */
export async function startInstallation(rendered: Rendered, place: InstallationSetup): Promise<Installation> {
  const { folder, network, source, say } = place
  const logs = join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  const running = new Map<string, RunningContainer>()
  const start = (container: Container) => {
    const started = startContainer(container, { address: network.join(container.name, container.names), source, logs })
    running.set(container.name, started)
    return started
  }
  const leave = async (container: RunningContainer) => {
    const code = await container.stop()
    running.delete(container.container.name)
    network.leave(container.container.name)
    return code
  }
  const run = async (container: Container) => {
    const started = start(container)
    const code = await started.exited
    await leave(started)
    if (code !== 0) throw new Error(`${container.name} ended with ${code}:\n${lastOf(started)}`)
    return started.log()
  }
  const ready = async (container: Container) => {
    const begun = performance.now()
    await becomesReady(start(container))
    say(`  ${container.name}: ready after ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  }
  const [loginUrl] = loginsOf(rendered)
  network.name(addresses.postgres, [loginUrl?.hostname ?? ''])
  const end = async () => void (await Promise.all([...running.values()].map(leave)))
  try {
    await Promise.all(rendered.servers.map(ready))
    for (const job of rendered.jobs) {
      await run(job)
      say(`  ${job.name}: done`)
    }
    await Promise.all(rendered.processes.map(ready))
  } catch (error) {
    await end()
    throw error
  }
  return { rendered, running, run, postgres: place.postgres, [Symbol.asyncDispose]: end }
}

/** Returns the end of a container's log, for the message of a failure. */
const lastOf = (container: RunningContainer): string => container.log().split('\n').slice(-15).join('\n')

/** Waits until a container reports that it is ready. Fails with the end of its log if it ends before or takes too long. */
async function becomesReady(container: RunningContainer): Promise<void> {
  const { name, probe } = container.container
  const ended = container.exited.then((code) => {
    throw new Error(`${name} ended with ${code} before it was ready:\n${lastOf(container)}`)
  })
  const url = `http://${container.address}:${probe.port}${probe.path}`
  const answers = until(async () => (await fetch(url)).ok, { timeoutMs: 300_000, describe: `${name} to be ready` })
  await Promise.race([
    ended,
    answers.catch((error: Error) => Promise.reject(new Error(`${error.message}\n${lastOf(container)}`))),
  ])
}
