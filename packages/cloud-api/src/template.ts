import type { Content, FindMedia } from './content.ts'
import { refuse } from './fault.ts'
import { defined, type Fields, fieldsOf, hasOnly, itemsOf, requiredText, textOf } from './fields.ts'

type Template = NonNullable<Content['template']>
type Component = NonNullable<Template['components']>[number]
type Parameter = Component['parameters'][number]

const mediaTypes = ['image', 'video', 'document'] as const
const subTypes = ['quick_reply', 'url', 'copy_code'] as const

/** Returns a parameter in our fields; undefined if they can't express it. */
async function parameterOf(fields: Fields, path: string, findMedia: FindMedia): Promise<Parameter | undefined> {
  const type = (textOf(fields['type'], `${path}.type`) ?? 'text').toLowerCase()
  const media = mediaTypes.find((each) => each === type)
  if (media) {
    const { filename, ...source } = fieldsOf(
      fields[media] ?? refuse(131008, `Parameter '${path}.${media}' is required.`),
      `${path}.${media}`,
    )
    const found = await findMedia(source, `${path}.${media}`)
    if (found === undefined || !hasOnly(source, ['id', 'link'])) return undefined
    const name = media === 'document' ? textOf(filename, `${path}.${media}.filename`) : undefined
    return { type: media, ...found, ...defined({ filename: name }) }
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

async function parametersOf(
  given: readonly Fields[],
  path: string,
  findMedia: FindMedia,
): Promise<Parameter[] | undefined> {
  const parameters: Parameter[] = []
  for (const [n, parameter] of given.entries()) {
    const read = await parameterOf(parameter, `${path}[${n}]`, findMedia)
    if (read === undefined) return undefined
    parameters.push(read)
  }
  return parameters
}

/** Returns a component in our fields; null if it is empty, undefined if they can't express it. */
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
export async function templateContent(fields: Fields, findMedia: FindMedia): Promise<Content | undefined> {
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
