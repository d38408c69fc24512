import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningNats, startNats } from '@posthorn/embedded'
import { localhostCertificate, natsUrl, otherNameCertificate, tlsKey, until } from '@posthorn/test-servers'
import { connect } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { startProbe } from '../testing/probe.fixture.ts'
import { openBus } from './nats.ts'
import { loginOptions } from './nats-stream.ts'

let folder: string
let broker: RunningNats

const openOn = (url: string, ca?: string) =>
  openBus({ url, tls: { ca }, name: 'login', service: 'test', log: createLog('test', 'silent') })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-login-'))
  writeFileSync(join(folder, 'cert.pem'), localhostCertificate)
  writeFileSync(join(folder, 'key.pem'), tlsKey)
  const configuration = `
authorization { users: [{ user: "test", password: "a b/c" }] }
tls { cert_file: "${folder}/cert.pem", key_file: "${folder}/key.pem", handshake_first: auto }`
  broker = await startNats({ dataDir: join(folder, 'nats'), configuration })
})
afterAll(async () => {
  await broker.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns whether the broker refused, or the connection was abandoned, without the bus ever connecting. */
async function isRefused(url: string, ca?: string): Promise<boolean> {
  const lines: string[] = []
  const log = createLog('test', 'silent')
  log.warn = ((_: unknown, msg: string) => void lines.push(msg)) as typeof log.warn
  const bus = openBus({ url, tls: { ca }, name: 'login', service: 'test', log })
  await until(() => bus.connected() || lines.includes('bus.connect_failed'), { timeoutMs: 30_000 })
  const refused = !bus.connected()
  await bus.close()
  return refused
}

it('a reason why NATS cannot be reached is a warning once, however many tries fail for it', async () => {
  const lines: string[] = []
  const log = createLog('test', 'silent')
  for (const level of ['warn', 'debug'] as const) log[level] = (() => void lines.push(level)) as typeof log.warn
  const bus = openBus({ url: 'nats://127.0.0.1:1', tls: {}, name: 'login', service: 'test', log })
  await until(() => lines.length >= 3, { timeoutMs: 30_000 })
  await bus.close()
  expect(lines.slice(0, 3)).toEqual(['warn', 'debug', 'debug'])
})

it('a broker that is too old keeps no connection of the tries that fail for it', async () => {
  let open = 0
  const old = createServer((socket) => {
    open += 1
    socket.on('error', () => {})
    socket.on('close', () => {
      open -= 1
    })
    socket.on('data', (data) => {
      if (data.includes('PING')) socket.write('PONG\r\n')
    })
    socket.write('INFO {"server_id":"old","version":"2.1.0","proto":1,"headers":true,"max_payload":1048576}\r\n')
  })
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
  const { port } = old.address() as AddressInfo
  const errors: unknown[] = []
  const log = createLog('test', 'silent')
  for (const level of ['warn', 'debug'] as const)
    log[level] = ((fields: unknown) => void errors.push((fields as { err: unknown }).err)) as typeof log.warn
  const bus = openBus({ url: `nats://127.0.0.1:${port}`, tls: {}, name: 'login', service: 'test', log })
  await until(() => errors.length >= 3 && open <= 1, { timeoutMs: 30_000 })
  await bus.close()
  old.close()
  expect(String(errors[0])).toContain('too old')
})

it('the users of docker/nats/users.conf may do what a service needs, and nothing on behalf of another', async () => {
  const users = readFileSync(new URL('../../../../docker/nats/users.conf', import.meta.url), 'utf8')
  const configuration = users.replaceAll(
    /\$(\w+)_NATS_PASSWORD/g,
    (_, name: string) => `secret-of-${name.toLowerCase()}`,
  )
  const guarded = await startNats({ dataDir: join(folder, 'guarded'), configuration })
  const urlOf = (user: string) => `nats://${user}:secret-of-${user}@127.0.0.1:${guarded.port}`
  {
    const env = { NATS_URL: urlOf('contacts'), BUS_CONSUMERS: 'contacts' }
    await using probe = await startProbe({ env, busName: 'posthorn' })
    const ids = await probe.announce(3)
    await until(async () => (await probe.effects()).length === 3, { timeoutMs: 30_000 })
    expect(await probe.effects()).toEqual(ids)
    // Services coordinate to remove messages that every consumer has acknowledged.
    const { stream } = probe.runtime().bus
    const isEmptied = async () => {
      const { firstSeq, lastSeq } = await stream.read()
      return lastSeq > 0 && firstSeq > lastSeq
    }
    await until(isEmptied, { timeoutMs: 90_000, describe: 'an empty stream' })
    const groups = await connect(loginOptions({ url: urlOf('groups') }))
    const refused = (async () => {
      for await (const { type, data } of groups.status()) if (type === 'error') return data
      return ''
    })()
    groups.publish('posthorn.nudge.contacts', 'relay')
    expect(await refused).toBe('PERMISSIONS_VIOLATION')
    await groups.close()
  }
  await guarded.stop()
})

describe('the login to NATS', () => {
  it('is taken from the address, over TLS with an authority that is named', async () => {
    const bus = openOn(`tls://test:a%20b%2Fc@localhost:${broker.port}`, localhostCertificate)
    await until(() => bus.connected(), { timeoutMs: 30_000 })
    await bus.close()
  })

  it('with a wrong password, or to a broker whose certificate no one vouches for, is refused', async () => {
    expect(await isRefused(`tls://test:wrong@localhost:${broker.port}`, localhostCertificate)).toBe(true)
    expect(await isRefused(`tls://test:a%20b%2Fc@localhost:${broker.port}`, otherNameCertificate)).toBe(true)
  })

  it('by tls:// to a broker without TLS is refused before anything is sent', async () => {
    expect(await isRefused(natsUrl().replace('nats://', 'tls://test:secret@'))).toBe(true)
  })

  it('names user and password, a token, or no one', () => {
    expect(loginOptions({ url: 'nats://a:b@one:4222,nats://two:4222' })).toEqual({
      servers: ['one:4222', 'two:4222'],
      user: 'a',
      pass: 'b',
    })
    expect(loginOptions({ url: 'nats://token@one:4222' })).toEqual({ servers: ['one:4222'], token: 'token' })
    expect(loginOptions({ url: 'nats://one' })).toEqual({ servers: ['one'] })
  })
})

it('a login that the broker refuses for a while works once it is accepted again', async () => {
  const dataDir = join(folder, 'refusing')
  const usersOf = (user: string) => `authorization { users: [{ user: "${user}", password: "p" }] }`
  const first = await startNats({ dataDir, configuration: usersOf('some') })
  const { port } = first
  let refusals = 0
  const log = createLog('test', 'silent')
  log.warn = ((_: unknown, msg: string) => void (refusals += Number(msg === 'bus.error'))) as typeof log.warn
  const bus = openBus({ url: `nats://some:p@127.0.0.1:${port}`, tls: {}, name: 'login', service: 'test', log })
  await until(() => bus.connected(), { timeoutMs: 30_000 })
  await first.stop()
  const without = await startNats({ dataDir, port, configuration: usersOf('other') })
  await until(() => refusals >= 2, { timeoutMs: 30_000 })
  await without.stop()
  const again = await startNats({ dataDir, port, configuration: usersOf('some') })
  await until(() => bus.connected(), { timeoutMs: 30_000 })
  await bus.close()
  await again.stop()
})

it('a subscription that the broker refuses is logged, because it gets nothing', async () => {
  const configuration =
    'authorization { users: [{ user: "some", password: "p", permissions: { subscribe: { deny: ["login.nudge.>", "login.events.>"] } } }] }'
  const strict = await startNats({ dataDir: join(folder, 'strict'), configuration })
  const refused: unknown[] = []
  const log = createLog('test', 'silent')
  log.warn = ((facts: { subject?: string }, msg: string) => {
    if (msg === 'bus.subscription_failed') refused.push(facts.subject)
  }) as typeof log.warn
  const bus = openBus({ url: `nats://some:p@127.0.0.1:${strict.port}`, tls: {}, name: 'login', service: 'test', log })
  bus.onNudge('test', () => {})
  bus.watch(['contact:updated'], () => {})
  await until(() => refused.length === 2, { timeoutMs: 30_000 })
  expect(refused).toEqual(expect.arrayContaining(['login.nudge.test', 'login.events.contact:updated']))
  await bus.close()
  await strict.stop()
})
