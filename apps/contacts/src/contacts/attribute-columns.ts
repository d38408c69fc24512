import { type AttributeName, attributeNames } from '@posthorn/contracts'

export function columnOf(name: AttributeName): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export const attributeColumns: readonly string[] = attributeNames.map(columnOf)
