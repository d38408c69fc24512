import type { LoggedEvent } from '@posthorn/sdk'

const kinds = ['message', 'chat', 'contact', 'number', 'webhook', 'group', 'channel'] as const

/** The screen's object, whose events are shown. */
export type Scope = { kind: (typeof kinds)[number]; id: string }

/** Returns the object of a URL; undefined for a list. */
export function scopeOf(params: Readonly<Partial<Record<string, string>>>): Scope | undefined {
  const kind = kinds.find((each) => /^[a-z]+_/.test(params[each] ?? ''))
  return kind && { kind, id: params[kind] ?? '' }
}

/** Whether an event is about an object, because its data names it. */
export const isAbout = ({ data }: Pick<LoggedEvent, 'data'>, { id }: Scope): boolean =>
  JSON.stringify(data).includes(`"${id}"`)
