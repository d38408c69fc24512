import { createHmac, type KeyObject } from 'node:crypto'
import { idPrefixes } from '@posthorn/contracts'
import type { z } from 'zod'

export type RedactedValue = z.infer<ReturnType<typeof z.json>>

/** Fields whose text is one of a few fixed words, or is meant to be shown. */
const plainFields = new Set([
  'status',
  'scopes',
  'events',
  'kind',
  'type',
  'mode',
  'category',
  'language',
  'color',
  'timezone',
  'hint',
  'publicId',
  'provider',
  'tool',
])
/** Nouns whose `name` isn't a person's name. */
const namedThings = new Set([
  'workspaces',
  'keys',
  'workspaceKeys',
  'webhooks',
  'labels',
  'segments',
  'templates',
  'channels',
])

/** Nouns whose `reason` is written by an operator for the audit log. */
const reasonedNouns = new Set(['deadEvents'])

const ids = new RegExp(`^(${Object.keys(idPrefixes).join('|')})_[0-9a-z]{26}$`)
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const phone = /^(?:\+\d{5,15}|[1-9]\d{6,14})$/
const field = /^[A-Za-z_]\w{0,63}$/

const textCharactersMax = 200
const itemsMax = 20
const fieldsMax = 60
const depthMax = 5

/**
 * Creates a redactor based on an allowlist: anything that may be personal or a credential is replaced with `#` and its hash under `key`.
 * Equal values stay equal.
 */
export function createRedactor(key: KeyObject, noun: string): (value: unknown) => RedactedValue {
  const hashOf = (text: string) => `#${createHmac('sha256', key).update(text).digest('base64url').slice(0, 12)}`
  const textOf = (text: string, of: string): string => {
    if (ids.test(text) || isoTime.test(text)) return text.slice(0, textCharactersMax)
    if (phone.test(text)) return `…${text.slice(-4)} ${hashOf(text)}`
    if (of === 'url' && URL.canParse(text)) return new URL(text).origin + new URL(text).pathname
    const isChosen = (of === 'name' && namedThings.has(noun)) || (of === 'reason' && reasonedNouns.has(noun))
    const plain = plainFields.has(of) || isChosen
    return plain ? text.slice(0, textCharactersMax) : hashOf(text)
  }
  const redact = (value: unknown, of: string, depth: number): RedactedValue => {
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean' || typeof value === 'number') return value
    if (typeof value === 'string') return textOf(value, of)
    if (value instanceof Date) return value.toISOString()
    if (depth >= depthMax || typeof value !== 'object') return hashOf(typeof value)
    if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => redact(item, of, depth + 1))
    const pairs = Object.entries(value).filter(([, item]) => item !== undefined)
    return Object.fromEntries(
      pairs
        .slice(0, fieldsMax)
        .map(([name, item]) => [field.test(name) ? name : hashOf(name), redact(item, name, depth + 1)]),
    )
  }
  return (value) => redact(value, '', 0)
}
