import { isKey, say } from '../words/words.ts'

/** Returns the name of a message type. */
export function kindName(type: string): string {
  const key = `kind.${type}`
  return isKey(key) ? say(key) : type
}

/** Returns a message in one line: its text, or its kind if it has none. */
export function previewOf({ type, message }: { type: string; message?: string | null | undefined }): string {
  return message || kindName(type)
}
