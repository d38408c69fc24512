/** Returns the body of a template with its values; a place without one keeps its name, so that it is seen. */
export function filledText(body: string, values: Readonly<Record<string, string>>): string {
  return body.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => values[name]?.trim() || whole)
}

/** Returns the values as the API takes them: a list where the variables have positions, named values else. */
export function variablesOf(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] | Record<string, string> {
  const texts = names.map((name) => values[name]?.trim() ?? '')
  if (names.every((name) => /^\d+$/.test(name))) return texts
  return Object.fromEntries(names.map((name, i) => [name, texts[i] ?? '']))
}
