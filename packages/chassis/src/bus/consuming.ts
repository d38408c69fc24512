import { setTimeout as pause } from 'node:timers/promises'
import type { BusEvent } from '@posthorn/contracts'
import type { ConsumerMessages, JsMsg } from 'nats'
import type { Log } from '../log.ts'
import type { Bus, Delivered } from './bus.ts'

const resumePauseMs = 500

/** One durable consumption: gathers what arrives into batches; begins anew whenever the connection or the consumer was lost. */
export class Consuming {
  readonly #opts: Parameters<Bus['consume']>[0]
  readonly #begin: () => Promise<ConsumerMessages>
  readonly #log: Log
  #messages: ConsumerMessages | undefined
  #waiting: JsMsg[] = []
  #working: Promise<void> | undefined
  #stopped = false
  #starts = 0

  constructor(opts: Parameters<Bus['consume']>[0], begin: () => Promise<ConsumerMessages>, log: Log) {
    this.#opts = opts
    this.#begin = begin
    this.#log = log
  }

  busy(): boolean {
    return this.#working !== undefined || this.#waiting.length > 0 || !this.#messages
  }

  restart(): void {
    this.#starts += 1
    void this.#follow(this.#starts)
  }

  async #follow(start: number): Promise<void> {
    this.#messages?.stop()
    while (!this.#stopped && start === this.#starts) {
      try {
        const messages = await this.#begin()
        this.#messages = messages
        void this.#endWhenLost(messages)
        for await (const message of messages) {
          this.#waiting.push(message)
          this.#working ??= this.#drain()
        }
      } catch (err) {
        this.#log.warn({ consumer: this.#opts.consumer, err }, 'bus.consume_failed')
      }
      if (!this.#stopped && start === this.#starts) await pause(resumePauseMs)
    }
  }

  async #endWhenLost(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      if (/deleted|not_found/i.test(String(status.type))) messages.stop()
    }
  }

  async #drain(): Promise<void> {
    await new Promise(setImmediate)
    while (this.#waiting.length > 0 && !this.#stopped) {
      const batch = this.#waiting.splice(0, this.#opts.batchSizeMax)
      try {
        await this.#opts.onEvents(batch.map(toDelivered))
      } catch (err) {
        this.#log.error({ consumer: this.#opts.consumer, err }, 'bus.batch_failed')
        for (const message of batch) message.nak(1_000)
      }
    }
    this.#working = undefined
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#messages?.stop()
    await this.#working
  }
}

function toDelivered(message: JsMsg): Delivered {
  return {
    event: message.json<BusEvent>(),
    deliveries: message.info.deliveryCount,
    ack: () => message.ack(),
    retry: (afterMs) => message.nak(afterMs),
    drop: () => message.term(),
  }
}
