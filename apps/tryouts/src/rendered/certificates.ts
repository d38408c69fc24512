import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

export type Certificates = { authority: string; certificate: string; key: string }

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']

export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  mkdirSync(folder, { recursive: true })
  const [authority, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')]
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')]
  const request = (name: string, files: readonly string[]) =>
    execFileSync('openssl', ['req', '-x509', ...curve, '-subj', `/CN=${name}`, ...files], { stdio: 'pipe' })
  request('Example authority', ['-keyout', authorityKey, '-out', authority])
  const alternatives = names.map((name) => `${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}`).join(',')
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-addext', 'basicConstraints=critical,CA:false']
  request('servers', [...signed, '-addext', `subjectAltName=${alternatives}`, '-keyout', key, '-out', certificate])
  return { authority, certificate, key }
}
