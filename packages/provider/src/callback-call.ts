import { parseSender } from './callback-person.ts'
import type { CallUpdate, UpdateContext } from './callback-update.ts'
import { asCount, asId, asObject, asText } from './json.ts'
import { pickTexts } from './pick-texts.ts'
import { happenedAt } from './time.ts'

/** Reads one step of a voice call; `undefined` when it has no id or no number. */
export function parseCall(value: unknown, context: UpdateContext): CallUpdate | undefined {
  const item = asObject(value)
  const callId = asId(item?.id)
  if (item === undefined || callId === undefined || context.phoneNumberId === undefined) return undefined
  const seconds = asCount(item.duration)
  const direction = asText(item.direction)
  return {
    kind: 'call',
    phoneNumberId: context.phoneNumberId,
    understood: true,
    callId,
    timestamp: happenedAt(item.timestamp ?? item.end_time ?? item.start_time, context.receivedAt),
    from: parseSender(item, context.contacts),
    direction: direction === 'BUSINESS_INITIATED' ? 'out' : 'in',
    event: asText(item.event) ?? 'unknown',
    ...pickTexts({ status: item.status }),
    ...(seconds !== undefined && { seconds }),
  }
}
