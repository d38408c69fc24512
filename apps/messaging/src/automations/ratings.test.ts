import { type InputOf, type messaging, newId } from '@posthorn/contracts'
import { incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openAutomatedDesk } from './desk.fixture.ts'

const { fixture } = useMessaging()

let lastPhone = 15559450000
const newPhone = () => `+${++lastPhone}`

type Question = NonNullable<InputOf<typeof messaging.automations.create>['actions']['rating']>

const resolvedIn = (chat: string) =>
  fixture.service.bus.published.filter(
    ({ event, aggregate, data }) =>
      event === 'chat:updated' && aggregate.id === chat && (data as { change: string }).change === 'resolved',
  )

async function openRatedDesk(question: Partial<Question> = {}) {
  const desk = await openAutomatedDesk(fixture)
  const rating = { message: 'How did we do?', ...question }
  const rule = await desk.automate({ trigger: 'chat_resolved', actions: { rating } })
  const update = (chat: string, status: 'open' | 'resolved') =>
    desk.api.chats.update.mutate({ id: chat as never, status }, desk.caller)
  return {
    ...desk,
    rule,
    update,
    /** Publishes a customer's message and resolves the chat. Returns the chat, and the question if one was sent. */
    async resolve(phone: string) {
      const { id } = await desk.write(phone)
      const before = resolvedIn(id).length
      await update(id, 'resolved')
      const event = await until(() => resolvedIn(id)[before])
      const received = 'select 1 from received_event where event_id = $1'
      await until(async () => (await fixture.service.rows(received, [event.id])).length > 0)
      await desk.settled()
      return { id, question: (await desk.sentIn(id)).find(({ buttons, list }) => buttons ?? list) }
    },
    /** Publishes a tap on an option. Resolves with the stored answer and the updated chat. */
    async tap(phone: string, option: { id: string; text: string }, at = new Date().toISOString()) {
      const providerId = `wamid.${newId('msg')}`
      const content = { type: 'reply', reply: { kind: 'list', ...option } }
      const said = { number: desk.connected.number, type: 'interactive', content, timestamp: at, providerId }
      await fixture.service.bus.publish(
        incomingMessage(desk.workspace, { phone, contact: desk.contactOf(phone) as never }, said as never),
      )
      const stored = () => fixture.service.rows('select id from message where provider_id = $1', [providerId])
      const [row] = await until(async () => {
        const rows = await stored()
        return rows.length > 0 && rows
      })
      await desk.settled()
      const answer = await desk.api.messages.get.query({ id: row?.['id'] as never }, desk.caller)
      return { answer, chat: await desk.chatOf(phone) }
    },
  }
}

const optionsOf = (question: { list?: { sections: { rows: { id: string; title: string }[] }[] } | undefined }) =>
  (question.list?.sections[0]?.rows ?? []).map(({ id, title }) => ({ id, text: title }))

type Desk = Awaited<ReturnType<typeof openRatedDesk>>

async function asked(desk: Desk, phone: string) {
  const { id, question } = await desk.resolve(phone)
  if (!question) throw new Error('not asked')
  const options = optionsOf(question)
  return { id, question, best: options[0] as (typeof options)[0], worst: options[4] as (typeof options)[0] }
}

