/** The validator of the package, which has no types of its own. */
declare module 'zapier-platform-schema' {
  const schema: { validateAppDefinition(app: object): { errors: { property: string; message: string }[] } }
  export default schema
}
