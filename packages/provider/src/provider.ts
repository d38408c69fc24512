import type { ErrorCode, Identifier } from '@posthorn/contracts'
import type { OutboundMessage } from './outbound.ts'

/** A business number at the provider and the token that may act for it. */
export type Line = { phoneNumberId: string; accessToken: string }

/**
 * Error of the provider, in its words and in ours.
 * `code` is the provider's (null when it gave none), `errorCode` is of our catalog, `retryable` says whether the same request may succeed later.
 */
export type ProviderError = {
  code: number | null
  title: string
  details?: string
  httpStatus?: number
  errorCode: ErrorCode
  retryable: boolean
}

/** Outcome of one send call; the classes of reliability.md 3.3. */
export type SendOutcome =
  /** `recipient`: identifiers by which the provider knows who it is sent to. */
  | { outcome: 'sent'; providerId: string; recipient: Identifier[] }
  /** Provably not accepted: nothing was written, or the provider said it failed on its side. Send again with backoff. */
  | { outcome: 'not_sent'; error: ProviderError }
  /** Not accepted because of a rate: of the number, or of this pair of number and recipient. The attempt does not count. */
  | { outcome: 'throttled'; scope: 'number' | 'pair'; retryAfterMs?: number; error: ProviderError }
  /** Not accepted, and never will be as it is. `suspendsNumber`: nothing else of this number will be accepted either. */
  | { outcome: 'refused'; error: ProviderError; suspendsNumber: boolean }
  /** Bytes were written and no usable answer came: the message may have been accepted. */
  | { outcome: 'unknown'; error: ProviderError }

/** Outcome of a call that was not accepted, or not provably: as with a send. */
export type CallFailure = Exclude<SendOutcome, { outcome: 'sent' }>

/** A group to be made at the provider. */
export type NewGroup = {
  /** 1–128 characters. */
  subject: string
  /** At most 2048 characters. */
  description?: string
  /** People who follow the invite link need approval. */
  joinApproval: boolean
}

/**
 * Outcome of a call about groups. Most are only accepted: their result comes later, in a callback with the same
 * `requestId`. `done` has its result: the new link, or the join requests that were answered and those that were not.
 */
export type GroupOutcome =
  | { outcome: 'requested'; requestId: string }
  | { outcome: 'done'; inviteLink?: string; taken?: string[]; failed?: { id: string; error?: ProviderError }[] }
  | CallFailure

/** Calls about groups (cloud-api.md section 6). All but `createGroup` may be repeated without harm. `groupId` is the provider's. */
export type GroupCalls = {
  /** Asks for a group, in the way of `send`: there is no key that would make a repeated request one group. */
  createGroup(line: Line, group: NewGroup): Promise<GroupOutcome>
  /** Changes the named settings; the result comes by callback, for each by itself. */
  changeGroup(line: Line, groupId: string, changes: { subject?: string; description?: string }): Promise<GroupOutcome>
  /** A square JPEG of at least 192 pixels and at most 5 MB. */
  setGroupImage(line: Line, groupId: string, image: GroupImage): Promise<GroupOutcome>
  deleteGroup(line: Line, groupId: string): Promise<GroupOutcome>
  /** 1–8 people, each by phone or user id; they can never follow a link into this group again. */
  removeParticipants(line: Line, groupId: string, users: string[]): Promise<GroupOutcome>
  /** Makes a new link; the old one opens the group no more. */
  resetInviteLink(line: Line, groupId: string): Promise<GroupOutcome>
  answerJoinRequests(line: Line, groupId: string, answer: { approve: boolean; ids: string[] }): Promise<GroupOutcome>
}

/** Answer of a call that may be repeated without harm. */
export type CallOutcome = { ok: true } | { ok: false; error: ProviderError }

/** Health of a number as the provider reports it. Values are open sets; `raw` is the whole answer. */
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
  /** `AVAILABLE`, `LIMITED` or `BLOCKED`: the worst of number, account and app. */
  canSend?: string
  raw: Record<string, unknown>
}

/** Answer of `describeNumber`. */
export type DescribeOutcome = { ok: true; number: NumberHealth } | { ok: false; error: ProviderError }

/** Way of a verification code to the owner of a phone. */
export type CodeMethod = 'SMS' | 'VOICE'

/** Profile of a business as people see it; each field is absent while it is empty. */
export type BusinessProfile = {
  /** 1–139 characters. */
  about?: string
  /** At most 256 characters. */
  address?: string
  /** At most 256 characters. */
  description?: string
  /** At most 128 characters. */
  email?: string
  /** At most 2 addresses. */
  websites?: string[]
  /** The line of business, such as `RETAIL`. */
  vertical?: string
  pictureUrl?: string
}

/** A business profile, or why it could not be read. */
export type ProfileOutcome = { ok: true; profile: BusinessProfile } | { ok: false; error: ProviderError }

