import { inColor, print } from './output.ts'

/** An event, as in webhooks and the log. */
export type Event = { id: string; event: string; sequence: number; occurredAt: string; data: unknown }

export function printEvent(event: Event, { json }: { json: boolean }): void {
  if (json) return print(JSON.stringify(event))
  print(lineOf(event))
}

export function lineOf({ event, sequence, occurredAt, data }: Event): string {
  const fields = data as Record<string, unknown>
  const change = fields['ack'] ?? fields['change'] ?? fields['status']
  const waiting = fields['waiting'] as { reason: string } | null | undefined
  const facts = [
    fields['id'],
    change,
    failureReasonOf(fields['error']),
    waiting?.reason,
    fields['phone'],
    quoted(fields['message']),
  ]
  return [
    occurredAt,
    `#${sequence}`,
    event,
    ...facts.filter((fact) => typeof fact === 'string').map((fact) => inColor(fact as string)),
  ].join('  ')
}

/** Returns the reason that a message failed: the error code, and the provider's text or the catalog's sentence. */
export function failureReasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('errorCode' in error)) return undefined
  const { errorCode, providerCode, message } = error as {
    errorCode: string
    providerCode: number | null
    message: string
  }
  const said = [providerCode, message].flatMap((part) => part ?? []).join(' ')
  return said === '' ? errorCode : `${errorCode} (${said})`
}

function quoted(text: unknown): string | undefined {
  return typeof text === 'string' ? JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text) : undefined
}
