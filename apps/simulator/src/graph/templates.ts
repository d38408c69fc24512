import { randomInt } from 'node:crypto'
import {
  providerBounds as bounds,
  isBlank,
  templateLanguageForm,
  templateNameForm,
} from '@posthorn/contracts/provider-rules'
import { type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { type SimulatedNumber, type SimulatedTemplate, templatesOf } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import type { template } from './content.ts'
import { type Authorize, mediaOf, ownerOfAccount } from './media-routes.ts'
import { check, refuse } from './reply.ts'

const templatesMax = 250

const buttonText = z.string().refine((text) => fits(text, bounds.templateButtonText.max))

const input = z.strictObject({
  name: z.string().regex(templateNameForm),
  language: z.string().regex(templateLanguageForm),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  parameter_format: z.enum(['NAMED', 'POSITIONAL']).optional(),
  components: z
    .array(
      z.looseObject({
        type: z.enum(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
        format: z.enum(['TEXT', 'LOCATION', 'IMAGE', 'VIDEO', 'DOCUMENT']).optional(),
        text: z.string().max(bounds.templateBody.max).optional(),
        buttons: z
          .array(z.looseObject({ text: buttonText.optional(), url: z.string().optional() }))
          .min(bounds.templateButtons.min)
          .max(bounds.templateButtons.max)
          .optional(),
        example: z.looseObject({}).optional(),
      }),
    )
    .min(1),
})

type Components = z.infer<typeof input>['components']

const changes = input.pick({ category: true, components: true }).partial()

const sampleMimes: Readonly<Record<string, RegExp>> = {
  IMAGE: /^image\//,
  VIDEO: /^video\//,
  DOCUMENT: /^application\/pdf$/,
}

/** Returns the different variables of a text, such as `{{1}}` or `{{name}}`. */
const variablesIn = (text = ''): string[] => [...new Set(text.match(/\{\{[a-z0-9_]+\}\}/g) ?? [])]

/** Refuses a template as the provider does, whose reason is in the fields for people. */
function refuseTemplate(details: string): never {
  return refuse(100, { userTitle: 'Template not accepted', details })
}

/** Routes to list, create, read, change and delete the templates of an account. */
export function templateRoutes(simulator: SimulatorState, authorize: Authorize): Router {
  const router = Router()
  const ownerOf = (req: Request) => ownerOfAccount(authorize, req)
  router
    .route('/:account/message_templates')
    .get((req, res) => list(ownerOf(req), req, res))
    .post((req, res) => void res.json(create(simulator, ownerOf(req), check(input, req.body))))
    .delete((req, res) => void res.json(remove(simulator, ownerOf(req), req.query.name)))
  router
    .route('/:template')
    .get((req, res, next) => {
      const found = templatesOf(authorize(req)).find(({ id }) => id === req.params.template)
      return found ? void res.json(presentTemplate(found)) : next()
    })
    .post((req, res, next) => {
      const number = authorize(req)
      const found = templatesOf(number).find(({ id }) => id === req.params.template)
      return found
        ? void res.json(edit(simulator, number, { before: found, changes: check(changes, req.body) }))
        : next()
    })
  return router
}

/** Lists the templates that match the query, page by page. `after` is a position in the list. */
function list(number: SimulatedNumber, { query, originalUrl, headers }: Request, res: Response): void {
  const { name, language, status, after } = query
  const matching = templatesOf(number).filter(
    (each) =>
      (typeof name !== 'string' || each.name.includes(name)) &&
      (typeof language !== 'string' || each.language === language) &&
      (typeof status !== 'string' || each.status === status),
  )
  const from = Number(after ?? 0) || 0
  const to = from + (Number(query.limit ?? 25) || 25)
  const data = matching.slice(from, to).map(presentTemplate)
  const next = new URL(originalUrl, `http://${headers.host ?? 'localhost'}`)
  next.searchParams.set('after', String(to))
  // The Graph API includes the token in the URLs of subsequent pages.
  next.searchParams.set('access_token', tokenOf(headers.authorization))
  const more = to < matching.length && { next: next.toString() }
  const paging = { cursors: { before: String(from), after: String(to) }, ...more }
  res.json({ data, ...(data.length > 0 && { paging }) })
}

const tokenOf = (authorization = '') => authorization.replace(/^\w+ /, '')

/** Presents a template as the Graph API does. The simulator knows no quality. */
function presentTemplate({ reason, ...template }: SimulatedTemplate) {
  return { ...template, rejected_reason: reason ?? 'NONE', quality_score: { score: 'UNKNOWN' } }
}

/** Changes a template in its language. Approves it at once, while the provider would review it again. */
function edit(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { before, changes: { category, components } }: { before: SimulatedTemplate; changes: z.infer<typeof changes> },
): { success: true } {
  if (components) checkComponents(simulator, number, components)
  const changed = { ...before, ...(category && { category }), ...(components && { components }) }
  const templates = templatesOf(number).map((each) => (each === before ? changed : each))
  const isMeant = ({ id }: SimulatedTemplate) => id === before.id
  decideTemplate(simulator, simulator.change(number, { templates }), { isMeant, status: 'APPROVED' })
  return { success: true }
}

/** Creates a template and decides on it at once: `reject` in the name rejects it, `pending` leaves it to the control API. */
function create(simulator: SimulatorState, number: SimulatedNumber, fields: z.infer<typeof input>) {
  const templates = templatesOf(number)
  const { name, language, category, components } = fields
  if (templates.length >= templatesMax) refuseTemplate('The account has as many templates as it may have.')
  if (templates.some((known) => known.name === name && known.language === language))
    refuseTemplate('Content in this language already exists.')
  checkComponents(simulator, number, components)
  const id = `16${String(randomInt(0, 10 ** 13)).padStart(13, '0')}`
  const made = { id, name, language, category, status: 'PENDING', components }
  const changed = simulator.change(number, { templates: [...templates, made] })
  const status = name.includes('reject') ? 'REJECTED' : 'APPROVED'
  if (!name.includes('pending')) decideTemplate(simulator, changed, { isMeant: (each) => each.id === id, status })
  return { id, status: 'PENDING', category }
}

/** Refuses components that the provider doesn't accept. */
function checkComponents(simulator: SimulatorState, number: SimulatedNumber, components: Components): void {
  const header = components.find(({ type }) => type === 'HEADER')
  if (header !== undefined) checkHeader(simulator, number, header)
  const body = components.find(({ type }) => type === 'BODY')
  if (body?.text === undefined || isBlank(body.text)) return refuseTemplate('A template needs a body.')
  if (variablesIn(body.text).length > 0 && body.example === undefined)
    refuseTemplate('A body with variables needs an example.')
  const { buttons = [] } = components.find(({ type }) => type === 'BUTTONS') ?? {}
  if (buttons.some(({ url, example }) => variablesIn(url).length > 0 && example === undefined))
    refuseTemplate('A URL with a variable needs an example.')
  const footer = components.find(({ type }) => type === 'FOOTER')
  if (footer !== undefined && !fits(footer.text, bounds.templateFooter.max))
    refuseTemplate(`A footer has 1 to ${bounds.templateFooter.max} characters.`)
}

/** Returns whether a text is not blank and within the limit. */
function fits(text = '', charactersMax: number): boolean {
  return !isBlank(text) && text.length <= charactersMax
}

/** Validates a header: text, a location, or media with the handle of an uploaded sample. */
function checkHeader(simulator: SimulatorState, number: SimulatedNumber, header: Components[number]): void {
  const { format = 'TEXT', text = '', example } = header
  if (format === 'LOCATION') return
  if (format === 'TEXT') {
    if (!fits(text, bounds.templateHeader.max))
      refuseTemplate(`A header has 1 to ${bounds.templateHeader.max} characters.`)
    if (variablesIn(text).length > 0 && example === undefined)
      refuseTemplate('A header with a variable needs an example.')
    return
  }
  const [handle] = Array.isArray(example?.header_handle) ? (example.header_handle as unknown[]) : []
  const sample = typeof handle === 'string' ? mediaOf(simulator, number, handle) : undefined
  if (sample === undefined || !sampleMimes[format]?.test(sample.mime))
    refuseTemplate(`A header of format ${format} needs the handle of an uploaded sample of it.`)
}

/** Deletes a template in all languages. `name` is the unchecked query parameter. */
function remove(simulator: SimulatorState, number: SimulatedNumber, name: unknown): { success: true } {
  const templates = templatesOf(number)
  const left = templates.filter((each) => each.name !== name)
  if (left.length === templates.length) refuseTemplate('There is no such template.')
  simulator.change(number, { templates: left })
  return { success: true }
}

/** Sets the status of templates and reports it in callbacks. */
export function decideTemplate(
  simulator: SimulatorState,
  number: SimulatedNumber,
  { isMeant, status }: { isMeant: (template: SimulatedTemplate) => boolean; status: string },
): SimulatedNumber {
  const reason = status === 'REJECTED' ? 'INCORRECT_CATEGORY' : 'NONE'
  const decided = (each: SimulatedTemplate) => ({ ...each, status, reason })
  const templates = templatesOf(number)
  const changed = simulator.change(number, {
    templates: templates.map((each) => (isMeant(each) ? decided(each) : each)),
  })
  for (const { id, name, language, category } of templates.filter(isMeant)) {
    const value = {
      event: status,
      message_template_id: Number(id),
      message_template_name: name,
      message_template_language: language,
      message_template_category: category,
      reason,
    }
    simulator.report(changed, () => ({ field: 'message_template_status_update', value }))
  }
  return changed
}

type SentTemplate = z.infer<typeof template>

/** Returns the error code for sending a template, or undefined if it can be sent. `sent` has already been validated. */
export function templateRefusal(number: SimulatedNumber, sent: unknown): number | undefined {
  if (sent === undefined) return undefined
  const { name, language, components = [] } = sent as SentTemplate
  const known = templatesOf(number).find((each) => each.name === name && each.language === language.code)
  if (known?.status === 'PAUSED') return 132015
  if (known?.status === 'DISABLED') return 132016
  if (known?.status !== 'APPROVED') return 132001
  const header = known.components.find(({ type }) => type === 'HEADER')
  const { format = 'TEXT' } = header ?? {}
  const headerParameters = components.find(({ type }) => type === 'header')?.parameters ?? []
  if (format !== 'TEXT' && headerParameters[0]?.type !== format.toLowerCase()) return 132012
  const bodyParameters = components.find(({ type }) => type === 'body')?.parameters ?? []
  const text = known.components.find(({ type }) => type === 'BODY')?.text
  if (!fillsVariables(text, bodyParameters) || (format === 'TEXT' && !fillsVariables(header?.text, headerParameters)))
    return 132000
  return linksWithVariable(known).every((index) => isLinkFilled(components, index)) ? undefined : 131008
}

/** Returns whether parameters match a text's variables in number and, for named variables, in name. */
function fillsVariables(text: string | undefined, parameters: Record<string, unknown>[]): boolean {
  const variables = variablesIn(text)
  const names = parameters.map(({ parameter_name }) => `{{${String(parameter_name)}}}`)
  const named = variables.filter((variable) => /[a-z_]/.test(variable))
  return variables.length === parameters.length && named.every((variable) => names.includes(variable))
}

/** Returns the indexes of buttons whose URL has a variable. */
function linksWithVariable({ components }: SimulatedTemplate): number[] {
  const { buttons } = components.find(({ type }) => type === 'BUTTONS') ?? {}
  const list = (Array.isArray(buttons) ? buttons : []) as { url?: string }[]
  return list.flatMap(({ url }, i) => (variablesIn(url).length > 0 ? [i] : []))
}

/** Returns whether a message has a parameter for the variable in the URL of the button at this position. */
const isLinkFilled = (components: NonNullable<SentTemplate['components']>, position: number): boolean =>
  components.some(
    ({ type, index, parameters = [] }) => type === 'button' && Number(index) === position && parameters.length > 0,
  )
