import { z } from 'zod'

/** Kinds of identifiers by which the provider names a person. */
export const identifierTypes = ['phone', 'provider_user', 'provider_parent_user'] as const

/** An identifier of a person: the phone, the user id at the provider, or the user id that linked business accounts share. */
export type Identifier = { type: (typeof identifierTypes)[number]; value: string }

/** Schema of an identifier. */
export const identifier = z.object({ type: z.enum(identifierTypes), value: z.string() })

type Named = { phone?: string | undefined; userId?: string | undefined; parentUserId?: string | undefined }

/** Returns the identifiers of a person as a callback names them, the phone first. */
export function identifiersOf({ phone, userId, parentUserId }: Named): Identifier[] {
  const all = [
    { type: 'phone', value: phone },
    { type: 'provider_user', value: userId },
    { type: 'provider_parent_user', value: parentUserId },
  ] as const
  return all.flatMap(({ type, value }) => (value ? [{ type, value }] : []))
}

/** Returns an address as an identifier: phones have a plus, ids that linked accounts share name an enterprise. */
export function identifierOf(value: string): Identifier {
  if (value.startsWith('+')) return { type: 'phone', value }
  return { type: /^[A-Z]{2}\.ENT\./.test(value) ? 'provider_parent_user' : 'provider_user', value }
}

/**
 * Identifiers that a callback or response proves to be one person's. `previous`: those that the person no longer has since then, when a
 * change was reported. `at`: the time of the proof at the provider, in milliseconds.
 */
export type Evidence = { current: Identifier[]; previous: Identifier[]; at: number }

/**
 * An identifier as it is stored. `owner`: the person, under any key; `since`: the earliest time at which it is known to be theirs;
 * `releasedAt`: when it was reported to be theirs no more, null while it is. Times are in milliseconds.
 */
export type KnownIdentifier = Identifier & { owner: string; since: number; releasedAt: number | null }

/**
 * What follows from evidence. `owners`: stored persons that are this one; more than one must be merged. `hold`: identifiers the person
 * has; `release`: those the person has no more; `take`: phones that pass to the person from someone else, who continues without.
 */
export type Identification = {
  owners: string[]
  hold: Identifier[]
  release: Identifier[]
  take: KnownIdentifier[]
}

/**
 * Decides whose identifiers these are. It compares persons, not identifiers: any identifier leads to its person, those that the person had
 * before too. User ids are never given to someone else; phones are, so one that was released names the previous person only in what
 * happened before. `known`: all stored rows of the identifiers of the evidence, and of the persons who have them. The result does not
 * depend on the order in which pieces of evidence arrive.
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
    const past = releasedAfter(known, each, at - 1)
    const live = liveRow(known, each)
    const own = past ?? (live && (each.type !== 'phone' || live.since <= at) ? live : undefined)
    const owner = own ?? (each.type === 'phone' ? undefined : anyRow(known, each))
    if (owner) owners.add(owner.owner)
    if (!past) found.release.push(each)
  }
  for (const row of disputed) {
    found.hold.push({ type: row.type, value: row.value })
    if (!owners.has(row.owner)) found.take.push(row)
  }
  return { ...found, owners: [...owners] }
}

// A phone has a plus and an id has none, so values alone tell them apart.
const isSame = (a: Identifier, b: Identifier) => a.value === b.value

function liveRow(known: readonly KnownIdentifier[], each: Identifier): KnownIdentifier | undefined {
  return known.find((row) => isSame(row, each) && row.releasedAt === null)
}

function anyRow(known: readonly KnownIdentifier[], each: Identifier): KnownIdentifier | undefined {
  return known.find((row) => isSame(row, each))
}

/** Returns the row of the person whose identifier it still was at that time, though it is no more. */
function releasedAfter(known: readonly KnownIdentifier[], each: Identifier, at: number): KnownIdentifier | undefined {
  const released = known.filter((row) => isSame(row, each) && row.releasedAt !== null && row.releasedAt > at)
  return released.toSorted((a, b) => (a.releasedAt ?? 0) - (b.releasedAt ?? 0))[0]
}

/**
 * Returns true for a phone that was known before the change and whose owner may be another person. A person who changes phones may get one
 * that someone else gave up, so any other identifier of its owner separates them. A person who keeps the phone and changes a user id is
 * separated only by a different user id of that kind.
 */
function mayBeAnother(live: KnownIdentifier, known: readonly KnownIdentifier[], evidence: Evidence): boolean {
  const { current, previous, at } = evidence
  if (live.type !== 'phone' || live.since >= at) return false
  const others = known.filter((row) => row.owner === live.owner && row.releasedAt === null && !isSame(row, live))
  if (previous.some(({ type }) => type === 'phone')) return others.length > 0
  const named = [...current, ...previous]
  return others.some(
    (row) => previous.some(({ type }) => type === row.type) && !named.some((each) => isSame(row, each)),
  )
}
