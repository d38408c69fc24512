import type { BusEvent } from '@posthorn/contracts'
import type { CommittedEvent, StreamPosition } from '../bus.ts'
import { messageIdOf, PublishError } from '../publication.ts'
import { acknowledgedBy } from '../stream.ts'
import type { Twin } from './twins.fixture.ts'

export type Message = { seq: number; id: string; lines: string }

type Held = { deliveries: number; dueAtMs: number }

export type Consumer = { delivered: number; held: Map<number, Held> }

type Stream = {
  epoch: string
  lastSeq: number
  messages: Map<number, Message>
  ids: Map<string, { seq: number; atMs: number }>
  consumers: Map<string, Consumer>
}

const ackWaitMs = 8_000
const duplicateWindowMs = 120_000
export const oversizedBytes = 5_000

/** Models the behavior of JetStream that the protocol relies on, including every way it may lose, repeat or refuse messages. */
export class ModelBroker {
  isUp = true
  isFull = false
  hasGoneBack = false
  #epochs = 0
  #stream: Stream
  #copy: Stream | undefined
  readonly #services: readonly string[]
  readonly #twin: Twin | undefined

  constructor(services: readonly string[], twin: Twin | undefined) {
    this.#services = services
    this.#twin = twin
    this.#stream = this.#create()
  }

  #create(): Stream {
    this.#epochs += 1
    return { epoch: `epoch ${this.#epochs}`, lastSeq: 0, messages: new Map(), ids: new Map(), consumers: new Map() }
  }

  publish(events: readonly CommittedEvent[]): { seq: number; isRepeated: boolean } {
    const lines = events.map(({ payload }) => payload).join('\n')
    if (!this.isUp) throw new PublishError('unavailable', 'down')
    if (lines.length > oversizedBytes)
      throw new PublishError(this.#twin === 'a refused event waits' ? 'unavailable' : 'refused', 'too large')
    const { ids, messages } = this.#stream
    const id = messageIdOf(events.map((event) => event.id))
    const known = ids.get(id)
    if (known && Date.now() - known.atMs < duplicateWindowMs) return { seq: known.seq, isRepeated: true }
    if (this.isFull) throw new PublishError('unavailable', 'maximum bytes exceeded')
    this.#stream.lastSeq += 1
    const seq = this.#stream.lastSeq
    messages.set(seq, { seq, id, lines })
    ids.set(id, { seq, atMs: Date.now() })
    return { seq, isRepeated: false }
  }

  position(): StreamPosition {
    this.#refuseWhenDown()
    const { epoch, lastSeq, messages, consumers } = this.#stream
    const firstSeq = this.#firstSeq()
    const holes: number[] = []
    for (let seq = firstSeq; seq <= lastSeq; seq++) if (!messages.has(seq)) holes.push(seq)
    const states = [...consumers].map(([name, { delivered, held }]) => ({
      config: { durable_name: name },
      ack_floor: { stream_seq: held.size > 0 ? Math.min(...held.keys()) - 1 : delivered },
      num_ack_pending: held.size,
      num_pending: [...messages.keys()].filter((seq) => seq > delivered).length,
    }))
    return {
      epoch,
      isInMemory: true,
      firstSeq: this.#twin === 'nobody looks at the first sequence' ? 1 : firstSeq,
      lastSeq,
      holes: this.#twin === 'nobody looks at holes' ? [] : holes,
      ...acknowledgedBy(states, { expected: this.#services, lastSeq }),
      isConsumerBeyondEnd: [...consumers.values()].some(({ delivered }) => delivered > lastSeq),
      fill: this.isFull ? 1 : 0,
    }
  }

  #firstSeq(): number {
    const { messages, lastSeq } = this.#stream
    return messages.size > 0 ? Math.min(...messages.keys()) : lastSeq + 1
  }

  #refuseWhenDown(): void {
    if (!this.isUp) throw new PublishError('unavailable', 'down')
  }

  messageIds(after: number, upTo: number): Map<number, string> {
    this.#refuseWhenDown()
    const found = [...this.#stream.messages.values()].filter(({ seq }) => seq > after && seq <= upTo)
    return new Map(found.map(({ seq, id }) => [seq, id]))
  }

  eventIdsAt(seq: number): Set<string> {
    this.#refuseWhenDown()
    return new Set(eventsOf(this.#stream.messages.get(seq)?.lines).map(({ id }) => id))
  }

  removeUpTo(upTo: number): void {
    this.#refuseWhenDown()
    for (const seq of this.#stream.messages.keys()) if (seq <= upTo) this.#stream.messages.delete(seq)
  }

  renew(epoch: string): void {
    this.#refuseWhenDown()
    if (this.#stream.epoch === epoch && this.#twin !== 'a stream that went back stays') this.#stream = this.#create()
  }

  /** Delivers the next message to a service: one whose acknowledgment is overdue, or a new one. */
  deliver(service: string): { message: Message; deliveries: number; epoch: string } | undefined {
    const { consumers, messages, epoch } = this.#stream
    const consumer = consumers.get(service) ?? { delivered: 0, held: new Map<number, Held>() }
    consumers.set(service, consumer)
    const { held } = consumer
    for (const seq of held.keys()) if (!messages.has(seq)) held.delete(seq)
    const again = [...held].find(([, { dueAtMs }]) => dueAtMs <= Date.now())?.[0]
    const fresh = [...messages.keys()].toSorted((a, b) => a - b).find((seq) => seq > consumer.delivered)
    const message = messages.get(again ?? fresh ?? 0)
    if (!message) return undefined
    const deliveries = (held.get(message.seq)?.deliveries ?? 0) + 1
    held.set(message.seq, { deliveries, dueAtMs: Date.now() + ackWaitMs })
    consumer.delivered = Math.max(consumer.delivered, message.seq)
    return { message, deliveries, epoch }
  }

  /** Processes a service's response: acknowledged, more time needed, or redeliver after a pause. */
  settle(service: string, { seq, epoch, againAfterMs }: { seq: number; epoch: string; againAfterMs?: number }): void {
    const held = this.#stream.consumers.get(service)?.held
    const own = held?.get(seq)
    if (!this.isUp || epoch !== this.#stream.epoch || !own) return
    if (againAfterMs === undefined) held?.delete(seq)
    else own.dueAtMs = Date.now() + againAfterMs
  }

  keepCopy(): void {
    this.#copy = structuredClone(this.#stream)
  }

  /** Restores the copy: all of it, or the messages without the consumers' positions. A copy of an earlier stream is ignored. */
  goBack(what: 'all' | 'messages'): void {
    if (!this.#copy || this.#copy.epoch !== this.#stream.epoch) return
    this.hasGoneBack = true
    const { consumers } = this.#stream
    this.#stream = structuredClone(this.#copy)
    if (what === 'messages') this.#stream.consumers = consumers
  }

  wipe(): void {
    this.#stream = this.#create()
  }

  /** Loses the messages that `choose` picks from all sequences. */
  lose(choose: (seqs: number[]) => number[]): void {
    const { messages } = this.#stream
    for (const seq of choose([...messages.keys()].toSorted((a, b) => a - b))) messages.delete(seq)
  }
}

export function eventsOf(lines: string | undefined): BusEvent[] {
  return lines === undefined ? [] : lines.split('\n').map((line) => JSON.parse(line) as BusEvent)
}
