import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelWith, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()
const message = 'Hello {{contact.firstName|there}}, your plan is {{contact.fields.plan|basic}}'
const names = ['contact.firstName', 'contact.fields.plan']

async function subscribed(count: number) {
  const fixture = await channelWith(service, count)
  return { ...fixture, asked: () => fixture.eventsOf('post:values_requested') }
}

describe('a post with placeholders', () => {
  it('asks for the values of its people, in chunks, once, and requests no message itself', async () => {
    const our = await subscribed(150)
    const { id: post, message: shown } = await our.create({ message })
    expect(shown).toBe(message)
    await until(() => our.asked().length === 2)
    const rest = { number: our.number, reference: post, version: 3, names }
    expect(our.asked()).toEqual([
      { ...rest, phones: phonesOf(150).slice(0, 100), message: { message, priority: 'low', order: 'none' } },
      { ...rest, phones: phonesOf(150).slice(100), message: { message, priority: 'low', order: 'none' } },
    ])
    expect(our.handed()).toEqual([])
    expect((await our.show(post)).counts).toMatchObject({ queued: 150, waiting: 0 })
    await our.publish('message:refused', { reference: post, phones: phonesOf(1), errorCode: 'post:too_long' })
    expect((await our.show(post)).counts).toMatchObject({ queued: 149, failed: 1 })
  })

  it('is shown with the variables of its template as they were written', async () => {
    const our = await subscribed(1)
    const variables = ['{{contact.name|you}}']
    const shown = await our.create({ message: undefined, template: { name: 'offer', language: 'en', variables } })
    expect(shown).toMatchObject({ template: 'offer', variables })
    expect(await our.create({})).toMatchObject({ template: null, variables: null })
  })

  it('asks again after a pause, for those whose message was refused because of it', async () => {
    const our = await subscribed(2)
    const { id: post } = await our.create({ message })
    await until(() => our.asked().length === 1)
    await our.pause(post)
    await our.publish('message:refused', { reference: post, phones: phonesOf(2), errorCode: 'post:paused' })
    await our.resume(post)
    await until(() => our.asked().length === 2)
    const [before, after] = our.asked()
    expect(after?.phones).toEqual(phonesOf(2))
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
  })

  it('also comes from a message to the channel', async () => {
    const our = await subscribed(1)
    const post = newId('pst')
    await our.publish('post:requested', { post, channel: our.id as `chn_${string}`, content: { message } })
    await until(() => our.asked().length === 1)
    expect(our.asked()[0]).toMatchObject({ reference: post, names, phones: phonesOf(1) })
  })

  it('has none if its text is from before they existed, and is sent as written', async () => {
    const our = await subscribed(1)
    await our.publish('post:requested', {
      post: newId('pst'),
      channel: our.id as `chn_${string}`,
      content: { message: 'Hello {{first_name}}' },
    })
    await until(() => our.handed().length === 1)
    expect(our.eventsOf('message:requested')[0]?.message).toMatchObject({ message: 'Hello {{first_name}}' })
    expect(our.asked()).toEqual([])
  })

  it('is refused at the field if one is faulty', async () => {
    const our = await subscribed(1)
    for (const faulty of ['Hello {{first_name}}', 'Hello {{contact.name}}', 'Hello {{contact.name|you'])
      await expect(our.create({ message: faulty })).rejects.toMatchObject({
        data: { fault: { code: 'request:invalid', errors: [{ path: 'message' }] } },
      })
  })
})
