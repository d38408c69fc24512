import { providerBounds as bounds, isBlank, isEmoji } from '@posthorn/contracts/provider-rules'
import { z } from 'zod'
import { interactive } from './interactive.ts'
import { media } from './media.ts'
import { template } from './template.ts'

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

const degrees = ({ min, max }: { min: number; max: number }) =>
  z
    .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)])
    .refine((value) => Number(value) >= min && Number(value) <= max, { message: `must be within ${max} degrees` })

/** Fields of each message type (cloud-api.md 2.2). Other types don't exist. */
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
