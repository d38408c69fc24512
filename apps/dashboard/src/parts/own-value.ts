/** Returns an object's own property. People choose the names, so a name may be the same as that of an inherited property. */
export const ownValue = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
