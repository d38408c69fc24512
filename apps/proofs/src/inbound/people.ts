import { allOperations, describePhone, readPhone } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { eachOf, type RunningSystem } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { exported, imported } from '../inputs/files.ts'
import { quiescence } from '../load.ts'
import { dice } from '../operations/killed-children.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import {
  type CallbackTarget,
  callbackOf,
  callbackTargetOf,
  headOf,
  messagesTo,
  newWamid,
  postSigned,
  textMessage,
  type Written,
} from './callbacks.ts'

type Message = { id: string; chat: string; phone?: string; message?: string }

const tag = 'd10'

/**
 * Returns phone numbers in the provider's format, which omits national prefixes: a Mexican number unknown to numbering plans, the shortest
 * and longest numbers, and random numbers of each length.
 */
function phonesOf(seed: number): string[] {
  // The same seed gives the same numbers in every run.
  const digit = dice(seed)
  const random = Array.from({ length: 22 }, (_, i) => {
    const rest = Array.from({ length: 4 + (i % 11) }, () => digit(10))
    return `${1 + digit(9)}${rest.join('')}`
  })
  const phones = new Set(['5215500001234', '12345', '999999999999999', '39066981234', ...random])
  return [...phones].filter((digits) => readPhone(`+${digits}`) === `+${digits}`)
}

/** D10: customers write from phone numbers in any format. Each number is shown, replied to, found, exported and imported. */
export async function anyPhone(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const target = await callbackTargetOf(system)
  const phones = phonesOf(fixture.seed).map((digits) => `+${digits}`)
  const written = phones.map((phone) => textMessage(`D10 ${phone}`, { from: phone.slice(1) }))
  const status = await postSigned(target, messagesTo(target, written))
  const find = async (phone: string) => {
    const path = `/v1/messages?direction=in&phone=${encodeURIComponent(phone)}`
    return (await system.call<Message[]>('GET', path)).body[0]
  }
  const arrived = async () => (await eachOf(phones.length, 4, async (i) => find(phones[i] ?? ''))).every(Boolean)
  await until(arrived, { timeoutMs: 30_000, describe: 'every message to arrive' }).catch(() => undefined)
  const results = await eachOf(phones.length, 4, async (i) => {
    const phone = phones[i] ?? ''
    const shown = await find(phone)
    const answered = await system.call('POST', '/v1/messages', { body: { chat: shown?.chat, message: 'D10' } })
    const sent = await system.call<Message>('POST', '/v1/messages', { body: { phone, message: 'D10' } })
    const kept = await system.call('POST', '/v1/contacts', { body: { phone, tags: [tag], upsert: true } })
    const isRight = [answered.status, sent.status].every((each) => each === 201) && kept.status < 300
    return isRight && shown?.phone === phone && sent.body.chat === shown.chat ? [] : [phone]
  })
  const wrong = results.flat()
  const list = await system.call<Message[]>('GET', '/v1/messages?size=200')
  const { created, failed } = await imported(system, system.account.key, await exported(system, tag))
  return all(
    `seed ${fixture.seed}: ${phones.length} phones, ${phones.filter((phone) => describePhone(phone) === null).length} of them in no numbering plan; ${phones.length - wrong.length} shown and answered in one chat; imported again: ${created} new, ${failed} failed`,
    {
      'the callback is taken': status === 200,
      'the list is shown': list.status === 200,
      [`each is shown and answered (${wrong.slice(0, 5).join(', ')})`]: wrong.length === 0,
      'each comes back as itself': created === 0 && failed === 0,
    },
  )
}

/** D10-twin: customers' phone numbers are validated against numbering plans, as if a caller might have mistyped them. */
export async function plannedPhonesOnly(): Promise<Outcome> {
  const refused = phonesOf(7).filter((digits) => describePhone(`+${digits}`) === null)
  return all(`a reader that asks numbering plans refuses ${refused.length} phones of D10`, {
    'the check sees them': refused.length > 0,
  })
}

/** Message content that no contract version allows. */
const broken = JSON.stringify({ media: 7, contacts: 'none' })

