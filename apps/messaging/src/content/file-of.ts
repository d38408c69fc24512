import type { StoredContent } from '../entities/content.ts'

type WithMedia<M> = { media?: M | undefined; header?: string | { media: M } | undefined }

export type TemplateWithFile = {
  components?:
    | { type: string; parameters: { type: string; file?: string | undefined; filename?: string | undefined }[] }[]
    | undefined
}

export function mediaOf<M>({ media, header }: WithMedia<M>): M | undefined {
  return media ?? (typeof header === 'object' ? header.media : undefined)
}

/** Returns the file in a template's header. `path` is its position in the message. */
export function headerFileOf(template: TemplateWithFile | undefined) {
  for (const [i, { type, parameters }] of (template?.components ?? []).entries()) {
    const [first] = parameters
    if (type !== 'header' || !first?.file) continue
    return { ...first, file: first.file, path: `template.components.${i}.parameters.0` }
  }
  return undefined
}

type WithFile = WithMedia<{ file?: string | undefined }> & {
  template?: TemplateWithFile | undefined
  native?: { content: unknown } | undefined
}

const fileId = /^file_[0-9a-z]{26}$/

export function withMediaIds(value: unknown, mediaIdOf: (file: string, path: string) => string, path: string): unknown {
  if (Array.isArray(value)) return value.map((each, i) => withMediaIds(each, mediaIdOf, `${path}.${i}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'id' && typeof each === 'string' && fileId.test(each)
        ? mediaIdOf(each, `${path}.id`)
        : withMediaIds(each, mediaIdOf, `${path}.${name}`),
    ]),
  )
}

type NamedFile = { id: string; path: string }

export function namedFilesOf(message: WithFile): NamedFile[] {
  const media = mediaOf(message)
  if (media?.file) return [{ id: media.file, path: message.media ? 'media.file' : 'header.media.file' }]
  const header = headerFileOf(message.template)
  if (header) return [{ id: header.file, path: `${header.path}.file` }]
  const named: NamedFile[] = []
  withMediaIds(message.native?.content, (id, path) => (named.push({ id, path }), id), 'native.content')
  return named
}

/** The files to send with a stored message, and their types. */
export function filesOf(content: StoredContent | null): { file: string; mime: string }[] {
  if (content?.nativeMedia) return content.nativeMedia
  const media = content ? (content.templateMedia ?? mediaOf<NonNullable<StoredContent['media']>>(content)) : undefined
  return media?.file ? [{ file: media.file, mime: media.mime ?? '' }] : []
}
