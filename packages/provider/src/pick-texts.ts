import { asText } from './json.ts'

/** Returns the fields that are non-empty texts or numbers, as text. */
export function pickTexts<K extends string>(fields: Record<K, unknown>): { [P in K]?: string } {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    const text = asText(value)
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(entries) as { [P in K]?: string }
}
