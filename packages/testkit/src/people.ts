import { busEvent, type TestService } from '@posthorn/chassis/testing'
import {
  type BusEvent,
  type EventData,
  erasedPersonPurpose,
  type Identifier,
  identifiersOf,
  newId,
} from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import fc from 'fast-check'

type Incoming = EventData<'provider:message'>

/**
 * Returns the event that the numbers service publishes for a customer's message. By default, the message is a text. `more` overrides fields;
 * with a `type`, it also has the content.
 */
export function incomingMessage(
  workspaceId: string,
  from: Incoming['from'],
  more: Partial<Incoming> = {},
): BusEvent<'provider:message'> {
  const data: Incoming = {
    number: newId('num'),
    providerId: `wamid.${newId('evt')}`,
    timestamp: new Date().toISOString(),
    from,
    ...(more.type === undefined ? { text: 'Hello' } : {}),
    type: 'text',
    raw: {},
    ...more,
  }
  return busEvent({ event: 'provider:message', workspace: workspaceId, data })
}

type ErasedPerson = {
  workspace: string
  phones?: string[]
  userIds?: string[]
  texts?: string[]
  ids?: string[]
  contact?: string
}

/** Requests a person's erasure from a service under test, as the contacts service does, and waits until it is done. */
export async function requestErasure(
  fixture: TestService,
  service: EventData<'erasure:done'>['service'],
  { workspace, phones = [], userIds = [], texts = [], ids = [], contact = newId('con') }: ErasedPerson,
): Promise<{ erasure: string }> {
  const erasure = newId('ers')
  const sealed = fixture.vault.seal(JSON.stringify({ phones, userIds, texts, ids }), erasedPersonPurpose(erasure))
  const data = { erasure, contact, requestedAt: new Date().toISOString(), services: [service], sealed }
  await fixture.bus.publish(busEvent({ event: 'erasure:requested', workspace, data }))
  const isAbout = (published: unknown) => (published as { erasure?: string }).erasure === erasure
  await until(
    () => fixture.bus.published.some(({ event, data: published }) => event === 'erasure:done' && isAbout(published)),
    {
      describe: `${service} to erase the person`,
    },
  )
  return { erasure }
}

/** Makes a service check again for what arrived after it erased people, and waits until it has. */
export async function eraseAgain(
  fixture: TestService,
  service: EventData<'erasure:done'>['service'],
  workspace: string,
): Promise<void> {
  await fixture.rows('update erasure_job set run_at = now() where workspace_id = $1', [workspace])
  // A request wakes the loop that erases, which would otherwise look later.
  await requestErasure(fixture, service, { workspace })
  // A check that must be repeated is due again after a second.
  const soon = `select 1 from erasure_job where workspace_id = $1 and run_at < now() + interval '2 seconds'`
  const due = () => fixture.rows(soon, [workspace])
  await until(async () => (await due()).length === 0, { describe: `${service} to check again` })
}

/** A person's identifiers. The provider can hide some of them. */
type Ids = { phone?: string; userId?: string; parentUserId?: string }
type IdName = keyof Ids

/** A step in a person's history: they write, the provider reports several of their identifiers together, or they get a new identifier. */
type PersonStep = { person: number; at: number } & (
  | { kind: 'writes'; number: number; shown: IdName[]; stops: boolean }
  | { kind: 'proven'; shown: [IdName, IdName] }
  | { kind: 'changes'; number: number; name: IdName; shown: IdName[] }
)

const names = ['phone', 'userId', 'parentUserId'] as const
const shown = fc.subarray([...names], { minLength: 1 })
const pair = fc.constantFrom<[IdName, IdName]>(
  ['phone', 'userId'],
  ['userId', 'parentUserId'],
  ['phone', 'parentUserId'],
)

const stepKinds = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('writes' as const), number: fc.nat(1), shown, stops: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('proven' as const), shown: pair }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('changes' as const),
      number: fc.nat(1),
      name: fc.constantFrom(...names),
      shown: fc.subarray([...names]),
    }),
  },
)

/** Histories of three people who write to two numbers and hide, show, and change their identifiers, ordered by time. */
export const peopleHistories = fc.array(fc.record({ person: fc.nat(2), step: stepKinds }), {
  minLength: 4,
  maxLength: 14,
})

