import { graphFormat } from '@posthorn/cloud-api'
import {
  type EventKind,
  type FieldError,
  fieldProblem,
  publicKinds,
  subscriptionCovers,
  type WebhookFormat,
} from '@posthorn/contracts'
import { webhookFormat as dialectFormat } from '@posthorn/dialect'
import { ExchangeError } from '@posthorn/http'
import { standardWebhooks } from '../delivery/signing.ts'

/** Kinds by subscribed name. Holds only valid names, because callers choose them. */
const knownKinds = new Map<string, readonly EventKind[]>()

const posthorn = {
  name: 'posthorn',
  kindsOf(name) {
    const known = knownKinds.get(name) ?? publicKinds.filter((kind) => subscriptionCovers(name, kind))
    if (known.length === 0) return undefined
    knownKinds.set(name, known)
    return known
  },
  unknownName: 'is not an event; GET /v1/events/kinds lists them',
  onePerUrl: false,
  render: (payload) => ({ body: payload }),
} satisfies WebhookFormat

const formats: readonly WebhookFormat[] = [posthorn, dialectFormat, graphFormat]

export const formatNames: readonly string[] = formats.map(({ name }) => name)

/** Stands in for a format that a webhook uses but that this version lacks. It covers no event; deliveries that are queued already fail and are retried. */
const absent: WebhookFormat = {
  ...posthorn,
  kindsOf: () => undefined,
  render() {
    throw new ExchangeError('invalid', 'the format of the webhook is not available')
  },
}

export type Format = WebhookFormat & Required<Pick<WebhookFormat, 'signature'>>

const byName = new Map(formats.map((format) => [format.name, withSignature(format)]))

/** Adds the usual signature to a format that does not define one. */
function withSignature(format: WebhookFormat): Format {
  return { ...format, signature: format.signature ?? standardWebhooks }
}

/** Returns a format by name. For a format that this version lacks, returns one that covers no event and cannot render any. */
export const formatOf = (name: string): Format => byName.get(name) ?? withSignature(absent)

export type SubscribedNames = { format: string; events: readonly string[] }

/** Whether a subscription includes an event: one of its names covers the kind, and its format shows the data. */
export function isSent(event: { event: EventKind; data: object }, { format: name, events }: SubscribedNames): boolean {
  const format = formatOf(name)
  if (!events.some((each) => format.kindsOf(each)?.includes(event.event))) return false
  return format.shows === undefined || format.shows({ ...event, data: event.data as Record<string, unknown> }, events)
}

/** Returns the kinds that a webhook subscribes to, limited to `chosen` if given, in catalog order. */
export function subscribedKinds({ format: name, events }: SubscribedNames, chosen?: readonly string[]): EventKind[] {
  const { kindsOf } = formatOf(name)
  const kinds = new Set(events.flatMap((each) => kindsOf(each) ?? []))
  return (chosen ? coveredKinds(chosen) : publicKinds).filter((kind) => kinds.has(kind))
}

/** Expands this API's event names, such as `message:*`, to kinds. Ignores names that cover none. */
export const coveredKinds = (names: readonly string[]): EventKind[] =>
  subscribedKinds({ format: posthorn.name, events: names })

/** Returns an error for each of a filter's names that is neither an event of this API nor covers any. */
export const findUnknownKinds = (names: readonly string[] = []): FieldError[] =>
  names.flatMap((name, i) =>
    posthorn.kindsOf(name) === undefined ? [fieldProblem(`events.${i}`, posthorn.unknownName)] : [],
  )
