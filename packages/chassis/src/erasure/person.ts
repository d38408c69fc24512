import type { Runtime } from '../runtime.ts'
import type { Tx } from '../tx.ts'

/** Names and numbers of a person who is being erased; sealed on the bus and at rest, for `erasureNamesPurpose`. */
export type PersonNames = {
  /** Phones, E.164. */
  phones: string[]
  /** Ids of the person at the provider. */
  userIds: string[]
  /** Name and e-mail address as the contact had them. */
  texts: string[]
  /** Other ids by which the person was named: of merged contacts, and of chats, as their service reports them. */
  ids?: string[]
}

/** A person of a workspace to erase, with everything until `requestedAt`; who writes again later is a new person. */
export type Person = PersonNames & { workspace: string; erasure: string; contact: string; requestedAt: Date }

/**
 * The result of an eraser: not `done` while something of the person is still on its way; `ids` were given to the person by this service.
 * `late`: more may come from outside, so that it runs again now and then while outboxes hold events.
 */
export type ErasureResult = { done: boolean; ids?: string[]; late?: boolean }

/** Removes a person from a service's own tables, in one transaction; asked again until it is done, so it must bear repetition. */
export type Eraser<R extends Runtime = Runtime> = (args: {
  tx: Tx
  runtime: R
  person: Person
}) => Promise<ErasureResult>

/** The texts by which a person is found in stored payloads: phones as digits alone, for the provider writes them so. */
export function tracesOf({
  phones,
  userIds,
  contact,
  ids = [],
}: Pick<Person, 'phones' | 'userIds' | 'contact' | 'ids'>): string[] {
  return [...phones.map((phone) => phone.replace(/\D/g, '')), ...userIds, contact, ...ids]
}

/** True when the text holds one of the traces; digits count only where no other digit is beside them. */
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
