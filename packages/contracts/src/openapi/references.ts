/** Prefix of a reference to a schema of the document. */
export const schemaPath = '#/components/schemas/'

/** Returns the names of the schemas that a value refers to. */
export function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
}

/** Returns the name of the component that a reference names. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
