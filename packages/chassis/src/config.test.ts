import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chassisConfig, parseConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { periodsFrom } from './db/partitions.ts'

describe('settings', () => {
  it('name every problem at once', () => {
    const wrong = { ROLE: 'boss', MASTER_KEYS: 'short', SERVICE_CREDENTIALS: 'gateway:short', DATABASE_POOL: '0' }
    expect(() => parseConfig(chassisConfig, wrong)).toThrow(ConfigError)
    expect(() => parseConfig(chassisConfig, wrong)).toThrow(
      /DATABASE_URL[^]*DATABASE_POOL[^]*NATS_URL[^]*ROLE[^]*MASTER_KEYS[^]*SERVICE_CREDENTIALS/,
    )
  })

  it('take an empty or blank value as absent and ignore what is not theirs', () => {
    const shape = { A: z.string().default('a'), DAYS: z.coerce.number().default(30) }
    expect(parseConfig(shape, { A: '', DAYS: ' ', B: 'x' })).toEqual({ A: 'a', DAYS: 30 })
  })

  it('of a time refuse more than a day, because a longer timer fires at once', () => {
    const shape = Object.fromEntries(
      ['A_MS', 'B_SECONDS', 'C_TIMEOUT', 'D_DELAY'].map((name) => [name, z.coerce.number()]),
    )
    const day = { A_MS: '86400000', B_SECONDS: '86400', C_TIMEOUT: '86400000', D_DELAY: '86400000' }
    expect(parseConfig(shape, day)).toMatchObject({ A_MS: 86_400_000, B_SECONDS: 86_400 })
    const longer = { A_MS: '2147483648', B_SECONDS: '86400.5', C_TIMEOUT: 'Infinity', D_DELAY: '1e9' }
    for (const [name, value] of Object.entries(longer))
      expect(() => parseConfig(shape, { ...day, [name]: value })).toThrow(`${name}: must be at most 24 hours`)
  })

  it.each(['DATABASE_URL', 'DATABASE_DIRECT_URL'])('refuse an address that is not of a Postgres in %s', (name) => {
    for (const url of ['mysql://host/database', 'db.example.com', 'host:5432/database'])
      expect(() => parseConfig(chassisConfig, { [name]: url })).toThrow(`${name}: must be postgres://`)
  })

  it('refuse a NATS server without TLS beside one with it, because both get the password', () => {
    const problemOf = (url: string) => () => parseConfig(chassisConfig, { NATS_URL: url })
    for (const url of ['nats://u:p@one:4222,tls://two:4222', 'tls://u:p@one:4222,nats://two:4222', 'one:4222'])
      expect(problemOf(url)).toThrow('NATS_URL: must be nats://host:4222 or tls://host:4222')
    for (const url of ['nats://u:p@one:4222,nats://two:4222', 'tls://one:4222,tls://two:4222', 'nats://one'])
      expect(problemOf(url)).not.toThrow('NATS_URL')
  })
})

describe('a setting in a file', () => {
  const shape = { SECRET: z.string(), LEVEL: z.string().default('info') }
  let folder: string
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'settings-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has the content of the file without its last line break', () => {
    expect(parseConfig(shape, { SECRET_FILE: file('secret', 'a b\n') })).toEqual({ SECRET: 'a b', LEVEL: 'info' })
  })

  it('is refused beside the setting itself', () => {
    expect(() => parseConfig(shape, { SECRET: 'a', SECRET_FILE: file('twice', 'b') })).toThrow(/SECRET: is set twice/)
  })

  it('is refused once when its file cannot be read or is empty', () => {
    expect(() => parseConfig(shape, { SECRET_FILE: join(folder, 'missing') })).toThrow(/^Wrong[^\n]*\n[^\n]*ENOENT$/)
    expect(() => parseConfig(shape, { SECRET_FILE: file('empty', ' \n') })).toThrow(
      /SECRET_FILE cannot be read: it is empty/,
    )
  })
})

describe('partitions', () => {
  it('cover the present and coming periods without gaps, over the turn of a year', () => {
    const months = periodsFrom(Date.UTC(2026, 11, 31, 23), {
      table: 'message',
      prefix: 'msg',
      every: 'month',
      createInAdvance: 2,
    })
    expect(months.map(({ name }) => name)).toEqual(['message_2026_12', 'message_2027_01', 'message_2027_02'])
    expect(months.map(({ fromMs }) => fromMs).slice(1)).toEqual(months.map(({ toMs }) => toMs).slice(0, -1))
    const days = periodsFrom(Date.UTC(2026, 1, 28), {
      table: 'outbox',
      prefix: 'evt',
      every: 'day',
      createInAdvance: 1,
    })
    expect(days.map(({ name }) => name)).toEqual(['outbox_2026_02_28', 'outbox_2026_03_01'])
  })
})
