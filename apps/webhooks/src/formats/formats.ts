import { graphFormat } from '@posthorn/cloud-api'
import { type EventKind, publicKinds, subscriptionCovers, type WebhookFormat } from '@posthorn/contracts'
import { webhookFormat as dialectFormat } from '@posthorn/dialect'
import { standardWebhooks } from '../delivery/sign.ts'

/** Kinds of the names that were asked for. Names that cover nothing are not kept, so there are few. */
const covered = new Map<string, readonly EventKind[]>()

/** Events of this API, as the log has them. */
const posthorn = {
  name: 'posthorn',
  kindsOf(name) {
    const known = covered.get(name) ?? publicKinds.filter((kind) => subscriptionCovers(name, kind))
    if (known.length === 0) return undefined
    covered.set(name, known)
    return known
  },
  unknownName: 'is not an event; GET /v1/events/kinds lists them',
  onePerUrl: false,
  render: (payload) => ({ body: payload }),
} satisfies WebhookFormat

/** All formats. A package with another API adds its own here. */
const formats: readonly WebhookFormat[] = [posthorn, dialectFormat, graphFormat]

/** Names of all formats. */
export const formatNames: readonly string[] = formats.map(({ name }) => name)

/** Stands for a format that a webhook has and this version has not: nothing is sent, and its attempts fail. */
const absent: WebhookFormat = {
  ...posthorn,
  kindsOf: () => undefined,
  render() {
    throw new Error('the format of the webhook is not available')
  },
}

/** A format with its signature. */
export type Format = WebhookFormat & Required<Pick<WebhookFormat, 'signature'>>

const byName = new Map(formats.map((format) => [format.name, withSignature(format)]))

function withSignature(format: WebhookFormat): Format {
  return { ...format, signature: format.signature ?? standardWebhooks }
}

/** Returns the format of this name. */
export function formatOf(name: string): Format {
  return byName.get(name) ?? withSignature(absent)
}

/** Subscription of a webhook: names in its format. */
export type SubscribedNames = { format: string; events: readonly string[] }

/** Returns true when an event is sent to a webhook. */
export function isSent(event: { event: EventKind; data: object }, { format: name, events }: SubscribedNames): boolean {
  const format = formatOf(name)
  if (!events.some((each) => format.kindsOf(each)?.includes(event.event))) return false
  return format.shows === undefined || format.shows({ ...event, data: event.data as Record<string, unknown> }, events)
}

/** Returns the kinds that a webhook needs, as far as they are among the chosen ones, in the order of the catalog. */
export function subscribedKinds({ format: name, events }: SubscribedNames, chosen?: readonly string[]): EventKind[] {
  const { kindsOf } = formatOf(name)
  const kinds = new Set(events.flatMap((each) => kindsOf(each) ?? []))
  return (chosen ? coveredKinds(chosen) : publicKinds).filter((kind) => kinds.has(kind))
}

/** Returns the kinds that these names of this API cover, such as `message:*`. */
export function coveredKinds(names: readonly string[]): EventKind[] {
  return subscribedKinds({ format: posthorn.name, events: names })
}
