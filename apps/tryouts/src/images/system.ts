import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { type Program, startProgram } from './program.ts'
import type { ComposeServers } from './servers.ts'

/** The built programs, their settings from Compose, and their servers. */
export type BuiltInstallation = {
  folder: string
  programs: string
  /** The recipe's settings for every image. */
  image: Record<string, string>
  /** Compose's settings by program. */
  compose: ReadonlyMap<string, Record<string, string>>
  servers: ComposeServers
}

/** Starts the simulator, the services, then the gateway, by Compose's names; returns them by name. */
export async function startPrograms(installation: BuiltInstallation): Promise<Map<string, Program>> {
  const { compose, servers } = installation
  const running = new Map<string, Program>()
  const port = String(await freePort())
  const places = new Map([
    ['postgres:5432', `127.0.0.1:${servers.postgres.port}`],
    ['nats:4222', `127.0.0.1:${servers.nats.port}`],
    ['gateway:3000', `127.0.0.1:${port}`],
  ])
  const start = async (name: string, env: Record<string, string> = {}) => {
    const program = await startProgram(join(installation.programs, name), {
      ...settingsOf(installation, name, places),
      ...env,
    })
    running.set(name, program)
    places.set(name === 'simulator' ? 'simulator:4010' : `${name}:4000`, new URL(program.url).host)
    return program
  }
  await start('simulator', { PORT: '0' })
  const behind = [...compose.keys()].filter((name) => name !== 'simulator' && name !== 'gateway')
  await Promise.all(behind.map((name) => start(name)))
  // Its defaults are Compose's names, which don't resolve here.
  const addresses = behind.map((name) => [`${name.toUpperCase()}_URL`, running.get(name)?.url ?? ''])
  await start('gateway', { ...Object.fromEntries(addresses), PORT: port })
  return running
}

/** A host and port in a URL, not in a password before it. */
const hostAt = (place: string): RegExp => new RegExp(`(?<=@|//)${place}(?=[/,]|$)`, 'g')

/** Settings of image and Compose, with local hosts and folders. */
function settingsOf(
  { folder, image, compose }: BuiltInstallation,
  name: string,
  places: ReadonlyMap<string, string>,
): Record<string, string> {
  const data = join(folder, 'data', name)
  mkdirSync(data, { recursive: true })
  const here = (value: string) =>
    [...places]
      .reduce((text, [place, address]) => text.replaceAll(hostAt(place), address), value)
      .replace('0.0.0.0', '127.0.0.1')
      .replace(/^\/data\b/, data)
  const given = Object.entries({ ...image, ...compose.get(name) }).map(([key, value]) => [key, here(value)])
  return { ...Object.fromEntries(given), HOST: '127.0.0.1', RPC_PORT: '0', ALLOW_PRIVATE_ADDRESSES: 'true' }
}
