import { type AttributeName, attributeNames } from '@posthorn/contracts'

/** Returns the column of an attribute in Postgres. */
export function columnOf(name: AttributeName): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Columns of all attributes. */
export const attributeColumns: readonly string[] = attributeNames.map(columnOf)
