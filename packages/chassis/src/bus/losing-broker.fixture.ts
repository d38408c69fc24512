import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceName } from '@posthorn/contracts'
import { type RunningNats, startNats } from '@posthorn/embedded'
import { type Proxy, startProxy, until } from '@posthorn/test-servers'
import { connect, type JetStreamManager, StorageType, type StreamState } from 'nats'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'

const services: ServiceName[] = ['contacts', 'groups', 'webhooks']
const busName = 'losing'
const streamName = 'LOSING'

/** Several services on a broker that can lose data in every known way. Each publishes, and each consumes all events. */
export type LosingBroker = AsyncDisposable & {
  announce(service: number, events: number): Promise<void>
  cutOff(service: number): Promise<void>
  reconnect(service: number): Promise<void>
  restartService(service: number): Promise<void>
  keepCopy(): Promise<void>
  /** Restores the copy: all of it, or the messages without the consumers. */
  goBack(what: 'all' | 'messages'): Promise<void>
  /** Kills the broker as a power failure would, and restarts it. */
  restartBroker(): Promise<void>
  wipe(): Promise<void>
  /** `purge` removes the first `share` of the messages. `deleteMessages` removes one in every `1 / share`. */
  purge(share: number): Promise<void>
  deleteMessages(share: number): Promise<void>
  deleteStream(): Promise<void>
  /** Returns announced events that at least one service has never applied, or has applied more than once. */
  unsettled(): Promise<string[]>
  stream(): Promise<{ messages: number; last_seq: number }>
}

/**
 * Starts a broker and services. A stream stored in a file can be rolled back. An in-memory stream, which is what services create, restarts
 * empty.
 */
export async function startLosingBroker(storage: `${StorageType}`): Promise<LosingBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-losing-'))
  const dataDir = join(folder, 'nats')
  const copyDir = join(folder, 'copy')
  let nats: RunningNats = await startNats({ dataDir })
  const { port } = nats
  const byHand = async <T>(work: (jsm: JetStreamManager) => Promise<T>): Promise<T> => {
    const nc = await connect({ servers: nats.url })
    try {
      return await work(await nc.jetstreamManager())
    } finally {
      await nc.close()
    }
  }
  if (storage === StorageType.File)
    await byHand(async ({ streams }) => {
      await streams.add({ name: streamName, subjects: [`${busName}.events.>`], storage: StorageType.File })
    })
  const proxies = await Promise.all(services.map(() => startProxy(nats.url)))
  const probes = await Promise.all(
    services.map((name, i) => {
      const env = { NATS_URL: (proxies[i] as Proxy).url, BUS_CONSUMERS: services.join(',') }
      return startProbe({ name, busName, env })
    }),
  )
  const probeAt = (service: number) => probes[service % services.length] as Probe
  const proxyAt = (service: number) => proxies[service % services.length] as Proxy
  const announced = new Set<string>()
  const whileStopped = async (change: () => void) => {
    nats.kill()
    await nats.exited
    await nats.stop()
    change()
    nats = await startNats({ dataDir, port })
  }
  await Promise.all(
    probes.map(async (probe) => {
      for (const id of await probe.announce(1)) announced.add(id)
    }),
  )
  const unsettled = async () => {
    const faults: string[] = []
    for (const [i, probe] of probes.entries()) {
      const effects = await probe.effects()
      const once = new Set(effects)
      if (once.size !== effects.length) faults.push(`${services[i]} applied ${effects.length - once.size} twice`)
      const lacking = [...announced].filter((id) => !once.has(id))
      if (lacking.length > 0) faults.push(`${services[i]} lacks ${lacking.length} of ${announced.size}: ${lacking[0]}`)
    }
    return faults
  }
  await until(async () => (await unsettled()).length === 0)
  return {
    async announce(service, events) {
      for (const id of await probeAt(service).announce(events)) announced.add(id)
    },
    async cutOff(service) {
      await proxyAt(service).refuse()
    },
    reconnect: (service) => proxyAt(service).resume(),
    restartService: (service) => probeAt(service).fixture.restart(),
    keepCopy: () =>
      whileStopped(() => {
        rmSync(copyDir, { recursive: true, force: true })
        cpSync(join(dataDir, 'jetstream'), copyDir, { recursive: true })
      }),
    goBack: (what) => whileStopped(() => putBack({ copyDir, storeDir: join(dataDir, 'jetstream'), what })),
    restartBroker: () => whileStopped(() => {}),
    wipe: () => whileStopped(() => rmSync(join(dataDir, 'jetstream'), { recursive: true, force: true })),
    purge: (share) =>
      byHand(async ({ streams }) => {
        const { first_seq, last_seq } = await stateIn(streams)
        await streams.purge(streamName, { seq: first_seq + Math.ceil((last_seq - first_seq + 1) * share) })
      }),
    deleteMessages: (share) =>
      byHand(async ({ streams }) => {
        const { first_seq, last_seq } = await stateIn(streams)
        const step = Math.max(1, Math.round(1 / share))
        for (let seq = first_seq; seq <= last_seq; seq += step)
          await streams.deleteMessage(streamName, seq).catch(() => {})
      }),
    deleteStream: () =>
      byHand(async ({ streams }) => {
        await stateIn(streams)
        await streams.delete(streamName)
      }),
    unsettled,
    stream: () => byHand(({ streams }) => stateIn(streams)),
    async [Symbol.asyncDispose]() {
      for (const probe of probes) await probe[Symbol.asyncDispose]()
      for (const proxy of proxies) await proxy.stop()
      await nats.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until services have created the stream, because an in-memory stream is gone after a restart. Returns the stream's state. */
async function stateIn(streams: JetStreamManager['streams']): Promise<StreamState> {
  return (await until(() => streams.info(streamName))).state
}

/** Restores a copy of the store. With `messages`, each stream keeps its current consumers. */
function putBack({ copyDir, storeDir, what }: { copyDir: string; storeDir: string; what: 'all' | 'messages' }): void {
  if (!existsSync(copyDir)) return
  if (what === 'all') {
    rmSync(storeDir, { recursive: true, force: true })
    cpSync(copyDir, storeDir, { recursive: true })
    return
  }
  const streams = join('$G', 'streams')
  for (const name of readdirSync(join(copyDir, streams))) {
    rmSync(join(storeDir, streams, name, 'msgs'), { recursive: true, force: true })
    cpSync(join(copyDir, streams, name, 'msgs'), join(storeDir, streams, name, 'msgs'), { recursive: true })
  }
}
