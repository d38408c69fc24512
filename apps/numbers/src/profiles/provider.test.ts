import { newId } from '@posthorn/contracts'
import { faultOf, startReceiver } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { connectNumber, statusOf, useNumbers, workspaceOf } from '../numbers.fixture.ts'

const { fixture, newcomer } = useNumbers()

const provider = () => fixture.service.clients.numbers.provider

describe('calls in the form of the provider', () => {
  it('read and change a number and its account, and pass on what the provider says, also a refusal', async () => {
    const mine = newcomer()
    const { id, phoneNumberId, businessAccountId } = await connectNumber(fixture, mine)
    const profile = { id, object: phoneNumberId, edge: 'whatsapp_business_profile' as const }
    const body = { messaging_product: 'whatsapp', about: 'Open' }
    expect(await provider().change.mutate({ ...profile, method: 'POST', body }, mine)).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(await provider().read.query({ ...profile, query: { fields: 'about' } }, mine)).toMatchObject({
      body: { data: [{ about: 'Open' }] },
    })
    const numbers = { id, object: businessAccountId ?? '', edge: 'phone_numbers' as const }
    expect(await provider().read.query(numbers, mine)).toMatchObject({ body: { data: [{ id: phoneNumberId }] } })
    const wrong = { ...profile, method: 'POST' as const, body: { messaging_product: 'whatsapp', about: '' } }
    expect(await provider().change.mutate(wrong, mine)).toMatchObject({
      status: 400,
      body: { error: { code: expect.any(Number) } },
    })
  })

  it('reach nothing but the number, its account and the templates of the account, though the token may', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const other = await connectNumber(fixture, newcomer())
    for (const object of [other.phoneNumberId, other.businessAccountId ?? '', '1'])
      expect(await statusOf(provider().read.query({ id, object }, mine))).toBe(404)
    expect(await statusOf(provider().read.query({ id: newId('num'), object: '1' }, mine))).toBe(404)
    expect(await statusOf(provider().read.query({ id: other.id, object: other.phoneNumberId }, mine))).toBe(404)
  })

  it('change an account that a limited caller shares with other numbers only where it has all of them', async () => {
    const mine = newcomer()
    const [{ id, businessAccountId }, other] = [await connectNumber(fixture, mine), await connectNumber(fixture, mine)]
    await fixture.service.rows('update number set business_account_id = $1 where id = $2', [
      businessAccountId,
      other.id,
    ])
    const account = { id, object: businessAccountId ?? '', edge: 'message_templates' as const }
    const remove = { ...account, method: 'DELETE' as const, query: { name: 'parcel' } }
    const limited = fixture.service.as(workspaceOf(mine), { numbers: [id] })
    expect((await provider().read.query(account, limited)).status).toBe(200)
    await expect(provider().change.mutate(remove, limited)).rejects.toThrow('all numbers of the workspace')
    expect((await provider().change.mutate(remove, mine)).status).toBe(400)
    const reader = fixture.service.as(workspaceOf(mine), { scopes: ['read'] })
    expect(await statusOf(provider().change.mutate(remove, reader))).toBe(403)
  })

  it.each([
    ['a limit', 400, 80_007, 'provider:throttled'],
    ['its load', 400, 131_000, 'provider:unavailable'],
    ['the token', 400, 190, 'number:unauthorized'],
    ['an unknown object', 400, 803, 'template:not_found'],
  ])('about a template fail by the code in the body: %s', async (_, status, code, expected) => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    await using receiver = await startReceiver({ respond: { status, body: JSON.stringify({ error: { code } }) } })
    fixture.simulator.answerAs(receiver.url)
    const err = await provider().read.query({ id, object: '1' }, mine).catch(faultOf)
    fixture.simulator.answerAs()
    expect(err).toMatchObject({ code: expected })
  })

  it('do not take a template for missing while the provider cannot be reached', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    await fixture.simulator.stop()
    await expect(provider().read.query({ id, object: '1' }, mine)).rejects.toMatchObject({
      data: { fault: { code: 'provider:unreachable' } },
    })
  })
})
