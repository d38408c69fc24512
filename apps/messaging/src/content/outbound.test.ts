import { describe, expect, it } from 'vitest'
import { bodyOf } from './body.ts'
import { outboundContent } from './outbound.ts'

const message = { type: 'buttons', body: 'Which one?', previewUrl: null, toGroup: false, quotedProviderId: null }
const buttons = [{ text: 'Tea' }]
const file = 'file_01k5v2s8xgf9hb3m4q7r8t9w0y'

describe('what stands above buttons', () => {
  it.each([
    ['text', 'Shop', 'Shop'],
    [
      'an uploaded image',
      { media: { kind: 'image', file, filename: 'a.jpg' } },
      { type: 'image', source: { id: '99' } },
    ],
    [
      'an uploaded document with its name',
      { media: { kind: 'document', file, filename: 'a.pdf' } },
      { type: 'document', source: { id: '99' }, filename: 'a.pdf' },
    ],
  ])('is sent: %s', (_, header, sent) => {
    const content = { buttons, header }
    expect(outboundContent({ ...message, content, mediaId: '99' })).toMatchObject({ type: 'buttons', header: sent })
  })

  it('is fetched by the provider where it has an address, and can be asked for again as it was', () => {
    const header = { media: { kind: 'video', url: 'https://example.com/a.mp4' } }
    const content = { buttons, header }
    expect(outboundContent({ ...message, content })).toMatchObject({
      header: { type: 'video', source: { link: 'https://example.com/a.mp4' } },
    })
    expect(bodyOf({ body: 'Which one?', previewUrl: null, content })).toEqual({ message: 'Which one?', ...content })
  })
})
