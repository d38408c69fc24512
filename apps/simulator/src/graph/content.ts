import {
  type Bound,
  providerBounds as bounds,
  isBlank,
  isEmoji,
  variableFault,
  variableRefusal,
} from '@posthorn/contracts/provider-rules'
import { z } from 'zod'

const source = {
  id: z.string().min(1).optional(),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
}
const caption = z.string().max(1024).optional()

/** An object with exactly one of `id` and `link`, plus the fields for its kind of media. */
const mediaObject = <T extends z.ZodRawShape>(fields: T) =>
  z
    .strictObject({ ...source, ...fields })
    .refine((value) => 'id' in value !== 'link' in value, { message: "name exactly one of 'id' and 'link'" })

const media = {
  image: mediaObject({ caption }),
  video: mediaObject({ caption }),
  audio: mediaObject({ voice: z.boolean().optional() }),
  document: mediaObject({ caption, filename: z.string().max(240).optional() }),
  sticker: mediaObject({}),
}

const textUpTo = (max: number) => z.string().min(1).max(max)
/** A text within a bound that has visible characters. */
const visible = ({ max }: Bound) => textUpTo(max).refine((value) => !isBlank(value), { message: 'must not be blank' })
const allDiffer = (values: string[]) => new Set(values).size === values.length
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

const buttonId = textUpTo(bounds.buttonId.max).refine((id) => id === id.trim(), {
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
  .refine((list) => allDiffer(list.map(({ reply }) => reply.title)), { message: 'titles must differ' })
  .refine((list) => allDiffer(list.map(({ reply }) => reply.id)), { message: 'ids must differ' })

const sections = z
  .array(
    z.strictObject({
      title: visible(bounds.sectionTitle).optional(),
      rows: z
        .array(
          z.strictObject({
            id: textUpTo(bounds.rowId.max),
            title: visible(bounds.rowTitle),
            description: textUpTo(bounds.rowDescription.max).optional(),
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
  .refine((list) => allDiffer(list.flatMap(({ rows }) => rows.map(({ id }) => id))), {
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
        .array(z.strictObject({ product_retailer_id: textUpTo(256) }))
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

const namedAction = <N extends string>(name: N, parameters: z.ZodType) =>
  z.strictObject({ name: z.literal(name), parameters })
const anything = z.record(z.string(), z.unknown())

/** Interactive messages. Fully documented types are checked strictly. Flows may have any parameters, and others, such as carousels, payments and calls, any action. */
const interactive = z.discriminatedUnion('type', [
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
    action: namedAction('cta_url', z.strictObject({ display_text: visible(bounds.linkTitle), url: z.url() })),
  }),
  z.strictObject({ type: z.literal('flow'), header, body, footer, action: namedAction('flow', anything) }),
  z.strictObject({
    type: z.literal('location_request_message'),
    body,
    action: z.strictObject({ name: z.literal('send_location') }),
  }),
  z.strictObject({
    type: z.literal('product'),
    body: body.optional(),
    footer,
    action: z.strictObject({ catalog_id: textUpTo(256), product_retailer_id: textUpTo(256) }),
  }),
  z.strictObject({
    type: z.literal('product_list'),
    header: textHeader,
    body,
    footer,
    action: z.strictObject({ catalog_id: textUpTo(256), sections: productSections }),
  }),
  z.strictObject({
    type: z.literal('catalog_message'),
    header,
    body,
    footer,
    action: z.strictObject({
      name: z.literal('catalog_message'),
      parameters: z.strictObject({ thumbnail_product_retailer_id: textUpTo(256) }),
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

/** A template's parameter. The provider has a code for each fault of its value. */
const parameter = z.looseObject({ type: z.string().min(1) }).superRefine((fields, ctx) => {
  const { type } = fields
  if (type !== 'text' && type !== 'payload' && type !== 'coupon_code') return
  const value = fields[type]
  const refuse = (code: number, details: string) =>
    ctx.addIssue({ code: 'custom', path: [type], message: details, params: { code, details } })
  if (value === undefined || (typeof value === 'string' && isBlank(value)))
    refuse(131008, `Parameter of type ${type} is missing ${type} value`)
  if (typeof value !== 'string' || isBlank(value)) return
  if (type === 'coupon_code' && value.length > bounds.couponCode.max)
    refuse(131009, `A coupon code has 1 to ${bounds.couponCode.max} characters.`)
  if (type !== 'text') return
  if (value.length > bounds.templateVariable.max) refuse(132005, 'A parameter is too long.')
  else if (variableFault(value) !== undefined) refuse(132018, variableRefusal)
})
const buttonIndex = z.union([z.int().min(0).max(9), z.string().regex(/^\d$/)])

export const template = z.strictObject({
  name: z.string().min(1).max(512),
  language: z.strictObject({ code: z.string().min(2), policy: z.literal('deterministic').optional() }),
  components: z
    .array(
      z.strictObject({
        type: z.enum(['header', 'body', 'button', 'carousel', 'limited_time_offer', 'order_status']),
        sub_type: z.string().optional(),
        index: buttonIndex.optional(),
        parameters: z.array(parameter).optional(),
        cards: z.array(z.looseObject({})).optional(),
      }),
    )
    .optional(),
})

const name = z.strictObject({
  formatted_name: z.string().refine((value) => !isBlank(value), { message: 'must not be blank' }),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  middle_name: z.string().optional(),
  prefix: z.string().optional(),
  suffix: z.string().optional(),
})

const label = z.string().optional()

const contactCard = z.strictObject({
  name,
  phones: z
    .array(z.strictObject({ phone: z.string().optional(), type: label, wa_id: z.string().optional() }))
    .optional(),
  emails: z.array(z.strictObject({ email: z.string().optional(), type: label })).optional(),
  urls: z.array(z.strictObject({ url: z.string().optional(), type: label })).optional(),
  addresses: z
    .array(
      z.strictObject({
        street: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        zip: z.string().optional(),
        country: z.string().optional(),
        country_code: z.string().optional(),
        type: label,
      }),
    )
    .optional(),
  org: z
    .strictObject({ company: z.string().optional(), department: z.string().optional(), title: z.string().optional() })
    .optional(),
  birthday: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .optional(),
})

/** A coordinate within bounds. The provider also accepts it as text. */
const degrees = ({ min, max }: { min: number; max: number }) =>
  z
    .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
    .refine((value) => Number(value) >= min && Number(value) <= max, { message: `must be within ${max} degrees` })

/** The fields of each message type. The simulator refuses other types. */
export const contentSchemas: Readonly<Record<string, z.ZodType>> = {
  text: z.strictObject({ body: z.string().min(1).max(bounds.textBody.max), preview_url: z.boolean().optional() }),
  ...media,
  location: z.strictObject({
    latitude: degrees(bounds.latitude),
    longitude: degrees(bounds.longitude),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  contacts: z.array(contactCard).min(1).max(bounds.contacts.max),
  reaction: z.strictObject({
    message_id: z.string().min(1),
    emoji: z.string().refine((value) => value === '' || isEmoji(value), { message: 'must be one emoji' }),
  }),
  interactive,
  template,
}
