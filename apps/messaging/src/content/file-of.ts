import type { StoredContent } from '../entities/content.ts'

type WithMedia<M> = { media?: M | undefined; header?: string | { media: M } | undefined }

/** The media of a message, be they its content or what stands above its buttons. */
export function mediaOf<M>({ media, header }: WithMedia<M>): M | undefined {
  return media ?? (typeof header === 'object' ? header.media : undefined)
}

/** The file that a stored message is sent with. */
export function fileOf(content: StoredContent | null): NonNullable<StoredContent['media']> | undefined {
  const media = content ? mediaOf<NonNullable<StoredContent['media']>>(content) : undefined
  return media?.file ? media : undefined
}
