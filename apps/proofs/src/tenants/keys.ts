import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createClients } from '@posthorn/client'
import { until } from '@posthorn/testkit'
import { eachOf, newKey, type RunningSystem, startReplica } from '@posthorn/testkit/system'
import { ask, usualLimits } from '../limits/rates.ts'
import { quantile } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'

/** Revokes a key as an operator, without the start-up time of a command. Returns when it was requested. */
async function revoke(system: RunningSystem, id: string): Promise<number> {
  const { urls, credential } = system.run
  const clients = createClients({ urls, credential, timeoutMs: 15_000 })
  const begun = Date.now()
  try {
    await clients.gateway.workspaceKeys.revoke.mutate({ id: id as never }, clients.calling({ scopes: ['operator'] }))
    return begun
  } finally {
    await clients.close()
  }
}

/** Uses a key 20 times a second and records when it last worked. */
function asking(url: string, key: string): { lastTakenAt(): number; stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true })
  let last = 0
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const begun = Date.now()
      const { status } = await ask(agent, url, { method: 'GET', path: '/v1/me', key })
      if (status === 200) last = begun
      await pause(50)
    }
  })()
  return {
    lastTakenAt: () => last,
    async stop() {
      stopped = true
      await running
      agent.destroy()
    },
  }
}

/** Uses a new key at several gateways and revokes it. Returns how many milliseconds after the revocation it last worked. */
async function lastTakenAfter(system: RunningSystem, urls: string[], waitMs: number): Promise<number> {
  const { id, key } = await newKey(system)
  const all = urls.map((url) => asking(url, key))
  await until(() => all.every(({ lastTakenAt }) => lastTakenAt() > 0), { describe: 'the key to be taken' })
  await pause(500)
  const revokedAt = await revoke(system, id)
  await pause(waitMs)
  await Promise.all(all.map(({ stop }) => stop()))
  return Math.max(0, ...all.map(({ lastTakenAt }) => lastTakenAt() - revokedAt))
}

/** H5: a revoked key at two gateways, with and without the bus. Promise: every gateway rejects a revoked key at once. */
export async function revokedKey(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const second = await startReplica(system, 'gateway')
  const urls = [system.url, second.edgeUrl]
  const withBus = await lastTakenAfter(system, urls, 2_500)
  fixture.signal('nats', 'SIGSTOP')
  const without = await lastTakenAfter(system, urls, 7_000).finally(() => fixture.signal('nats', 'SIGCONT'))
  const { id, key } = await newKey(system)
  await revoke(system, id)
  await fixture.killAndWait('gateway')
  await system.ready()
  const { status } = await system.call('GET', '/v1/me', { key })
  await second.end()
  return all(`last taken ${withBus} ms after, ${without} ms without NATS; ${status} after a restart`, {
    'within 1 s': withBus <= 1_000,
    'within 5 s without NATS': without <= 5_000,
    'refused after a restart': status === 401,
  })
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Returns random characters that keys can have. */
const random = (length: number) => Array.from({ length }, () => letters[Math.floor(Math.random() * 62)]).join('')

/** H7: someone guesses keys. Promise: addresses that guess keys are limited; holders of valid keys are not. */
export async function guessedKeys(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(usualLimits)
  const { key } = await newKey(system)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const elsewhere = new Agent({ keepAlive: true })
  const valid: { status: number; tookMs: number }[] = []
  let trying = true
  const customer = (async () => {
    while (trying) {
      const begun = performance.now()
      const { status } = await ask(elsewhere, system.url, { method: 'GET', path: '/v1/me', key, from: '127.0.0.2' })
      valid.push({ status, tookMs: performance.now() - begun })
      await pause(50)
    }
  })()
  const guesses = 10_000
  const prefix = system.account.key.split('_').slice(0, 2).join('_')
  const begun = performance.now()
  const statuses = await eachOf(guesses, 32, async (i) => {
    const guess = i % 2 === 0 ? random(50) : `${prefix}_${random(12)}_${random(38)}`
    return (await ask(agent, system.url, { method: 'GET', path: '/v1/me', key: guess, from: '127.0.0.1' })).status
  })
  const seconds = (performance.now() - begun) / 1_000
  trying = false
  await customer
  agent.destroy()
  elsewhere.destroy()
  const tried = statuses.filter((status) => status === 401).length
  const throttled = statuses.filter((status) => status === 429).length
  const fine = valid.filter(({ status }) => status === 200).length
  const most = Math.ceil((200 + 20 * seconds) * 1.05)
  const p99 = quantile(
    valid.map(({ tookMs }) => tookMs),
    0.99,
  )
  const measured = `${guesses} guesses in ${seconds.toFixed(1)} s: ${tried} × 401 (at most ${most}), ${throttled} × 429; a valid key from elsewhere ${fine} of ${valid.length}, p99 ${p99} ms`
  return all(measured, {
    throttled: tried + throttled === guesses && tried <= most,
    'a valid key is unaffected': fine === valid.length,
  })
}
