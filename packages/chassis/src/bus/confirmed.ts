import { type NatsConnection, RequestStrategy } from 'nats'
import type { ConfirmedPosition } from './bus.ts'

/** All relays are near: who does not answer in this time is taken for gone. */
const answersWithinMs = 500

type Answer = ConfirmedPosition & { service: string }

/** Answers for this process up to where its service has confirmed its events. */
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

/** Asks all processes up to where their services have confirmed their events in this epoch, and returns the lowest. */
export async function askConfirmed(nc: NatsConnection, subject: string, epoch: string): Promise<number> {
  const options = { strategy: RequestStrategy.Timer, maxWait: answersWithinMs }
  const answers: Answer[] = []
  for await (const message of await nc.requestMany(subject, '', options))
    if (message.data.length > 0) answers.push(JSON.parse(message.string()) as Answer)
  return lowestConfirmed(answers, epoch)
}

/** The lowest of the services, each by the process that knows most; 0 for one that knows nothing of this epoch. */
export function lowestConfirmed(answers: readonly Answer[], epoch: string): number {
  const byService = new Map<string, number>()
  for (const { service, epoch: answered, seq } of answers)
    byService.set(service, Math.max(byService.get(service) ?? 0, answered === epoch ? seq : 0))
  return Math.min(...byService.values())
}
