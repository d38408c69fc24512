import { exampleEvent } from '@posthorn/contracts'
import { chatMessageSchema } from '@posthorn/dialect'
import { describe, expect, test } from 'vitest'
import { renderPayload } from './render.ts'

const stored = JSON.stringify(exampleEvent)
const names = ['message:in:new']

describe('the payload of a delivery', () => {
  test('is the stored bytes for a webhook of the main API', () => {
    expect(renderPayload(stored, null)).toBe(stored)
  })

  test('is the same bytes for every attempt of a webhook of the dialect', () => {
    const rendered = renderPayload(stored, names)
    expect(renderPayload(stored, names)).toBe(rendered)
    const body = JSON.parse(rendered) as { event: string; id: string; data: { id: string } }
    expect(body).toMatchObject({ object: 'message', event: 'message:in:new', id: body.data.id })
    expect(chatMessageSchema.safeParse(body.data).error).toBeUndefined()
  })

  test('names an event of an erased person without its data', () => {
    const erased = JSON.stringify({ ...exampleEvent, data: { erased: true } })
    expect(JSON.parse(renderPayload(erased, names))).toMatchObject({ event: 'message:in:new', data: {} })
  })
})