describe('a question for a rating', () => {
  it('is sent once a chat is resolved, and its answer is the rating of the chat, in its history and announced', async () => {
    const desk = await openRatedDesk()
    const phone = newPhone()
    const { id, question, worst } = await asked(desk, phone)
    expect(question).toMatchObject({ message: 'How did we do?', by: { type: 'automation', id: desk.rule.id } })
    expect(optionsOf(question).map(({ text }) => text.length)).toEqual([5, 4, 3, 2, 1])
    const [run] = await desk.runsOf(desk.rule.id)
    expect(run).toMatchObject({ status: 'done', question: question.id, reply: null })
    const { chat, answer } = await desk.tap(phone, worst)
    const rating = { score: 1, run: run?.id }
    expect(answer).toMatchObject({ type: 'reply', rating: 1, reply: { text: '★' } })
    expect(chat).toMatchObject({ id, rating })
    const { items } = await desk.api.chats.timeline.query({ id }, desk.caller)
    expect(items.find(({ change }) => change === 'rated')).toMatchObject({ by: null, rating })
    const told = fixture.service.bus.published.filter(
      ({ event, aggregate }) => event === 'chat:updated' && aggregate.id === id,
    )
    expect(told.map(({ data }) => data as { change: string }).at(-1)).toMatchObject({ change: 'rated', rating })
  })

  it('is answered without reopening the chat, waking a rule, or counting as a question of the customer', async () => {
    const desk = await openRatedDesk()
    const other = await desk.automate({ trigger: 'message_received', actions: { reply: { message: 'Received' } } })
    const start = await desk.automate({ trigger: 'conversation_started', actions: { reply: { message: 'Hello' } } })
    const phone = newPhone()
    const { id, best } = await asked(desk, phone)
    const before = await desk.sentIn(id)
    const { chat } = await desk.tap(phone, best)
    expect(chat).toMatchObject({ status: 'resolved', unreadCount: 1, waitingSince: null, rating: { score: 5 } })
    expect(await desk.sentIn(id)).toHaveLength(before.length)
    expect([await desk.runsOf(other.id), await desk.runsOf(start.id)].map(({ length }) => length)).toEqual([1, 1])
    const { total } = await desk.api.statistics.inbox.query({}, desk.caller)
    expect(total).toMatchObject({ in: 1 })
    expect(await desk.write(phone, { text: 'One more thing' })).toMatchObject({ status: 'open', unreadCount: 2 })
  })

  it('is thanked for once, after the first answer, in a chat that stays resolved', async () => {
    const desk = await openRatedDesk({ thanks: 'Thank you!' })
    const phone = newPhone()
    const { id, best, worst } = await asked(desk, phone)
    const thanksIn = async () => (await desk.sentIn(id)).filter(({ message }) => message === 'Thank you!')
    const { chat } = await desk.tap(phone, worst)
    expect(chat).toMatchObject({ status: 'resolved', waitingSince: null, rating: { score: 1 } })
    expect(await thanksIn()).toMatchObject([{ by: { type: 'automation', id: desk.rule.id } }])
    expect((await desk.tap(phone, best)).chat).toMatchObject({ status: 'resolved', rating: { score: 5 } })
    expect(await thanksIn()).toHaveLength(1)
    expect(await desk.runsOf(desk.rule.id)).toHaveLength(1)
  })

  it('is not thanked for by an automation that was turned off, nor hours later', async () => {
    const desk = await openRatedDesk({ thanks: 'Thank you!' })
    const [early, late] = [newPhone(), newPhone()]
    const [first, second] = [await asked(desk, early), await asked(desk, late)]
    await desk.tap(late, second.best, new Date(Date.now() - 2 * 3_600_000).toISOString())
    await desk.api.automations.update.mutate({ id: desk.rule.id, enabled: false }, desk.caller)
    await desk.tap(early, first.best)
    for (const { id } of [first, second]) expect(await desk.sentIn(id)).toHaveLength(1)
  })

  it('comes to a customer once in its pause, whichever rule and number asks', async () => {
    const desk = await openRatedDesk({ pauseDays: 7 })
    const phone = newPhone()
    const { id } = await asked(desk, phone)
    const second = await desk.automate({ trigger: 'chat_resolved', actions: { rating: { message: 'And now?' } } })
    await desk.resolve(phone)
    expect(await desk.sentIn(id)).toHaveLength(1)
    expect(await desk.runsOf(second.id)).toEqual([])
    await fixture.service.rows(
      `update rating set asked_at = now() - interval '8 days' where chat_id = $1 returning 1`,
      [id],
    )
    await desk.resolve(phone)
    expect(await desk.sentIn(id)).toHaveLength(2)
  })

  it('can be answered again until it expires, and later answers change nothing', async () => {
    const desk = await openRatedDesk({ answerDays: 1 })
    const phone = newPhone()
    const { best, worst } = await asked(desk, phone)
    await desk.tap(phone, worst)
    expect((await desk.tap(phone, best)).chat?.rating?.score).toBe(5)
    const late = await desk.tap(phone, worst, new Date(Date.now() + 25 * 3_600_000).toISOString())
    expect(late.chat).toMatchObject({ status: 'resolved', rating: { score: 5 } })
    expect(late.answer).toMatchObject({ rating: 1 })
  })

  it('takes no answer from another chat, and no id that someone made up', async () => {
    const desk = await openRatedDesk()
    const { id, best } = await asked(desk, newPhone())
    const stranger = await desk.tap(newPhone(), best)
    expect(stranger.chat).toMatchObject({ status: 'open', unreadCount: 1, rating: null })
    expect(stranger.answer.rating).toBeNull()
    const madeUp = await desk.tap(newPhone(), { id: `rating:${newId('run')}:5`, text: 'Best' })
    expect(madeUp.chat).toMatchObject({ status: 'open', rating: null })
    expect((await desk.api.chats.get.query({ id }, desk.caller)).rating).toBeNull()
  })

  it('has three buttons for three options, with the scores 5, 3 and 1', async () => {
    const desk = await openRatedDesk({ options: ['Good', 'Okay', 'Bad'] })
    const phone = newPhone()
    const { question } = await desk.resolve(phone)
    expect(question?.buttons?.map(({ text, id }) => [text, id?.split(':')[2]])).toEqual([
      ['Good', '5'],
      ['Okay', '3'],
      ['Bad', '1'],
    ])
  })

  it('is refused with another trigger, and with options that a customer could not tell apart', async () => {
    const desk = await openAutomatedDesk(fixture)
    const create = (rating: object, trigger = 'chat_resolved') =>
      desk.automate({ trigger, actions: { rating: { message: 'Well?', ...rating } } } as never)
    await expect(create({}, 'message_received')).rejects.toThrow('needs the trigger')
    await expect(create({ options: ['Good', 'Good', 'Bad'] })).rejects.toThrow('must all be different')
    const rule = await create({})
    const change = { id: rule.id, trigger: 'message_received' as const }
    await expect(desk.api.automations.update.mutate(change, desk.caller)).rejects.toThrow('needs the trigger')
  })

  it('can be tried on past chats: each customer would be asked once', async () => {
    const desk = await openAutomatedDesk(fixture)
    const rule = await desk.automate({
      enabled: false,
      trigger: 'chat_resolved',
      actions: { rating: { message: 'How did we do?' } },
    })
    const phone = newPhone()
    for (const each of [phone, phone, newPhone()]) {
      const { id } = await desk.write(each)
      await desk.api.chats.update.mutate({ id, status: 'resolved' }, desk.caller)
    }
    const tried = await desk.api.automations.tryOut.mutate({ id: rule.id }, desk.caller)
    expect(tried.map(({ actions }) => actions[0]?.reason)).toEqual([null, 'repeated', null])
    expect((await desk.api.messages.list.query({ direction: 'out' }, desk.caller)).items).toEqual([])
  })
})

