import type { PreparedVerb } from '@posthorn/chassis'
import { fail, type numbers, variablesOf } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { refuse } from '../numbers/ask.ts'
import { accountOf } from './account.ts'
import { namesakes } from './namesakes.ts'
import { presentTemplate } from './present.ts'

type Operation = typeof numbers.templates.create
type Input = z.output<Operation['input']>
type Component = Record<string, unknown>

/** Hands a template to the provider. */
export const create: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  async prepare({ ctx, input }) {
    const { provider, account } = await accountOf(ctx, input.id)
    const { name, language, category } = input
    const taken = await namesakes(provider, account, name)
    if (taken.some((known) => known.language === language)) fail('template:duplicate')
    const components = componentsOf(input)
    const named = variablesOf(input.body).some((variable) => !/^\d+$/.test(variable))
    const made = await provider.createTemplate(account, { name, language, category, components, named })
    if (!made.ok) refuse(made.error)
    const { id, status } = made
    return presentTemplate({ id, name, language, category: made.category, status, components })
  },
  run: async ({ prepared }) => prepared,
}

function componentsOf({ header, body, samples = {}, footer, buttons }: Input): Component[] {
  return [
    ...(header === undefined ? [] : [{ type: 'HEADER', format: 'TEXT', text: header }]),
    { type: 'BODY', text: body, ...exampleOf(body, samples) },
    ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons === undefined ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buttonOf) }]),
  ]
}

/** One sample of each variable: the provider refuses a template without. */
function exampleOf(body: string, samples: Record<string, string>): Component {
  const variables = variablesOf(body)
  if (variables.length === 0) return {}
  const texts = variables.map((variable) => ({ param_name: variable, example: samples[variable] ?? '' }))
  const byPosition = variables.every((variable) => /^\d+$/.test(variable))
  return {
    example: byPosition ? { body_text: [texts.map(({ example }) => example)] } : { body_text_named_params: texts },
  }
}

function buttonOf({ text, url, phone }: NonNullable<Input['buttons']>[number]): Component {
  if (url !== undefined) return { type: 'URL', text, url }
  if (phone !== undefined) return { type: 'PHONE_NUMBER', text, phone_number: phone }
  return { type: 'QUICK_REPLY', text }
}