/** A step's event, and the identifiers it proves to belong to one person. */
export type PersonEvent = {
  event: BusEvent<'provider:message' | 'provider:person'>
  identifiers: string[]
  at: number
  /** Id of the business's number that the message is stored with; null if none is stored. */
  number: string | null
  /** Whether the message opens the window for answers, and whether it opts the person out. */
  opens: boolean
  stops: boolean
}

/** Creates a history's events, one for each minute from `since` on. No other history and no other person has these identifiers. */
export function eventsOfPeople(
  history: readonly { person: number; step: Omit<PersonStep, 'person' | 'at'> & Record<string, unknown> }[],
  { workspace, numbers, since }: { workspace: string; numbers: readonly [string, string]; since: number },
): PersonEvent[] {
  const run = newId('evt').slice(-8)
  let count = 0
  const newIdOf: Record<IdName, () => string> = {
    phone: () =>
      `+4915${String(Date.now() % 10_000).padStart(4, '0')}${String((count += 1)).padStart(3, '0')}${Math.floor(Math.random() * 90 + 10)}`,
    userId: () => `DE.${run}${(count += 1)}`,
    parentUserId: () => `DE.ENT.${run}${(count += 1)}`,
  }
  const people = [0, 1, 2].map(() => ({
    phone: newIdOf.phone(),
    userId: newIdOf.userId(),
    parentUserId: newIdOf.parentUserId(),
  }))
  return history.map(({ person, step }, i) => {
    const who = people[person] as Required<Ids>
    const at = since + i * 60_000
    const action = step as unknown as PersonStep
    const pick = (ids: Ids, names: readonly IdName[]): Ids => Object.fromEntries(names.map((name) => [name, ids[name]]))
    const timestamp = new Date(at).toISOString()
    const valuesOf = (...sets: Ids[]) => sets.flatMap((ids) => identifiersOf(ids).map(({ value }) => value))
    if (action.kind === 'proven') {
      const identifiers: Identifier[] = identifiersOf(pick(who, action.shown))
      const event = busEvent({ event: 'provider:person', workspace, data: { timestamp, identifiers } })
      return { event, identifiers: valuesOf(pick(who, action.shown)), at, number: null, opens: false, stops: false }
    }
    const number = numbers[action.number] as `num_${string}`
    if (action.kind === 'writes') {
      const from = { ...pick(who, action.shown), contact: newId('con') }
      const event = incomingMessage(workspace, from, { number, timestamp, text: action.stops ? 'STOP' : 'Hello' })
      return { event, identifiers: valuesOf(from), at, number, opens: true, stops: action.stops }
    }
    const previous = pick(who, [action.name])
    who[action.name] = newIdOf[action.name]()
    const from = { ...pick(who, [...action.shown, action.name]), contact: newId('con') }
    const system: NonNullable<NonNullable<EventData<'provider:message'>['content']>['system']> = {
      event: action.name === 'phone' ? 'user_changed_number' : 'user_changed_user_id',
      ...(action.name === 'phone' && { phone: who.phone }),
    }
    const event = incomingMessage(workspace, from, {
      number,
      timestamp,
      previous,
      type: 'system',
      content: { type: 'system', system },
    })
    // Services store no message that only reports changed user ids, because it has nothing for people to read.
    const isKept = action.name === 'phone'
    return {
      event,
      identifiers: valuesOf(from, previous),
      at,
      number: isKept ? number : null,
      opens: false,
      stops: false,
    }
  })
}

/**
 * Returns the people whose existence these events prove, each as a set of identifiers with its events. Events that share an identifier are
 * about one person. Tests compare what services have linked with this.
 */
export function peopleOf(events: readonly PersonEvent[]): { identifiers: Set<string>; events: PersonEvent[] }[] {
  const people: { identifiers: Set<string>; events: PersonEvent[] }[] = []
  for (const event of events) {
    const matching = people.filter(({ identifiers }) => event.identifiers.some((value) => identifiers.has(value)))
    const person = {
      identifiers: new Set([...matching.flatMap(({ identifiers }) => [...identifiers]), ...event.identifiers]),
      events: [...matching.flatMap((each) => each.events), event],
    }
    for (const merged of matching) people.splice(people.indexOf(merged), 1)
    people.push(person)
  }
  return people
}
