import {
  defined,
  eachItem,
  groups,
  type MountedCaller,
  messaging,
  type OutputOf,
  shortened,
  userIdForm,
} from '@posthorn/contracts'
import {
  type Content,
  type FindMedia,
  headerKinds,
  interactiveContent,
  mediaFinder,
  mediaOf,
  nativeContent,
} from './content.ts'
import { type Fields, fieldsOf, hasOnly, itemsOf, parsed, refuse, requiredText, textOf } from './fault.ts'
import { messageIdOf, wamidOf } from './ids.ts'
import type { GraphNumber } from './numbers.ts'

type Component = NonNullable<NonNullable<Content['template']>['components']>[number]
type Parameter = Component['parameters'][number]

const subTypes = ['quick_reply', 'url', 'copy_code'] as const

/** Returns a parameter in our fields; undefined if they can't express it. */
async function parameterOf(fields: Fields, path: string, findMedia: FindMedia): Promise<Parameter | undefined> {
  const type = (textOf(fields['type'], `${path}.type`) ?? 'text').toLowerCase()
  const kind = headerKinds.find((each) => each === type)
  if (kind) {
    const media = await mediaOf(fields[kind], `${path}.${kind}`, findMedia)
    return media && { type: kind, ...media }
  }
  if (type === 'text' && hasOnly(fields, ['type', 'text', 'parameter_name']))
    return {
      type,
      text: requiredText(fields['text'], `${path}.text`),
      ...defined({ name: textOf(fields['parameter_name'], `${path}.parameter_name`) }),
    }
  if ((type === 'payload' || type === 'coupon_code') && hasOnly(fields, ['type', type]))
    return { type, text: requiredText(fields[type], `${path}.${type}`) }
  return undefined
}

/** Returns parameters in our fields; undefined if they can't express all of them. */
async function parametersOf(
  parameterFields: readonly Fields[],
  path: string,
  findMedia: FindMedia,
): Promise<Parameter[] | undefined> {
  const parameters: Parameter[] = []
  for (const [n, parameter] of parameterFields.entries()) {
    const read = await parameterOf(parameter, `${path}[${n}]`, findMedia)
    if (read === undefined) return undefined
    parameters.push(read)
  }
  return parameters
}

/** Returns a component in our fields; null for a header or body without parameters, undefined if they can't express it. */
async function componentOf(fields: Fields, path: string, findMedia: FindMedia): Promise<Component | null | undefined> {
  const type = requiredText(fields['type'], `${path}.type`).toLowerCase()
  const parameters = await parametersOf(
    itemsOf(fields['parameters'], `${path}.parameters`),
    `${path}.parameters`,
    findMedia,
  )
  if (parameters === undefined || !hasOnly(fields, ['type', 'sub_type', 'index', 'parameters'])) return undefined
  if (type === 'header' || type === 'body') return parameters.length === 0 ? null : { type, parameters }
  const subType = subTypes.find((each) => each === textOf(fields['sub_type'], `${path}.sub_type`)?.toLowerCase())
  if (type !== 'button' || subType === undefined || parameters.length === 0) return undefined
  const index = Number(requiredText(fields['index'], `${path}.index`))
  if (!Number.isInteger(index)) refuse(131009, `Parameter '${path}.index' must be a number from 0 to 9.`)
  return { type, subType, index, parameters }
}

/** Returns a template in our fields; undefined if they can't express all of it. */
async function templateContent(fields: Fields, findMedia: FindMedia): Promise<Content | undefined> {
  const name = requiredText(fields['name'], 'template.name')
  const { code } = fieldsOf(
    fields['language'] ?? refuse(131008, "Parameter 'template.language' is required."),
    'template.language',
  )
  const language = requiredText(code, 'template.language.code')
  if (!hasOnly(fields, ['name', 'language', 'components', 'namespace'])) return undefined
  const components: Component[] = []
  for (const [i, given] of itemsOf(fields['components'], 'template.components').entries()) {
    const component = await componentOf(given, `template.components[${i}]`, findMedia)
    if (component === undefined) return undefined
    if (component !== null) components.push(component)
  }
  return { template: { name, language, ...(components.length > 0 ? { components } : {}) } }
}

