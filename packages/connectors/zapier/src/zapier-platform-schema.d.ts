/** The package's validator, which has no types. */
declare module 'zapier-platform-schema' {
  const schema: { validateAppDefinition(app: object): { errors: { property: string; message: string }[] } }
  export default schema
}
