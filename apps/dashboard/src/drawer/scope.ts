import type { LoggedEvent } from '@posthorn/sdk'

const kinds = ['message', 'chat', 'contact', 'number', 'webhook', 'group', 'channel'] as const

/** A thing that a screen shows, whose events are of interest. */
export type Scope = { kind: (typeof kinds)[number]; id: string }

/** Returns what a screen shows, by the parameters of its address; undefined for a screen of many things. */
export function scopeOf(params: Readonly<Partial<Record<string, string>>>): Scope | undefined {
  const kind = kinds.find((each) => /^[a-z]+_/.test(params[each] ?? ''))
  return kind && { kind, id: params[kind] ?? '' }
}

/** Returns true when an event is about a thing: its data name it. */
export const isAbout = ({ data }: Pick<LoggedEvent, 'data'>, { id }: Scope): boolean =>
  JSON.stringify(data).includes(`"${id}"`)
