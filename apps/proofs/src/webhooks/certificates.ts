import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expiredCertificate, localhostCertificate } from '@posthorn/testkit'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-prove-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A file of certificates that the system under proof trusts: so what it refuses is refused for another reason. */
export const trustedCertificates: string = join(folder, 'certificates.pem')
writeFileSync(trustedCertificates, [localhostCertificate, expiredCertificate].join('\n'))
