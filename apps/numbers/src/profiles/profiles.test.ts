import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { connectNumber, statusOf, useNumbers } from '../numbers.fixture.ts'

const { fixture, newcomer } = useNumbers()

const profiles = () => fixture.service.clients.numbers.profiles

describe('profiles', () => {
  it('update changes the named fields at the provider, null clears, and get shows what is there', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const nothing = { number: id, about: null, address: null, description: null, email: null, websites: [] }
    expect(await profiles().get.query({ id }, mine)).toMatchObject(nothing)
    const filled = { about: 'Open', email: 'shop@example.com', websites: ['https://shop.example.com'] }
    const changed = await profiles().update.mutate({ id, ...filled, vertical: 'RETAIL' }, mine)
    expect(changed).toMatchObject({ ...filled, vertical: 'RETAIL', address: null })
    const cleared = await profiles().update.mutate({ id, email: null, websites: [], vertical: null }, mine)
    expect(cleared).toMatchObject({ about: 'Open', email: null, websites: [], vertical: null })
    expect(await profiles().get.query({ id }, mine)).toEqual(cleared)
    expect(await profiles().update.mutate({ id }, mine)).toEqual(cleared)
  })

  it('faulty fields are named together; a other, a reader and a disconnected number are refused', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const faulty = profiles().update.mutate({ id, about: '', email: 'nobody', websites: ['ftp://x'] }, mine)
    await expect(faulty).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'about' }, { path: 'email' }, { path: 'websites.0' }] } },
    })
    for (const unknown of [id, newId('num')]) {
      expect(await statusOf(profiles().get.query({ id: unknown }, newcomer()))).toBe(404)
      expect(await statusOf(profiles().update.mutate({ id: unknown, about: 'x' }, newcomer()))).toBe(404)
    }
    const reader = fixture.service.as(fixture.service.workspace(), { scopes: ['read'] })
    expect(await statusOf(profiles().update.mutate({ id, about: 'x' }, reader))).toBe(403)
    await fixture.service.clients.numbers.numbers.disconnect.mutate({ id }, mine)
    expect(await statusOf(profiles().get.query({ id }, mine))).toBe(409)
  })

  it('setPicture shows a JPEG or PNG at once; other bytes, false names, too many bytes, other workspaces and read keys are refused', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const jpeg = Buffer.concat([Buffer.from('FFD8FFE0', 'hex'), Buffer.from('JFIF')])
    const png = Buffer.from('89504E470D0A1A0A00', 'hex')
    const set = (bytes: Buffer, more: object = {}, as = mine) =>
      profiles().setPicture.mutate({ id, content: bytes.toString('base64'), ...more }, as)
    await set(png)
    const { pictureUrl } = await set(jpeg, { mime: 'image/jpeg' })
    const shown = await fetch(pictureUrl ?? '')
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(jpeg)
    expect(await profiles().get.query({ id }, mine)).toMatchObject({ pictureUrl })
    expect(await statusOf(set(png, { mime: 'image/jpeg' }))).toBe(415)
    expect(await statusOf(set(Buffer.from('<svg/>')))).toBe(415)
    expect(await statusOf(set(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)])))).toBe(413)
    expect(await statusOf(set(jpeg, {}, newcomer()))).toBe(404)
    expect(
      await statusOf(set(jpeg, {}, fixture.service.as(fixture.service.workspace(), { scopes: ['read', 'send'] }))),
    ).toBe(403)
    for (const faulty of [{ content: 'no base64!' }, { file: newId('file') }, {}])
      expect(await statusOf(profiles().setPicture.mutate({ id, ...faulty }, mine))).toBe(400)
  })

  it('a provider that cannot be asked answers 503', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    await fixture.simulator.stop()
    expect(await statusOf(profiles().get.query({ id }, mine))).toBe(503)
  })
})
