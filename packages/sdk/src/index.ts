export type { CallOptions, OnResponse, Page, Pages } from './call.ts'
export type * from './generated/types.ts'
export type { FollowInput } from './posthorn.ts'
export { Posthorn, type PosthornOptions } from './posthorn.ts'
export type { ResponseInfo } from './send.ts'
export { ApiError, ConnectionError, PosthornError, SignatureError } from './send.ts'
export type { Upload } from './upload.ts'
export {
  expressWebhook,
  fastifyWebhook,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookOptions,
  webhookRoute,
} from './webhooks.ts'
