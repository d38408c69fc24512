import { type Bound, providerBounds as bounds, isBlank } from '@posthorn/contracts/provider-rules'
import { z } from 'zod'
import { media } from './media.ts'

const words = (max: number) => z.string().min(1).max(max)
const visible = ({ max }: Bound) => words(max).refine((value) => !isBlank(value), { message: 'must not be blank' })
const differ = (values: string[]) => new Set(values).size === values.length
const body = z.strictObject({ text: visible(bounds.bodyText) })
const footer = z.strictObject({ text: visible(bounds.footerText) }).optional()
const textHeader = z.strictObject({ type: z.literal('text'), text: visible(bounds.headerText) })
const header = z
  .discriminatedUnion('type', [
    textHeader,
    z.strictObject({ type: z.literal('image'), image: media.image }),
    z.strictObject({ type: z.literal('video'), video: media.video }),
    z.strictObject({ type: z.literal('document'), document: media.document }),
  ])
  .optional()

const buttonId = words(bounds.buttonId.max).refine((id) => id === id.trim(), {
  message: 'must not begin or end with a space',
})
const buttons = z
  .array(
    z.strictObject({
      type: z.literal('reply'),
      reply: z.strictObject({ id: buttonId, title: visible(bounds.buttonTitle) }),
    }),
  )
  .min(1)
  .max(bounds.buttons.max)
  .refine((list) => differ(list.map(({ reply }) => reply.title)), { message: 'titles must differ' })
  .refine((list) => differ(list.map(({ reply }) => reply.id)), { message: 'ids must differ' })

const sections = z
  .array(
    z.strictObject({
      title: visible(bounds.sectionTitle).optional(),
      rows: z
        .array(
          z.strictObject({
            id: words(bounds.rowId.max),
            title: visible(bounds.rowTitle),
            description: words(bounds.rowDescription.max).optional(),
          }),
        )
        .min(1)
        .max(bounds.rows.max),
    }),
  )
  .min(1)
  .max(bounds.sections.max)
  .refine((list) => list.flatMap(({ rows }) => rows).length <= bounds.rows.max, {
    message: `at most ${bounds.rows.max} rows in all`,
  })
  .refine((list) => differ(list.flatMap(({ rows }) => rows.map(({ id }) => id))), {
    message: 'ids of rows must differ',
  })
  .refine((list) => list.length === 1 || list.every(({ title }) => title !== undefined), {
    message: 'each of several sections needs a title',
  })

const productSections = z
  .array(
    z.strictObject({
      title: visible(bounds.sectionTitle).optional(),
      product_items: z
        .array(z.strictObject({ product_retailer_id: words(256) }))
        .min(1)
        .max(bounds.products.max),
    }),
  )
  .min(1)
  .max(bounds.sections.max)
  .refine((list) => list.flatMap(({ product_items }) => product_items).length <= bounds.products.max, {
    message: `at most ${bounds.products.max} products in all`,
  })
  .refine((list) => list.length === 1 || list.every(({ title }) => title !== undefined), {
    message: 'each of several sections needs a title',
  })

const named = <N extends string>(name: N, parameters: z.ZodType) =>
  z.strictObject({ name: z.literal(name), parameters })
const anything = z.record(z.string(), z.unknown())

/** Interactive messages (cloud-api.md 2.3): fully documented ones are fully checked, payments and calls loosely. */
export const interactive = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('button'), header, body, footer, action: z.strictObject({ buttons }) }),
  z.strictObject({
    type: z.literal('list'),
    header: textHeader.optional(),
    body,
    footer,
    action: z.strictObject({ button: visible(bounds.listButton), sections }),
  }),
  z.strictObject({
    type: z.literal('cta_url'),
    header,
    body,
    footer,
    action: named('cta_url', z.strictObject({ display_text: visible(bounds.linkTitle), url: z.url() })),
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
