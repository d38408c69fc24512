export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
}

/** Returns a component's type name, such as `Message` for `#/components/schemas/Message`. */
export function typeOfReference(reference: string): string {
  return pascalCase(reference.split('/').at(-1) ?? '')
}

/** First line of generated sources. */
export const generatedNotice = 'Generated from the OpenAPI document; changes here are lost.'
