import { z } from 'zod'
import { media } from './media.ts'

const words = (max: number) => z.string().min(1).max(max)
const body = z.strictObject({ text: words(1024) })
const footer = z.strictObject({ text: words(60) }).optional()
const textHeader = z.strictObject({ type: z.literal('text'), text: words(60) })
const header = z
  .discriminatedUnion('type', [
    textHeader,
    z.strictObject({ type: z.literal('image'), image: media.image }),
    z.strictObject({ type: z.literal('video'), video: media.video }),
    z.strictObject({ type: z.literal('document'), document: media.document }),
  ])
  .optional()

const buttons = z
  .array(z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: words(256), title: words(20) }) }))
  .min(1)
  .max(3)
  .refine((list) => new Set(list.map(({ reply }) => reply.title)).size === list.length, {
    message: 'titles must differ',
  })

const rowsMax = 10
const sections = z
  .array(
    z.strictObject({
      title: words(24).optional(),
      rows: z
        .array(z.strictObject({ id: words(200), title: words(24), description: words(72).optional() }))
        .min(1)
        .max(rowsMax),
    }),
  )
  .min(1)
  .max(10)
  .refine((list) => list.flatMap(({ rows }) => rows).length <= rowsMax, { message: 'at most 10 rows in all' })
  .refine((list) => list.length === 1 || list.every(({ title }) => title !== undefined), {
    message: 'each of several sections needs a title',
  })

const productsMax = 30
const productSections = z
  .array(
    z.strictObject({
      title: words(24).optional(),
      product_items: z
        .array(z.strictObject({ product_retailer_id: words(256) }))
        .min(1)
        .max(productsMax),
    }),
  )
  .min(1)
  .max(10)
  .refine((list) => list.flatMap(({ product_items }) => product_items).length <= productsMax, {
    message: `at most ${productsMax} products in all`,
  })
  .refine((list) => list.length === 1 || list.every(({ title }) => title !== undefined), {
    message: 'each of several sections needs a title',
  })

const named = <N extends string>(name: N, parameters: z.ZodType) =>
  z.strictObject({ name: z.literal(name), parameters })
const anything = z.record(z.string(), z.unknown())

/** Interactive messages (cloud-api.md 2.3): those the documentation describes in full are checked in full, payments and calls loosely. */
export const interactive = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('button'), header, body, footer, action: z.strictObject({ buttons }) }),
  z.strictObject({
    type: z.literal('list'),
    header: textHeader.optional(),
    body: z.strictObject({ text: words(4096) }),
    footer,
    action: z.strictObject({ button: words(20), sections }),
  }),
  z.strictObject({
    type: z.literal('cta_url'),
    header,
    body,
    footer,
    action: named('cta_url', z.strictObject({ display_text: words(20), url: z.url() })),
  }),
  z.strictObject({ type: z.literal('flow'), header, body, footer, action: named('flow', anything) }),
  z.strictObject({
    type: z.literal('location_request_message'),
    body,
    action: z.strictObject({ name: z.literal('send_location') }),
  }),
  z.strictObject({
    type: z.literal('product'),
    body: body.optional(),
    footer,
    action: z.strictObject({ catalog_id: words(256), product_retailer_id: words(256) }),
  }),
  z.strictObject({
    type: z.literal('product_list'),
    header: textHeader,
    body,
    footer,
    action: z.strictObject({ catalog_id: words(256), sections: productSections }),
  }),
  z.strictObject({
    type: z.literal('catalog_message'),
    header,
    body,
    footer,
    action: z.strictObject({
      name: z.literal('catalog_message'),
      parameters: z.strictObject({ thumbnail_product_retailer_id: words(256) }),
    }),
  }),
  ...(
    ['carousel', 'address_message', 'order_details', 'order_status', 'call_permission_request', 'voice_call'] as const
  ).map((type) => z.strictObject({ type: z.literal(type), header, body: body.optional(), footer, action: anything })),
  z.strictObject({
    type: z.literal('request_contact_info'),
    body,
    action: z.strictObject({ name: z.literal('request_contact_info') }),
  }),
])
