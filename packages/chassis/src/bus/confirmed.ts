import { type NatsConnection, RequestStrategy } from 'nats'
import type { ConfirmedPosition } from './bus.ts'

/** All relays are near: one that does not reply in this time is asked again with the next look. */
const answersWithinMs = 500

/** Reply of a process. */
export type Answer = ConfirmedPosition & { service: string }

/** Replies for this process up to where its service has confirmed its events. */
export function answerConfirmed(
  nc: NatsConnection,
  subject: string,
  { service, answer }: { service: string; answer: () => ConfirmedPosition },
): void {
  nc.subscribe(subject, {
    callback: (err, message) => {
      if (!err) message.respond(JSON.stringify({ service, ...answer() } satisfies Answer))
    },
  })
}

/** Asks all processes up to where their services have confirmed their events. */
export async function askConfirmed(nc: NatsConnection, subject: string): Promise<Answer[]> {
  const options = { strategy: RequestStrategy.Timer, maxWait: answersWithinMs }
  const answers: Answer[] = []
  for await (const message of await nc.requestMany(subject, '', options))
    if (message.data.length > 0) answers.push(JSON.parse(message.string()) as Answer)
  return answers
}

/** A service that was silent for longer has ended: it publishes again what it had not confirmed. */
const silentMsMax = 60_000

/** Remembers when each service answered last, so that one that is slow to answer is waited for. */
export class Confirmations {
  readonly #answeredAtMs = new Map<string, number>()

  constructor(services: readonly string[], nowMs: number) {
    for (const service of services) this.#answeredAtMs.set(service, nowMs)
  }

  /** The lowest of the services, each by the process that knows most; 0 while one is not known in this epoch, or silent for a short time. */
  lowest(answers: readonly Answer[], { epoch, nowMs }: { epoch: string; nowMs: number }): number {
    const byService = new Map<string, number>()
    for (const { service, epoch: answered, seq } of answers) {
      byService.set(service, Math.max(byService.get(service) ?? 0, answered === epoch ? seq : 0))
      this.#answeredAtMs.set(service, nowMs)
    }
    for (const [service, atMs] of this.#answeredAtMs)
      if (!byService.has(service) && nowMs - atMs < silentMsMax) return 0
    return byService.size === 0 ? 0 : Math.min(...byService.values())
  }
}