describe('statistics.ratings', () => {
  it('sums questions and answers in total, by member and by department', async () => {
    const desk = await openRatedDesk()
    const [ada, ben] = [await desk.addMember('Ada'), await desk.addMember('Ben')]
    const department = await desk.addDepartment([ada, ben])
    const rate = async (member: { id: string } | null, option: 'best' | 'worst' | null) => {
      const phone = newPhone()
      const { id } = await desk.write(phone)
      if (member) await desk.api.chats.assign.mutate({ id, member: member.id } as never, desk.caller)
      const question = await asked(desk, phone)
      if (option) await desk.tap(phone, question[option])
    }
    await rate(ada, 'best')
    await rate(ada, 'worst')
    await rate(ben, 'best')
    await rate(ben, null)
    await rate(null, null)
    const { total, members, departments } = await desk.api.statistics.ratings.query({}, desk.caller)
    expect(total).toEqual({ asked: 5, answers: 3, average: 3.67, scores: [1, 0, 0, 0, 2] })
    expect(members).toEqual([
      { member: ada.id, name: 'Ada', asked: 2, answers: 2, average: 3, scores: [1, 0, 0, 0, 1] },
      { member: ben.id, name: 'Ben', asked: 2, answers: 1, average: 5, scores: [0, 0, 0, 0, 1] },
    ])
    expect(departments).toEqual([{ department, asked: 4, answers: 3, average: 3.67, scores: [1, 0, 0, 0, 2] }])
    const earlier = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }
    const none = await desk.api.statistics.ratings.query(earlier, desk.caller)
    expect(none).toMatchObject({ total: { asked: 0, average: null }, members: [], departments: [] })
  })
})
