import { isDeepStrictEqual } from 'node:util'
import { until } from '@posthorn/testkit'
import { eachOf, type RunningSystem } from '@posthorn/testkit/system'
import { quiescence } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import {
  type CallbackTarget,
  callbackOf,
  callbackTargetOf,
  newWamid,
  postSigned,
  valueOf,
  type Written,
} from './callbacks.ts'

type EndState = {
  message: string | null
  deletedAt: string | null
  editedAt: string | null
  reactions: { emoji: string; at: string }[]
}
type Listed = EndState & { id: string; providerId?: string; chat: string; type: string; direction: string }

/** An action at a given second: the message itself, a change, or a reaction. */
type Step = { second: number; does: Written & { type: string } }

const nothing: EndState = { message: null, deletedAt: null, editedAt: null, reactions: [] }

const start = 1_790_000_000
/** Returns a time as the API shows it, from the second of a step. */
const at = (second: number) => new Date((start + second) * 1_000).toISOString()
/** Returns a text message's fields as the provider has them in callbacks. */
const text = (body: string) => ({ type: 'text', text: { body } })
const changeOf = {
  edit: (id: string, body: string) => ({ type: 'edit', edit: { original_message_id: id, message: text(body) } }),
  revoke: (id: string) => ({ type: 'revoke', revoke: { original_message_id: id } }),
  reaction: (id: string, emoji: string) => ({ type: 'reaction', reaction: { message_id: id, emoji } }),
}

/** The steps of one message and its expected final state. */
const stories: Record<string, { steps: (id: string) => Step[]; end: EndState }> = {
  edited: {
    steps: (id) => [
      { second: 1, does: { id, ...text('first') } },
      { second: 3, does: changeOf.edit(id, 'last') },
      { second: 2, does: changeOf.edit(id, 'between') },
      { second: 4, does: changeOf.reaction(id, '👍') },
    ],
    end: { ...nothing, message: 'last', editedAt: at(3), reactions: [{ emoji: '👍', at: at(4) }] },
  },
  deleted: {
    steps: (id) => [
      { second: 1, does: { id, ...text('first') } },
      { second: 3, does: changeOf.revoke(id) },
      { second: 2, does: changeOf.edit(id, 'between') },
      { second: 4, does: changeOf.edit(id, 'late') },
    ],
    end: { ...nothing, deletedAt: at(3) },
  },
  reacted: {
    steps: (id) => [
      { second: 1, does: { id, ...text('first') } },
      { second: 2, does: changeOf.reaction(id, '👍') },
      { second: 3, does: changeOf.reaction(id, '') },
    ],
    end: { ...nothing, message: 'first' },
  },
}

/** Returns the steps in every possible order. */
function orders<T>(steps: T[]): T[][] {
  if (steps.length <= 1) return [steps]
  return steps.flatMap((step, i) => orders(steps.toSpliced(i, 1)).map((rest) => [step, ...rest]))
}

type Variant = { story: string; wamid: string; phone: string; steps: Step[] }

let phones = 4_915_113_000_000

/** Returns every story in every order of its steps. Each variant has a message and a customer that no other has. */
const makeVariants = (): Variant[] =>
  Object.entries(stories).flatMap(([story, { steps }]) => {
    const count = orders(steps('')).length
    return Array.from({ length: count }, (_, i) => {
      const wamid = newWamid()
      return { story, wamid, phone: String((phones += 1)), steps: orders(steps(wamid))[i] ?? [] }
    })
  })

/** Returns the variants whose final state is not the one of their story. */
const misjudged = (variants: Variant[], endOf: (variant: Variant) => EndState | undefined): string[] =>
  variants.flatMap((variant) => {
    const end = endOf(variant)
    const order = `${variant.story} ${variant.steps.map(({ second }) => second).join('')}`
    if (!end) return [order]
    const { message, deletedAt, editedAt } = end
    const reactions = end.reactions.map(({ emoji, at: time }) => ({ emoji, at: time }))
    return isDeepStrictEqual({ message, deletedAt, editedAt, reactions }, stories[variant.story]?.end) ? [] : [order]
  })

/** Posts the steps as signed callbacks, each twice. The second one differs in its bytes, so it is not recognized as the same body. */
async function postAll(target: CallbackTarget, variant: Variant | undefined): Promise<void> {
  const { phone = '', steps = [] } = variant ?? {}
  for (const { second, does } of steps) {
    const item = { from: phone, id: newWamid(), timestamp: String(start + second), ...does }
    const raw = callbackOf(target, [valueOf(target.phoneNumberId, [item], 'messages', phone)])
    for (const body of [raw, raw.replace('"object"', '"again":1,"object"')]) await postSigned(target, body)
  }
}

/** Returns the messages exchanged with a phone number, which is written without its plus. */
const messagesWith = (system: RunningSystem, phone: string) =>
  system.ok<Listed[]>('GET', `/v1/messages?phone=%2B${phone}&size=50`)

