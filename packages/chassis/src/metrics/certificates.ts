import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ChassisConfig } from '../config.ts'
import type { Metrics } from '../metrics.ts'

type Certificates = Pick<ChassisConfig, 'NATS_CA' | 'NATS_CERT' | 'DATABASE_CA_FILE'>

const endOfCertificate = '-----END CERTIFICATE-----'

/** Measures how long the configured certificates remain valid; for a file with several, the first to expire. */
export function watchCertificates(metrics: Metrics, { NATS_CA, NATS_CERT, DATABASE_CA_FILE }: Certificates): void {
  const texts = { NATS_CA, NATS_CERT, DATABASE_CA_FILE: DATABASE_CA_FILE && readFileSync(DATABASE_CA_FILE, 'utf8') }
  const expiries = Object.entries(texts).flatMap(([setting, text]) =>
    text ? [{ setting, at: firstExpiry(text) }] : [],
  )
  const name = 'certificate_remaining_seconds'
  const help = 'How long the certificate of a setting is still valid'
  metrics.collect({ [name]: [help, 'setting'] }, async () =>
    expiries.map(({ setting, at }) => ({ name, value: (at - Date.now()) / 1000, labels: { setting } })),
  )
}

function firstExpiry(pem: string): number {
  const each = pem.split(endOfCertificate).slice(0, -1)
  return Math.min(...each.map((text) => Date.parse(new X509Certificate(`${text}${endOfCertificate}`).validTo)))
}
