import type { Content, FindMedia } from './content.ts'
import { refuse } from './fault.ts'
import { defined, type Fields, fieldsOf, hasOnly, parsed, requiredText, textOf } from './fields.ts'
import { interactiveContent } from './interactive.ts'
import { checkNative, nativeContent } from './native.ts'
import { templateContent } from './template.ts'

const mediaTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const

/** Longer values are forwarded unchanged, because the provider documents no limit. */
const [filenameMax, nameMax, addressMax] = [240, 255, 1024]

type MediaType = (typeof mediaTypes)[number]

const isMedia = (type: string): type is MediaType => (mediaTypes as readonly string[]).includes(type)

/** Returns a body's content: in our fields if they can express all of it, else in the provider's format. */
export async function contentOf(type: string, body: Fields, findMedia: FindMedia): Promise<Content> {
  const value = plain(type, body[type] ?? refuse(131008, `Parameter '${type}' is required for type '${type}'.`))
  const content = await expressed(type, value, findMedia)
  if (content !== undefined) return content
  checkNative(type, value)
  return nativeContent(type, value, findMedia)
}

/** Parses objects sent as JSON text, which the provider accepts and some programs send. */
function plain(type: string, value: unknown): unknown {
  if (type === 'contacts' || Array.isArray(value)) return parsed(value)
  const fields = fieldsOf(value, type)
  return 'action' in fields ? { ...fields, action: parsed(fields['action']) } : fields
}

async function expressed(type: string, value: unknown, findMedia: FindMedia): Promise<Content | undefined> {
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

function textContent(fields: Fields): Content {
  const unknown = Object.keys(fields).find((name) => name !== 'body' && name !== 'preview_url')
  if (unknown !== undefined) refuse(100, `Unexpected key '${unknown}' on param 'text'.`)
  const message = textOf(fields['body'], 'text.body') ?? refuse(100, "Param text['body'] must be a non-empty string.")
  const preview = fields['preview_url']
  return { message, ...(preview === undefined ? {} : { previewUrl: preview === true || preview === 'true' }) }
}

async function mediaContent(type: MediaType, fields: Fields, findMedia: FindMedia): Promise<Content | undefined> {
  const { caption, filename, voice, ...source } = fields
  const found = await findMedia(source, type)
  if (found === undefined || !hasOnly(source, ['id', 'link'])) return undefined
  const kind = type === 'audio' && voice === true ? 'voice' : type
  const name = type === 'document' ? textOf(filename, 'document.filename') : undefined
  if ((name?.length ?? 0) > filenameMax) return undefined
  return {
    media: { ...found, kind, ...defined({ filename: name }) },
    ...defined({ message: textOf(caption, `${type}.caption`) }),
  }
}

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
