import { ownValue } from '../parts/own-value.ts'

/** Fills in a template's body. A variable without a value shows its name. */
export function filledText(body: string, values: Readonly<Record<string, string>>): string {
  return body.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => ownValue(values, name)?.trim() || whole)
}

/** Returns the variables as the API expects them: a list if they are positional, else an object. */
export function variablesOf(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] | Record<string, string> {
  const texts = names.map((name) => ownValue(values, name)?.trim() ?? '')
  if (names.every((name) => /^\d+$/.test(name))) return texts
  return Object.fromEntries(names.map((name, i) => [name, texts[i] ?? '']))
}

/** Returns a sent template's values by variable name; positional ones start at 1. */
export function valuesByName(variables: readonly string[] | Readonly<Record<string, string>> = {}) {
  const entries = Array.isArray(variables) ? variables.map((value, i) => [String(i + 1), value]) : null
  return Object.fromEntries(entries ?? Object.entries(variables)) as Record<string, string>
}
