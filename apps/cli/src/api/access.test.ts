import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeLogin } from './access.ts'

it('a login that cannot be stored leaves the earlier one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-login-'))
  const env = { POSTHORN_CONFIG: join(folder, 'login.json') }
  try {
    writeLogin(env, { url: 'http://one', key: 'ph_live_one' })
    mkdirSync(join(folder, `login.json.${process.pid}`))
    expect(() => writeLogin(env, { url: 'http://two', key: 'ph_live_two' })).toThrow()
    expect(readFileSync(join(folder, 'login.json'), 'utf8')).toContain('ph_live_one')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
