/** Prefix of a reference to a schema in the document. */
export const schemaPath = '#/components/schemas/'

/** Returns the names of the schemas that a value refers to. */
export function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
}

/** Returns the component's name in a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
