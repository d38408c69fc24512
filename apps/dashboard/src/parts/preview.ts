import { say } from '../words/say.ts'

const kinds = new Set([
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'location_request',
  'contacts',
  'poll',
  'buttons',
  'list',
  'product',
  'products',
  'catalog',
  'reaction',
  'template',
  'reply',
  'order',
  'system',
  'call_permission',
  'unsupported',
] as const)

type Kind = typeof kinds extends Set<infer N> ? N : never

/** Returns a message in one line: its text, or its kind if it has none. */
export function previewOf({ type, message }: { type: string; message?: string | null | undefined }): string {
  if (message) return message
  return kinds.has(type as Kind) ? say(`kind.${type as Kind}`) : type
}
