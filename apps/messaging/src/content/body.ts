import type { StoredContent } from '../entities/content.ts'

type Stored = { body: string | null; previewUrl: boolean | null; content: StoredContent | null }

/** Returns the content part of the POST /v1/messages body that this message came from. */
export function bodyOf({ body, previewUrl, content }: Stored): Record<string, unknown> {
  const { media, location, contacts, poll, buttons, list, product, products, catalog } = content ?? {}
  const { header, footer, template, native, onWindowClosed } = content ?? {}
  const given = {
    message: native ? undefined : (body ?? undefined),
    previewUrl: previewUrl ?? undefined,
    media: media && mediaOf(media),
    location,
    contacts,
    poll,
    buttons,
    list,
    product,
    products,
    catalog,
    header: typeof header === 'object' ? { media: mediaOf(header.media) } : header,
    footer,
    template,
    native,
    onWindowClosed,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function mediaOf({ kind, file, url, filename, mime }: NonNullable<StoredContent['media']>): Record<string, unknown> {
  return { kind, ...(file ? { file } : { url }), ...(filename && { filename }), ...(mime && { mime }) }
}
