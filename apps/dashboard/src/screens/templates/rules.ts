import { ownValue } from '../../words/words.ts'

export type TemplateTexts = {
  name: string
  language: string
  header: string
  body: string
  footer: string
  samples: Readonly<Record<string, string>>
}

/**
 * A rule of the provider that a template violates. `order`: numbered variables are out of order, or mixed with named ones. `edge`: the body
 * begins or ends with a variable. `neighbors`: there is no text between two variables. `samples`: a variable has no example.
 */
export type Fault = 'name' | 'order' | 'edge' | 'neighbors' | 'samples'

/** Returns the variables in a text, in order and without duplicates. */
export function variablesIn(body: string): string[] {
  return [...new Set([...body.matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/g)].map(([, name = '']) => name))]
}

/** Returns the provider's rules that a template violates. Empty fields violate none. */
export function faultsOf({ name, body, samples }: TemplateTexts): Fault[] {
  const variables = variablesIn(body)
  const positions = variables.filter((variable) => /^\d+$/.test(variable))
  const isMixed = positions.length > 0 && positions.length < variables.length
  const isOutOfOrder = positions.some((position, i) => position !== String(i + 1))
  const text = body.trim()
  const broken: Record<Fault, boolean> = {
    name: name !== '' && !/^[a-z0-9_]{1,512}$/.test(name),
    order: isMixed || isOutOfOrder,
    edge: /^\{\{[^}]*\}\}|\{\{[^}]*\}\}$/.test(text),
    neighbors: /\}\}\s*\{\{/.test(text),
    samples: variables.some((variable) => !ownValue(samples, variable)?.trim()),
  }
  return (Object.keys(broken) as Fault[]).filter((fault) => broken[fault])
}
