export { ApiError, Posthorn, SignatureError } from '@posthorn/sdk'
export { type Choice, choicesOf } from './choices.ts'
export type { Action, Field, ListName, Trigger } from './description/index.ts'
export { common, events, groups, triggers } from './generated/catalog.ts'
export {
  call,
  callOperation,
  explain,
  FieldValueError,
  type File,
  type Item,
  type Outcome,
  type Performance,
  perform,
  type Values,
} from './perform.ts'
export {
  type Filter,
  isSubscribed,
  type Registered,
  receive,
  type Subscription,
  sampleOf,
  sendSample,
  subscribe,
  unsubscribe,
} from './trigger.ts'
