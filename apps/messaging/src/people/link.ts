import type { Tx } from '@posthorn/chassis'
import {
  type Evidence,
  type Identification,
  type Identifier,
  identifierOf,
  identify,
  type KnownIdentifier,
} from '@posthorn/contracts'
import { type ChatMove, lockChatsWith, moveChats } from '../chats/move-chats.sql.ts'
import { lockCopies } from '../messages/lock-order.sql.ts'
import { carryMarks, knownPeople, lockPeople, type PersonUpdate, writePeople } from './identifiers.sql.ts'

/** Evidence of a person's identity. `speaks` means that the person wrote it, so they are using the phone number now. */
export type Proof = { workspace: string; evidence: Evidence; speaks?: boolean; traceparent?: string | undefined }

/**
 * What a proof implies about a person, given the stored `rows`, and the `recipient` that their chats have after it. An identification tells
 * which stored people this is (`owners`), and which identifiers the person has (`hold`), no longer has (`release`), and takes over from
 * someone else (`take`).
 */
type Finding = { identification: Identification; recipient: string; isNews: boolean; rows: KnownIdentifier[] }

/**
 * Returns the recipient of each person's chats. First stores new evidence: people who turn out to be the same get a single chat with each
 * number, which includes everything waiting in either chat and is announced. Call it before locking chats or messages.
 */
export async function linkPeople(tx: Tx, proofs: readonly Proof[]): Promise<string[]> {
  const known = await knownPeople(tx.em, proofs.map(namedIn))
  const findings = proofs.map((proof) => assess(proof, known.get(proof.workspace) ?? []))
  const news = proofs.filter((_, i) => findings[i]?.isNews)
  if (news.length === 0) return findings.map(({ recipient }) => recipient)
  const all = proofs.flatMap((proof, i) => addressesOf(proof, findings[i]))
  await lockPeople(tx.em, all, 'exclusive')
  const workspaces = news.map(({ workspace }) => workspace)
  await lockCopies(tx.em, workspaces, 'shared')
  await lockChatsWith(tx.em, all)
  await linkAll(tx, news)
  const linked = await knownPeople(tx.em, proofs.map(namedIn))
  return proofs.map((proof) => assess(proof, linked.get(proof.workspace) ?? []).recipient)
}

/** Whether it isn't known yet that these identifiers belong to one person. */
export const isNews = (proof: Proof, known: readonly KnownIdentifier[]): boolean => assess(proof, known).isNews

const namedIn = ({ workspace, evidence }: Proof) => ({
  workspace,
  identifiers: [...evidence.current, ...evidence.previous],
})

/** Returns all addresses that the proof can affect, so that their people and chats can be locked before anything changes. */
function addressesOf(proof: Proof, finding: Finding | undefined): { workspace: string; value: string }[] {
  const { workspace, identifiers } = namedIn(proof)
  const values = new Set([...identifiers, ...(finding?.rows ?? [])].map(({ value }) => value))
  return [...values, ...(finding?.identification.owners ?? [])].map((value) => ({ workspace, value }))
}

/** Adds identifiers that count as separate, new people: those without a row, and phone numbers that their owners gave up. */
function withLoners(identifiers: readonly Identifier[], stored: readonly KnownIdentifier[]): KnownIdentifier[] {
  const people = new Set(
    stored.flatMap((row) => (identifiers.some(({ value }) => value === row.value) ? [row.owner] : [])),
  )
  const loners = identifiers.flatMap((each) => {
    const row = stored.find(({ value }) => value === each.value)
    if (row && (row.releasedAt === null || each.type !== 'phone')) return []
    return [{ ...each, owner: each.value, since: row?.releasedAt ?? 0, releasedAt: null }]
  })
  return [...stored.filter(({ owner }) => people.has(owner)), ...loners]
}

/** Determines what the evidence implies, given what is stored about these identifiers. */
function assess({ evidence, speaks = false }: Proof, stored: readonly KnownIdentifier[]): Finding {
  const rows = withLoners([...evidence.current, ...evidence.previous], stored)
  const identification = identify(evidence, rows)
  const recipient = recipientOf(identification, speaks)
  const isKnown = ({ value }: Identifier) =>
    value === recipient ||
    stored.some((row) => row.value === value && row.owner === recipient && row.releasedAt === null)
  const isSettled = identification.owners.every((owner) => owner === recipient) && identification.hold.every(isKnown)
  return {
    rows,
    identification,
    recipient,
    isNews: !isSettled || identification.release.length > 0 || identification.take.length > 0,
  }
}

const ranks: Record<Identifier['type'], number> = { phone: 0, provider_user: 1, provider_parent_user: 2 }

