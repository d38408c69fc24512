import { attributeNames, contactAttributes } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { type Caller, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

const [phone, other] = ['+4915112345678', '+4915112345679']

async function exported(caller: Caller): Promise<string> {
  return (await fixture.contacts.export.query({}, caller)).chunk
}

describe.each(attributeNames)('the attribute %s', (name) => {
  const { example } = contactAttributes[name]

  it('is given, shown, changed and cleared by the API, and checked', async () => {
    const caller = fixture.as(fixture.workspace())
    const { id, ...made } = await fixture.contacts.create.mutate({ phone, [name]: example }, caller)
    expect(made[name]).toBe(example)
    expect((await fixture.contacts.get.query({ id }, caller))[name]).toBe(example)
    expect((await fixture.contacts.update.mutate({ id, [name]: null }, caller))[name]).not.toBe(example)
    expect((await fixture.contacts.update.mutate({ id, [name]: example }, caller))[name]).toBe(example)
    await expect(fixture.contacts.update.mutate({ id, [name]: '\u0000' }, caller)).rejects.toThrow(name)
  })

  it('comes through an export and an import, from a file and from JSON, and an update replaces it', async () => {
    const caller = fixture.as(fixture.workspace())
    await fixture.contacts.create.mutate({ phone, [name]: example }, caller)
    const csv = await exported(caller)
    const moved = fixture.as(fixture.workspace())
    await fixture.run({ csv }, moved)
    await fixture.run({ contacts: [{ phone: other, [name]: example }] }, moved)
    expect((await fixture.listed(moved)).map((contact) => contact[name])).toEqual([example, example])
    const updated = fixture.as(fixture.workspace())
    await fixture.contacts.create.mutate({ phone }, updated)
    await fixture.run({ csv, onDuplicate: 'update' }, updated)
    expect((await fixture.listed(updated))[0]?.[name]).toBe(example)
  })

  it('is found by segments, and fills a gap when two contacts are merged', async () => {
    const caller = fixture.as(fixture.workspace())
    const from = await fixture.contacts.create.mutate({ phone, [name]: example }, caller)
    const into = await fixture.contacts.create.mutate({ phone: other }, caller)
    const filter = { attribute: name, is: example }
    const { contacts } = await fixture.segments.preview.mutate({ filter }, caller)
    expect(contacts.map(({ id }) => id)).toEqual([from.id])
    const merged = await fixture.contacts.merge.mutate({ into: into.id, from: from.id }, caller)
    // A contact's country is derived from its phone number, so there is no gap to fill.
    expect(merged[name]).toBe(name === 'country' ? 'DE' : example)
  })
})
