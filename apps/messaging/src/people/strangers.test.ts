import { identifierOf, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, type PlanWatch, until, watchPlans } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const strangers = 12
const { fixture } = useMessaging()
let watch: PlanWatch
beforeAll(async () => {
  watch = await watchPlans(fixture.service)
})

const phoneOf = (i: number) => `+1500557${1000 + i}`
const userOf = (i: number) => `US.8${1000 + i}`
const personOf = (workspace: string, ...values: string[]) =>
  busEvent({
    event: 'provider:person',
    workspace,
    data: { timestamp: new Date().toISOString(), identifiers: values.map(identifierOf) },
  })

/** Publishes events while none can be applied, so that they are applied together. */
async function publishTogether(workspace: string, events: ReturnType<typeof personOf>[]): Promise<void> {
  const { rows, bus } = fixture.service
  const place = `7077, hashtext('${workspace} ${phoneOf(0)}') & 1023`
  await rows(`select pg_advisory_lock(${place})`)
  try {
    await bus.publish(...events)
  } finally {
    await rows(`select pg_advisory_unlock(${place})`)
  }
  const ids = events.map(({ id }) => id)
  await until(
    async () => (await rows('select 1 from received_event where event_id = any($1)', [ids])).length === ids.length,
  )
}

/** Returns the person that each identifier in a workspace belongs to. */
async function people(workspace: string): Promise<Map<string, string>> {
  const found = await fixture.service.rows<{ value: string; person: string }>(
    'select value, person from person_identifier where workspace_id = $1',
    [workspace],
  )
  return new Map(found.map(({ value, person }) => [value, person]))
}

/** Adds more people to the workspace, after the statements were planned for empty tables. */
async function fill(workspace: string, number: string): Promise<void> {
  const { rows } = fixture.service
  const columns = {
    person_identifier: `value, type, person, since) select $1, 'US.9' || i, 'provider_user', 'US.9' || i, now()`,
    blocked_recipient: `recipient, contact_id) select $1, 'US.9' || i, 'con_' || i`,
    opted_out_recipient: `recipient, contact_id, opted_out, version) select $1, 'US.9' || i, 'con_' || i, true, 1`,
    chat: `id, number_id, recipient, last_message_at) select $1, 'chat_' || i, '${number}', 'US.9' || i, now()`,
  }
  for (const [table, selected] of Object.entries(columns))
    await rows(`insert into ${table} (workspace_id, ${selected} from generate_series(1, 5000) as i`, [workspace])
}

describe('people that messages are sent to for the first time', () => {
  it('are linked together, not one by one, with chats, opt-outs and further identifiers', async () => {
    const { workspace, number } = await fixture.connectNumber()
    const { apply, rows } = fixture.service
    await apply(personOf(workspace, '+15005579001', 'US.89001'))
    await fill(workspace, number)
    const from = { userId: userOf(1), contact: newId('con') }
    await apply(incomingMessage(workspace, from, { number: number as `num_${string}` }))
    const contacts = [{ contact: newId('con'), recipients: [userOf(2)], version: 1 }]
    await apply(busEvent({ event: 'contact:opted_out', workspace, data: { contacts } }))

    const all = Array.from({ length: strangers }, (_, i) => personOf(workspace, phoneOf(i), userOf(i)))
    const repeated = personOf(workspace, phoneOf(3), userOf(3))
    const further = personOf(workspace, phoneOf(4), 'US.ENT.84')
    const plans = await watch.during(
      () => publishTogether(workspace, [...all, repeated, further]),
      [/insert into person_identifier/, /insert into opted_out_recipient/],
    )
    for (const written of [/insert into person_identifier/, /insert into opted_out_recipient/])
      expect(plans.filter(({ statement }) => written.test(statement)).length).toBeLessThan(strangers / 2)
    expect(watch.wasteful(plans)).toEqual([])

    const found = await people(workspace)
    for (let i = 0; i < strangers; i++)
      expect([found.get(phoneOf(i)), found.get(userOf(i))]).toEqual([phoneOf(i), phoneOf(i)])
    expect(found.get('US.ENT.84')).toBe(phoneOf(4))
    const chats = await rows(
      `select recipient, phone from chat where workspace_id = $1 and recipient not like 'US.9%'`,
      [workspace],
    )
    expect(chats).toEqual([{ recipient: phoneOf(1), phone: phoneOf(1) }])
    const optedOut = await rows<{ recipient: string }>(
      `select recipient from opted_out_recipient where workspace_id = $1 and opted_out and recipient not like 'US.9%' order by recipient`,
      [workspace],
    )
    expect(optedOut.map(({ recipient }) => recipient)).toEqual([phoneOf(2), userOf(2)])
  })

  it('stay strangers to people of another workspace with the same identifiers', async () => {
    const [mine, theirs] = [await fixture.connectNumber(), await fixture.connectNumber()]
    const [i, other] = [50, 51]
    await publishTogether(mine.workspace, [
      personOf(mine.workspace, phoneOf(i), userOf(i)),
      personOf(theirs.workspace, phoneOf(other), userOf(i)),
    ])
    expect(await people(mine.workspace)).toEqual(new Map([phoneOf(i), userOf(i)].map((value) => [value, phoneOf(i)])))
    expect(await people(theirs.workspace)).toEqual(
      new Map([phoneOf(other), userOf(i)].map((value) => [value, phoneOf(other)])),
    )
  })
})
