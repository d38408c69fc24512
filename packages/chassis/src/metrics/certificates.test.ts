import { expiredCertificate, localhostCertificate } from '@posthorn/test-servers'
import { expect, it } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { watchCertificates } from './process.ts'

it('the time that certificates are still valid is measured, by the one in a file that expires first', async () => {
  const metrics = createMetrics()
  watchCertificates(metrics, {
    NATS_CA: localhostCertificate,
    NATS_CERT: `${localhostCertificate}\n${expiredCertificate}\n`,
    DATABASE_CA_FILE: undefined,
  })
  const text = await metrics.text()
  const remaining = (setting: string) =>
    Number(new RegExp(`certificate_remaining_seconds\\{setting="${setting}"\\} (\\S+)`).exec(text)?.[1])
  expect(remaining('NATS_CA')).toBeGreaterThan(86_400)
  expect(remaining('NATS_CERT')).toBeLessThan(0)
  expect(text).not.toContain('DATABASE_CA_FILE')
})