const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const

/** Longer values are forwarded unchanged, because the provider documents no limit. */
const [nameMax, addressMax] = [255, 1024]

type MediaType = (typeof mediaTypes)[number]

const isMedia = (type: string): type is MediaType => (mediaTypes as readonly string[]).includes(type)

/** Returns a body's content: in our fields if they can express all of it, else in the provider's format. */
async function contentOf(type: string, body: Fields, findMedia: FindMedia): Promise<Content> {
  const value = objectsIn(type, body[type] ?? refuse(131008, `Parameter '${type}' is required for type '${type}'.`))
  return (await ownContent(type, value, findMedia)) ?? nativeContent(type, value, findMedia)
}

/** Parses objects sent as JSON text, which the provider accepts and some programs send. */
function objectsIn(type: string, value: unknown): unknown {
  if (type === 'contacts' || Array.isArray(value)) return parsed(value)
  const fields = fieldsOf(value, type)
  return 'action' in fields ? { ...fields, action: parsed(fields['action']) } : fields
}

/** Returns content in our fields; undefined if they can't express all of it. */
async function ownContent(type: string, value: unknown, findMedia: FindMedia): Promise<Content | undefined> {
  // The provider's cards have more parts than ours, such as addresses.
  if (type === 'contacts') return undefined
  const fields = fieldsOf(value, type)
  if (isMedia(type)) return mediaContent(type, fields, findMedia)
  switch (type) {
    case 'text':
      return textContent(fields)
    case 'location':
      return locationContent(fields)
    case 'reaction':
      return {
        reaction: textOf(fields['emoji'], 'reaction.emoji') ?? '',
        reactionMessage: requiredText(fields['message_id'], 'reaction.message_id'),
      }
    case 'interactive':
      return interactiveContent(fields, findMedia)
    case 'template':
      return templateContent(fields, findMedia)
    default:
      return undefined
  }
}

/** Reads a text. Refuses unknown keys, as the provider does. */
function textContent(fields: Fields): Content {
  const unknown = Object.keys(fields).find((name) => name !== 'body' && name !== 'preview_url')
  if (unknown !== undefined) refuse(100, `Unexpected key '${shortened(unknown, 40)}' on param 'text'.`)
  const message = textOf(fields['body'], 'text.body') ?? refuse(100, "Param text['body'] must be a non-empty string.")
  const preview = fields['preview_url']
  return { message, ...(preview === undefined ? {} : { previewUrl: preview === true || preview === 'true' }) }
}

/** Reads media with their caption; undefined if our fields can't express them, or only the provider has them. */
async function mediaContent(type: MediaType, fields: Fields, findMedia: FindMedia): Promise<Content | undefined> {
  const { caption, voice, ...source } = fields
  const media = await mediaOf(source, type, findMedia)
  const kind = type === 'audio' && voice === true ? 'voice' : type
  return media && { media: { ...media, kind }, ...defined({ message: textOf(caption, `${type}.caption`) }) }
}

/** Reads a location; undefined if our fields can't express all of it. */
function locationContent(fields: Fields): Content | undefined {
  if (!hasOnly(fields, ['latitude', 'longitude', 'name', 'address'])) return undefined
  const degrees = (name: string) => Number(requiredText(fields[name], `location.${name}`))
  const [latitude, longitude] = [degrees('latitude'), degrees('longitude')]
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude))
    return refuse(131009, "Parameters 'location.latitude' and 'location.longitude' must be degrees.")
  const [name, address] = [textOf(fields['name'], 'location.name'), textOf(fields['address'], 'location.address')]
  if ((name?.length ?? 0) > nameMax || (address?.length ?? 0) > addressMax) return undefined
  return { location: { latitude, longitude, ...defined({ name, address }) } }
}

