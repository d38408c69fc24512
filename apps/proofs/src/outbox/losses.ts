import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '@posthorn/testkit/system'
import { connect, type JetStreamManager } from 'nats'
import { brokenInvariants, invariantText, startLoad } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'
import { OwnBroker } from './broker.ts'

/**
 * B6: the broker loses all data, three times, under load. Promise: no event is lost when the broker repeatedly loses its whole store under
 * load.
 */
export async function wipedUnderLoad(fixture: ProofFixture): Promise<Outcome> {
  await using broker = await OwnBroker.start()
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 20, firstPhone: 43_000 })
  const wipes = 3
  for (let wipe = 0; wipe < wipes; wipe++) {
    await pause(5_000)
    await broker.kill()
    await broker.resume({ wiped: true })
  }
  await pause(5_000)
  const sent = await load.stop()
  const accepted = sent.map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted, receivers: [webhook] })
  return all(`${wipes} times wiped, ${sent.length} accepted, ${invariantText(broken)}`, {
    'nothing lost or doubled': broken.length === 0,
  })
}

/**
 * B7: messages are deleted from the stream, and the stream is purged, while the event log is paused. Promise: no undelivered event is lost
 * when messages are deleted from the stream or it is purged.
 */
export async function deletedAndPurged(fixture: ProofFixture): Promise<Outcome> {
  await using broker = await OwnBroker.start()
  const system = await fixture.freshSystem({ NATS_URL: broker.url })
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 20, firstPhone: 44_000 })
  await pause(3_000)
  fixture.signal('webhooks', 'SIGSTOP')
  await pause(3_000)
  const deleted = await onEachStream(broker.url, deleteEachFifth)
  await pause(3_000)
  const purged = await onEachStream(broker.url, async ({ streams }, name) => (await streams.purge(name)).purged)
  fixture.signal('webhooks', 'SIGCONT')
  await pause(3_000)
  const sent = await load.stop()
  const accepted = sent.map(({ id }) => id)
  const broken = await brokenInvariants(fixture, system, { accepted, receivers: [webhook] })
  const measured = `${deleted} messages deleted, ${purged} purged, ${sent.length} accepted, ${invariantText(broken)}`
  return all(measured, {
    'something was lost': deleted > 0 && purged > 0,
    'nothing lost or doubled': broken.length === 0,
  })
}

/** Runs `work` on each stream, as an operator could, and returns the sum of its results. */
export async function onEachStream(
  url: string,
  work: (jsm: JetStreamManager, stream: string) => Promise<number>,
): Promise<number> {
  const nc = await connect({ servers: url })
  try {
    const jsm = await nc.jetstreamManager()
    let sum = 0
    for await (const { config } of jsm.streams.list()) sum += await work(jsm, config.name)
    return sum
  } finally {
    await nc.close()
  }
}

/** Deletes each fifth message of a stream, so that the broker has lost some and kept others. Returns how many it deleted. */
async function deleteEachFifth({ streams }: JetStreamManager, name: string): Promise<number> {
  const { first_seq: first, last_seq: last } = (await streams.info(name)).state
  let deleted = 0
  for (let seq = first; seq <= last; seq += 5)
    if (await streams.deleteMessage(name, seq).catch(() => false)) deleted += 1
  return deleted
}
