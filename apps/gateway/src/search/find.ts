import type { FilterQuery } from '@mikro-orm/core'
import { likeText, type Verb, type VerbContext } from '@posthorn/chassis'
import type { Clients } from '@posthorn/client'
import {
  accounts,
  type CallContext,
  type Candidate,
  candidateFields,
  contacts,
  foldedText,
  type InputOf,
  includesRole,
  kindOfId,
  leastRoleOf,
  messaging,
  numbers,
  type OutputOf,
  type Query,
  type SearchKind,
  searchKinds,
  webhooks,
} from '@posthorn/contracts'
import { hintOf, publicIdCharacters } from '../access/auth/keyring.ts'
import { withinNumbers } from '../access/keys/key.ts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey, type ApiKeyRow } from '../entities/workspace.ts'
import { faultBehind } from '../rest/exchange.ts'

type Field = Candidate['fields'][number]
type Mark = { from: number; to: number }
/** The field that matches a search: its text (or an excerpt if it is long) and the positions of the matches. */
type FittingPart = { field: Field['field']; text: string; marks: Mark[] }

const textMax = 140
/** Maximum number of characters in an excerpt before its first match. */
const beforeMatchMax = 40

/** Returns the first field that contains the entire search or all of its words. Otherwise returns the first field, without matches. */
export function partThatFits(fields: Field[], q: string): FittingPart {
  for (const { field, value } of fields) {
    const marks = marksIn(field, value, q)
    if (marks.length > 0) return { field, ...excerptAround(value, marks) }
  }
  const { field, value } = fields[0] ?? { field: 'name', value: '' }
  return { field, ...excerptAround(value, []) }
}

const wordBegins = '(?<![\\p{L}\\p{M}\\p{N}_])'

/**
 * Returns the position of the entire search, if possible at a word's start; otherwise that of each word, if all are found. For a phone number,
 * spaces and punctuation in the search don't count.
 */
function marksIn(field: Field['field'], value: string, search: string): Mark[] {
  const q = foldedText(search)
  if (field === 'phone') return firstMatch(value, escaped(q.replace(/[\s().+-]/g, '') || q))
  const whole = q.split(/\s+/).map(escaped).join('[\\s_]+')
  for (const pattern of [wordBegins + whole, whole]) {
    const together = firstMatch(value, pattern)
    if (together.length > 0) return together
  }
  const words = q.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const each = words.map((word) => firstMatch(value, wordBegins + escaped(word)))
  return each.every((found) => found.length > 0) ? mergedMarks(each.flat()) : []
}

/** Returns the position of the first match of a pattern in the folded text, as a position in the original. */
function firstMatch(value: string, pattern: string): Mark[] {
  const { text, places } = foldedWithPlaces(value)
  const found = new RegExp(pattern, 'u').exec(text)
  if (found === null || found[0] === '') return []
  const [begin, end] = [places[found.index], places[found.index + found[0].length - 1]]
  return begin && end ? [{ from: begin.from, to: end.to }] : []
}

/** Normalizes a text for searching and returns the original position of each character. */
function foldedWithPlaces(value: string): { text: string; places: Mark[] } {
  const places: Mark[] = []
  let text = ''
  let from = 0
  for (const character of value) {
    const folded = foldedText(character)
    const place = { from, to: from + character.length }
    const last = places.at(-1)
    if (folded === '' && last) last.to = place.to
    for (let unit = 0; unit < folded.length; unit++) places.push(place)
    text += folded
    from = place.to
  }
  return { text, places }
}

