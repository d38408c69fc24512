import { ownValue } from '../parts/own-value.ts'

/** Returns the body of a template with its values; a place without one keeps its name, so that it is seen. */
export function filledText(body: string, values: Readonly<Record<string, string>>): string {
  return body.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => ownValue(values, name)?.trim() || whole)
}

/** Returns the values as the API takes them: a list where the variables have positions, named values else. */
export function variablesOf(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] | Record<string, string> {
  const texts = names.map((name) => ownValue(values, name)?.trim() ?? '')
  if (names.every((name) => /^\d+$/.test(name))) return texts
  return Object.fromEntries(names.map((name, i) => [name, texts[i] ?? '']))
}

/** Returns the values of a sent template by the names of its variables: the first one is called 1 where they have positions. */
export function valuesByName(variables: readonly string[] | Readonly<Record<string, string>> = {}) {
  const entries = Array.isArray(variables) ? variables.map((value, i) => [String(i + 1), value]) : null
  return Object.fromEntries(entries ?? Object.entries(variables)) as Record<string, string>
}
