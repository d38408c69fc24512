import {
  accounts,
  contacts,
  groups,
  type Mutation,
  messaging,
  numbers,
  type Query,
  shortened,
  webhooks,
} from '@posthorn/contracts'

/** Groups of tools. A client can choose which ones an assistant sees. */
export const toolsets = ['messages', 'chats', 'contacts', 'segments', 'groups', 'numbers', 'deliveries'] as const

type Toolset = (typeof toolsets)[number]

/** A client's choice of tools in the URL: `?toolsets=chats,contacts&readOnly=true`. */
export type ToolChoice = { toolsets?: readonly Toolset[]; readOnly: boolean }

type ChoiceFault = { path: string; code: 'field:invalid' | 'field:unknown'; message: string }

const readOnlyWords = new Map([
  ['', true],
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/**
 * Reads the choice of tools from a query string. An unknown name or value, and `readOnly` given twice, is an error, because ignoring it
 * could offer more tools than intended.
 */
export function readToolChoice(query: URLSearchParams): ToolChoice | { faults: ChoiceFault[] } {
  const names = query.getAll('toolsets').flatMap((text) => text.split(',').map((name) => name.trim()))
  const flags = query.getAll('readOnly')
  const faults: ChoiceFault[] = [...new Set(query.keys())]
    .filter((path) => path !== 'toolsets' && path !== 'readOnly')
    .map((path) => ({
      path,
      code: 'field:unknown',
      message: 'is not a parameter here; use toolsets and readOnly',
    }))
  const unknown = names.find((name) => !toolsets.includes(name as Toolset))
  if (unknown !== undefined) {
    const message = `${shortened(unknown, 100) || 'an empty name'} is not a toolset; use ${toolsets.join(', ')}`
    faults.push({ path: 'toolsets', code: 'field:invalid', message })
  }
  const [flag = 'false', ...more] = flags
  const readOnly = readOnlyWords.get(flag)
  if (readOnly === undefined || more.length > 0)
    faults.push({ path: 'readOnly', code: 'field:invalid', message: 'must be true or false, once' })
  if (faults.length > 0) return { faults }
  return { readOnly: readOnly === true, ...(names.length > 0 ? { toolsets: names as Toolset[] } : {}) }
}

/** An assistant's tool: an operation of the contract under a descriptive name. */
export type Tool = {
  name: string
  toolset: Toolset
  operation: Query | Mutation
  /** Input fields that may be used. Default: all. */
  fields?: readonly string[]
  /** The output contains text that customers wrote. */
  hasCustomerText?: true
  /** Returns the number of people that a call sends messages to. A group chat counts as one. */
  recipientsOf?: (input: Record<string, unknown>) => number
  /** Requires `confirm` for any number of recipients. */
  needsConfirmation?: true
}

/** Fields of `send_message` in addition to the target. No contact cards, because they could include data that the key may not read. */
const content = [
  'message',
  'template',
  'media',
  'location',
  'poll',
  'buttons',
  'list',
  'product',
  'products',
  'catalog',
  'header',
  'footer',
  'quote',
  'number',
  'deliverAt',
  'reference',
  'expiresIn',
]

const oneRecipient = () => 1
const recipientPerMessage = (input: Record<string, unknown>) =>
  Array.isArray(input['messages']) ? input['messages'].length : 0

const tool = (toolset: Toolset, name: string, operation: Query | Mutation): Tool => ({ name, toolset, operation })

const customerText = { hasCustomerText: true } as const

/** All tools. This is an allowlist: keys, secrets, changes to the team, deletion and everything not listed are out of reach. */
export const tools: readonly Tool[] = [
  {
    ...tool('messages', 'send_message', messaging.messages.send),
    fields: ['phone', 'chat', ...content],
    recipientsOf: oneRecipient,
  },
  { ...tool('messages', 'send_messages', messaging.messages.batch), recipientsOf: recipientPerMessage },
  { ...tool('messages', 'find_messages', messaging.messages.list), ...customerText },
  { ...tool('messages', 'get_message', messaging.messages.get), ...customerText },
  tool('messages', 'trace_message', messaging.messages.trace),
  { ...tool('messages', 'cancel_message', messaging.messages.cancel), ...customerText, needsConfirmation: true },
  { ...tool('chats', 'find_chats', messaging.chats.list), ...customerText },
  { ...tool('chats', 'get_chat', messaging.chats.get), ...customerText },
  { ...tool('chats', 'list_notes', messaging.notes.list), ...customerText },
  { ...tool('chats', 'add_note', messaging.notes.create), ...customerText },
  { ...tool('chats', 'assign_chat', messaging.chats.assign), ...customerText },
  tool('chats', 'list_team', accounts.team.list),
  { ...tool('contacts', 'find_contacts', contacts.contacts.list), ...customerText },
  { ...tool('contacts', 'get_contact', contacts.contacts.get), ...customerText },
  { ...tool('contacts', 'create_contact', contacts.contacts.create), ...customerText },
  { ...tool('contacts', 'update_contact', contacts.contacts.update), ...customerText },
  tool('segments', 'find_segments', contacts.segments.list),
  { ...tool('segments', 'preview_segment', contacts.segments.preview), ...customerText },
  { ...tool('groups', 'find_groups', groups.groups.list), ...customerText },
  { ...tool('groups', 'get_group', groups.groups.get), ...customerText },
  tool('numbers', 'list_numbers', numbers.numbers.list),
  tool('numbers', 'show_queue', messaging.queues.get),
  { ...tool('numbers', 'pause_queue', messaging.queues.pause), needsConfirmation: true },
  { ...tool('numbers', 'resume_queue', messaging.queues.resume), needsConfirmation: true },
  tool('deliveries', 'list_webhooks', webhooks.webhooks.list),
  tool('deliveries', 'list_deliveries', webhooks.webhooks.deliveries),
  { ...tool('deliveries', 'get_delivery', webhooks.deliveries.get), ...customerText },
  { ...tool('deliveries', 'retry_delivery', webhooks.deliveries.retry), needsConfirmation: true },
]
