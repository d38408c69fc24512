import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import type { StreamPosition } from './bus.ts'

const bytesDefault = 1024 ** 3
/** Sizes to try if the broker can't reserve memory for the requested one. */
const smallerBytesChoices = [256 * 1024 ** 2, 32 * 1024 ** 2] as const
const duplicateWindowMs = 120_000

/** Maximum number of unacknowledged messages per consumer. */
export const ackPendingMax = 256

export type StreamOptions = {
  name: string
  subjects: string[]
  /** Default: 1 GiB for a new stream; an existing one keeps its size. */
  bytesMax?: number | undefined
  /** Number of cluster servers that store the stream. Default: 1 for a new stream; an existing one keeps its number. */
  replicas?: number | undefined
  /** Default: memory for a new stream on one server, files on several; an existing one keeps its storage. */
  storage?: StorageType
  consumers: readonly string[]
}

/**
 * Messages don't expire: each stays until all consumers have acknowledged it. When the stream is full, events wait in the outboxes. On a
 * single server, the stream is in memory, because the outboxes still have everything that a restart loses.
 */
const streamConfig = {
  retention: RetentionPolicy.Limits,
  max_age: 0,
  discard: DiscardPolicy.New,
  duplicate_window: nanos(duplicateWindowMs),
}

/**
 * Creates the stream, or updates the size and replicas of an existing one. An in-memory stream that gets replicas is deleted and recreated on
 * disk. If the broker has too little memory, a new stream is smaller, and an existing one keeps its size.
 */
export async function ensureStream(jsm: JetStreamManager, options: StreamOptions): Promise<void> {
  const { streams } = jsm
  const { name, subjects } = options
  const wanted = { ...streamConfig, name, subjects }
  const present = await streams.info(name).catch((err: unknown) => {
    if (isNotFound(err)) return undefined
    throw err
  })
  const bytesMax = options.bytesMax ?? present?.config.max_bytes ?? bytesDefault
  const num_replicas = options.replicas ?? present?.config.num_replicas ?? 1
  // An in-memory consumer that loses two of its three servers forgets its position and reports that nothing is left to deliver.
  const isReplicated = num_replicas > 1
  if (isReplicated && present?.config.storage === StorageType.Memory)
    return renewStream(jsm, { ...options, storage: StorageType.File }, present.created)
  const storage = present?.config.storage ?? options.storage ?? (isReplicated ? StorageType.File : StorageType.Memory)
  if (present?.config.max_bytes === bytesMax && present.config.num_replicas === num_replicas) return
  const smaller = smallerBytesChoices.filter((bytes) => bytes < bytesMax)
  const sizes = [bytesMax, ...(present ? [present.config.max_bytes] : smaller)]
  for (const [i, max_bytes] of sizes.entries()) {
    try {
      const config = { ...wanted, storage, num_replicas, max_bytes }
      await (present ? streams.update(name, config) : streams.add(config))
      return
    } catch (err) {
      const isTooLarge = err instanceof Error && /insufficient (memory|storage)/i.test(err.message)
      if (!isTooLarge || i === sizes.length - 1) throw err
    }
  }
}

/** Deletes the stream together with its consumers, and recreates it, if it still has this epoch: another service may have done so already. */
export async function renewStream(jsm: JetStreamManager, options: StreamOptions, epoch: string): Promise<void> {
  const { created, config } = await jsm.streams.info(options.name)
  if (created !== epoch) return
  await jsm.streams.delete(options.name)
  await ensureStream(jsm, { ...options, storage: options.storage ?? config.storage })
}

/** Reads the stream's state before its consumers' state, so that everything they acknowledged was already in the stream. */
export async function positionOf(
  { streams, consumers }: JetStreamManager,
  { name, consumers: expected }: StreamOptions,
): Promise<StreamPosition> {
  const info = await streams.info(name)
  const { first_seq: firstSeq, last_seq: lastSeq, num_deleted: holeCount, bytes } = info.state
  const all: ConsumerInfo[] = []
  for await (const consumer of consumers.list(name)) all.push(consumer)
  const detailed = holeCount > 0 ? await streams.info(name, { deleted_details: true }) : info
  return {
    epoch: info.created,
    isInMemory: info.config.storage === StorageType.Memory,
    firstSeq,
    lastSeq,
    holes: detailed.state.deleted ?? [],
    ...acknowledgedBy(all, { expected, lastSeq }),
    isConsumerBeyondEnd:
      all.some(({ delivered }) => delivered.stream_seq > lastSeq) && (await isBeyondEnd(streams, name, all)),
    fill: bytes / Math.max(1, info.config.max_bytes),
  }
}

/** Returns whether a consumer is past the end. Asks again: it may have received messages that came after the stream was read. */
async function isBeyondEnd(
  streams: JetStreamManager['streams'],
  streamName: string,
  consumers: ConsumerInfo[],
): Promise<boolean> {
  const { last_seq: lastSeq } = (await streams.info(streamName)).state
  return consumers.some(({ delivered }) => delivered.stream_seq > lastSeq)
}

/**
 * Returns the sequence up to which all durable consumers have acknowledged; 0 while an expected consumer doesn't exist. `slowest`: the consumer
 * that is furthest behind; null if all are at the end.
 */
export function acknowledgedBy(
  consumers: readonly ConsumerState[],
  { expected, lastSeq }: { expected: readonly string[]; lastSeq: number },
): Pick<StreamPosition, 'acknowledgedSeq' | 'slowest'> {
  const floors = new Map(expected.map((name) => [name, 0]))
  for (const consumer of consumers) {
    const name = consumer.config.durable_name
    if (name !== undefined) floors.set(name, acknowledgedSeqOf(consumer, lastSeq))
  }
  const acknowledgedSeq = Math.min(lastSeq, ...floors.values())
  const slowest = [...floors].find(([, floor]) => floor === acknowledgedSeq && floor < lastSeq)
  return { acknowledgedSeq, slowest: slowest?.[0] ?? null }
}

/** A consumer's ack floor stays at the last message of its kinds. If none of those are left, the consumer has processed all messages. */
const acknowledgedSeqOf = ({ ack_floor, num_ack_pending, num_pending }: ConsumerState, lastSeq: number): number =>
  num_pending === 0 && num_ack_pending === 0 ? lastSeq : ack_floor.stream_seq

type ConsumerState = Pick<ConsumerInfo, 'num_ack_pending' | 'num_pending'> & {
  ack_floor: { stream_seq: number }
  config: { durable_name?: string }
}

/**
 * Creates the durable consumer, or updates its subjects and limits. A new one gets everything in the stream. Redelivery is unlimited,
 * because the inbox decides when an event is dead.
 */
export async function ensureConsumer(
  { consumers }: JetStreamManager,
  stream: string,
  { name, subjects, ackWaitMs }: { name: string; subjects: string[]; ackWaitMs: number },
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

/** Returns whether the broker said that a stream, consumer or message doesn't exist. */
export const isNotFound = (err: unknown): boolean =>
  /not found|no message found/i.test(err instanceof Error ? err.message : '')
