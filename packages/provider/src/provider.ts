import type { ErrorCode, Identifier } from '@posthorn/contracts'
import type { OutboundMessage } from './send-body.ts'

/** A business number at the provider, and a token that may act for it. */
export type NumberAccess = { phoneNumberId: string; accessToken: string }

/**
 * An error from the provider, in its terms and ours. `code`: the provider's code (null if none). `errorCode`: the code in our catalog.
 * `retryable`: the same request may succeed later.
 */
export type ProviderError = {
  code: number | null
  title: string
  details?: string
  httpStatus?: number
  errorCode: ErrorCode
  retryable: boolean
}

/** What the error in a forwarded response means. `isTokenRejected`: not this call alone, but every call with the token is refused. */
export type ForwardedError = { errorCode: ErrorCode; isTokenRejected: boolean }

export type SendOutcome =
  /**
   * `recipient`: the provider's identifiers for the recipient. `isHeld`: accepted, but the provider first assesses the template, and reports
   * later that it sent or dropped the message.
   */
  | { outcome: 'sent'; providerId: string; recipient: Identifier[]; isHeld?: true }
  /** Provably not accepted: nothing was written, or the provider reported a failure on its side. Retry with backoff. */
  | { outcome: 'not_sent'; error: ProviderError }
  /** Not accepted because of a rate limit, either for the number or for this pair of number and recipient. The attempt doesn't count. */
  | { outcome: 'throttled'; scope: 'number' | 'pair'; retryAfterMs?: number; error: ProviderError }
  /** Not accepted, and never will be in this form. `suspendsNumber`: nothing from this number is accepted until that is remedied. */
  | { outcome: 'refused'; error: ProviderError; suspendsNumber: boolean }
  /** Bytes were written but no usable response came back, so the message may have been accepted. */
  | { outcome: 'unknown'; error: ProviderError }

/** Outcome of a call that wasn't accepted, or that can't be proven to have been accepted. The classes are the same as for a send. */
export type CallFailure = Exclude<SendOutcome, { outcome: 'sent' }>

export type NewGroup = {
  /** 1–128 characters. */
  subject: string
  /** Up to 2048 characters. */
  description?: string
  /** People who follow the invite link need approval. */
  joinApproval: boolean
}

/**
 * Outcome of a group call. Most calls are only accepted, and their results follow in a callback with the same `requestId`. `done` includes
 * the result: the new link, or which join requests were answered.
 */
export type GroupOutcome =
  | { outcome: 'requested'; requestId: string }
  | { outcome: 'done'; inviteLink?: string; taken?: string[]; failed?: { id: string; error?: ProviderError }[] }
  | CallFailure

/** Calls that manage groups. All except `createGroup` are safe to retry. `groupId` is the provider's. */
export type GroupCalls = {
  /** Requests a group. As with `send`, there is no key that prevents a repeated request from creating a second one. */
  createGroup(access: NumberAccess, group: NewGroup): Promise<GroupOutcome>
  /** Changes the given settings. Each result follows in a callback. */
  changeGroup(
    access: NumberAccess,
    groupId: string,
    changes: { subject?: string; description?: string },
  ): Promise<GroupOutcome>
  /** A square JPEG of at least 192 pixels and at most 5 MB. */
  setGroupImage(access: NumberAccess, groupId: string, image: GroupImage): Promise<GroupOutcome>
  deleteGroup(access: NumberAccess, groupId: string): Promise<GroupOutcome>
  /** Removes 1–8 people, by phone or user id. They can never rejoin this group by link. */
  removeParticipants(access: NumberAccess, groupId: string, users: string[]): Promise<GroupOutcome>
  /** Creates a new link; the old one stops working. */
  resetInviteLink(access: NumberAccess, groupId: string): Promise<GroupOutcome>
  answerJoinRequests(
    access: NumberAccess,
    groupId: string,
    answer: { approve: boolean; ids: string[] },
  ): Promise<GroupOutcome>
}

/** Outcome of a call that is safe to retry. */
export type CallOutcome = { ok: true } | { ok: false; error: ProviderError }

