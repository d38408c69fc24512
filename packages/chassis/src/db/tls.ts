import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { parse } from 'pg-connection-string'
import { ConfigError } from '../config-error.ts'

/** TLS modes of psql, except those that fall back to plain text. `require` verifies the server only with a given authority. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full']

/**
 * Adds TLS options to a Postgres URL: its `sslmode`, interpreted as in psql, and the certificate authority in `caFile`. If there is an
 * authority but no mode, the server is verified. `setting`: where the URL is from, for errors.
 *
 * @throws ConfigError if the mode is unknown, or missing with another TLS parameter, or if the authority is missing or unreadable.
 */
export function withDatabaseTls(url: string, caFile: string | undefined, setting = 'DATABASE_URL'): string {
  const [place = '', query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  const mode = parameters.get('sslmode') ?? (caFile === undefined ? undefined : 'verify-full')
  if (mode === undefined) {
    // Drivers disagree about what these mean on their own: some would connect in plain text.
    const vague = [...parameters.keys()].find((name) => name.startsWith('ssl'))
    if (vague) throw new ConfigError(`${setting}: ${vague} needs sslmode, one of ${modes.join(', ')}`)
    return url
  }
  if (!modes.includes(mode)) throw new ConfigError(`${setting}: sslmode must be one of ${modes.join(', ')}`)
  if (mode === 'verify-ca' && caFile === undefined)
    throw new ConfigError('DATABASE_CA_FILE: name the authority that sslmode=verify-ca verifies')
  if (caFile !== undefined && mode !== 'disable') parameters.set('sslrootcert', readablePath(caFile))
  parameters.set('sslmode', mode)
  // Without this, the driver takes `require` for `verify-full`.
  parameters.set('uselibpqcompat', 'true')
  return `${place}?${parameters}`
}

/**
 * Returns the TLS options in a URL from `withDatabaseTls`, because the ORM doesn't read URL parameters. False: plain text. Undefined: the
 * driver decides by `PGSSLMODE`, as on connections without the ORM.
 */
export const tlsOf = (url: string): ConnectionOptions | false | undefined =>
  parse(url).ssl as ConnectionOptions | false | undefined

/** Returns the path if the file can be read. Otherwise the start fails with the setting's name, rather than each connection later. */
function readablePath(caFile: string): string {
  try {
    readFileSync(caFile)
    return caFile
  } catch (err) {
    const { code = 'unknown error' } = err as NodeJS.ErrnoException
    throw new ConfigError(`DATABASE_CA_FILE: ${caFile} cannot be read: ${code}`)
  }
}