/** Merges overlapping and adjacent matches, in text order. */
function mergedMarks(marks: Mark[]): Mark[] {
  const result: Mark[] = []
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Returns the text, or an excerpt around the first match if it is long. Never splits a surrogate pair. */
function excerptAround(value: string, marks: Mark[]): { text: string; marks: Mark[] } {
  if (value.length <= textMax) return { text: value, marks }
  const idealFrom = Math.max(0, Math.min((marks[0]?.from ?? 0) - beforeMatchMax, value.length - textMax))
  const from = idealFrom + (isSecondUnit(value, idealFrom) ? 1 : 0)
  const to = Math.min(value.length, from + textMax)
  const end = to - (isSecondUnit(value, to) ? 1 : 0)
  const lead = from === 0 ? '' : '…'
  const shift = from - lead.length
  return {
    text: lead + value.slice(from, end) + (end === value.length ? '' : '…'),
    marks: marks.filter((mark) => mark.to <= end).map((mark) => ({ from: mark.from - shift, to: mark.to - shift })),
  }
}

/** Whether the text would be split within a surrogate pair here. */
const isSecondUnit = (value: string, at: number) => /[\uDC00-\uDFFF]/.test(value.charAt(at))

/** Escapes a text for use in a pattern. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** The list operation of each kind. A caller who may use it can find items of that kind. */
const lists: Record<SearchKind, Query> = {
  chat: messaging.chats.list,
  contact: contacts.contacts.list,
  message: messaging.messages.list,
  template: numbers.templates.list,
  number: numbers.numbers.list,
  webhook: webhooks.webhooks.list,
  key: accounts.keys.list,
}

/** Whether the caller may find items of a kind: only if they may list them. */
export function maySee({ scopes, role }: Pick<CallContext, 'scopes' | 'role'>, kind: SearchKind): boolean {
  const list = lists[kind]
  const hasRole = role === undefined || includesRole(role, leastRoleOf(list))
  return hasRole && (list.scope === null || scopes.includes(list.scope))
}

type Search = typeof accounts.search.find
type Group = OutputOf<Search>['groups'][number]

/**
 * Searches all services in parallel for the kinds that the caller may list, or for an id only among its kind. The result also lists the kinds
 * whose service didn't respond.
 */
export const find: Verb<Search, GatewayRuntime> = async ({ ctx, input: { q, kinds = searchKinds, size } }) => {
  const byId = kindOfId(q)
  const allowed = kinds.filter((kind) => maySee(ctx.call, kind) && (byId === null || kind === byId))
  const { found, unavailable } = await askSources(ctx, { q, kinds: allowed, size: size + 1 })
  const groups = searchKinds.flatMap((kind) => {
    const own = found.filter((candidate) => candidate.kind === kind)
    return own.length === 0 ? [] : [groupOf(kind, own, { q, size })]
  })
  return { groups, unavailable }
}

/** Presents the candidates of a kind. One more than `size` was asked for, to know whether there are more. */
function groupOf(kind: SearchKind, candidates: Candidate[], { q, size }: { q: string; size: number }): Group {
  const items = candidates
    .slice(0, size)
    .map(({ id, name, chat, number, at, fields }) => ({ id, name, chat, number, at, ...partThatFits(fields, q) }))
  return { kind, items, more: candidates.length > size }
}

type Context = VerbContext<GatewayRuntime>
type Question = InputOf<typeof messaging.matches.find>
type Answers = { found: Candidate[]; unavailable: SearchKind[] }

/** Time limit for each service. Short, because a person is waiting. */
const patienceMs = 2_000

const services: { kinds: SearchKind[]; matchesOf: (clients: Clients) => Clients['messaging']['matches'] }[] = [
  { kinds: ['chat', 'message'], matchesOf: ({ messaging: { matches } }) => matches },
  { kinds: ['contact'], matchesOf: ({ contacts: { matches } }) => matches },
  { kinds: ['number', 'template'], matchesOf: ({ numbers: { matches } }) => matches },
  { kinds: ['webhook'], matchesOf: ({ webhooks: { matches } }) => matches },
]

/** Searches the services that have the requested kinds, in parallel and on behalf of the caller. */
async function askSources(ctx: Context, question: Question): Promise<Answers> {
  const { deps, call } = ctx
  const { expiresAt: _, ...identity } = call
  const options = { ...deps.unbatchedClients.calling(identity), signal: AbortSignal.timeout(patienceMs) }
  const answers = await Promise.all([
    ...services.map(({ kinds, matchesOf }) =>
      answerFor(ctx, requestedKinds(kinds, question), (own) =>
        matchesOf(deps.unbatchedClients).find.query({ ...question, kinds: own }, options),
      ),
    ),
    answerFor(ctx, requestedKinds(['key'], question), () => findKeys(ctx, question)),
  ])
  return {
    found: answers.flatMap(({ found }) => found),
    unavailable: answers.flatMap(({ unavailable }) => unavailable),
  }
}

/** Returns the kinds of a service that the search asks for. */
const requestedKinds = (ofService: SearchKind[], { kinds }: Question) =>
  ofService.filter((kind) => kinds.includes(kind))

type Ask = (kinds: SearchKind[]) => Promise<Candidate[]>

/** Asks one source. If it fails, its kinds count as unavailable, and the others are still found. */
async function answerFor({ call, log }: Context, kinds: SearchKind[], ask: Ask): Promise<Answers> {
  if (kinds.length === 0) return { found: [], unavailable: [] }
  try {
    return { found: await ask(kinds), unavailable: [] }
  } catch (err) {
    const { code: errorCode, cause } = faultBehind(err)
    log.warn({ requestId: call.requestId, kinds, errorCode, err: cause }, 'search.unavailable')
    return { found: [], unavailable: kinds }
  }
}

/** Finds keys by id, or else by name or visible prefix. Newest first. */
async function findKeys(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  question: { q: string; size: number },
): Promise<Candidate[]> {
  const { q, size } = question
  const byId = kindOfId(q) === 'key'
  const where: FilterQuery<ApiKeyRow> = { $and: [withinNumbers(call), byId ? { id: q } : nameOrHintFilter(q)] }
  const rows = await em.find(ApiKey, where, { orderBy: { id: 'desc' }, limit: size })
  return rows.map(({ id, name, publicId, test }) => ({
    kind: 'key',
    id,
    name,
    chat: null,
    number: null,
    at: null,
    fields: candidateFields({ id: byId ? id : undefined, name, hint: hintOf(publicId, test) }),
  }))
}

/** Matches keys by part of the name, or by the public part of a pasted key. The rest of a pasted key is not compared. */
function nameOrHintFilter(q: string): FilterQuery<ApiKeyRow> {
  const [, hintStart] = /^ph_(?:live|test)_([0-9A-Za-z]+)/.exec(q) ?? []
  const byHint = hintStart === undefined ? [] : [{ publicId: { $like: `${hintStart.slice(0, publicIdCharacters)}%` } }]
  return { $or: [{ name: { $ilike: `%${likeText(q)}%` } }, ...byHint] }
}
