import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { createServer as createTcpServer } from 'node:net'
import os from 'node:os'
import { otherNameCertificate, startDnsServer, tlsKey } from '@posthorn/test-servers'
import { afterEach, describe, expect, it } from 'vitest'
import { ExchangeError } from './index.ts'
import { closeAll, closing, fetcher, listening, serve } from './vetted-fetch.fixture.ts'

afterEach(closeAll)

/** Gives this machine other addresses, such as public ones, until the end of the test. */
function haveAddresses(addresses: string[]): void {
  const { networkInterfaces } = os
  const replace = (by: () => object) => {
    Object.assign(os, { networkInterfaces: by })
    syncBuiltinESMExports()
  }
  replace(() => ({ eth0: addresses.map((address) => ({ address })) }))
  closing.push(async () => replace(networkInterfaces))
}

/** Addresses that lead into a private network, other than a single private IPv4 address. */
const innerZone =
  `0:0:0:0:0:0:0:1 fd00:0:0:0:0:0:0:1 fec0:0:0:0:0:0:0:1 fe80:0:0:0:0:0:0:1 64:ff9b:0:0:0:0:a01:203 64:ff9b:1:0:0:0:a01:203
  2002:a01:203:0:0:0:0:0 2001:0:4136:e378:8000:63bf:3fff:fdd2 169.254.169.254 93.184.216.35,fd00:0:0:0:0:0:0:1`
    .split(/\s+/)
    .map((way, i) => [`inner-${i}.example`, way.split(',')] as const)

describe('the vetted fetch where private addresses are not allowed', () => {
  it('one private answer among public ones refuses the name at the dial, and nothing is hit', async () => {
    let hits = 0
    const port = await listening(createTcpServer(() => (hits += 1)))
    await using dns = await startDnsServer({
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'inside.example': ['10.0.0.8'],
    })
    const { post } = fetcher({ allowPrivate: false, dnsServers: [dns.address] })
    for (const host of ['mixed.example', 'inside.example'])
      await expect(post(`https://${host}:${port}/`)).rejects.toMatchObject({ reason: 'dns', bytesWritten: false })
    await expect(post(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'not_allowed' })
    expect(hits).toBe(0)
  })

  it('a name of our network, or with an own address however it is spelled, passes creation and fails the dial within 2.5 s as one that does not exist', async () => {
    haveAddresses(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
    await using dns = await startDnsServer({
      'own.example': ['93.184.216.34'],
      'mapped.example': ['::ffff:93.184.216.34'],
      'six.example': ['2606:2800:0220:0001:0248:1893:25c8:1946'],
      'inside.example': ['10.1.2.3'],
      'inside-mapped.example': ['::ffff:10.1.2.3'],
      ...Object.fromEntries(innerZone),
      'broken.example': 'servfail',
      'silent.example': 'silence',
      'empty.example': [],
    })
    const refused = { count: 0, add: () => void (refused.count += 1) }
    const { post, vet } = fetcher({
      allowPrivate: false,
      dnsServers: [dns.address],
      metrics: { counter: () => refused },
    })
    const outcomeOf = async (name: string) => {
      await vet(`https://${name}.example/`)
      const failed = await post(`https://${name}.example/`).catch((err: ExchangeError) => err)
      if (!(failed instanceof ExchangeError)) throw new Error(`${name} was reached`)
      const { reason, message, cause } = failed
      return { reason, message, cause }
    }
    const ofInner = innerZone.map(([name]) => name.replace('.example', ''))
    const ofOurs = ['own', 'mapped', 'six', 'inside', 'inside-mapped', ...ofInner]
    const started = performance.now()
    const outcomes = await Promise.all([...ofOurs, 'unknown', 'broken', 'silent', 'empty'].map(outcomeOf))
    expect(performance.now() - started).toBeLessThan(2_500)
    for (const outcome of outcomes)
      expect(outcome).toEqual({ reason: 'dns', message: 'no public address was found for the name' })
    expect(refused.count).toBe(ofOurs.length)
  })

  it('a name that turns private after its creation is refused at the next dial', async () => {
    const zone = { 'turning.example': ['93.184.216.34'] }
    await using dns = await startDnsServer(zone)
    const { post, vet } = fetcher({ allowPrivate: false, dnsServers: [dns.address] })
    await vet('https://turning.example/')
    zone['turning.example'] = ['127.0.0.1']
    await expect(post('https://turning.example/')).rejects.toMatchObject({ reason: 'dns', bytesWritten: false })
  })

  it.each(['http', 'https'])('of the addresses of a name over %s, one that accepts is reached', async (scheme) => {
    const tls = { key: tlsKey, cert: otherNameCertificate }
    const answer: RequestListener = (_, res) => void res.end('ok')
    const port = await listening(scheme === 'https' ? createTlsServer(tls, answer) : createServer(answer))
    await using dns = await startDnsServer({ 'hooks.test': ['127.0.0.2', '127.0.0.3', '127.0.0.1'] })
    const { post } = fetcher({ dnsServers: [dns.address], ca: otherNameCertificate })
    expect((await post(`${scheme}://hooks.test:${port}/`)).status).toBe(200)
  })

  it('of many addresses of a name, four are tried, of both families if it has both', async () => {
    const port = await listening(createServer((_, res) => void res.end('ok')))
    const others = Array.from({ length: 50 }, (_, i) => `127.0.1.${i + 1}`)
    await using dns = await startDnsServer({
      'fourth.test': [...others.slice(0, 3), '127.0.0.1', ...others.slice(3)],
      'fifth.test': [...others.slice(0, 4), '127.0.0.1'],
      'both.test': [others[0] as string, '127.0.0.1', ...others, '2001:db8::1', '2001:db8::2', '2001:db8::3'],
    })
    const { post } = fetcher({ dnsServers: [dns.address] })
    for (const host of ['fourth.test', 'both.test']) expect((await post(`http://${host}:${port}/`)).status).toBe(200)
    await expect(post(`http://fifth.test:${port}/`)).rejects.toMatchObject({ bytesWritten: false })
  })

  it('localhost is the loopback address even where no name server answers', async () => {
    const url = await serve((_, res) => res.end('ok'))
    const { post } = fetcher({ dnsServers: ['127.0.0.1:1'] })
    expect((await post(url.replace('127.0.0.1', 'localhost'))).status).toBe(200)
  })

  it('a chain of twenty names and a thousand answers take less than 2.5 s of CPU, a private one among them refuses all', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `93.184.${i >> 8}.${i & 255}`)
    await using dns = await startDnsServer({
      'chain.example': { through: 20, to: ['93.184.216.34'] },
      'inward.example': { through: 20, to: ['127.0.0.1'] },
      'many.example': many,
      'hidden.example': [...many, '10.0.0.8'],
    })
    const { post } = fetcher({ allowPrivate: false, dnsServers: [dns.address], connectTimeoutMs: 50 })
    const begun = process.threadCpuUsage()
    const refused = []
    // One after the other: together, they compete with the name server in this process.
    for (const name of ['chain', 'many', 'inward', 'hidden']) {
      const failed = await post(`https://${name}.example/`).catch((err: ExchangeError) => err)
      if (failed instanceof ExchangeError && failed.reason === 'dns') refused.push(name)
    }
    expect(refused).toEqual(['inward', 'hidden'])
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1_000).toBeLessThan(2_500)
  })
})
