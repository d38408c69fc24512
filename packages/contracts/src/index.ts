export { auditEntry } from './accounts/audit.ts'
export { accounts, member } from './accounts/contract.ts'
export { apiKey, type KeyScope, keyScopeNames } from './accounts/keys.ts'
export {
  mayBeWord,
  type OptedOutMessages,
  usualSettings,
  type WorkspaceSettings,
  weekdays,
  wordOf,
  workspace,
} from './accounts/workspace.ts'
export * from './call-context.ts'
export {
  type AttributeName,
  attributeNames,
  contact,
  contactAttributes,
  contactFields,
  exampleContact,
  fieldsMax,
  fromAttributes,
  tagsMax,
} from './contacts/contact.ts'
export { erasedPersonPurpose } from './contacts/contact-events.ts'
export { contacts } from './contacts/contract.ts'
export { agesOutHours, erasure } from './contacts/erasures.ts'
export type { ContactFilter } from './contacts/filter.ts'
export { contactImport, exampleImport, importBytesMax, importTargets } from './contacts/imports.ts'
export { segment } from './contacts/segments.ts'
export * from './contract.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './fault.ts'
export * from './field-errors.ts'
export { createTextFunctions, foldedText, keyOfName, spacedText } from './folded-text.ts'
export { groups } from './groups/contract.ts'
export { exampleGroup, group, groupPeopleMax, invitationInput, participant } from './groups/group.ts'
export { examplePost, postRecipientDays } from './groups/post.ts'
export { joinRequest } from './groups/request.ts'
export * from './identifiers.ts'
export * from './ids.ts'
export { mediaTypeName } from './media-type-name.ts'
export * from './message-statuses.ts'
export { automationRunDays, pauseHoursUsual, ratingUsual } from './messaging/automation.ts'
export { FaultyMessage } from './messaging/batch.ts'
export { chat, chatChange, label, note, rating } from './messaging/chat.ts'
export { actionsView } from './messaging/chat-changes.ts'
export { presenceSeconds, totalsMax } from './messaging/chats.ts'
export { contentKinds, mediaKindOf } from './messaging/content.ts'
export { contactReferencesMax, contentView, factsView, withNames } from './messaging/content-view.ts'
export { messaging } from './messaging/contract.ts'
export { exampleChat, exampleMessage, exampleQueue } from './messaging/examples.ts'
export { file, fileBytesMax, fileMimes, fileName, filePart } from './messaging/file.ts'
export { expiresInSeconds, message, refusalOfDeliverAt, replacesContent, sendInput } from './messaging/message.ts'
export { chatInclude, chatWithSummaries, messageInclude, messageSummaries } from './messaging/message-summaries.ts'
export { messageTypes } from './messaging/message-type.ts'
export { notificationDays } from './messaging/notifications.ts'
export { installationRowsMax, waiting } from './messaging/queues.ts'
export { bucketMs, usualMs } from './messaging/statistics-range.ts'
export { chatConditions, chatsCountedMax, closingHours } from './messaging/views.ts'
export * from './mounted-api.ts'
export { type PhoneCountries, type PhonePlaces, phonePlacesIn, withInternationalPhones } from './national-phones.ts'
export { namesNewObject } from './new-objects.ts'
export { numbers } from './numbers/contract.ts'
export { exampleNumber, number, type QuietHours } from './numbers/number.ts'
export { numberCredentialsPurpose } from './numbers/number-events.ts'
export { exampleMissedCall, providerEdges } from './numbers/provider.ts'
export { sampledFields } from './numbers/simulate.ts'
export { exampleTemplateChange, listVariables, sampleMimes, template } from './numbers/templates.ts'
export type * from './openapi/model.ts'
export * from './permissions.ts'
export {
  countryOfPhone,
  describePhone,
  phoneFault,
  phoneSearched,
  providerPhone,
  readListedPhone,
  readPhone,
  storedPhoneFault,
} from './phones.ts'
export {
  fieldKeyPattern,
  fillContent,
  type PersonalContact,
  personalValues,
  placeholderFaults,
  placeholderNames,
} from './placeholders/index.ts'
export { deadEventsMax, quarantine, upkeep } from './process.ts'
export { compareStamps, isLater, type ProviderChange } from './provider-events.ts'
export * from './provider-rules/index.ts'
export { createRouteTable, type RouteTable } from './route-table.ts'
export * from './schemas.ts'
export { type Candidate, candidateFields, kindOfId, type Lookups, type SearchKind, searchKinds } from './search.ts'
export * from './services.ts'
export { type UnknownSetting, unknownSettings } from './setting-names/index.ts'
export { shortened } from './shortened.ts'
export { declaredSchema, defined, type Sparse, sparse, type Unfilled } from './shown.ts'
export { webhooks } from './webhooks/contract.ts'
export { exampleDelivery, exampleEvent, exampleWebhook } from './webhooks/examples.ts'
export { holesMax } from './webhooks/statistics.ts'
export {
  attempt,
  delivery,
  deliveryHeaders,
  type RecordedData,
  type RenderedEvent,
  type SignedContent,
  secretHeader,
  type WebhookFormat,
  type WebhookSignature,
  webhook,
} from './webhooks/webhook.ts'
