/**
 * Limits on a length in characters, or on a count. `source`: where the provider states them, such as a schema of its OpenAPI document, a
 * guide, or an error code.
 */
export type Bound = { readonly min: number; readonly max: number; readonly source: string }

const upTo = (max: number, source: string): Bound => ({ min: 1, max, source })

/**
 * The provider's limits, each defined once: the contract checks them when a message is accepted, and the simulator when it is sent. Schema
 * names refer to the provider's OpenAPI document.
 */
export const providerBounds = {
  textBody: upTo(4096, 'guide Text messages'),
  caption: upTo(1024, 'guides Image, Video and Document messages'),
  headerText: upTo(60, 'HeaderObject.text'),
  bodyText: upTo(1024, 'BodyObject.text'),
  footerText: upTo(60, 'FooterObject.text'),
  buttons: upTo(3, 'ActionObject.buttons'),
  buttonId: upTo(256, 'ActionObject.buttons.reply.id'),
  buttonTitle: upTo(20, 'ActionObject.buttons.reply.title'),
  linkTitle: upTo(20, 'guide Interactive call-to-action URL button messages'),
  listButton: upTo(20, 'ActionObject.button'),
  sections: upTo(10, 'ActionObject.sections'),
  sectionTitle: upTo(24, 'SectionObject.title'),
  rows: upTo(10, 'SectionObject.rows, and guide Interactive list messages: in all sections together'),
  rowId: upTo(200, 'SectionObject.rows.id'),
  rowTitle: upTo(24, 'SectionObject.rows.title'),
  rowDescription: upTo(72, 'SectionObject.rows.description'),
  products: upTo(30, 'SectionObject.product_items, and guide Multi-product messages: in all sections together'),
  contacts: upTo(5, 'ContactsMessage.contacts'),
  latitude: { min: -90, max: 90, source: 'error 131009' },
  longitude: { min: -180, max: 180, source: 'error 131009' },
  templateVariable: upTo(1024, 'error 132005'),
  couponCode: upTo(20, 'guide Coupon code templates'),
  templateHeader: upTo(60, 'guide Template components'),
  templateBody: upTo(1024, 'guide Template components'),
  templateFooter: upTo(60, 'guide Template components'),
  templateButtons: upTo(10, 'guide Template components'),
  templateButtonText: upTo(25, 'guide Template components'),
} as const satisfies Record<string, Bound>

/** Format of template names and of languages (guide Template components). */
export const templateNameForm = /^[a-z0-9_]{1,512}$/
export const templateLanguageForm = /^[a-z]{2,3}(_[A-Z]{2})?$/

/** Kinds of media in the header of buttons and templates (HeaderObject.type). */
export const headerMediaKinds = ['image', 'video', 'document'] as const

const megabyte = 1024 * 1024
const office = 'application/vnd.openxmlformats-officedocument'

/** MIME types and maximum size in bytes for each kind of media (guide Media, error 131053). */
export const mediaRules = {
  audio: {
    mimes: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/opus'],
    bytesMax: 16 * megabyte,
  },
  document: {
    mimes: [
      'application/vnd.ms-powerpoint',
      'application/msword',
      `${office}.wordprocessingml.document`,
      `${office}.presentationml.presentation`,
      `${office}.spreadsheetml.sheet`,
      'application/pdf',
      'text/plain',
      'application/vnd.ms-excel',
    ],
    bytesMax: 100 * megabyte,
  },
  image: { mimes: ['image/jpeg', 'image/png'], bytesMax: 5 * megabyte },
  sticker: { mimes: ['image/webp'], bytesMax: 100 * 1024 },
  video: { mimes: ['video/mp4', 'video/3gpp'], bytesMax: 16 * megabyte },
} as const satisfies Record<string, { mimes: readonly string[]; bytesMax: number }>

export const voiceMimes: readonly string[] = ['audio/ogg']

const animatedStickerBytesMax = 500 * 1024

/**
 * Returns the maximum size of a file of this kind, in bytes. `head`: at least its first 21 bytes, which show whether a sticker is animated
 * and may be larger.
 */
export const mediaBytesMax = (kind: keyof typeof mediaRules, head: Uint8Array): number =>
  kind === 'sticker' && isAnimated(head) ? animatedStickerBytesMax : mediaRules[kind].bytesMax

/** Reads the animation flag in the header of WebP's extended format. */
const isAnimated = (head: Uint8Array): boolean =>
  String.fromCharCode(...head.subarray(12, 16)) === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0

const unseen = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*$/u

/** Whether a text has no visible characters: it is empty, or has only spaces, line breaks, and zero-width characters. */
export const isBlank = (text: string): boolean => unseen.test(text)

/** The provider's error message about a variable (error 132018). */
export const variableRefusal = 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces'

/** Returns the rule that a variable's value violates, as a phrase to follow its name, or undefined (error 132018; blank values: 131008). */
export function variableFault(value: string): string | undefined {
  if (isBlank(value)) return 'must not be blank'
  if (/[\t\n\v\f\r\u0085\u2028\u2029]/.test(value))
    return 'must not contain a line break or a tab: the provider refuses them in variables'
  return /\p{Zs}{5}/u.test(value) ? 'must not contain more than four spaces in a row' : undefined
}

/** Longer than any emoji. Segmenting long text is slow. */
const emojiLengthMax = 64

/** Whether the text is a single emoji (error 131009). */
export function isEmoji(text: string): boolean {
  if (text.length > emojiLengthMax) return false
  const [first, ...others] = new Intl.Segmenter().segment(text)
  return (
    others.length === 0 &&
    first !== undefined &&
    /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3/u.test(first.segment)
  )
}
