import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { onePicture, pictureBytesMax, pictureFields, pictureInput } from '../messaging/file.ts'
import { besideOtherFaults, idOf, named, text } from '../schemas.ts'
import { exampleNumberId as id, providerErrors } from './number.ts'

const verticals = [
  'OTHER',
  'AUTO',
  'BEAUTY',
  'APPAREL',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GROCERY',
  'GOVT',
  'HOTEL',
  'HEALTH',
  'NONPROFIT',
  'PROF_SERVICES',
  'RETAIL',
  'TRAVEL',
  'RESTAURANT',
  'ALCOHOL',
  'ONLINE_GAMBLING',
  'PHYSICAL_GAMBLING',
  'OTC_DRUGS',
] as const

const shown = z.string().nullable()
const profile = named(
  'BusinessProfile',
  z.object({
    number: idOf('num'),
    about: shown.describe('Short text below the name; null: none'),
    address: shown.describe('Address of the business; null: none'),
    description: shown.describe('Description of the business; null: none'),
    email: shown.describe('Email address of the business; null: none'),
    websites: z.array(z.string()).describe('Websites of the business, at most two'),
    vertical: shown.describe('Line of business; null: none'),
    pictureUrl: shown.describe("The provider's URL of the picture; null: none"),
  }),
)

const exampleProfile = {
  number: id,
  about: 'Open all day',
  address: 'Main Street 1, Springfield',
  description: null,
  email: 'shop@example.com',
  websites: ['https://shop.example.com'],
  vertical: 'RETAIL',
  pictureUrl: null,
}

const website = z.url({ protocol: /^https?$/ }).max(256)

export const profiles = {
  get: query({
    summary: 'Show the business profile of a number',
    description: 'Reads the profile from the provider.',
    rest: 'GET /v1/numbers/{id}/profile',
    slow: true,
    scope: 'read',
    limitedBy: 'number',
    input: z.object({ id: idOf('num') }),
    output: profile,
    errors: providerErrors,
    example: { input: { id }, output: exampleProfile },
  }),
  update: mutation({
    summary: 'Change the business profile of a number',
    description: 'Changes the given fields with the provider; `null` clears a field.',
    rest: 'PATCH /v1/numbers/{id}/profile',
    slow: true,
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({
      id: idOf('num'),
      about: text(1, 139).optional().describe('Can be replaced, but not cleared'),
      address: text(1, 256).nullable().optional().describe('Address of the business'),
      description: text(1, 256).nullable().optional().describe('Description of the business'),
      email: z.email().max(128).nullable().optional().describe('Email address of the business'),
      websites: z.array(website).max(2).optional().describe('Websites of the business'),
      vertical: z.enum(verticals).nullable().optional().describe('Line of business'),
    }),
    output: profile,
    errors: providerErrors,
    example: { input: { id, about: 'Open all day' }, output: exampleProfile },
  }),
  setPicture: mutation({
    summary: 'Change the profile picture of a number',
    description:
      'A JPEG or PNG of at most 5 MB, which the provider shows as a 640 px square. In JSON, send a stored file, `{ "file": "file_…" }`, or the bytes. Or send a form with a single `file` part, or the bytes as the body.',
    rest: 'PUT /v1/numbers/{id}/profile/picture',
    slow: true,
    upload: {
      fields: z.object({ id: idOf('num'), ...pictureFields }).strict(),
      bytesMax: pictureBytesMax,
      fromFile: { field: 'file', mimes: ['image/jpeg', 'image/png'] },
    },
    scope: 'manage',
    limitedBy: 'number',
    input: z.object({ id: idOf('num'), ...pictureInput }).superRefine(onePicture, besideOtherFaults),
    output: profile,
    errors: [...providerErrors, 'file:not_found', 'file:too_large', 'file:unsupported_type'],
    example: {
      input: { id, content: '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==', mime: 'image/jpeg' },
      output: { ...exampleProfile, pictureUrl: 'https://pps.whatsapp.net/v/shop.jpg' },
    },
  }),
}