/** Calls about a number itself (cloud-api.md section 8). Every call may be repeated without harm. */
export type NumberCalls = {
  /** Reads the number's state at the provider; also the check of fresh credentials. */
  describeNumber(line: Line): Promise<DescribeOutcome>
  /** Asks for a verification code; `language` as `en_US`. */
  requestCode(line: Line, options: { method: CodeMethod; language: string }): Promise<CallOutcome>
  /** Proves that the phone is ours with the six digits that came. */
  verifyCode(line: Line, code: string): Promise<CallOutcome>
  /** Lets the number send and receive. Sets the PIN when there is none; else it must be the same. */
  register(line: Line, pin: string): Promise<CallOutcome>
  /** Ends sending and receiving until the number is registered again. */
  deregister(line: Line): Promise<CallOutcome>
  readProfile(line: Line): Promise<ProfileOutcome>
  /** Changes the named fields; an empty text or list clears one. */
  changeProfile(line: Line, changes: Omit<BusinessProfile, 'pictureUrl'>): Promise<CallOutcome>
}

/** The picture that people see of a business. */
export type PictureCalls = {
  /** Uploads a JPEG or PNG in the resumable way (cloud-api.md 4.2) and shows it. May be repeated without harm. */
  changePicture(line: Line, picture: Sample): Promise<CallOutcome>
}

/** Bytes that the provider is to look at rather than to send. */
export type Sample = { bytes: Buffer; mime: string }

/** The handle of an uploaded sample, or why there is none. */
export type HandleOutcome = { ok: true; handle: string } | { ok: false; error: ProviderError }

/** The picture of a group, a JPEG or PNG. */
export type GroupImage = { bytes: Buffer; mime: string; filename: string }

/** A file to upload, read as it is sent; its name is what documents are shown with. */
export type MediaFile = { size: number; parts(): AsyncIterable<Buffer>; mime: string; filename: string }

/** Result of a download, or the error that prevented it. */
export type TransferOutcome<T> = { ok: true; kept: T; mime: string | undefined } | { ok: false; error: ProviderError }

/** Options of a download: the largest size, and `keep`, which stores the bytes. `keep` rejects when the bytes break off. */
export type MediaDownload<T> = { bytesMax: number; keep(bytes: AsyncIterable<Buffer>): Promise<T> }

/** Files at the provider. Both may be repeated without harm. */
export type MediaCalls = {
  /** The id is good for 30 days and for this number only. */
  uploadMedia(line: Line, file: MediaFile): Promise<{ ok: true; mediaId: string } | { ok: false; error: ProviderError }>
  /** Reads received media, which the provider keeps for 7 days; more than `bytesMax` is refused. */
  downloadMedia<T>(line: Line, mediaId: string, options: MediaDownload<T>): Promise<TransferOutcome<T>>
}

/** A business account, and a number of it whose token may act for it. */
export type Account = { line: Line; businessAccountId: string }

/** A template as the provider has it. Words are open sets. */
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

/** A template to be made. `named`: its variables have names. */
export type NewTemplate = Pick<ProviderTemplate, 'name' | 'language' | 'category' | 'components'> & { named: boolean }

type TemplateFilter = { name?: string | undefined; language?: string | undefined; status?: string | undefined }

/** Templates of a business account. */
export type TemplateCalls = {
  /** A page of at most `size`; `after` of the answer brings the next. The provider may take `name` for a part of the name. */
  listTemplates(
    account: Account,
    page: TemplateFilter & { size: number; after?: string | undefined },
  ): Promise<{ ok: true; templates: ProviderTemplate[]; after?: string } | { ok: false; error: ProviderError }>
  /** Uploads what a template may show above its text (cloud-api.md 4.2); the handle goes into `header_handle`. */
  uploadSample(line: Line, sample: Sample): Promise<HandleOutcome>
  /** The provider judges it later. */
  createTemplate(
    account: Account,
    template: NewTemplate,
  ): Promise<{ ok: true; id: string; status: string; category: string } | { ok: false; error: ProviderError }>
  /** In all its languages. */
  deleteTemplate(account: Account, name: string): Promise<CallOutcome>
}

/** Features of this provider; features it does not have are stated as well. */
export type Capabilities = {
  messageTypes: readonly OutboundMessage['type'][]
  /** Those that may be sent to a group. */
  groupMessageTypes: readonly OutboundMessage['type'][]
  textCharactersMax: number
  /** Buttons that one message can have: quick replies, or links, or calls of a phone. */
  buttons: { repliesMax: number; linksMax: number; phonesMax: number }
  listRowsMax: number
  readReceipts: boolean
  /** `inbound-only`: shown only as an answer to a received message. */
  typing: 'inbound-only'
  /** All but templates is accepted only within so many hours of the customer's last message; null: at any time. */
  customerWindowHours: number | null
  polls: boolean
  edits: boolean
  deletions: boolean
  channels: boolean
}

/** The messaging platform as we see it. Nothing here throws: each failure is an outcome. */
export interface Provider extends NumberCalls, PictureCalls, TemplateCalls, MediaCalls, GroupCalls {
  readonly name: 'cloud' | 'simulator'
  readonly capabilities: Capabilities
  /** Sends one message. Writes the request without awaiting anything first; ends within the deadline of the adapter. */
  send(line: Line, message: OutboundMessage): Promise<SendOutcome>
  /** Marks a received message, and those before it, as read; with `typing`, also shows that an answer is being written. */
  markRead(line: Line, providerMessageId: string, opts?: { typing?: boolean }): Promise<CallOutcome>
  /** Makes a call in the provider's own form, for a program that speaks it; an answer is passed on, also a refusal. */
  forward(
    line: Line,
    call: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown },
  ): Promise<{ ok: true; status: number; body: unknown } | { ok: false; error: ProviderError }>
  /** Finishes calls under way, then closes the connections. */
  close(): Promise<void>
}
