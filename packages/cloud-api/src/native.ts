import { providerBounds as bounds } from '@posthorn/contracts'
import { z } from 'zod'
import { refuse } from './fault.ts'

const words = (max: number) => z.looseObject({ text: z.string().min(1).max(max) })
/** Returns the schema of an action with this name. */
const actionNamed = (name: string, parameters?: z.ZodType) =>
  z.looseObject({ name: z.literal(name), ...(parameters ? { parameters } : {}) })

const contactsSchema = z
  .array(
    z.looseObject({
      name: z.looseObject({ formatted_name: z.string().min(1) }).refine((name) => Object.keys(name).length > 1, {
        message: 'needs one part of the name beside formatted_name',
      }),
    }),
  )
  .min(1)
  .max(bounds.contacts.max)

const mediaSchema = z
  .looseObject({
    id: z.string().optional(),
    link: z.url().optional(),
    caption: z.string().max(bounds.caption.max).optional(),
  })
  .refine(({ id, link }) => (id === undefined) !== (link === undefined), { message: 'must have either id or link' })

const flowSchema = z
  .looseObject({
    flow_message_version: z.union([z.string(), z.number()]),
    flow_cta: z.string().min(1).max(30),
    flow_id: z.union([z.string(), z.number()]).optional(),
    flow_name: z.string().optional(),
  })
  .refine(({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined), {
    message: 'must have either flow_id or flow_name',
  })

const cardsSchema = z.looseObject({
  cards: z
    .array(z.looseObject({ card_index: z.int().min(0).max(9) }))
    .min(2)
    .max(10),
})

/** Actions of the interactive kinds that only the provider's format can express. Any other kind must have an action, whose fields aren't checked. */
const actions: Readonly<Record<string, z.ZodType>> = {
  flow: actionNamed('flow', flowSchema),
  carousel: cardsSchema,
  address_message: actionNamed('address_message', z.looseObject({ country: z.string().length(2) })),
  call_permission_request: actionNamed('call_permission_request'),
  voice_call: actionNamed('voice_call'),
  request_contact_info: actionNamed('request_contact_info'),
  order_details: actionNamed('review_and_pay', z.looseObject({})),
  order_status: actionNamed('review_order', z.looseObject({})),
}

/** Returns the schema of an interactive message with this action. */
const interactiveWith = (action: z.ZodType) =>
  z.looseObject({
    type: z.string().min(1),
    header: z
      .looseObject({ type: z.string().min(1), text: z.string().max(bounds.headerText.max).optional() })
      .optional(),
    body: words(bounds.bodyText.max).optional(),
    footer: words(bounds.footerText.max).optional(),
    action,
  })

// Created once, because creating a schema costs far more than applying it.
const describedKinds = new Map(Object.entries(actions).map(([type, action]) => [type, interactiveWith(action)]))
const otherKind = interactiveWith(z.looseObject({}))
const otherContent = z.union([z.looseObject({}), z.array(z.looseObject({}))])

const templateSchema = z.looseObject({
  name: z.string().min(1).max(512),
  language: z.looseObject({ code: z.string().min(2) }),
  components: z.array(z.looseObject({ type: z.string().min(1) })).optional(),
})

/** Returns what content of a type must look like. Any type without rules here must have an object or a list of objects. */
function schemaOf(type: string, value: unknown): z.ZodType {
  if (type === 'contacts') return contactsSchema
  if (type === 'template') return templateSchema
  if (type === 'interactive') return describedKinds.get(String(Object(value).type).toLowerCase()) ?? otherKind
  if (['image', 'video', 'audio', 'document', 'sticker'].includes(type)) return mediaSchema
  return otherContent
}

/** Refuses content that the provider would refuse. The message is sent later, so only this can tell the program. */
export function checkNative(type: string, value: unknown): void {
  const [issue] = schemaOf(type, value).safeParse(value).error?.issues ?? []
  if (issue === undefined) return
  const path = [type, ...issue.path].join('.')
  const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined
  const problem = isMissing ? 'is required' : `is not valid: ${issue.message}`
  return refuse(isMissing ? 131008 : 131009, `Parameter '${path}' ${problem}.`)
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)
