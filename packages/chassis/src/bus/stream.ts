import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import type { StreamPosition } from './bus.ts'

/** Oldest server with consumers that filter several subjects and a stream that pushes back. */
const serverVersionMin = [2, 10] as const
const hourMs = 3_600_000
const streamAgeMs = 72 * hourMs
/** What the stream may reserve, the most that the server's disk allows: a full stream pushes back into the outbox. */
const streamBytesChoices = [2 * 1024 ** 3, 256 * 1024 ** 2, 32 * 1024 ** 2] as const
const duplicateWindowMs = 120_000

/** Messages that a consumer may hold without having acknowledged them. */
export const ackPendingMax = 256

const streamConfig = {
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  max_age: nanos(streamAgeMs),
  discard: DiscardPolicy.New,
  duplicate_window: nanos(duplicateWindowMs),
}

/** Makes the stream if it is not there, as large as the server lets it be. */
export async function ensureStream(
  { streams }: JetStreamManager,
  { name, subjects }: { name: string; subjects: string[] },
): Promise<void> {
  try {
    await streams.info(name)
    return
  } catch (err) {
    if (!isNotFound(err)) throw err
  }
  for (const [i, max_bytes] of streamBytesChoices.entries()) {
    try {
      await streams.add({ ...streamConfig, name, subjects, max_bytes })
      return
    } catch (err) {
      const tooLarge = err instanceof Error && /insufficient storage/i.test(err.message)
      if (!tooLarge || i === streamBytesChoices.length - 1) throw err
    }
  }
}

/** Where the stream stands, and what it lacks. */
export async function positionOf({ streams }: JetStreamManager, name: string): Promise<StreamPosition> {
  const info = await streams.info(name)
  const { last_seq: lastSeq, num_deleted: holeCount } = info.state
  const detailed = holeCount > 0 ? await streams.info(name, { deleted_details: true }) : info
  return { epoch: info.created, lastSeq, holes: detailed.state.deleted ?? [] }
}

/** A durable consumer of some subjects; `ackWaitMs`: how long what a dead process held waits for another. */
export type DurableConsumer = { name: string; subjects: string[]; ackWaitMs: number }

/** Makes the durable consumer, or brings it up to date. */
export async function ensureConsumer(
  { consumers }: JetStreamManager,
  stream: string,
  { name, subjects, ackWaitMs }: DurableConsumer,
): Promise<void> {
  const filters = { filter_subjects: subjects }
  const limits = { ack_wait: nanos(ackWaitMs), max_ack_pending: ackPendingMax, max_deliver: -1 }
  try {
    await consumers.info(stream, name)
    await consumers.update(stream, name, { ...filters, ...limits })
  } catch (err) {
    if (!isNotFound(err)) throw err
    const fixed = { durable_name: name, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
    await consumers.add(stream, { ...fixed, ...filters, ...limits })
  }
}

/** Refuses a server that lacks what the stream needs. */
export function refuseOldServer(nc: NatsConnection): void {
  const version = nc.info?.version ?? '0.0'
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > serverVersionMin[0] || (major === serverVersionMin[0] && minor >= serverVersionMin[1])) return
  throw new Error(`NATS ${version} is too old; Posthorn needs ${serverVersionMin.join('.')} or newer`)
}

function isNotFound(err: unknown): boolean {
  return /not found/i.test(err instanceof Error ? err.message : '')
}
