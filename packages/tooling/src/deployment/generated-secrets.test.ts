import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const docker = fileURLToPath(new URL('../../../../docker', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'posthorn-secrets-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const valuesOf = (file: string) =>
  new Map([...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

function generate(): Map<string, string> {
  for (const file of ['generate-env.sh', '.env.example']) copyFileSync(join(docker, file), join(folder, file))
  rmSync(join(folder, '.env'), { force: true })
  execFileSync('sh', [join(folder, 'generate-env.sh')], { stdio: 'ignore' })
  return valuesOf(join(folder, '.env'))
}

it('docker/generate-env.sh gives each password and secret a text of its own that NATS cannot read as a number', () => {
  const example = valuesOf(join(docker, '.env.example'))
  const generated = [...generate()].filter(([name, value]) => value !== example.get(name) && name !== 'MASTER_KEYS')
  const secrets = generated.map(([, secret]) => secret)
  expect(secrets.length).toBeGreaterThanOrEqual(15)
  expect(new Set(secrets).size).toBe(secrets.length)
  for (const secret of secrets) expect(secret).toMatch(/^[a-z][\da-f]{64}$/)
})

it('docker/generate-env.sh writes nothing without openssl', () => {
  generate()
  rmSync(join(folder, '.env'))
  const [sh, PATH] = [execFileSync('sh', ['-c', 'command -v sh'], { encoding: 'utf8' }).trim(), join(folder, 'bin')]
  mkdirSync(PATH)
  symlinkSync('/usr/bin/dirname', join(PATH, 'dirname'))
  const { status, stderr } = spawnSync(sh, [join(folder, 'generate-env.sh')], { env: { PATH }, encoding: 'utf8' })
  expect({ status, stderr, isWritten: existsSync(join(folder, '.env')) }).toEqual({
    status: 1,
    stderr: 'openssl is needed\n',
    isWritten: false,
  })
})

// An optional secret, such as one of an identity provider, has an owner outside; with a random one, a program refuses to start.
it('docker/generate-env.sh fills in all that compose.yaml requires, and nothing that is optional', () => {
  const example = valuesOf(join(docker, '.env.example'))
  const compose = readFileSync(join(docker, 'compose.yaml'), 'utf8')
  const required = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
  const values = generate()
  const missing = [...required].filter((name) => values.get(name) === '')
  const invented = [...values].filter(([name, value]) => !required.has(name) && value !== example.get(name))
  expect({ missing, invented }).toEqual({ missing: [], invented: [] })
})
