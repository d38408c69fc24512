import { defined, failField, messaging } from '@posthorn/contracts'
import { findFileId } from '../api/lookups.ts'
import { type Fields, numberOf, printed, textOf } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { fileTextIn, mediaAt } from './files.ts'

type Parameter = { type: string; text?: string; url?: string; file?: string; name?: string; filename?: string }
type Component = { type: string; subType?: string; index?: number; parameters: Parameter[] }

/** Returns a value as fields. Programs may send a text alone instead of an object with it, which becomes the field `value`. */
const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : { value }

/** Returns a parameter's text, for which programs use several names. */
const textIn = (fields: Fields) => printed(fields['value'] ?? fields['text'] ?? fields['payload'] ?? '')

/** Returns the kind of header media from the URL's extension. Default: document. */
function kindOfUrl(url: string): string {
  const end = /\.(\w{3,4})(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? ''
  if (['jpg', 'jpeg', 'png', 'webp'].includes(end)) return 'image'
  return ['mp4', '3gp'].includes(end) ? 'video' : 'document'
}

const mediaKinds = ['image', 'video', 'document']

/** Returns a template's header: text, or media with a URL or stored file. */
async function headerOf(session: Session, value: unknown): Promise<Component> {
  const header = asFields(value)
  const nested = header['media'] ?? header['image'] ?? header['video'] ?? header['document']
  const media = nested === undefined ? header : asFields(nested)
  const [url, fileText] = [textOf(media, 'url'), fileTextIn(media)]
  if (url === undefined && fileText === undefined) {
    return { type: 'header', parameters: [{ type: 'text', text: textIn(header) }] }
  }
  const stated = mediaKinds.find((kind) => header[kind] !== undefined || header['type'] === kind)
  const filename = textOf(media, 'filename')
  const more = defined({ filename })
  if (url !== undefined) {
    const source = await mediaAt(session, url, 'template.header.url')
    return { type: 'header', parameters: [{ type: stated ?? kindOfUrl(url), ...source, ...more }] }
  }
  const file = await findFileId(session, fileText ?? '')
  const { kind } = await session.ask(messaging.files.get, { id: file })
  const type = stated ?? (mediaKinds.includes(kind) ? kind : 'document')
  return { type: 'header', parameters: [{ type, file, ...more }] }
}

const buttonKinds = new Map<string, [subType: string, parameter: string]>([
  ['url', ['url', 'text']],
  ['reply', ['quick_reply', 'payload']],
  ['quick_reply', ['quick_reply', 'payload']],
  ['copy_code', ['copy_code', 'coupon_code']],
])

/** Returns a button's parameter. `position`: the button's place, if it names none itself. */
function buttonOf(value: unknown, position: number): Component {
  const button = asFields(value)
  const word = textOf(button, 'kind') ?? textOf(button, 'type') ?? 'url'
  const [subType, type] = buttonKinds.get(word) ?? failField(`template.button.${position}.kind`, 'is not a kind')
  const index = numberOf(button['index'], `template.button.${position}.index`) ?? position
  return { type: 'button', subType, index, parameters: [{ type, text: textIn(button) }] }
}

/** Returns a list of a template's values. Refuses anything else, because the template would go out without them. */
function listIn(template: Fields, ...names: string[]): unknown[] {
  const name = names.find((each) => template[each] !== undefined && template[each] !== null)
  const value = name === undefined ? [] : template[name]
  return Array.isArray(value) ? value : failField(`template.${name}`, 'must be an array')
}

const rivals = [
  ['components', 'body', 'params', 'header', 'button', 'buttons'],
  ['body', 'params'],
  ['button', 'buttons'],
]

/** Refuses two fields for the same values, because the template would go out without those of one. */
function refuseRivals(template: Fields): void {
  const isGiven = (name = '') => [template[name] ?? []].flat().length > 0
  for (const [name, ...others] of rivals) {
    const other = others.find(isGiven)
    if (other !== undefined && isGiven(name)) failField(`template.${other}`, `cannot be given with template.${name}`)
  }
}

/** Returns a template for the main API, with only the variables of its body or with all of its components. */
export async function templateOf(session: Session, value: unknown): Promise<object> {
  const template = asFields(value)
  refuseRivals(template)
  const bodyFields = listIn(template, 'body', 'params').map(asFields)
  const isNamed = bodyFields.length > 0 && bodyFields.every((each) => typeof each['name'] === 'string')
  const language = (textOf(template, 'language') ?? 'en').replace('-', '_')
  const base = { name: textOf(template, 'name') ?? failField('template.name', 'is required'), language }
  const components = listIn(template, 'components')
  if (components.length > 0) return { ...base, components }
  const buttons = [template['button'] ?? template['buttons'] ?? []].flat()
  const others = [
    ...(template['header'] === undefined ? [] : [await headerOf(session, template['header'])]),
    ...buttons.map(buttonOf),
  ]
  if (bodyFields.length === 0) return others.length === 0 ? base : { ...base, components: others }
  if (others.length > 0) {
    const named = ({ name }: Fields) => (isNamed ? { name: printed(name) } : {})
    const parameters = bodyFields.map((each) => ({ type: 'text', ...named(each), text: textIn(each) }))
    return { ...base, components: [{ type: 'body', parameters }, ...others] }
  }
  const values = bodyFields.map(textIn)
  return {
    ...base,
    variables: isNamed ? Object.fromEntries(bodyFields.map(({ name }, i) => [name, values[i]])) : values,
  }
}
