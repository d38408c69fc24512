/** Names and identifiers of a person being erased. Encrypted on the bus and in storage, with the vault purpose `erasedPersonPurpose`. */
export type PersonNames = {
  /** Phone numbers in E.164 format. */
  phones: string[]
  /** The provider's ids for the person. */
  userIds: string[]
  /** Name and email address of the contact. */
  texts: string[]
  /** Other ids of the person: ids of merged contacts, and ids of chats as reported by the chats' service. */
  ids?: string[]
}

/**
 * A person to erase from a workspace, along with all of their data up to `requestedAt`. Someone who writes later is a new person. `isLate`:
 * the person was erased before, so newer data about the same identifiers may belong to a new person.
 */
export type Person = PersonNames & {
  workspace: string
  erasure: string
  contact: string
  requestedAt: Date
  isLate: boolean
}

/** Returns strings that identify a person in stored payloads. Phone numbers are digits only, because the provider writes them that way. */
export function tracesOf({ phones, userIds, ids = [], contact }: Omit<PersonNames, 'texts'> & Pick<Person, 'contact'>) {
  return [...phones.map((phone) => phone.replace(/\D/g, '')), ...userIds, contact, ...ids]
}

/** Returns whether a string contains one of these traces, but not within a longer number or id, unlike `strpos`, which finds the rows. */
export const holdsTrace = (text: string, traces: readonly string[]): boolean =>
  traces.some((trace) => {
    for (let at = text.indexOf(trace); at >= 0; at = text.indexOf(trace, at + 1))
      if (isWhole(trace, text.slice(Math.max(0, at - 6), at), text.charAt(at + trace.length))) return true
    return false
  })

/** Returns whether a found trace is no part of a longer number or id. The digits of an escaped character before a number don't count. */
function isWhole(trace: string, before: string, after: string): boolean {
  if (/\D/.test(trace)) return !/[\da-z]/i.test(after)
  return !/\d/.test(after) && (!/\d$/.test(before) || /\\u[\da-f]{4}$/i.test(before))
}

/**
 * Returns a function that lists those whose traces a text contains. One expression rules out most texts: looking for 500 traces one by one
 * takes twenty times as long (measured).
 */
export function createTraceFinder<T extends { traces: readonly string[] }>(
  people: readonly T[],
): (text: string) => T[] {
  const parts = people.flatMap(({ traces }) => traces.map((trace) => trace.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const anyTrace = new RegExp(parts.join('|'))
  return (text) => (anyTrace.test(text) ? people.filter(({ traces }) => holdsTrace(text, traces)) : [])
}
