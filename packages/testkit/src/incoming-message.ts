import { busEvent } from '@posthorn/chassis/testing'
import { type BusEvent, type EventData, newId } from '@posthorn/contracts'

type Incoming = EventData<'provider:message'>

/** Returns a customer's text message in the format that the numbers service publishes. `more` overrides fields. */
export function incomingMessage(
  workspace: string,
  from: Incoming['from'],
  more: Partial<Incoming> = {},
): BusEvent<'provider:message'> {
  const data: Incoming = {
    number: newId('num'),
    providerId: `wamid.${newId('evt')}`,
    timestamp: new Date().toISOString(),
    from,
    ...(more.type === undefined ? { text: 'Hello' } : {}),
    type: 'text',
    raw: {},
    ...more,
  }
  return busEvent({ event: 'provider:message', workspace, data })
}
