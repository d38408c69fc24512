import { newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { templateOf } from './message-template.ts'
import { sessionAsking } from './session.fixture.ts'

const template = { name: 'order', language: 'en' }
const session = sessionAsking(async () => ({}))
const written = (values: object) => templateOf(session, { ...template, ...values })

describe('values of a template', () => {
  const whole = [{ type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }]
  it.each<object>([
    { body: { customer: 'Ada' } },
    { params: 'Ada' },
    { components: {} },
    { components: whole, body: ['Ada'] },
    { components: whole, header: { text: 'Hi' } },
    { components: whole, button: 'a' },
    { params: ['Ada'], body: ['Ada'] },
    { button: 'a', buttons: ['b'] },
  ])('are refused as %j, because the template would go out without them', async (values) => {
    await expect(written(values)).rejects.toMatchObject({ code: 'request:invalid' })
  })

  it('may have its file in an object, and a button without a place', async () => {
    const [{ file }, button] = [{ file: newId('file') }, { kind: 'url', value: 'a', index: null }]
    expect(await written({ header: { image: { file: { id: file } } }, buttons: ['b', button] })).toMatchObject({
      components: [{ parameters: [{ type: 'image', file }] }, { index: 0 }, { index: 1 }],
    })
  })

  it('may have one button without a list', async () => {
    const components = [{ type: 'button', subType: 'url', index: 0, parameters: [{ type: 'text', text: 'a' }] }]
    expect(await written({ button: { kind: 'url', value: 'a' } })).toMatchObject({ ...template, components })
  })
})
