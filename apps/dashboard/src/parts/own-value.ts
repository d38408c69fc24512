/** Returns an object's own value for a name that people choose: it may be the name of an inherited property. */
export const ownValue = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
