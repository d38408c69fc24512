import { type ChassisConfig, ConfigError } from './config.ts'
import { parseCredentials } from './credentials.ts'

/** Letters a secret of 32 random ones has at least, but for odds no one meets. */
const differentMin = 10
const wellKnown = /example|change-?me|secret|password|test|default/i

/**
 * Refuses secrets that come from an example: a master key of few different bytes, a credential of few different characters or with a
 * word in it.
 *
 * @throws ConfigError that names the settings, never the secrets.
 */
export function refuseKnownSecrets({ MASTER_KEYS, SERVICE_CREDENTIALS }: ChassisConfig): void {
  const keys = MASTER_KEYS.split(',').map((pair) => Buffer.from(pair.slice(pair.indexOf(':') + 1), 'base64'))
  const secrets = [...parseCredentials(SERVICE_CREDENTIALS).values()].map(({ secret }) => secret)
  const faults = [
    ...(keys.some((key) => new Set(key).size < differentMin) ? ['MASTER_KEYS: holds a key that is not random'] : []),
    ...(secrets.some((secret) => new Set(secret).size < differentMin || wellKnown.test(secret))
      ? ['SERVICE_CREDENTIALS: holds a secret that is not random']
      : []),
  ]
  if (faults.length > 0) throw new ConfigError(`Unsafe settings:\n  ${faults.join('\n  ')}`)
}