/** Health of a number as the provider reports it. Fields can have any value; `raw` is the whole response. */
export type NumberHealth = {
  phoneNumberId: string
  displayPhoneNumber?: string
  verifiedName?: string
  qualityRating?: string
  status?: string
  throughputLevel?: string
  messagingLimit?: string
  nameStatus?: string
  codeVerificationStatus?: string
  /** `AVAILABLE`, `LIMITED` or `BLOCKED`: the worst state among the number, account, and app. */
  canSend?: string
  raw: Record<string, unknown>
}

export type DescribeOutcome = { ok: true; number: NumberHealth } | { ok: false; error: ProviderError }

/** A business profile as people see it. Empty fields are absent. */
export type BusinessProfile = {
  /** 1–139 characters. */
  about?: string
  /** Up to 256 characters. */
  address?: string
  /** Up to 256 characters. */
  description?: string
  /** Up to 128 characters. */
  email?: string
  /** Up to 2 URLs. */
  websites?: string[]
  /** Line of business, such as `RETAIL`. */
  vertical?: string
  pictureUrl?: string
}

type ProfileOutcome = { ok: true; profile: BusinessProfile } | { ok: false; error: ProviderError }

/** Calls that read or change a number itself. All are safe to retry. */
export type NumberCalls = {
  /** Reads the number's state at the provider; also used to check new credentials. */
  describeNumber(access: NumberAccess): Promise<DescribeOutcome>
  /** Whether the provider responds within the time, even if with an error. Changes nothing, so it is a safe way to check for an outage. */
  responds(access: NumberAccess, timeoutMs: number): Promise<boolean>
  /** Requests a verification code. `language` is a code such as `en_US`. */
  requestCode(access: NumberAccess, options: { method: 'SMS' | 'VOICE'; language: string }): Promise<CallOutcome>
  /** Proves, with the six-digit code, that we own the phone number. */
  verifyCode(access: NumberAccess, code: string): Promise<CallOutcome>
  /** Enables the number to send and receive. Sets the PIN if there is none; otherwise it must match. */
  register(access: NumberAccess, pin: string): Promise<CallOutcome>
  /** Stops the number from sending and receiving until it is registered again. */
  deregister(access: NumberAccess): Promise<CallOutcome>
  readProfile(access: NumberAccess): Promise<ProfileOutcome>
  /** Changes the given fields. An empty string or list clears a field. */
  changeProfile(access: NumberAccess, changes: Omit<BusinessProfile, 'pictureUrl'>): Promise<CallOutcome>
}

export type PictureCalls = {
  /** Uploads a JPEG or PNG with a resumable upload, and sets it as the picture. Safe to retry. */
  changePicture(access: NumberAccess, picture: Sample): Promise<CallOutcome>
}

/** Bytes of a template's sample or a profile picture, which the provider sends to no one. */
export type Sample = { bytes: Buffer; mime: string }

export type HandleOutcome = { ok: true; handle: string } | { ok: false; error: ProviderError }

type GroupImage = { bytes: Buffer; mime: string; filename: string }

/** A file to upload, read while it is sent. Documents are shown with its name. */
export type MediaFile = { size: number; parts(): AsyncIterable<Buffer>; mime: string; filename: string }

export type TransferOutcome<T> = { ok: true; kept: T; mime: string | undefined } | { ok: false; error: ProviderError }

/** Options for a download: the maximum size, and `keep`, which stores the bytes and rejects if they are incomplete. */
export type MediaDownload<T> = { bytesMax: number; keep(bytes: AsyncIterable<Buffer>): Promise<T> }

/**
 * Outcome of an upload. `mediaId` is valid for 30 days, and only for this number. The classes of failures are those of a send. A lost answer
 * counts as not sent, because a second upload reaches no person.
 */
export type UploadOutcome = { outcome: 'uploaded'; mediaId: string } | Exclude<CallFailure, { outcome: 'unknown' }>