/** Chooses where to send messages: to a phone number if one is known, preferably the one the person wrote from, otherwise to a user id. */
function recipientOf({ owners, hold, release }: Identification, speaks: boolean): string {
  const writtenFrom = speaks ? hold.find(({ type }) => type === 'phone') : undefined
  if (writtenFrom) return writtenFrom.value
  const isGone = (value: string) => release.some((each) => each.value === value)
  const choices = [...owners.map(identifierOf), ...hold].filter(({ value }) => !isGone(value))
  const ranked = choices.toSorted((a, b) => ranks[a.type] - ranks[b.type])
  return ranked[0]?.value ?? owners[0] ?? ''
}

/**
 * Links all people about whom nothing is stored yet in one batch. Most people are among these, because they are being sent their first
 * message. Links other people one by one, because each proof changes what the next one implies.
 */
async function linkAll(tx: Tx, news: readonly Proof[]): Promise<void> {
  const known = await knownPeople(tx.em, news.map(namedIn))
  const seen = new Set([...known].flatMap(([workspace, rows]) => rows.map(({ value }) => `${workspace} ${value}`)))
  const strangers: Proof[] = []
  const others: Proof[] = []
  for (const proof of news) {
    const values = namedIn(proof).identifiers.map(({ value }) => `${proof.workspace} ${value}`)
    const isStranger = proof.evidence.previous.length === 0 && !values.some((value) => seen.has(value))
    for (const value of values) seen.add(value)
    ;(isStranger ? strangers : others).push(proof)
  }
  await writeLinks(
    tx,
    strangers.map((proof) => linkOf(proof, assess(proof, []), [])),
  )
  for (const proof of others) await link(tx, proof)
}

/** Stores one proof. Reads again what is known, because an earlier proof may have changed it. */
async function link(tx: Tx, proof: Proof): Promise<void> {
  const { workspace, traceparent } = proof
  const stored = (await knownPeople(tx.em, [namedIn(proof)])).get(workspace) ?? []
  const finding = assess(proof, stored)
  if (!finding.isNews) return
  for (const taken of finding.identification.take)
    await giveUp(tx, { workspace, taken, rows: finding.rows, traceparent })
  await writeLinks(tx, [linkOf(proof, finding, stored)])
}

/** What to store about a person, and their chats to move. */
type Link = { update: PersonUpdate; move: ChatMove }

/**
 * Returns what to store about a person: the identifiers of now, those they gave up, and the addresses of their chats that have no row yet.
 * Evidence without a time counts from now.
 */
function linkOf({ workspace, evidence, traceparent }: Proof, finding: Finding, stored: KnownIdentifier[]): Link {
  const { identification, recipient } = finding
  const since = evidence.at > 0 ? evidence.at : Date.now()
  const held = identification.hold.map((each) => ({ ...each, owner: recipient, since, releasedAt: null }))
  const released = identification.release.map((each) => ({
    ...each,
    owner: recipient,
    since: 0,
    releasedAt: evidence.at,
  }))
  const isNamed = (value: string) => [...held, ...released].some((each) => each.value === value)
  const others = [...identification.owners, recipient]
    .filter(
      (value, i, all) => all.indexOf(value) === i && !isNamed(value) && !stored.some((row) => row.value === value),
    )
    .map((value) => ({ ...identifierOf(value), owner: recipient, since, releasedAt: null }))
  return {
    update: { workspace, person: recipient, owners: identification.owners, rows: [...held, ...released, ...others] },
    move: {
      workspace,
      from: [...identification.owners, ...identification.hold.map(({ value }) => value)],
      to: recipient,
      traceparent,
    },
  }
}

/** Stores people who have no identifier in common, with their blocks and opt-outs, and moves their chats. */
async function writeLinks(tx: Tx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return
  const updates = links.map(({ update }) => update)
  await writePeople(tx.em, updates)
  await carryMarks(tx.em, updates)
  await moveChats(
    tx,
    links.map(({ move }) => move),
  )
}

type Loss = { workspace: string; taken: KnownIdentifier; rows: KnownIdentifier[]; traceparent: string | undefined }

/** Moves a person to another identifier after someone else took over the phone number that their chats were at. */
async function giveUp(tx: Tx, { workspace, taken, rows, traceparent }: Loss): Promise<void> {
  const left = rows.filter(
    ({ owner, value, releasedAt }) => owner === taken.owner && value !== taken.value && releasedAt === null,
  )
  const [next] = left.toSorted((a, b) => ranks[a.type] - ranks[b.type])
  if (taken.owner !== taken.value || next === undefined) return
  await writePeople(tx.em, [{ workspace, person: next.value, owners: [taken.owner], rows: [] }])
  await moveChats(tx, [{ workspace, from: [taken.value], to: next.value, traceparent }])
}
