const kinds = ['message', 'chat', 'contact', 'number', 'webhook', 'group', 'channel'] as const

/** The object that the screen is about. */
export type Scope = { kind: (typeof kinds)[number]; id: string }

/** Returns the object that a URL is about; undefined for a list. */
export function scopeOf(params: Readonly<Partial<Record<string, string>>>): Scope | undefined {
  const kind = kinds.find((each) => /^[a-z]+_/.test(params[each] ?? ''))
  return kind && { kind, id: params[kind] ?? '' }
}

/** Whether an event's data names the object, in whichever field. */
export const isAbout = ({ data }: { data: object }, { id }: Scope): boolean => JSON.stringify(data).includes(`"${id}"`)
