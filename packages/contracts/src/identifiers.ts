import { z } from 'zod'

/** Kinds of identifiers that the provider uses for a person. */
export const identifierTypes = ['phone', 'provider_user', 'provider_parent_user'] as const

/** A person's identifier: a phone number, a provider's user id, or a user id shared by linked business accounts. */
export type Identifier = { type: (typeof identifierTypes)[number]; value: string }

export const identifier = z.object({ type: z.enum(identifierTypes), value: z.string() })

/** Returns those of a person's identifiers that a callback has, phone number first. */
export function identifiersOf({
  phone,
  userId,
  parentUserId,
}: {
  phone?: string | undefined
  userId?: string | undefined
  parentUserId?: string | undefined
}): Identifier[] {
  const values = [phone, userId, parentUserId].flatMap((value) => value || [])
  return [...new Set(values)].map(identifierOf)
}

/** The form of the provider's user ids: a country, perhaps `ENT.`, and letters and digits. */
export const userIdForm = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/** Classifies an address: phone numbers start with a plus, and user ids of linked accounts name an enterprise. */
export function identifierOf(value: string): Identifier {
  if (value.startsWith('+')) return { type: 'phone', value }
  return { type: /^[A-Z]{2}\.ENT\./.test(value) ? 'provider_parent_user' : 'provider_user', value }
}

/**
 * Identifiers that a callback or response proves to belong to one person. `previous`: those that the person gave up at that time, if a
 * change was reported. `at`: time of the proof, as stated by the provider, in milliseconds.
 */
export type Evidence = { current: Identifier[]; previous: Identifier[]; at: number }

/**
 * A stored identifier. `owner`: the person, by the key that the service uses: a contact's id, or a recipient. `since`: earliest time from
 * which it is known to be theirs. `releasedAt`: when it was reported as no longer theirs; null while it still is. Times are in milliseconds.
 */
export type KnownIdentifier = Identifier & { owner: string; since: number; releasedAt: number | null }

/**
 * Conclusions from evidence. `owners`: stored people who are this person; several must be merged. `hold`: identifiers that the person has.
 * `release`: those that the person no longer has. `take`: phone numbers that pass from someone else to the person.
 */
export type Identification = { owners: string[]; hold: Identifier[]; release: Identifier[]; take: KnownIdentifier[] }

/**
 * Decides whose identifiers these are. It compares people rather than identifiers: any identifier leads to its person, even a former one.
 * User ids never pass to someone else, but phone numbers do, so a released phone number identifies its previous owner only for earlier
 * events. `known`: all stored rows for the evidence's identifiers and for the people who have them. The result doesn't depend on the order
 * of evidence.
 */
export function identify(evidence: Evidence, known: readonly KnownIdentifier[]): Identification {
  const { current, previous, at } = evidence
  const owners = new Set<string>()
  const found: Identification = { owners: [], hold: [], release: [], take: [] }
  const disputed: KnownIdentifier[] = []
  for (const each of current) {
    const past = releasedAfter(known, each, at)
    const live = liveRow(known, each)
    if (past) owners.add(past.owner)
    else if (live && previous.length > 0 && mayBeAnother(live, known, evidence)) disputed.push(live)
    else {
      const owner = live ?? (each.type === 'phone' ? undefined : anyRow(known, each))
      if (owner) owners.add(owner.owner)
      found.hold.push(each)
    }
  }
  for (const each of previous) {
    // If this change was already recorded, it released the identifier at exactly this time.
    const past = releasedAfter(known, each, at - 1)
    const live = liveRow(known, each)
    const own = past ?? (live && (each.type !== 'phone' || live.since <= at) ? live : undefined)
    const owner = own ?? (each.type === 'phone' ? undefined : anyRow(known, each))
    if (owner) owners.add(owner.owner)
    if (!past) found.release.push(each)
  }
  // Only now is it known whether another identifier leads to the same owner.
  for (const row of disputed) {
    found.hold.push({ type: row.type, value: row.value })
    if (!owners.has(row.owner)) found.take.push(row)
  }
  return { ...found, owners: [...owners] }
}

// Phone numbers start with a plus and ids don't, so the values alone distinguish them.
const isSame = (a: Identifier, b: Identifier) => a.value === b.value

/** Returns the row of the person who has this identifier now. */
const liveRow = (known: readonly KnownIdentifier[], identifier: Identifier): KnownIdentifier | undefined =>
  known.find((row) => isSame(row, identifier) && row.releasedAt === null)

/** Returns the row of a person who has or had this identifier. */
const anyRow = (known: readonly KnownIdentifier[], identifier: Identifier): KnownIdentifier | undefined =>
  known.find((row) => isSame(row, identifier))

/** Returns the row of the first person who gave up this identifier after that time, and so counts as having had it then. */
function releasedAfter(
  known: readonly KnownIdentifier[],
  identifier: Identifier,
  at: number,
): KnownIdentifier | undefined {
  const released = known.filter((row) => isSame(row, identifier) && row.releasedAt !== null && row.releasedAt > at)
  return released.toSorted((a, b) => (a.releasedAt ?? 0) - (b.releasedAt ?? 0))[0]
}

/**
 * Returns whether a phone number known before the change may belong to someone else. A person who changes numbers may get one that someone
 * else gave up, so any other identifier of its owner distinguishes the two people. A person who keeps the number and changes a user id is
 * distinguished only by a different user id of that kind.
 */
function mayBeAnother(live: KnownIdentifier, known: readonly KnownIdentifier[], evidence: Evidence): boolean {
  const { current, previous, at } = evidence
  if (live.type !== 'phone' || live.since >= at) return false
  const others = known.filter((row) => row.owner === live.owner && row.releasedAt === null && !isSame(row, live))
  if (previous.some(({ type }) => type === 'phone')) return others.length > 0
  const mentioned = [...current, ...previous]
  return others.some(
    (row) => previous.some(({ type }) => type === row.type) && !mentioned.some((identifier) => isSame(row, identifier)),
  )
}
