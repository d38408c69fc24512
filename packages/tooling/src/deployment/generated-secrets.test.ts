import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const docker = fileURLToPath(new URL('../../../../docker', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'posthorn-secrets-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('docker/generate-env.sh gives each password and secret a text of its own that NATS cannot read as a number', () => {
  for (const file of ['generate-env.sh', '.env.example']) copyFileSync(join(docker, file), join(folder, file))
  execFileSync('sh', [join(folder, 'generate-env.sh')], { stdio: 'ignore' })
  const lines = readFileSync(join(folder, '.env'), 'utf8').matchAll(/^\w+_(?:PASSWORD|SECRET)=(.*)$/gm)
  const secrets = [...lines].map(([, secret = '']) => secret)
  expect(secrets.length).toBeGreaterThanOrEqual(15)
  expect(new Set(secrets).size).toBe(secrets.length)
  for (const secret of secrets) expect(secret).toMatch(/^[a-z][\da-f]{64}$/)
})
