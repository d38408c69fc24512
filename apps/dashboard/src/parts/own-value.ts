/** Returns the value that this name has here: names that people choose may be those of members that every object has. */
export const ownValue = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