/** Files at the provider. Both calls are safe to retry. */
export type MediaCalls = {
  uploadMedia(access: NumberAccess, file: MediaFile): Promise<UploadOutcome>
  /** Reads received media, which the provider keeps for 7 days. Refuses more than `bytesMax`. */
  downloadMedia<T>(access: NumberAccess, mediaId: string, options: MediaDownload<T>): Promise<TransferOutcome<T>>
}

/** A business account and one of its numbers. The number's token may act for the account. */
export type Account = { access: NumberAccess; businessAccountId: string }

/** Calls about a business account. All are safe to retry. */
export type AccountCalls = {
  /** Whether the account has the number. */
  hasNumber(account: Account): Promise<{ ok: true; has: boolean } | { ok: false; error: ProviderError }>
  /** Subscribes the token's app to the account, unless it is subscribed: the provider sends an app no callbacks before. */
  subscribeApp(account: Account): Promise<CallOutcome>
}

/** A template at the provider. Its fields can have any value. */
export type ProviderTemplate = {
  id: string
  name: string
  language: string
  category: string
  status: string
  rejectedReason?: string
  quality?: string
  components: Record<string, unknown>[]
}

/** A template to create. `named`: its variables have names. */
export type NewTemplate = Pick<ProviderTemplate, 'name' | 'language' | 'category' | 'components'> & { named: boolean }

type TemplateFilter = { name?: string | undefined; language?: string | undefined; status?: string | undefined }

export type TemplateCalls = {
  /** Returns a page of up to `size` templates. Its `after` gets the next. May also find longer names that contain `name`. */
  listTemplates(
    account: Account,
    page: TemplateFilter & { size: number; after?: string | undefined },
  ): Promise<{ ok: true; templates: ProviderTemplate[]; after?: string } | { ok: false; error: ProviderError }>
  /** Uploads a sample of a template's header. The handle goes into `header_handle`. */
  uploadSample(access: NumberAccess, sample: Sample): Promise<HandleOutcome>
  /** The provider reviews it later. */
  createTemplate(
    account: Account,
    template: NewTemplate,
  ): Promise<{ ok: true; id: string; status: string; category: string } | { ok: false; error: ProviderError }>
  /** Deletes the template in all of its languages. */
  deleteTemplate(account: Account, name: string): Promise<CallOutcome>
}

export type Capabilities = {
  messageTypes: readonly OutboundMessage['type'][]
  groupMessageTypes: readonly OutboundMessage['type'][]
  textCharactersMax: number
  /** Maximum number of buttons in a message: quick replies, links, or phone calls. */
  buttons: { repliesMax: number; linksMax: number; phonesMax: number }
  listRowsMax: number
  readReceipts: boolean
  /** `inbound-only`: only shown in response to a received message. */
  typing: 'inbound-only'
  /** Hours after the customer's last message during which content other than templates is accepted; null for always. */
  customerWindowHours: number | null
  polls: boolean
  edits: boolean
  deletions: boolean
  channels: boolean
}

/** The messaging platform. Every failure is an outcome. Only an error of reading the file to upload is thrown. */
export interface Provider extends NumberCalls, AccountCalls, PictureCalls, TemplateCalls, MediaCalls, GroupCalls {
  readonly name: 'cloud' | 'simulator'
  readonly capabilities: Capabilities
  /** Sends a message. Writes the request without awaiting anything first, and finishes within the adapter's timeout. */
  send(access: NumberAccess, message: OutboundMessage): Promise<SendOutcome>
  /** Marks a received message, and those before it, as read. With `typing`, also shows a typing indicator. */
  markRead(access: NumberAccess, providerMessageId: string, opts?: { typing?: boolean }): Promise<CallOutcome>
  /** Makes a call in the provider's own format, for programs written for it. The response is forwarded, even an error. */
  forward(
    access: NumberAccess,
    call: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown },
  ): Promise<
    { ok: true; status: number; body: unknown; error: ForwardedError | null } | { ok: false; error: ProviderError }
  >
  /** Finishes calls in progress, then closes the connections. */
  close(): Promise<void>
}
