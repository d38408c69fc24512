import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { reportedValues, startFixture } from '../simulator.fixture.ts'

type Media = { id: string; mime_type: string; sha256: string; caption?: string }

describe('a customer who sends media without a content', () => {
  it.each([
    ['image', /^\x89PNG/, { mime_type: 'image/png', caption: 'Look' }],
    ['video', /^.{4}ftypisom.*moov.*avcC/s, { mime_type: 'video/mp4', caption: 'Look' }],
    ['sticker', /^RIFF.{4}WEBPVP8L/s, { mime_type: 'image/webp', animated: false }],
    ['audio', /^OggS.*OpusHead/s, { mime_type: 'audio/ogg; codecs=opus', voice: true }],
    ['document', /^%PDF-1\.4.*%%EOF/s, { mime_type: 'application/pdf', filename: 'sample.pdf', caption: 'Look' }],
  ])('sends a sample of type %s that can be downloaded', async (type, bytes, content) => {
    await using fixture = await startFixture()
    const { number } = fixture
    await fixture.simulate(number, { message: { from: '+4915112345678', type, text: 'Look' } })
    const readMessage = () =>
      reportedValues(fixture.receiver, number).flatMap(({ messages }) => messages as Record<string, Media>[])[0]
    const message = await until(readMessage)
    expect(message).toMatchObject({ type, [type]: content })
    const media = message[type] as Media
    const described = await fixture.call('GET', `/v24.0/${media.id}`, { token: number.accessToken })
    const answer = await fetch(described.body.url as string, {
      headers: { authorization: `Bearer ${number.accessToken}` },
    })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(bytes)
  })
})
