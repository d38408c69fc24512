import { eachItem, groups, type MountedCaller, messaging, type OutputOf } from '@posthorn/contracts'
import { mediaFinder } from './content.ts'
import { refuse } from './fault.ts'
import { defined, type Fields, fieldsOf, requiredText, textOf } from './fields.ts'
import { messageOf, wamidOf } from './ids.ts'
import { contentOf } from './kinds.ts'
import type { GraphNumber } from './numbers.ts'

type SentMessage = OutputOf<typeof messaging.messages.send>

/** Accepts a message to send, or the read receipt for a received message. */
export async function postMessage(call: MountedCaller, number: GraphNumber, given: unknown): Promise<object> {
  const body = fieldsOf(given, 'body')
  if (body['messaging_product'] !== 'whatsapp') refuse(100, 'The parameter messaging_product is required: whatsapp.')
  return body['status'] === undefined ? send(call, number, body) : markRead(call, body)
}

async function markRead({ ask }: MountedCaller, body: Fields): Promise<object> {
  if (body['status'] !== 'read') refuse(100, "Param 'status' must be 'read'.")
  const id = messageOf(requiredText(body['message_id'], 'message_id'))
  const { chat } = await ask(messaging.messages.read, { id })
  if (body['typing_indicator'] !== undefined) await ask(messaging.chats.typing, { id: chat })
  return { success: true }
}

async function send(call: MountedCaller, number: GraphNumber, body: Fields): Promise<object> {
  const type = (textOf(body['type'], 'type') ?? 'text').toLowerCase()
  const content = await contentOf(type, body, mediaFinder(call))
  const { to, target } = await targetOf(call, body)
  const context = body['context'] === undefined ? {} : fieldsOf(body['context'], 'context')
  const quote = textOf(context['message_id'], 'context.message_id')
  if (quote !== undefined && type === 'reaction') refuse(100, "Param 'context' is not allowed for type 'reaction'.")
  const reference = textOf(body['biz_opaque_callback_data'], 'biz_opaque_callback_data')
  const { reactionMessage } = content
  const sent = await call.ask(messaging.messages.send, {
    ...target,
    ...content,
    ...(reactionMessage ? { reactionMessage: messageOf(reactionMessage) } : {}),
    ...(quote === undefined ? {} : { quote: messageOf(quote) }),
    ...defined({ reference }),
    number: number.id,
  })
  return accepted(sent, to, type)
}

type Target = { phone: string } | { userId: string } | { group: string }

/** A provider's user id, for a person with a hidden phone number. */
const userId = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** Returns the recipient as written in the body, and as our API names it. */
async function targetOf(call: MountedCaller, body: Fields): Promise<{ to: string; target: Target }> {
  const to = textOf(body['to'], 'to')
  const recipient = textOf(body['recipient'], 'recipient')
  const kind = body['recipient_type'] ?? 'individual'
  if (to === undefined && recipient !== undefined && kind === 'individual')
    return { to: recipient, target: userId.test(recipient) ? { userId: recipient } : { phone: phoneOf(recipient) } }
  if (to === undefined) return refuse(100, 'The parameter to is required.')
  if (kind === 'individual') return { to, target: { phone: phoneOf(to) } }
  if (kind !== 'group') return refuse(100, "Param 'recipient_type' must be one of {individual, group}.")
  for await (const { id, providerId } of eachItem(call, groups.groups.list, {}))
    if (providerId === to) return { to, target: { group: id } }
  return refuse(131009, "Parameter 'to' is not the id of a group of this number.")
}

/** Returns a recipient's phone number. The digits include the country code. The plus sign is optional. */
function phoneOf(to: string): string {
  const digits = to.replace(/[\s()+-]/g, '')
  return /^\d+$/.test(digits) ? `+${digits}` : refuse(131009, "Parameter 'to' is not a phone number.")
}

function accepted({ id, phone }: SentMessage, to: string, type: string): object {
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, ...(phone === null ? {} : { wa_id: phone.slice(1) }) }],
    messages: [{ id: wamidOf(id), ...(type === 'template' ? { message_status: 'accepted' } : {}) }],
  }
}
