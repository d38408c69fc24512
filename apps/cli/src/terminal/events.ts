import { print } from './output.ts'

/** An event as webhooks and the log show it. */
export type Event = { id: string; event: string; sequence: number; occurredAt: string; data: unknown }

/** Prints an event: one line of its main facts, or its JSON. */
export function printEvent(event: Event, { json }: { json: boolean }): void {
  if (json) return print(JSON.stringify(event))
  print(lineOf(event))
}

/** Returns the main facts of an event in one line. */
export function lineOf({ event, sequence, occurredAt, data }: Event): string {
  const fields = data as Record<string, unknown>
  const change = fields['ack'] ?? fields['change'] ?? fields['status']
  const facts = [fields['id'], change, fields['phone'], quoted(fields['message'])]
  return [occurredAt, `#${sequence}`, event, ...facts.filter((fact) => typeof fact === 'string')].join('  ')
}

function quoted(text: unknown): string | undefined {
  return typeof text === 'string' ? JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text) : undefined
}
