import { readFile } from 'node:fs/promises'
import { type PreparedVerb, refuseWithoutBytes } from '@posthorn/chassis'
import { fail, listVariables, type numbers, sampleMimes } from '@posthorn/contracts'
import { mimeOf, type Spooled } from '@posthorn/http'
import type { Line, Provider, Sample } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { refuse } from '../numbers/line.ts'
import { findAccount } from './account.ts'
import { findByName } from './find-by-name.ts'
import { presentTemplate } from './present.ts'
import { readTemplatesSoon } from './stored.sql.ts'

type Operation = typeof numbers.templates.create
type Input = z.output<Operation['input']>
type Component = Record<string, unknown>

const formats: Readonly<Record<(typeof sampleMimes)[number], string>> = {
  'image/jpeg': 'IMAGE',
  'image/png': 'IMAGE',
  'video/mp4': 'VIDEO',
  'application/pdf': 'DOCUMENT',
}

/** Hands a template to the provider, after the sample of its header where that is media. */
export const create: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  async prepare({ ctx, input, upload }) {
    const { provider, account } = await findAccount(ctx, input.id)
    const { name, language, category } = input
    const taken = await findByName(provider, account, name)
    if (taken.some((known) => known.language === language)) fail('template:duplicate')
    const header = await buildHeader(input.header, (sample) => uploadSample(provider, account.line, sample), upload)
    const components = [...header, ...buildComponents(input)]
    const named = listVariables(input.body).some((variable) => !/^\d+$/.test(variable))
    const made = await provider.createTemplate(account, { name, language, category, components, named })
    if (!made.ok) refuse(made.error)
    const { id, status } = made
    return presentTemplate({ id, name, language, category: made.category, status, components })
  },
  run: async ({ ctx, input, prepared }) => {
    await readTemplatesSoon(ctx, input.id)
    ctx.wake('templates')
    return prepared
  },
}

/** Builds the header: a text, or media of the type of the sample file, which the gateway attaches. */
async function buildHeader(
  header: Input['header'],
  toHandle: (sample: Sample) => Promise<string>,
  upload: Spooled | undefined,
): Promise<Component[]> {
  if (header === undefined) return []
  if (typeof header === 'string') return [{ type: 'HEADER', format: 'TEXT', text: header }]
  const path = 'header.media.file'
  const bytes = await readFile((upload ?? refuseWithoutBytes(path)).path)
  const found = mimeOf(bytes)
  const mime = sampleMimes.find((taken) => taken === found) ?? fail('file:unsupported_type')
  const handle = await toHandle({ bytes, mime })
  return [{ type: 'HEADER', format: formats[mime], example: { header_handle: [handle] } }]
}

async function uploadSample(provider: Provider, line: Line, sample: Sample): Promise<string> {
  const outcome = await provider.uploadSample(line, sample)
  return outcome.ok ? outcome.handle : refuse(outcome.error)
}

function buildComponents({ body, samples = {}, footer, buttons }: Input): Component[] {
  return [
    { type: 'BODY', text: body, ...buildExample(body, samples) },
    ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons === undefined ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buildButton) }]),
  ]
}

/** One sample of each variable: the provider refuses a template without. */
function buildExample(body: string, samples: Record<string, string>): Component {
  const variables = listVariables(body)
  if (variables.length === 0) return {}
  const texts = variables.map((variable) => ({ param_name: variable, example: samples[variable] ?? '' }))
  const byPosition = variables.every((variable) => /^\d+$/.test(variable))
  return {
    example: byPosition ? { body_text: [texts.map(({ example }) => example)] } : { body_text_named_params: texts },
  }
}

function buildButton({ text, url, phone }: NonNullable<Input['buttons']>[number]): Component {
  if (url !== undefined) return { type: 'URL', text, url }
  if (phone !== undefined) return { type: 'PHONE_NUMBER', text, phone_number: phone }
  return { type: 'QUICK_REPLY', text }
}