/** D12: every order of a message's steps, with each callback sent twice. */
export async function anyOrder(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const target = await callbackTargetOf(system)
  const variants = makeVariants()
  await eachOf(variants.length, 8, (place) => postAll(target, variants[place]))
  await quiescence(fixture)
  const ends = new Map<Variant, Listed[]>()
  await eachOf(variants.length, 8, async (place) => {
    const each = variants[place]
    if (!each) return
    const found = await until(async () => {
      const items = await messagesWith(system, each.phone)
      return items.some(({ providerId }) => providerId === each.wamid) && items
    })
    ends.set(each, found)
  })
  const wrong = misjudged(variants, (each) => ends.get(each)?.find(({ providerId }) => providerId === each.wamid))
  const more = [...ends.values()].filter((items) => items.length !== 1).length
  return all(`${variants.length} variants of ${Object.keys(stories).length} stories, each callback twice`, {
    [`one end state each (${wrong.join(', ')})`]: wrong.length === 0,
    'one message each, and no other': more === 0,
  })
}

type Change = { text?: { body: string }; edit?: { message: { text: { body: string } } }; reaction?: { emoji: string } }

/** D12-twin: a receiver that applies callbacks in order of arrival. D12 must catch it. */
export async function asItComes(): Promise<Outcome> {
  const variants = makeVariants()
  const wrong = misjudged(variants, ({ steps }) => {
    let state: EndState | undefined
    for (const { second, does } of steps) {
      const time = at(second)
      const { text: written, edit, reaction } = does as Change
      if (written) state = { ...nothing, message: written.body }
      else if (!state) continue
      else if (edit) state = { ...state, message: edit.message.text.body, editedAt: time }
      else if (reaction) state = { ...state, reactions: reaction.emoji ? [{ emoji: reaction.emoji, at: time }] : [] }
      else state = { ...nothing, deletedAt: time }
    }
    return state
  })
  return all(`a receiver that applies changes as they come: caught in ${wrong.length} of ${variants.length} orders`, {
    'the checks of D12 see it': wrong.length > 0,
    'not where all comes in its order': !wrong.includes('reacted 123'),
  })
}

type ChatView = { unreadCount: number; waitingSince: string | null; lastMessage: { id: string } | null }

/** Returns what is not as it must be after the business has used its app. */
function wrongAfterApp(
  { items, chat }: { items: Listed[]; chat: ChatView },
  ids: { customers: string; edited: string; deleted: string },
) {
  const find = (id: string) => items.find(({ providerId }) => providerId === id)
  const customers = find(ids.customers)
  const holds = {
    'three messages, none for a change': items.length === 3,
    'the edit is in its message': find(ids.edited)?.message === 'as edited',
    'the deleted text is gone': find(ids.deleted) !== undefined && find(ids.deleted)?.message === null,
    "the reaction is at the customer's message": customers?.reactions[0]?.emoji === '👍',
    'the customer continues waiting': chat.waitingSince === at(5) && chat.unreadCount === 1,
    'the last message is theirs': chat.lastMessage?.id === customers?.id,
  }
  return Object.entries(holds).flatMap(([what, isSo]) => (isSo ? [] : [what]))
}

/** D13: the business writes twice in its app, the customer writes, then the app edits, deletes and reacts. */
export async function changesInTheApp(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const target = await callbackTargetOf(system)
  const phone = String((phones += 1))
  const ids = { customers: newWamid(), edited: newWamid(), deleted: newWamid() }
  const echo = (second: number, does: Written) => {
    const item = { from: '15552000000', to: phone, id: newWamid(), timestamp: String(start + second), ...does }
    return { field: 'smb_message_echoes', value: valueOf(target.phoneNumberId, [item], 'message_echoes', phone) }
  }
  const customer = { from: phone, id: ids.customers, timestamp: String(start + 5), ...text('Where is it?') }
  const bodies = [
    echo(1, { id: ids.edited, ...text('as written') }),
    echo(2, { id: ids.deleted, ...text('as written') }),
    { field: 'messages', value: valueOf(target.phoneNumberId, [customer], 'messages', phone) },
    echo(6, changeOf.edit(ids.edited, 'as edited')),
    echo(7, changeOf.revoke(ids.deleted)),
    echo(8, changeOf.reaction(ids.customers, '👍')),
  ]
  for (const { field, value } of bodies) await postSigned(target, callbackOf(target, [value], field))
  await quiescence(fixture)
  let wrong: string[] = []
  const holds = async () => {
    const items = await messagesWith(system, phone)
    const chat = await system.ok<ChatView>('GET', `/v1/chats/${items[0]?.chat ?? ''}`)
    wrong = wrongAfterApp({ items, chat }, ids)
    return wrong.length === 0
  }
  await until(holds, { timeoutMs: 20_000 }).catch(() => undefined)
  return all('an edit, a deletion and a reaction from the app: three messages, the customer waits', {
    [`as it must be (${wrong.join(', ')})`]: wrong.length === 0,
  })
}

/** D13-twin: a receiver that treats everything from the app as a new message and as a reply. D13 must catch it. */
export async function allIsAMessage(): Promise<Outcome> {
  const ids = { customers: 'c', edited: 'e', deleted: 'd' }
  const out = { ...nothing, chat: 'x', type: 'text', direction: 'out', message: 'as written' }
  const kept = Object.values(ids).map((id) => ({ ...out, id, providerId: id }))
  const added = ['1', '2', '3'].map((id) => ({ ...out, id, providerId: id, type: 'unsupported' }))
  const chat = { unreadCount: 0, waitingSince: null, lastMessage: { id: '3' } }
  const wrong = wrongAfterApp({ items: [...kept, ...added], chat }, ids)
  return all(`a receiver to which all is a message: caught by ${wrong.length} of 6 judgments`, {
    'the checks of D13 see it': wrong.length === 6,
  })
}