/** Accepts a message to send, or the read receipt for a received message. */
export async function postMessage(call: MountedCaller, number: GraphNumber, requestBody: unknown): Promise<object> {
  const body = fieldsOf(requestBody, 'body')
  if (body['messaging_product'] !== 'whatsapp') refuse(100, 'The parameter messaging_product is required: whatsapp.')
  return body['status'] === undefined ? send(call, number, body) : markRead(call, body)
}

/** Marks a received message as read and, if asked to, shows that an answer is being written. */
async function markRead({ ask }: MountedCaller, body: Fields): Promise<object> {
  if (body['status'] !== 'read') refuse(100, "Param 'status' must be 'read'.")
  const id = messageIdOf(requiredText(body['message_id'], 'message_id'))
  const { chat } = await ask(messaging.messages.read, { id })
  if (body['typing_indicator'] !== undefined) await ask(messaging.chats.typing, { id: chat })
  return { success: true }
}

/** Sends a message, and responds as the provider does. */
async function send(call: MountedCaller, number: GraphNumber, body: Fields): Promise<object> {
  const type = (textOf(body['type'], 'type') ?? 'text').toLowerCase()
  const content = await contentOf(type, body, mediaFinder(call))
  const { to, target } = await targetOf(call, number, body)
  const context = body['context'] === undefined ? {} : fieldsOf(body['context'], 'context')
  const quote = textOf(context['message_id'], 'context.message_id')
  if (quote !== undefined && type === 'reaction') refuse(100, "Param 'context' is not allowed for type 'reaction'.")
  const reference = textOf(body['biz_opaque_callback_data'], 'biz_opaque_callback_data')
  const { reactionMessage } = content
  const sent = await call.ask(messaging.messages.send, {
    ...target,
    ...content,
    ...(reactionMessage ? { reactionMessage: messageIdOf(reactionMessage) } : {}),
    ...(quote === undefined ? {} : { quote: messageIdOf(quote) }),
    ...defined({ reference }),
    number: number.id,
  })
  return accepted(sent, to, type)
}

type Target = { phone: string } | { userId: string } | { group: string }

/** Returns the recipient as written in the body, and as our API names it. */
async function targetOf(
  call: MountedCaller,
  number: GraphNumber,
  body: Fields,
): Promise<{ to: string; target: Target }> {
  const to = textOf(body['to'], 'to')
  const recipient = textOf(body['recipient'], 'recipient')
  const kind = body['recipient_type'] ?? 'individual'
  if (to === undefined && recipient !== undefined && kind === 'individual')
    return {
      to: recipient,
      target: userIdForm.test(recipient) ? { userId: recipient } : { phone: phoneOf('recipient', recipient) },
    }
  if (to === undefined) return refuse(100, 'The parameter to is required.')
  if (kind === 'individual') return { to, target: { phone: phoneOf('to', to) } }
  if (kind !== 'group') return refuse(100, "Param 'recipient_type' must be one of {individual, group}.")
  for await (const { id, providerId } of eachItem(call, groups.groups.list, { number: number.id }))
    if (providerId === to) return { to, target: { group: id } }
  return refuse(131009, "Parameter 'to' is not the id of a group of this number.")
}

/** Returns the phone number in a parameter. The digits include the country code. The plus sign is optional. */
function phoneOf(name: 'to' | 'recipient', text: string): string {
  const digits = text.replace(/[\s()+-]/g, '')
  return /^\d+$/.test(digits) ? `+${digits}` : refuse(131009, `Parameter '${name}' is not a phone number.`)
}

/** Returns the provider's response to an accepted message. `to`: the recipient as the program wrote it. */
const accepted = ({ id, phone }: OutputOf<typeof messaging.messages.send>, to: string, type: string): object => ({
  messaging_product: 'whatsapp',
  contacts: [{ input: to, ...(phone === null ? {} : { wa_id: phone.slice(1) }) }],
  messages: [{ id: wamidOf(id), ...(type === 'template' ? { message_status: 'accepted' } : {}) }],
})
