/** Returns an object's own property. People choose the names, which may be those of inherited properties. */
export const ownValue = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