/** D11: a stored row violates its response contract. */
export async function brokenRow(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { id, chat } = await system.ok<Message>('POST', '/v1/messages', {
    body: { phone: '+4915112340011', message: 'D11' },
  })
  // Waits for the message's last status, because E1 reads all events and none may contain the broken value.
  await until(async () => (await system.ok<{ status: string }>('GET', `/v1/messages/${id}`)).status === 'read')
  await quiescence(fixture)
  await fixture.rows('update messaging.message set content = $1::jsonb where id = $2', [broken, id])
  const paths = [`/v1/messages/${id}`, '/v1/messages?size=20', `/v1/messages?chat=${chat}`]
  // Calls the API directly, because the proofs' client rejects responses that violate the OpenAPI document.
  const headers = { Token: system.account.key }
  const answers = await eachOf(paths.length, 1, (i) => fetch(`${system.url}${paths[i]}`, { headers }))
  const logged = () => system.output.includes('response.invalid')
  await until(async () => logged(), { timeoutMs: 5_000 }).catch(() => undefined)
  await fixture.rows('update messaging.message set content = null where id = $1', [id])
  return all(`a row with broken content: ${answers.map(({ status }) => status).join(', ')}`, {
    'what is stored is shown': answers.every(({ status }) => status === 200),
    'the fault is logged': logged(),
  })
}

/** D11-twin: a server that fails if a response violates the contract. */
export async function strictServer(): Promise<Outcome> {
  const placed = allOperations().find(({ noun, verb }) => `${noun}.${verb}` === 'messages.get')
  const example = placed?.operation.example.output as object
  const statuses = [example, { ...example, ...JSON.parse(broken) }].map((value) =>
    placed?.operation.output.safeParse(value).success ? 200 : 500,
  )
  return all(`a server that checks what it returns: ${statuses.join(', ')}`, {
    'the check sees the failure': statuses[0] === 200 && statuses[1] === 500,
  })
}

/** The identifiers of a person at the provider. A callback has only some of them. */
type Ids = { phone: string; userId: string; parent: string }
type IdName = keyof Ids

const agoSeconds = 3 * 86_400
const peopleCount = 12

/**
 * A person's current identifiers, and the callbacks about that person: the first, the others in any order, and the last, which has all
 * current identifiers.
 */
type Life = { first: Written; between: Written[]; last: Written; ids: Ids }

const names: readonly IdName[] = ['phone', 'userId', 'parent']
const step = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), shown: fc.subarray([...names], { minLength: 1 }) }),
  fc.record({ kind: fc.constant('status' as const) }),
  fc.record({ kind: fc.constant('change' as const) }),
)
const lives = fc.array(
  fc.record({
    first: fc.subarray([...names], { minLength: 1 }),
    steps: fc.array(step, { maxLength: 5 }),
    order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  }),
  { minLength: peopleCount, maxLength: peopleCount },
)

/** A user id that changed twice, reported in reverse order. Random draws rarely produce this. */
const reversed = {
  first: ['userId' as const],
  steps: [{ kind: 'change' as const }, { kind: 'change' as const }],
  order: [2, 0, 3, 1],
}

/** Returns a callback for a text message in which the sender has only the shown identifiers. */
function text({ phone, userId, parent }: Ids, shown: readonly IdName[], atSeconds: number): Written {
  const has = (name: IdName) => shown.includes(name)
  const from = {
    ...(has('phone') && { from: phone }),
    ...(has('userId') && { from_user_id: userId }),
    ...(has('parent') && { from_parent_user_id: parent }),
  }
  return {
    messages: [{ ...from, id: newWamid(), timestamp: String(atSeconds), type: 'text', text: { body: 'Hello' } }],
  }
}

/** Builds a person's callbacks. `order` sorts those in between; the first two of these arrive twice. */
function lifeOf(
  i: number,
  { first, steps, order }: { first: IdName[]; steps: { kind: string; shown?: IdName[] }[]; order: number[] },
): Life {
  const since = Math.floor(Date.now() / 1000) - agoSeconds
  const digits = String(i).padStart(3, '0')
  let who: Ids = { phone: `4915170099${digits}`, userId: `DE.10${digits}`, parent: `DE.ENT.10${digits}` }
  const begun = text(who, first, since)
  const between = steps.map(({ kind, shown = [] }, n): Written => {
    const at = since + 60 * (n + 1)
    if (kind === 'text') return text(who, shown, at)
    if (kind === 'status') {
      const recipient = { recipient_id: who.phone, recipient_user_id: who.userId }
      return { statuses: [{ id: newWamid(), status: 'delivered', timestamp: String(at), ...recipient }] }
    }
    const previous = who.userId
    who = { ...who, userId: `${previous}${n}` }
    const system = { type: 'user_changed_user_id', previous_user_id: previous, user_id: who.userId }
    return { messages: [{ id: newWamid(), timestamp: String(at), type: 'system', system }] }
  })
  const shuffled = [...between, ...between.slice(0, 2)].map((each, n) => ({ each, key: order[n % order.length] ?? 0 }))
  const last = text(who, names, since + agoSeconds)
  return { first: begun, between: shuffled.toSorted((a, b) => a.key - b.key).map(({ each }) => each), last, ids: who }
}

