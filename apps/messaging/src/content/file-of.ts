import type { StoredContent } from '../entities/content.ts'

type WithMedia<M> = { media?: M | undefined; header?: string | { media: M } | undefined }

/** A template whose header may be filled with a file. */
export type TemplateWithFile = {
  components?:
    | { type: string; parameters: { type: string; file?: string | undefined; filename?: string | undefined }[] }[]
    | undefined
}

/** The media of a message, be they its content or what stands above its buttons. */
export function mediaOf<M>({ media, header }: WithMedia<M>): M | undefined {
  return media ?? (typeof header === 'object' ? header.media : undefined)
}

/** Returns the file that fills the header of a template; `path` is its place in the message. */
export function headerFileOf(template: TemplateWithFile | undefined) {
  for (const [i, { type, parameters }] of (template?.components ?? []).entries()) {
    const [first] = parameters
    if (type !== 'header' || !first?.file) continue
    return { ...first, file: first.file, path: `template.components.${i}.parameters.0` }
  }
  return undefined
}

type WithFile = WithMedia<{ file?: string | undefined }> & { template?: TemplateWithFile | undefined }

/** The file that a message names, and the field that names it. */
export function namedFileOf(message: WithFile): { id: string; path: string } | undefined {
  const media = mediaOf(message)
  if (media?.file) return { id: media.file, path: message.media ? 'media.file' : 'header.media.file' }
  const header = headerFileOf(message.template)
  return header && { id: header.file, path: `${header.path}.file` }
}

/** The file that a stored message is sent with. */
export function fileOf(content: StoredContent | null): NonNullable<StoredContent['media']> | undefined {
  const media = content ? (content.templateMedia ?? mediaOf<NonNullable<StoredContent['media']>>(content)) : undefined
  return media?.file ? media : undefined
}
