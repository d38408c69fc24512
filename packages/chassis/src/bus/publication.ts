import { hash } from 'node:crypto'
import { ErrorCode, NatsError } from 'nats'
import type { Bus, CommittedEvent } from './bus.ts'
import { errorTextOf } from './inbox.ts'
import type { OutboxRow, Published } from './relay.sql.ts'

/** Of one message: well below what a consumer applies at once, and what a broker takes (1 MB). */
const eventsOfMessageMax = 50
const bytesOfMessageMax = 128 * 1024

/**
 * Groups events into messages: those of one kind that follow each other, so that their order stays (measured in the whole
 * flow: one message in place of seven).
 */
export function groupIntoMessages<E extends Pick<CommittedEvent, 'kind' | 'payload'>>(events: E[]): E[][] {
  const messages: E[][] = []
  let bytes = 0
  for (const event of events) {
    const last = messages.at(-1)
    const size = Buffer.byteLength(event.payload)
    bytes += size
    if (last?.[0]?.kind === event.kind && last.length < eventsOfMessageMax && bytes <= bytesOfMessageMax)
      last.push(event)
    else {
      messages.push([event])
      bytes = size
    }
  }
  return messages
}

/** The same events always have the same id, and no others have it: what the stream takes for a repetition must be one. */
export function messageIdOf(eventIds: string[]): string {
  const [first, ...more] = eventIds.toSorted()
  return more.length === 0 ? (first ?? '') : `${first}+${hash('sha256', more.join(' '))}`
}

/** Within its duplicate window the stream would take a lost event for a repeated one: each publication after a loss has an id of its own. */
export function publishedAs({ id, republished }: Pick<OutboxRow, 'id' | 'republished'>): string {
  return republished > 0 ? `${id}.${republished}` : id
}

/** A row that the bus did not take while it takes others. */
export type FailedRow = { id: string; kind: string; error: string; isRefused: boolean }

/** Outcome of rows: those that the bus took, its answers, those that failed, and why the others were not published: the bus takes none. */
export type Publication = {
  published: Published[]
  answers: Answer[]
  failed: FailedRow[]
  unavailable: unknown
}

type Answer = Awaited<ReturnType<Bus['publish']>>

/** Publishes rows in their order. Rows that share a message are published alone when it fails: one of them may be why. */
export async function publishRows(bus: Bus, rows: OutboxRow[]): Promise<Publication> {
  const outcome: Publication = { published: [], answers: [], failed: [], unavailable: undefined }
  await Promise.all(groupIntoMessages(rows).map((message) => publishMessage(bus, message, outcome)))
  return outcome
}

async function publishMessage(bus: Bus, rows: OutboxRow[], outcome: Publication): Promise<void> {
  try {
    const answer = await bus.publish(...rows.map((row) => ({ ...row, id: publishedAs(row) })))
    outcome.answers.push(answer)
    outcome.published.push(...rows.map(({ id }) => ({ id, seq: answer.seq })))
  } catch (err) {
    const [row, ...more] = rows
    if (isBusUnavailable(err)) outcome.unavailable = err
    else if (more.length > 0) for (const each of rows) await publishMessage(bus, [each], outcome)
    else if (row)
      outcome.failed.push({ id: row.id, kind: row.kind, error: errorTextOf(err), isRefused: isRefused(err) })
  }
}

function isRefused(err: unknown): boolean {
  return err instanceof PublishError && err.reason === 'refused'
}

/**
 * An error of a publication. `refused`: the bus never takes the message, such as for its size. `failed`: it may take this message another
 * time. `unavailable`: it takes no message now.
 */
export class PublishError extends Error {
  readonly reason: 'refused' | 'failed' | 'unavailable'

  constructor(reason: PublishError['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PublishError'
    this.reason = reason
  }
}

/** Returns true when the bus takes no message now. */
export function isBusUnavailable(err: unknown): boolean {
  return err instanceof PublishError && err.reason === 'unavailable'
}

/** Returns the reason why the bus refuses an event for its size. */
export function tooLargeText(bytes: number, bytesMax: number | undefined): string {
  return `the event has ${bytes} bytes, and the bus takes ${bytesMax} at most`
}

/** Error codes of JetStream for a message whose content or headers are larger than the stream allows. */
const tooLargeCodes = [10_054, 10_097]

/** Codes of the client for a message that it never sends. */
const neverSentCodes: readonly string[] = [
  ErrorCode.BadHeader,
  ErrorCode.BadPayload,
  ErrorCode.BadSubject,
  ErrorCode.InvalidPayload,
]

const unavailableCodes: readonly string[] = [
  ErrorCode.Cancelled,
  ErrorCode.ConnectionClosed,
  ErrorCode.ConnectionDraining,
  ErrorCode.ConnectionRefused,
  ErrorCode.ConnectionTimeout,
  ErrorCode.Disconnect,
  ErrorCode.JetStream408RequestTimeout,
  ErrorCode.NoResponders,
  ErrorCode.Timeout,
]

/** Returns the error of a publication of so many bytes as what it means for the message. */
export function publishErrorOf(
  cause: unknown,
  { bytes, bytesMax }: { bytes: number; bytesMax: number | undefined },
): PublishError {
  if (cause instanceof PublishError) return cause
  const { code, message, api_error: answer } = cause instanceof NatsError ? cause : new NatsError(String(cause), '')
  if (code === ErrorCode.MaxPayloadExceeded)
    return new PublishError('refused', tooLargeText(bytes, bytesMax), { cause })
  if (answer?.err_code !== undefined && tooLargeCodes.includes(answer.err_code))
    return new PublishError('refused', `the event has ${bytes} bytes: ${answer.description}`, { cause })
  if (neverSentCodes.includes(code)) return new PublishError('refused', message, { cause })
  const isUnavailable = unavailableCodes.includes(code) || (answer !== undefined && answer.code >= 500)
  return new PublishError(isUnavailable ? 'unavailable' : 'failed', message, { cause })
}
