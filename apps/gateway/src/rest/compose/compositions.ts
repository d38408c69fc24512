import { fingerprint } from '@posthorn/chassis'
import {
  accounts,
  contactReferencesMax,
  contacts,
  FaultyMessage,
  groups,
  type InputOf,
  idOf,
  type Mutation,
  messaging,
  numbers,
  type OutputOf,
  type Query,
  webhooks,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { Dispatch } from '../route.ts'

/** Extends an operation's response with an internal query to another service. */
type Enrichment = {
  operation: Query | Mutation
  source: Query
  question(input: never, output: never): unknown
  merge(output: never, found: never): unknown
}

type TypedEnrichment<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>, output: OutputOf<Op>): InputOf<Source>
  merge(output: OutputOf<Op>, found: OutputOf<Source>): OutputOf<Op>
}

/** Checks the types of an enrichment against its operations, then forgets them, so that all fit in one list. */
function enrichment<Op extends Query | Mutation, Source extends Query>(typed: TypedEnrichment<Op, Source>): Enrichment {
  return typed
}

/** Wraps a dispatch with an enrichment. If that fails, the response stays unchanged, because it may report a committed change. */
export function withEnrichment(
  dispatch: Dispatch,
  { question, merge }: Pick<Enrichment, 'question' | 'merge'>,
  source: Dispatch,
): Dispatch {
  return async (input, call, signal) => {
    const output = await dispatch(input, call, signal)
    const { idempotencyKey: _, ...sourceCall } = call
    try {
      const sourceInput = question(input as never, output as never)
      const sourceOutput = await source(sourceInput, { ...sourceCall, onReplayed: () => {} }, signal)
      return merge(output as never, sourceOutput as never)
    } catch {
      return output
    }
  }
}

/** Replaces ids in an input, such as a contact's, with the results of an internal query to another service. */
type InputResolution = {
  operation: Query | Mutation
  source: Query
  /** Builds the query's input from the operation's input; undefined if that contains no such ids. */
  question(input: never): unknown
  resolve(input: never, found: never): unknown
}

type TypedResolution<Op extends Query | Mutation, Source extends Query> = {
  operation: Op
  source: Source
  question(input: z.output<Op['input']>): InputOf<Source> | undefined
  resolve(input: z.output<Op['input']>, found: OutputOf<Source>): z.output<Op['input']>
}

/** Declares how ids in an operation's input are replaced. Checks the types, then forgets them, so that all declarations fit in one list. */
function inputResolution<Op extends Query | Mutation, Source extends Query>(
  typed: TypedResolution<Op, Source>,
): InputResolution {
  return typed
}

/** Wraps a dispatch with an input resolution. Idempotency compares the body as sent, not with its ids replaced. */
export function withInputResolution(
  dispatch: Dispatch,
  { question, resolve }: Pick<InputResolution, 'question' | 'resolve'>,
  source: Dispatch,
): Dispatch {
  return async (input, call, signal) => {
    const sourceInput = question(input as never)
    if (sourceInput === undefined) return dispatch(input, call, signal)
    const { idempotencyKey, ...sourceCall } = call
    const sourceOutput = await source(sourceInput, { ...sourceCall, onReplayed: () => {} }, signal)
    const original = idempotencyKey === undefined ? {} : { asked: call.asked ?? fingerprint(input) }
    return dispatch(resolve(input as never, sourceOutput as never), { ...call, ...original }, signal)
  }
}

type WithContacts = { contacts?: { contact?: string | undefined }[] | undefined }

/** Returns the contact ids that messages use in place of a card, as many as one query takes; undefined if there are none. */
function contactsNamedIn(messages: readonly WithContacts[]): { ids: string[] } | undefined {
  const named = messages.flatMap(({ contacts = [] }) => contacts.flatMap(({ contact }) => contact || []))
  const ids = [...new Set(named)].slice(0, contactReferencesMax)
  return ids.length > 0 ? { ids } : undefined
}

/** Replaces contact ids in a message with contact cards. Keeps an unknown id, so that the service refuses it. */
function withCards<M extends WithContacts>(message: M, resolvedCards: OutputOf<typeof contacts.contacts.cards>): M {
  if (!message.contacts) return message
  const cards = new Map(resolvedCards.map(({ id, card }) => [id as string, card]))
  return { ...message, contacts: message.contacts.map((card) => cards.get(card.contact ?? '') ?? card) }
}

type Numbered = OutputOf<typeof numbers.numbers.get>

/** Adds a number's queue, which messaging knows, to the number. A number without a queue stays unchanged. */
function withQueue(numberView: Numbered, queues: OutputOf<typeof messaging.queues.ofNumbers>): Numbered {
  const own = queues.find(({ number }) => number === numberView.id)
  if (own === undefined) return numberView
  const { number: _, ...queue } = own
  return { ...numberView, queue }
}

