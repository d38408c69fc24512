import type { CallbackUpdate } from './callback-update.ts'
import { parseCallback } from './callbacks.ts'

export const receivedAt = new Date('2026-11-20T08:00:00.000Z')
/** The number that all bodies are about. */
export const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }
const parseAll = (body: unknown) =>
  parseCallback(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), { receivedAt })
/** Parses a body into the updates that are read or kept. */
export const parse = (body: unknown) => parseAll(body).filter((update) => update.kind !== 'report')
/** Parses a body into the updates that are forwarded unchanged. */
export const parseReports = (body: unknown) => parseAll(body).filter((update) => update.kind === 'report')
/** Builds a callback's body with one change. `entry`: further fields of its entry. */
export const change = (field: string, value: unknown, entry: object = {}) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '419561257915477', ...entry, changes: [{ field, value }] }],
})
export const messages = (
  items: unknown,
  contacts: unknown = [{ profile: { name: 'Ann' }, wa_id: '16505551234', user_id: 'US.1' }],
) => change('messages', { messaging_product: 'whatsapp', metadata, contacts, messages: items })
export const statuses = (items: unknown) =>
  change('messages', { messaging_product: 'whatsapp', metadata, statuses: items })
export const text = { from: '16505551234', id: 'wamid.A', timestamp: '1749416383', type: 'text', text: { body: 'Hi' } }
export const sent = { id: 'wamid.A', status: 'sent', timestamp: '1749416383', recipient_id: '16505551234' }
export const kinds = (updates: CallbackUpdate[]) => updates.map(({ kind }) => kind)
