import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { parse } from 'pg-connection-string'
import { ConfigError } from '../config.ts'

/** Modes of TLS as psql knows them, without those that fall back to plain text. `require` does not verify the server, unless its authority is named. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * Returns the URL of Postgres with the TLS that holds for each connection: `sslmode` of the URL as psql reads it, and the authority of
 * `caFile`. With an authority and without a mode the server is verified.
 *
 * @throws ConfigError when the mode is another one, or the authority is missing or unreadable.
 */
export function withDatabaseTls(url: string, caFile: string | undefined): string {
  const [place = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  const mode = parameters.get('sslmode') ?? (caFile === undefined ? undefined : 'verify-full')
  if (mode === undefined) return url
  if (!modes.includes(mode)) throw new ConfigError(`DATABASE_URL: sslmode must be one of ${modes.join(', ')}`)
  if (mode === 'verify-ca' && caFile === undefined)
    throw new ConfigError('DATABASE_CA_FILE: name the authority that sslmode=verify-ca verifies')
  if (caFile !== undefined && mode !== 'disable') parameters.set('sslrootcert', readable(caFile))
  parameters.set('sslmode', mode)
  parameters.set('uselibpqcompat', 'true')
  return `${place}?${parameters}`
}

/** Returns the TLS options of a URL for a driver that reads no parameters of it; false for plain text. */
export function tlsOf(url: string): ConnectionOptions | false {
  const { ssl } = parse(url)
  return typeof ssl === 'object' ? (ssl as ConnectionOptions) : false
}

function readable(caFile: string): string {
  try {
    readFileSync(caFile)
    return caFile
  } catch (err) {
    const { code = 'unknown error' } = err as NodeJS.ErrnoException
    throw new ConfigError(`DATABASE_CA_FILE: ${caFile} cannot be read: ${code}`)
  }
}