/** Posts a callback, which must be taken. */
async function report(target: CallbackTarget, value: Written): Promise<void> {
  const status = await postSigned(target, callbackOf(target, [{ ...headOf(target.phoneNumberId), ...value }]))
  if (status !== 200) throw new Error(`a callback was answered ${status}`)
}

/** Returns all chats of the workspace, which has few of them in this check. */
const chatsOf = (system: RunningSystem): Promise<{ id: string; contact: string | null }[]> =>
  system.ok('GET', '/v1/chats?size=200')

/**
 * Plays out people's lives, with a held message in each person's first chat. Returns how many contacts, chats and waiting messages there
 * are at the end, and how often each person is found.
 */
async function playLives(fixture: ProofFixture, system: RunningSystem) {
  const target = await callbackTargetOf(system)
  const drawn = fc.sample(lives, { numRuns: 1, seed: fixture.seed })[0] ?? []
  const people = [...drawn, reversed].map((each, i) => lifeOf(i, each))
  for (const { first } of people) await report(target, first)
  const begun = await until(async () => {
    const chats = await chatsOf(system)
    return chats.length === people.length && chats
  })
  const held: string[] = []
  for (const { id } of begun) {
    const body = { chat: id, message: 'When the window opens', onWindowClosed: 'hold' }
    held.push((await system.post('/v1/messages', body)).id)
  }
  for (const { between } of people) for (const value of between) await report(target, value)
  for (const { last } of people) await report(target, last)
  await quiescence(fixture).catch(() => undefined)
  const contacts = await system.ok<{ id: string }[]>('GET', '/v1/contacts?size=200')
  const chats = await chatsOf(system)
  let waiting = 0
  for (const id of held)
    if ((await system.ok<{ status: string }>('GET', `/v1/messages/${id}`)).status === 'queued') waiting += 1
  const found = await Promise.all(
    people.map(async ({ ids: { userId } }) => {
      return (await system.ok<unknown[]>('GET', `/v1/contacts?search=${userId}`)).length
    }),
  )
  const counts = { contacts: contacts.length, chats: chats.length, people: people.length, held: held.length }
  return { ...counts, waiting, found }
}

/** D14: people hide, show and change identifiers, in callbacks that arrive in any order and twice. */
export async function onePersonIsOne(fixture: ProofFixture): Promise<Outcome> {
  const seen = await playLives(fixture, await fixture.freshSystem())
  const text = `seed ${fixture.seed}: ${seen.people} people, ${seen.contacts} contacts, ${seen.chats} chats, ${seen.waiting} of ${seen.held} held messages wait`
  return all(text, {
    'one contact each': seen.contacts === seen.people,
    'one chat each': seen.chats === seen.people,
    'each is found by the user id': seen.found.every((count) => count === 1),
    'nothing held waits while the window is open': seen.waiting === 0,
  })
}

/** D14-twin: the same check with services that store no identifiers. */
export async function withoutLinks(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  await fixture.rows(
    `create function messaging.keep_nothing() returns trigger language plpgsql as 'begin return null; end'`,
  )
  for (const table of ['messaging.person_identifier', 'contacts.identity', 'contacts.previous_address'])
    await fixture.rows(
      `create trigger keep_nothing before insert or update on ${table} for each row execute function messaging.keep_nothing()`,
    )
  const seen = await playLives(fixture, system)
  return all(`${seen.people} people, ${seen.chats} chats, ${seen.waiting} held messages wait`, {
    'several chats of one person are seen': seen.chats > seen.people,
    'messages that wait for ever are seen': seen.waiting > 0,
  })
}
