import { z } from 'zod'
import { optionalIdOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, webAddress } from '../primitives.ts'

const linkedParameter = named(
  'LinkedTemplateParameter',
  z
    .object({
      type: z.enum(['text', 'payload', 'image', 'video', 'document', 'coupon_code']).describe('Kind of the value'),
      name: text(1, 100).optional().describe('Name of a named parameter'),
      text: text(1, 1024).optional().describe('Value for text, payload and coupon_code'),
      url: webAddress.optional().describe('Address for image, video and document'),
      filename: text(1, 240).optional().describe('Displayed name of a document'),
    })
    .strict(),
)
const templateParameter = named(
  'TemplateParameter',
  linkedParameter
    .extend({
      file: optionalIdOf('file').describe(
        'Id of a stored file, instead of url, for the image, video or document of a header',
      ),
    })
    .strict(),
)

const partOf = <P extends z.ZodType>(parameter: P) =>
  z
    .object({
      type: z.enum(['header', 'body', 'button']).describe('Part of the template that the parameters belong to'),
      subType: z.enum(['quick_reply', 'url', 'copy_code']).optional().describe('Required for a button'),
      index: z.int().min(0).max(9).optional().describe('Position of a button'),
      parameters: z.array(parameter).min(1).max(100).describe('Values of this part, in the order of its variables'),
    })
    .strict()

const linkedPart = named('LinkedTemplatePart', partOf(linkedParameter))
const templatePart = named('TemplatePart', partOf(templateParameter))

const templateWith = <P extends z.ZodType>(part: P) =>
  z
    .object({
      name: z
        .string()
        .regex(/^[a-z0-9_]{1,512}$/, 'must be lower case letters, digits and underscores')
        .describe('Name of the template at the provider'),
      language: z
        .string()
        .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a language such as en or en_US')
        .describe('Language of the template, such as en or en_US'),
      variables: z
        .union([z.array(text(1, 1024)).max(100), z.record(text(1, 100), text(1, 1024))])
        .optional()
        .describe('Texts of the variables of the body: a list by position, an object by name'),
      components: z.array(part).max(20).optional().describe('All components of the template, instead of variables'),
    })
    .strict()

/** An approved template whose media have a URL, for services that do not know stored files. */
export const linkedTemplateInput = named('LinkedTemplateContent', templateWith(linkedPart))

/** An approved template, which can be sent outside the 24-hour window. */
export const templateInput = named('TemplateContent', templateWith(templatePart))

/** Rule for free-form content once the 24 h window is known to be closed. */
export const onWindowClosed = named(
  'OnWindowClosed',
  z
    .union([
      z.enum(['fail', 'hold']),
      z.object({ template: linkedTemplateInput.describe('Template that is sent instead') }).strict(),
    ])
    .describe(
      'Behaviour if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides',
    ),
)
