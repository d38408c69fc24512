/** Returns an object's own property. People choose the names, so a property may have the same name as an inherited one. */
export const ownValue = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
