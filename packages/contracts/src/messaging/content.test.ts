import { describe, expect, it } from 'vitest'
import { groups } from '../groups/contract.ts'
import { invitationInput } from '../groups/group.ts'
import { examplePost } from '../groups/post.ts'
import { isReaction, mediaKindOf } from './content.ts'
import { exampleMessage } from './examples.ts'
import { sendInput, updateInput } from './message.ts'

const phone = '+4915112345678'
const url = 'https://example.com/a.jpg'
const row = (i: number) => ({ id: `r${i}`, title: `Row ${i}` })
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i))

const catalogId = '146265584024623'
const product = { catalogId, productId: 'lamp-7' }
const shop = { message: 'Choose', header: 'Lamps' }
const sectionsOf = (...counts: number[]) =>
  counts.map((count, n) => ({
    title: `Section ${n}`,
    productIds: Array.from({ length: count }, (_, i) => `p${n}-${i}`),
  }))

const pathsOf = (content: object) =>
  [...new Set(sendInput.safeParse({ phone, ...content }).error?.issues.map(({ path }) => path.join('.')))].sort()

const file = 'file_01k5v2s8xgf9hb3m4q7r8t9w0y'

describe('the content of a message', () => {
  it.each<[string, object, string[]]>([
    ['nothing', {}, ['message']],
    [
      'two kinds at once',
      { location: { request: true }, poll: { name: 'x', options: ['a', 'b'] } },
      ['message', 'poll'],
    ],
    ['text of 4097', { message: 'x'.repeat(4097) }, ['message']],
    ['a caption of 1025', { media: { url }, message: 'x'.repeat(1025) }, ['message']],
    ['media of no kind', { media: { url: 'https://example.com/a' } }, ['media.kind']],
    ['a private address', { media: { url: 'http://localhost/a.jpg' } }, ['media.url']],
    ['a voice note with words', { media: { url, kind: 'voice' }, message: 'x' }, ['message']],
    ['half a place', { location: { latitude: 1 } }, ['location.longitude']],
    [
      'a place off the globe',
      { location: { latitude: 91, longitude: -181 } },
      ['location.latitude', 'location.longitude'],
    ],
    [
      'a question for a place that is given',
      { location: { request: true, latitude: 1 }, message: 'x' },
      ['location.latitude'],
    ],
    ['a contact without phone', { contacts: [{ name: 'Ada' }] }, ['contacts.0.phone']],
    [
      'an image above a list',
      { list: { button: 'Open', sections: [{ rows: rows(1) }] }, message: 'x', header: { media: { url } } },
      ['header'],
    ],
    [
      'a sound above buttons',
      { buttons: [{ text: 'a' }], message: 'x', header: { media: { url: 'https://example.com/a.mp3' } } },
      ['header.media.kind'],
    ],
    [
      'nothing above buttons',
      { buttons: [{ text: 'a' }], message: 'x', header: { media: {} } },
      ['header.media.file', 'header.media.kind'],
    ],
    ['61 characters above buttons', { buttons: [{ text: 'a' }], message: 'x', header: 'x'.repeat(61) }, ['header']],
    ['an image above text', { message: 'x', header: { media: { url } } }, ['header']],
    ['a poll of one option twice', { poll: { name: 'x', options: ['a', 'a'] } }, ['poll.options']],
    ['a poll of 13', { poll: { name: 'x', options: rows(13).map(({ id }) => id) } }, ['poll.options']],
    ['buttons without body', { buttons: [{ text: 'a' }] }, ['message']],
    ['4 buttons', { buttons: rows(4).map(({ id }) => ({ text: id })), message: 'x' }, ['buttons']],
    ['a label of 21', { buttons: [{ text: 'x'.repeat(21) }], message: 'x' }, ['buttons.0.text']],
    ['a script as link', { buttons: [{ text: 'a', url: 'javascript:x' }], message: 'x' }, ['buttons.0.url']],
    [
      '11 rows over two sections',
      {
        list: {
          button: 'x',
          sections: [
            { title: 'a', rows: rows(6) },
            { title: 'b', rows: rows(5) },
          ],
        },
        message: 'x',
      },
      ['list.sections'],
    ],
    [
      'two sections without title',
      { list: { button: 'x', sections: [{ rows: [row(1)] }, { rows: [row(2)] }] }, message: 'x' },
      ['list.sections.0.title', 'list.sections.1.title'],
    ],
    [
      'a product without catalog, below a header',
      { product: { productId: 'lamp-7' }, header: 'Lamps' },
      ['header', 'product.catalogId'],
    ],
    ['a product with a text of 1025', { product, message: 'x'.repeat(1025) }, ['message']],
    ['products without body and header', { products: { catalogId, sections: sectionsOf(1) } }, ['header', 'message']],
    [
      '31 products over two sections',
      { ...shop, products: { catalogId, sections: sectionsOf(15, 16) } },
      ['products.sections'],
    ],
    [
      'two sections of products without title',
      { ...shop, products: { catalogId, sections: sectionsOf(1, 1).map(({ productIds }) => ({ productIds })) } },
      ['products.sections.0.title', 'products.sections.1.title'],
    ],
    [
      'a section without products',
      { ...shop, products: { catalogId, sections: sectionsOf(0) } },
      ['products.sections.0.productIds'],
    ],
    [
      'an image above products',
      { ...shop, header: { media: { url } }, products: { catalogId, sections: sectionsOf(1) } },
      ['header'],
    ],
    [
      'a catalog without image and body, below a header',
      { catalog: {}, header: 'Lamps' },
      ['catalog.thumbnailProductId', 'header', 'message'],
    ],
    ['a footer to text', { message: 'x', footer: 'y' }, ['footer']],
    ['a reaction to nothing', { reaction: '👍' }, ['reactionMessage']],
    ['a reaction of two emojis', { reaction: '👍👍', reactionMessage: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y' }, ['reaction']],
    [
      'variables and components',
      { template: { name: 'a', language: 'en', variables: ['x'], components: [] } },
      ['template.components'],
    ],
    [
      'a button parameter without place',
      { template: { name: 'a', language: 'en', components: [{ type: 'button', parameters: [{ type: 'payload' }] }] } },
      ['template.components.0.index', 'template.components.0.parameters.0.text', 'template.components.0.subType'],
    ],
    [
      'a template with a file outside the header, and with both a file and an address',
      {
        template: {
          name: 'a',
          language: 'en',
          components: [
            { type: 'body', parameters: [{ type: 'image', file }] },
            { type: 'header', parameters: [{ type: 'video', file, url: 'https://example.com/a.mp4' }] },
          ],
        },
      },
      ['template.components.0.parameters.0.file', 'template.components.1.parameters.0.file'],
    ],
    [
      'a template in place of itself with both',
      { message: 'x', onWindowClosed: { template: { name: 'a', language: 'en', variables: [], components: [] } } },
      ['onWindowClosed.template.components'],
    ],
    ['an unknown field within', { media: { url, size: 3 } }, ['media']],
  ])('is refused with the path of each fault: %s', (_name, content, paths) => {
    expect(pathsOf(content)).toEqual(paths)
  })

  const named = { name: 'a', language: 'en' }
  const faulty = 'line one\nline two'
  it.each<
    [
      string,
      { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[] }[] } | undefined } },
      object,
      string,
    ]
  >([
    [
      'a list of variables',
      sendInput,
      { phone, template: { ...named, variables: ['Ada', faulty] } },
      'template.variables.1',
    ],
    [
      'variables by name',
      sendInput,
      { phone, template: { ...named, variables: { order: faulty } } },
      'template.variables.order',
    ],
    [
      'a component',
      sendInput,
      { phone, template: { ...named, components: [{ type: 'body', parameters: [{ type: 'text', text: faulty }] }] } },
      'template.components.0.parameters.0.text',
    ],
    [
      'a template in place of free text',
      sendInput,
      { phone, message: 'x', onWindowClosed: { template: { ...named, variables: ['Ada', faulty] } } },
      'onWindowClosed.template.variables.1',
    ],
    [
      'a change of a queued message',
      updateInput,
      { id: exampleMessage.id, template: { ...named, variables: [faulty] } },
      'template.variables.0',
    ],
    [
      'a post',
      groups.posts.create.input,
      { id: examplePost.channel, template: { ...named, variables: [faulty] } },
      'template.variables.0',
    ],
    [
      'a post whose template is in place of its text',
      groups.posts.create.input,
      { id: examplePost.channel, message: 'x', onWindowClosed: { template: { ...named, variables: [faulty] } } },
      'onWindowClosed.template.variables.0',
    ],
    [
      'a template of an invitation',
      invitationInput,
      { message: 'Here: {link}', onWindowClosed: { template: { ...named, variables: [faulty] } } },
      'onWindowClosed.template.variables.0',
    ],
  ])('has variables that the provider takes wherever a template is: %s', (_name, schema, input, path) => {
    expect(schema.safeParse(input).error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
  })

  it.each<[string, string | undefined]>([
    ['image/gif', 'media.mime'],
    ['image/jpg', undefined],
    ['application/x-pdf', undefined],
    ['binary/octet-stream', undefined],
    ['video/quicktime', 'media.mime'],
    ['audio/mpeg; x=1', undefined],
    ['audio/wav', 'media.mime'],
    ['application/zip', 'media.mime'],
    ['text/csv', undefined],
    ['application/octet-stream', undefined],
  ])('states a type of media that the provider takes: %s', (mime, path) => {
    expect(pathsOf({ media: { url: 'https://example.com/a.pdf', mime } })).toEqual(path ? [path] : [])
  })

  it.each<[string, object]>([
    ['a product alone', { product }],
    ['a product with text and footer', { product, message: 'x'.repeat(1024), footer: 'Shop' }],
    ['30 products in two sections', { ...shop, footer: 'Shop', products: { catalogId, sections: sectionsOf(15, 15) } }],
    ['a section without title', { ...shop, products: { catalogId, sections: [{ productIds: ['lamp-7'] }] } }],
    ['a catalog', { catalog: { thumbnailProductId: 'lamp-7' }, message: 'All', footer: 'Shop' }],
  ])('is accepted: %s', (_name, content) => {
    expect(pathsOf(content)).toEqual([])
  })

  it.each<[string, boolean]>([
    ['👍', true],
    ['👩‍👩‍👧‍👦', true],
    ['🇩🇪', true],
    ['❤️', true],
    ['3️⃣', true],
    ['', true],
    ['-', true],
    ['a', false],
    ['3', false],
    ['👍🏽👍', false],
  ])('takes one emoji as a reaction: %s', (text, valid) => {
    expect(isReaction(text)).toBe(valid)
  })

  it.each([
    [{ kind: 'voice' as const, url }, 'voice'],
    [{ mime: 'image/webp' }, 'sticker'],
    [{ mime: 'application/pdf', url }, 'document'],
    [{ mime: 'application/ogg' }, 'audio'],
    [{ mime: 'binary/octet-stream', url: 'https://example.com/a.mp4' }, 'video'],
    [{ url: 'https://example.com/a.MP4?x=1' }, 'video'],
    [{ url: 'https://example.com/x', filename: 'a.docx' }, 'document'],
    [{ url: 'https://example.com/x.constructor' }, undefined],
  ])('derives the kind of media: %j', (media, kind) => {
    expect(mediaKindOf(media)).toBe(kind)
  })
})

describe('the reference of a message', () => {
  it.each([
    ['sent', sendInput, { phone, message: 'x' }],
    ['changed', updateInput, { id: exampleMessage.id }],
  ])('that is %s is not like the id of a post, whose messages are counted by it', (_how, input, rest) => {
    const pathsWith = (reference: string) =>
      input.safeParse({ ...rest, reference }).error?.issues.map(({ path }) => path)
    expect(pathsWith('pst_01k5v2s8xgf9hb3m4q7r8t9w0y')).toEqual([['reference']])
    expect(pathsWith('post 7')).toBeUndefined()
  })
})
