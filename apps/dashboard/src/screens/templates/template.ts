import type { Template } from '@posthorn/sdk'
import type { Tone } from '../../parts/page.tsx'
import { type Key, ownValue, say } from '../../words/words.ts'

export type TemplateTexts = {
  name: string
  language: string
  header: string
  body: string
  footer: string
  samples: Readonly<Record<string, string>>
}

/**
 * A rule of the provider that a template violates. `order`: numbered variables are out of order, or mixed with named ones. `edge`: the body
 * begins or ends with a variable. `neighbors`: there is no text between two variables. `samples`: a variable has no example.
 */
export type Fault = 'name' | 'order' | 'edge' | 'neighbors' | 'samples'

/** Returns the variables in a text, such as `1` or `first_name`, in order and without duplicates. */
export const variablesIn = (body: string): string[] => [
  ...new Set([...body.matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/g)].map(([, name = '']) => name)),
]

/** Returns the provider's rules that a template violates. An empty name or text violates none. */
export function faultsOf({ name, body, samples }: TemplateTexts): Fault[] {
  const variables = variablesIn(body)
  const positions = variables.filter((variable) => /^\d+$/.test(variable))
  const isMixed = positions.length > 0 && positions.length < variables.length
  const isOutOfOrder = positions.some((position, i) => position !== String(i + 1))
  const text = body.trim()
  const broken: Record<Fault, boolean> = {
    name: name !== '' && !/^[a-z0-9_]{1,512}$/.test(name),
    order: isMixed || isOutOfOrder,
    edge: /^\{\{[^}]*\}\}|\{\{[^}]*\}\}$/.test(text),
    neighbors: /\}\}\s*\{\{/.test(text),
    samples: variables.some((variable) => !ownValue(samples, variable)?.trim()),
  }
  return (Object.keys(broken) as Fault[]).filter((fault) => broken[fault])
}

const statuses: Readonly<Record<string, { tone: Tone; text: Key }>> = {
  APPROVED: { tone: 'good', text: 'template.is.approved' },
  PENDING: { tone: 'warn', text: 'template.is.pending' },
  IN_APPEAL: { tone: 'warn', text: 'template.is.inAppeal' },
  REJECTED: { tone: 'bad', text: 'template.is.rejected' },
  PAUSED: { tone: 'warn', text: 'template.is.paused' },
  DISABLED: { tone: 'bad', text: 'template.is.disabled' },
  LIMIT_EXCEEDED: { tone: 'bad', text: 'template.is.limitExceeded' },
  PENDING_DELETION: { tone: 'quiet', text: 'template.is.pendingDeletion' },
  DELETED: { tone: 'quiet', text: 'template.is.deleted' },
  ARCHIVED: { tone: 'quiet', text: 'template.is.archived' },
}

/** Returns the tone and text for a template's status. An unknown status keeps WhatsApp's name. */
export function stateOfTemplate(status: string): { tone: Tone; text: string } {
  const known = statuses[status.toUpperCase()]
  return known === undefined ? { tone: 'quiet', text: status } : { tone: known.tone, text: say(known.text) }
}

const categories: Readonly<Record<string, Key>> = {
  MARKETING: 'template.category.MARKETING',
  UTILITY: 'template.kind.utility',
  AUTHENTICATION: 'template.kind.authentication',
}

/** Returns a template's category in words. An unknown category keeps WhatsApp's name. */
export function categoryOf({ category }: Pick<Template, 'category'>): string {
  const known = categories[category.toUpperCase()]
  return known === undefined ? category : say(known)
}

const reasons: Readonly<Record<string, Key>> = {
  ABUSIVE_CONTENT: 'template.reason.abusive',
  INVALID_FORMAT: 'template.reason.format',
  INCORRECT_CATEGORY: 'template.reason.category',
  TAG_CONTENT_MISMATCH: 'template.reason.category',
  PROMOTIONAL: 'template.reason.promotional',
  SCAM: 'template.reason.scam',
}

/** Returns why WhatsApp rejected a template, in words; undefined if it gave no reason. An unknown reason keeps WhatsApp's name. */
export function rejectionOf(reason: string | null | undefined): string | undefined {
  if (!reason || reason.toUpperCase() === 'NONE') return undefined
  const known = reasons[reason.toUpperCase()]
  return known === undefined ? reason : say(known)
}
