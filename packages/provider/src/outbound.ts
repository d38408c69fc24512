/** Media that the provider downloads from a link, or that was uploaded and has an id from the provider. */
export type MediaSource = { link: string } | { id: string }

/** A contact card. Phone numbers are in E.164 with a plus sign. */
export type ContactCard = { name: string; phones: string[]; email?: string; organization?: string; url?: string }

export type TemplateParameter = {
  type: 'text' | 'payload' | 'image' | 'video' | 'document' | 'coupon_code'
  /** Set for a named parameter. */
  name?: string
  text?: string
  /** Set for media: the URL that the provider downloads, or the id of an upload. */
  link?: string
  id?: string
  filename?: string
}

/** A part of a template: header, body, or the button at `index`. */
export type TemplateComponent = {
  type: 'header' | 'body' | 'button'
  subType?: string
  index?: number
  parameters: TemplateParameter[]
}

/** Shown above the body: text of up to 60 characters, or media. Above a list, only text. */
export type Header = string | { type: 'image' | 'video' | 'document'; source: MediaSource; filename?: string }

type Framed = { text: string; header?: Header; footer?: string }

/** Content of a message, as a union by `type`. The contract checks the bounds of cloud-api.md 2.2–2.4. */
export type OutboundContent =
  | { type: 'text'; text: string; previewUrl?: boolean }
  | { type: 'image' | 'video'; source: MediaSource; caption?: string }
  | { type: 'document'; source: MediaSource; caption?: string; filename?: string }
  | { type: 'audio' | 'voice' | 'sticker'; source: MediaSource }
  | { type: 'location'; latitude: number; longitude: number; name?: string; address?: string }
  | { type: 'location_request'; text: string }
  | { type: 'contacts'; contacts: ContactCard[] }
  /** An empty `emoji` removes the reaction. */
  | { type: 'reaction'; providerId: string; emoji: string }
  | ({ type: 'buttons'; buttons: { id: string; text: string }[] } & Framed)
  | ({ type: 'link'; label: string; url: string } & Framed)
  | ({
      type: 'list'
      button: string
      sections: { title?: string; rows: { id: string; title: string; description?: string }[] }[]
    } & Framed)
  | { type: 'product'; catalogId: string; productId: string; text?: string; footer?: string }
  | ({
      type: 'products'
      catalogId: string
      sections: { title?: string; productIds: string[] }[]
    } & Framed)
  | { type: 'catalog'; text: string; footer?: string; thumbnailProductId: string }
  | { type: 'template'; name: string; language: string; components: TemplateComponent[] }
  /** `content` is sent under the provider's own type. */
  | { type: 'native'; providerType: string; content: unknown }

export type OutboundMessage = OutboundContent & {
  /** E.164 with a plus sign, or a provider's user id (BSUID, such as `US.13491208655302741918`). */
  to: string
  /** `to` is the provider's id for a group. */
  toGroup?: boolean
  quotedProviderId?: string
  /** Returned in every status of the message: `<message id>:<attempt>`, up to 512 characters. */
  callbackTag: string
}