/** Presents an attempt to deliver to a webhook as an entry in a message's trace. */
function traceEntryOf({ error, ...attempt }: OutputOf<typeof webhooks.deliveries.ofMessage>[number]) {
  const { httpStatus } = attempt
  const outcome = error ?? (httpStatus !== null && httpStatus >= 200 && httpStatus < 300 ? 'delivered' : 'refused')
  return { what: 'webhook' as const, ...attempt, outcome, status: null, waiting: null, error: null }
}

/** Sorts entries by time. ISO times sort as text. */
const byTime = (a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)

export const enrichments: readonly Enrichment[] = [
  enrichment({
    operation: accounts.me.get,
    source: messaging.statistics.ofDay,
    question: (_input, { usage }) => ({ day: usage.day }),
    merge: (output, counted) => ({ ...output, usage: { ...output.usage, ...counted } }),
  }),
  enrichment({
    operation: messaging.messages.trace,
    source: webhooks.deliveries.ofMessage,
    question: ({ id }) => ({ id }),
    merge: (output, attempts) => ({
      ...output,
      entries: [...output.entries, ...attempts.map(traceEntryOf)].sort(byTime),
    }),
  }),
  enrichment({
    operation: messaging.statistics.usage,
    source: webhooks.usage.deliveries,
    question: ({ number }, { from, to }) => ({ from, to, number }),
    merge: (output, deliveries) => ({ ...output, deliveries }),
  }),
  ...[numbers.numbers.get, numbers.numbers.update].map((operation) =>
    enrichment({
      operation,
      source: messaging.queues.ofNumbers,
      question: (_input, { id }) => ({ ids: [id] }),
      merge: withQueue,
    }),
  ),
  enrichment({
    operation: numbers.numbers.list,
    source: messaging.queues.ofNumbers,
    question: (_input, { items }) => ({ ids: items.map(({ id }) => id) }),
    merge: ({ items, next }, queues) => ({ items: items.map((shown) => withQueue(shown, queues)), next }),
  }),
]

/** Input resolutions: contact ids in messages become cards, and ids in simulations become the provider's. */
export const inputResolutions: readonly InputResolution[] = [
  inputResolution({
    operation: messaging.messages.send,
    source: contacts.contacts.cards,
    question: (message) => contactsNamedIn([message]),
    resolve: withCards,
  }),
  inputResolution({
    operation: messaging.messages.update,
    source: contacts.contacts.cards,
    question: (message) => contactsNamedIn([message]),
    resolve: withCards,
  }),
  inputResolution({
    operation: messaging.messages.batch,
    source: contacts.contacts.cards,
    question: ({ messages }) =>
      contactsNamedIn(messages.flatMap((message) => (message instanceof FaultyMessage ? [] : [message]))),
    resolve: (input, found) => ({
      ...input,
      messages: input.messages.map((message) =>
        message instanceof FaultyMessage ? message : withCards(message, found),
      ),
    }),
  }),
  inputResolution({
    operation: groups.posts.create,
    source: contacts.contacts.cards,
    question: (post) => contactsNamedIn([post]),
    resolve: withCards,
  }),
  inputResolution({
    operation: numbers.numbers.simulate,
    source: groups.groups.atProvider,
    question: ({ message, group }) => idsAmong('grp', [message?.groupId, group?.group]),
    resolve: withProviderIds,
  }),
  inputResolution({
    operation: numbers.numbers.simulate,
    source: messaging.messages.atProvider,
    question: ({ message, status }) => idsAmong('msg', [message?.replyTo, status?.message]),
    resolve: withProviderIds,
  }),
]

/** Returns the texts that are our ids of one kind; undefined if there are none. */
function idsAmong(prefix: 'grp' | 'msg', texts: readonly (string | undefined)[]): { ids: string[] } | undefined {
  const ids = texts.flatMap((text) => idOf(prefix).safeParse(text).data ?? [])
  return ids.length > 0 ? { ids } : undefined
}

type Simulation = z.output<typeof numbers.numbers.simulate.input>

/** Replaces our ids in a simulation with the provider's. Keeps an unknown id, so that it is refused. */
export function withProviderIds(input: Simulation, found: readonly { id: string; providerId: string }[]): Simulation {
  const known = new Map(found.map(({ id, providerId }) => [id, providerId]))
  const atProvider = (id: string) => known.get(id) ?? id
  const { message, status, group } = input
  return {
    ...input,
    ...(message && {
      message: {
        ...message,
        groupId: message.groupId && atProvider(message.groupId),
        replyTo: message.replyTo && atProvider(message.replyTo),
      },
    }),
    ...(status && { status: { ...status, message: atProvider(status.message) } }),
    ...(group && { group: { ...group, group: atProvider(group.group) } }),
  }
}
