import { z } from 'zod'
import {
  providerBounds as bounds,
  headerMediaKinds,
  isBlank,
  templateLanguageForm,
  templateNameForm,
  variableFault,
} from '../provider-rules/index.ts'
import { besideOtherFaults, named, optionalIdOf, text, webAddress } from '../schemas.ts'

const variable = text(1, bounds.templateVariable.max).superRefine((value, ctx) => {
  const fault = variableFault(value)
  if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault })
})

const linkedParameter = named(
  'LinkedTemplateParameter',
  z
    .object({
      type: z.enum(['text', 'payload', 'image', 'video', 'document', 'coupon_code']).describe('Kind of value'),
      name: text(1, 100).optional().describe('Name of a named parameter'),
      text: text(1, bounds.templateVariable.max).optional().describe('Value for text, payload and coupon_code'),
      url: webAddress.optional().describe('URL of an image, video or document'),
      filename: text(1, 240).optional().describe('Display name of a document'),
    })
    .strict(),
)
const templateParameter = named(
  'TemplateParameter',
  linkedParameter
    .extend({
      file: optionalIdOf('file').describe(
        'Id of a stored file to use instead of url for the image, video or document in a header',
      ),
    })
    .strict(),
)

/** Returns the schema of a template's part. `parameter`: the schema of its values, with or without stored files. */
const partOf = <P extends z.ZodType>(parameter: P) =>
  z
    .object({
      type: z.enum(['header', 'body', 'button']).describe('Part of the template that the parameters are for'),
      subType: z.enum(['quick_reply', 'url', 'copy_code']).optional().describe('Required for a button'),
      index: z.int().min(0).max(9).optional().describe('Position of a button'),
      parameters: z.array(parameter).min(1).max(100).describe('Values for this part, in the order of its variables'),
    })
    .strict()

const linkedPart = named('LinkedTemplatePart', partOf(linkedParameter))
const templatePart = named('TemplatePart', partOf(templateParameter))

/** Returns the schema of a template to send. `part`: the schema of its parts, with or without stored files. */
const templateWith = <P extends z.ZodType>(part: P) =>
  z
    .object({
      name: z
        .string()
        .regex(templateNameForm, 'must be lowercase letters, digits and underscores')
        .describe('Name of the template with the provider'),
      language: z
        .string()
        .regex(templateLanguageForm, 'must be a language such as en or en_US')
        .describe('Language of the template, such as en or en_US'),
      variables: z
        .union([z.array(variable).max(100), z.record(text(1, 100), variable)])
        .optional()
        .describe(
          'Texts for the variables in the body: a list by position, or an object by name. Line breaks, tabs, and more than four spaces in a row are not allowed',
        ),
      components: z.array(part).max(20).optional().describe('All components of the template, instead of variables'),
    })
    .strict()
    .superRefine(checkTemplate, besideOtherFaults)

type Fields = Record<string, unknown>
type Path = (string | number)[]
/** `maximum`: the most characters that a text may have, if it is too long. */
type Refuse = (path: Path, message: string, maximum?: number) => void

/** Applies rules that involve several fields of a template. Skips fields that are invalid on their own, which are reported elsewhere. */
function checkTemplate(template: Fields, ctx: z.core.$RefinementCtx): void {
  const refuse: Refuse = (path, message, maximum) =>
    ctx.addIssue(
      maximum === undefined
        ? { code: 'custom', path, message }
        : { code: 'too_big', origin: 'string', maximum, input: template, path, message },
    )
  if (template['variables'] !== undefined && template['components'] !== undefined)
    refuse(['components'], 'send variables or components, not both')
  for (const [i, component] of items(template['components']).entries()) {
    const at = ['components', i]
    const isButton = component['type'] === 'button'
    for (const name of ['subType', 'index'])
      if (isButton !== (component[name] !== undefined))
        refuse([...at, name], isButton ? 'is required for a button' : 'is allowed only for a button')
    for (const [n, parameter] of items(component['parameters']).entries())
      checkParameter(parameter, [...at, 'parameters', n], {
        refuse,
        takesFile: component['type'] === 'header' && n === 0,
      })
  }
}

/** Checks a template parameter: text, or media with exactly one source. Only header media may be a stored file. */
function checkParameter(
  { type, text: value, url, file }: Fields,
  path: Path,
  { refuse, takesFile }: { refuse: Refuse; takesFile: boolean },
): void {
  const isMedia = (headerMediaKinds as readonly unknown[]).includes(type)
  if (file && !(isMedia && takesFile))
    refuse([...path, 'file'], 'is allowed only for the image, video or document of a header')
  else if (file && url !== undefined) refuse([...path, 'file'], 'send exactly one of file and url')
  if (isMedia && url === undefined && !file) refuse([...path, 'url'], 'is required for this type')
  if (!isMedia && value === undefined) refuse([...path, 'text'], 'is required for this type')
  if (typeof value !== 'string') return
  const fault = valueFault(type, value)
  if (fault !== undefined) refuse([...path, 'text'], fault)
  const { max } = bounds.couponCode
  // A placeholder is longer than most codes. The filled code is checked for each person.
  const isTooLong = type === 'coupon_code' && value.length > max && !value.includes('{{')
  if (isTooLong) refuse([...path, 'text'], `must have at most ${max} characters`, max)
}

/** Returns the rule that a value violates. A payload may have any layout, because the customer never sees it, but may not be blank. */
function valueFault(type: unknown, value: string): string | undefined {
  if (type === 'text') return variableFault(value)
  if (type !== 'payload' && type !== 'coupon_code') return undefined
  return isBlank(value) ? 'must not be blank' : undefined
}

/** Returns a list's entries as objects. Rules also run on invalid input, so a field may have any type. */
const items = (value: unknown): Fields[] =>
  Array.isArray(value)
    ? value.map((item: unknown) => (typeof item === 'object' && item !== null ? (item as Fields) : {}))
    : []

/** An approved template whose media have URLs, for services that don't know about stored files. */
export const linkedTemplateInput = named('LinkedTemplateContent', templateWith(linkedPart))

/** An approved template, which can be sent outside the 24-hour window. */
export const templateInput = named('TemplateContent', templateWith(templatePart))

/** What to do with free-form content once the 24-hour window is known to be closed. */
export const onWindowClosed = named(
  'OnWindowClosed',
  z
    .union([
      z.enum(['fail', 'hold']),
      z.object({ template: linkedTemplateInput.describe('Template to send instead') }).strict(),
    ])
    .describe(
      'If the 24-hour window is closed when the message is due: fail, hold until the customer writes or calls, or send a template. If the customer never did, the provider decides',
    ),
)
