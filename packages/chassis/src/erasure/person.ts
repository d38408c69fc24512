import type { Runtime } from '../runtime.ts'
import type { Tx } from '../tx.ts'

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

/** A person to erase from a workspace, along with all of their data up to `requestedAt`. Someone who writes later is a new person. */
export type Person = PersonNames & { workspace: string; erasure: string; contact: string; requestedAt: Date }

/**
 * Result of an eraser. `done` is false while data about the person is still in progress. `ids`: ids that this service used for the person.
 * `late`: more data may arrive from outside, so the eraser runs again at intervals for as long as outboxes keep events.
 */
export type ErasureResult = { done: boolean; ids?: string[]; late?: boolean }

/** Removes a person from a service's tables in one transaction. It is repeated until done, so it must be idempotent. */
export type Eraser<R extends Runtime = Runtime> = (args: {
  tx: Tx
  runtime: R
  person: Person
}) => Promise<ErasureResult>

/** Returns strings that identify a person in stored payloads. Phone numbers are digits only, because the provider writes them that way. */
export function tracesOf({
  phones,
  userIds,
  contact,
  ids = [],
}: Pick<Person, 'phones' | 'userIds' | 'contact' | 'ids'>): string[] {
  return [...phones.map((phone) => phone.replace(/\D/g, '')), ...userIds, contact, ...ids]
}

/** Returns whether a string contains one of these traces. Digits don't match inside a longer number. */
export function holdsTrace(text: string, traces: readonly string[]): boolean {
  return traces.some((trace) => {
    for (let at = text.indexOf(trace); at >= 0; at = text.indexOf(trace, at + 1))
      if (!/^\d+$/.test(trace) || !(isDigit(text[at - 1]) || isDigit(text[at + trace.length]))) return true
    return false
  })
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}
