// Generated from the OpenAPI document; changes here are lost.
import { type Call, type CallOptions, type Pages, resourceOf } from '../call.ts'
import { operations } from './operations.ts'
import type * as T from './types.ts'

export type AuditResource = {
  /**
   * List the audit log.
   *
   * Actions that need the `manage` scope and actions of operators, newest first. Entries are kept unchanged for at least 400 days; each contains the hash of the previous one. A key limited to numbers sees its own actions and actions on those numbers. Scope: `manage`.
   */
  list(input?: T.AuditListInput, options?: CallOptions): Pages<T.AuditEntry>
}

export type AutomationsResource = {
  /**
   * List automations.
   *
   * All automations in the workspace, in the order they run: oldest first. Scope: `read`.
   */
  list(input?: T.AutomationsListInput, options?: CallOptions): Pages<T.Automation>

  /**
   * Create an automation.
   *
   * Acts in chats with one person when the trigger occurs and all conditions are met. Its actions do not trigger automations. Each run is announced as `chat:updated` with `change: automated`. A workspace can have up to 100. Scope: `manage`.
   */
  create(input: T.AutomationsCreateInput, options?: CallOptions): Promise<T.Automation>

  /**
   * Show an automation.
   *
   * With its trigger, conditions and actions. Scope: `read`.
   */
  get(input: T.AutomationsGetInput, options?: CallOptions): Promise<T.Automation>

  /**
   * Change an automation.
   *
   * Changes only the fields that you send. Conditions and actions completely replace the current values. Scope: `manage`.
   */
  update(input: T.AutomationsUpdateInput, options?: CallOptions): Promise<T.Automation>

  /**
   * Delete an automation.
   *
   * Deletes the automation. Its runs stay in their list and in the history of their chats. Scope: `manage`.
   */
  remove(input: T.AutomationsRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Try an automation on past chats.
   *
   * Shows what the automation would do for the latest messages or resolved chats, newest first, given the chats as they are now. Nothing is sent or changed. You can also try a disabled automation. Scope: `read`.
   */
  tryOut(input: T.AutomationsTryOutInput, options?: CallOptions): Promise<T.AutomationsTryOutOutput>

  /**
   * List the runs of an automation.
   *
   * Runs from the last 90 days with their chats and actions, newest first. Scope: `read`.
   */
  runs(input: T.AutomationsRunsInput, options?: CallOptions): Pages<T.AutomationRun>
}

export type CapabilitiesResource = {
  /**
   * Show what a number can send.
   *
   * Message types by kind of recipient, media with file types and sizes, and limits for buttons, lists and texts. `capability:unsupported` follows the same table. Scope: `read`.
   */
  get(input: T.CapabilitiesGetInput, options?: CallOptions): Promise<T.Capabilities>
}

export type ChannelsResource = {
  /**
   * Create a broadcast channel.
   *
   * A broadcast channel is an audience: its subscribers or, with `segment`, the contacts who match when a post begins and are not blocked. Each gets a separate message. People who send a word such as STOP get no more posts; opted-out contacts never get any. Scope: `manage`.
   */
  create(input: T.ChannelsCreateInput, options?: CallOptions): Promise<T.Channel>

  /**
   * List broadcast channels.
   *
   * Newest first. Scope: `read`.
   */
  list(input?: T.ChannelsListInput, options?: CallOptions): Pages<T.Channel>

  /**
   * Show a broadcast channel.
   *
   * Includes the number of subscribers. Scope: `read`.
   */
  get(input: T.ChannelsGetInput, options?: CallOptions): Promise<T.Channel>

  /**
   * Change a broadcast channel.
   *
   * Changes the name, description and segment; a broadcast channel keeps its number. `null` clears the description; for `segment`, it makes subscribers the audience again. Posts that have begun keep their audience. Scope: `manage`.
   */
  update(input: T.ChannelsUpdateInput, options?: CallOptions): Promise<T.Channel>

  /**
   * Delete a broadcast channel.
   *
   * Deletes the channel with its subscribers and posts. Messages in the queue are sent; stop a post first to cancel them. Scope: `manage`.
   */
  remove(input: T.ChannelsRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type ChatsResource = {
  /**
   * List chats.
   *
   * Newest message first, or by `sort`. `search` matches parts of names and phone numbers, and messages that contain all of its words; the last word may be incomplete. A search that begins with `+` matches only phone numbers. Common words are searched only in the newest messages. Scope: `read`.
   */
  list(input?: T.ChatsListInput, options?: CallOptions): Pages<T.ChatWithSummaries>

  /**
   * Open a chat.
   *
   * Opens a chat with a phone number without sending a message, for example to migrate a chat. An existing chat keeps its status and gets the labels, and the response is 200. Scope: `send`.
   */
  create(input: T.ChatsCreateInput, options?: CallOptions): Promise<T.OpenedChat>

  /**
   * Change many chats.
   *
   * Changes up to 200 chats at once, all or none: a chat's fields, assignee and labels. Returns the chats in the order of `ids`. Scope: `send`.
   */
  updateMany(input: T.ChatsUpdateManyInput, options?: CallOptions): Promise<T.ChatsUpdateManyOutput>

  /**
   * Count chats.
   *
   * Counts the chats that match each filter and how many of them are unread, and shows when the longest wait began. A filter takes the conditions of GET /v1/chats except search, and counts up to 1000. Scope: `read`.
   */
  counts(input: T.ChatsCountsInput, options?: CallOptions): Promise<T.ChatsCountsOutput>

  /**
   * Show a chat.
   *
   * With its last message and that message's status, its labels, its assigned member and the end of its 24-hour window. Scope: `read`.
   */
  get(input: T.ChatsGetInput, options?: CallOptions): Promise<T.ChatWithSummaries>

  /**
   * Change a chat.
   *
   * Changes status, unread, pinned, muted, snooze and labels. A chat keeps its person and number. Each field with a new value is announced as `chat:updated`. Scope: `send`.
   */
  update(input: T.ChatsUpdateInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Delete a chat.
   *
   * Deletes the chat here, with its messages, notes and waiting messages; the customer keeps their copy, and the event log keeps its events until they expire. The response is 409 while a message in the chat is being sent. Scope: `manage`.
   */
  remove(input: T.ChatsRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Show the timeline of a chat.
   *
   * Messages, notes and changes in the chat, newest first: who assigned, resolved, snoozed, muted or labeled it and when, and each run of an automation. Scope: `read`.
   */
  timeline(input: T.ChatsTimelineInput, options?: CallOptions): Pages<T.TimelineItem>

  /**
   * Report presence in a chat.
   *
   * Reports that the caller is viewing the chat or typing, and returns the others who are doing so. A report lasts 20 seconds; repeat it while the chat is open. The customer does not see it. Scope: `read`.
   */
  presence(input: T.ChatsPresenceInput, options?: CallOptions): Promise<T.ChatsPresenceAnswer>

  /**
   * Archive a chat.
   *
   * Archives the chat until the customer's next message; a muted chat stays archived. Archiving it again changes nothing. Scope: `send`.
   */
  archive(input: T.ChatsArchiveInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Unarchive a chat.
   *
   * Reopens the chat. If it is not archived, nothing changes. Scope: `send`.
   */
  unarchive(input: T.ChatsUnarchiveInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Assign a chat.
   *
   * Assigns the chat to a workspace member, by id or email address. Replaces any earlier assignment. Scope: `send`.
   */
  assign(input: T.ChatsAssignInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Unassign a chat.
   *
   * Leaves the chat assigned to no one. If it is already unassigned, nothing changes. Scope: `send`.
   */
  unassign(input: T.ChatsUnassignInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Mark a chat as read.
   *
   * Marks all incoming messages in the chat as read and sends a read receipt to the customer, except in groups. If the chat is already read, nothing changes. Scope: `send`.
   */
  read(input: T.ChatsReadInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Show a typing indicator.
   *
   * Shown for up to 25 seconds or until the next message. The provider shows it only in reply to a received message, which it marks as read. A late indicator is dropped. Scope: `send`.
   */
  typing(input: T.ChatsTypingInput, options?: CallOptions): Promise<T.ChatsTypingAnswer>
}

export type ContactsResource = {
  /**
   * Create a contact.
   *
   * If a contact with this phone number exists, the response is 409 with its id in `errors`; with `upsert: true`, the contact is updated: given attributes are replaced, tags and custom fields are added. The response is 200 if the contact existed, even if it was deleted. Scope: `manage`.
   */
  create(input: T.ContactsCreateInput, options?: CallOptions): Promise<T.CreatedContact>

  /**
   * List contacts.
   *
   * Newest first unless `sort` is given; all filters must match. A caller limited to numbers sees contacts that had a chat with those numbers, and its own contacts. A `search` that begins with `+` matches only phone numbers. If nothing matches, the response is one page of similarly spelled names. Scope: `read`.
   */
  list(input?: T.ContactsListInput, options?: CallOptions): Pages<T.Contact>

  /**
   * Export contacts.
   *
   * One CSV file of all matching contacts, newest first, with columns for up to 200 custom fields (`fields.plan`). Cells like formulas start with an apostrophe. Tags are one cell. Scope: `read`.
   */
  export(input?: T.ContactsExportInput, options?: CallOptions): Promise<Response>

  /**
   * Show a contact.
   *
   * Includes all known identities. The id of a merged contact returns the contact it was merged into. Scope: `read`.
   */
  get(input: T.ContactsGetInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Change a contact.
   *
   * Changes the given fields; `null` clears an attribute. `fields` sets the given custom fields and keeps the others, at most 50 in total. A new phone number replaces the current one; if another contact has it, the response is 409 with that contact's id: merge the two. Scope: `manage`.
   */
  update(input: T.ContactsUpdateInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Delete a contact.
   *
   * Removes the contact from the address book: name, attributes, tags and custom fields are cleared; lists, exports and segments omit it. Chats, messages, block and opt-out stay. A message, a create request or an import restores it with the same id. Scope: `manage`.
   */
  remove(input: T.ContactsRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Erase a person.
   *
   * Cannot be undone. Deletes the contact and removes the person everywhere: phone number, name, texts, media, notes, labels, subscriptions, waiting messages and stored responses from your receivers; recorded events keep `{ "erased": true }`. `GET /v1/erasures/{erasure}` shows the progress. Messages stay, without content. Scope: `erase`.
   */
  erase(input: T.ContactsEraseInput, options?: CallOptions): Promise<T.ContactsEraseAnswer>

  /**
   * Add tags to a contact.
   *
   * Adds to the contact's tags; tags that it already has are ignored. A contact can have at most 100. Scope: `manage`.
   */
  addTags(input: T.ContactsAddTagsInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Remove tags from a contact.
   *
   * Tags that the contact does not have are ignored. Scope: `manage`.
   */
  removeTags(input: T.ContactsRemoveTagsInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Block a contact.
   *
   * Messages to the contact fail with `contact:blocked` when they are due, even if they were accepted earlier. Incoming messages are stored and announced, marked `blocked`; they count as read and do not reopen a chat or move it up. Groups are not affected. Scope: `manage`.
   */
  block(input: T.ContactsBlockInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Unblock a contact.
   *
   * Messages are sent and received as before; send a failed message again with POST /v1/messages/{id}/retry. Scope: `manage`.
   */
  unblock(input: T.ContactsUnblockInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Record that a contact opted out.
   *
   * Sets `optedOutAt`, which filters, segments and audiences use. Contacts also opt out by sending a configured word, such as STOP, or by refusing marketing messages in WhatsApp. Allowing them there again does not end an opt-out recorded here. Scope: `manage`.
   */
  optOut(input: T.ContactsOptOutInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Record that a contact opted in again.
   *
   * Clears `optedOutAt`, as when the contact sends START. Scope: `manage`.
   */
  optIn(input: T.ContactsOptInInput, options?: CallOptions): Promise<T.Contact>

  /**
   * Merge two contacts.
   *
   * Adds the identities and tags of `from` to `into`, and fills gaps with the attributes and custom fields of `from`. The id of `from` then returns `into`. Scope: `manage`.
   */
  merge(input: T.ContactsMergeInput, options?: CallOptions): Promise<T.Contact>
}

export type DeliveriesResource = {
  /**
   * Show a delivery.
   *
   * Includes each attempt: status, latency, response headers and the start of the body. Scope: `read`.
   */
  get(input: T.DeliveriesGetInput, options?: CallOptions): Promise<T.DeliveryWithAttempts>

  /**
   * Retry a delivery now.
   *
   * Attempts a waiting delivery at once; a finished delivery starts a new schedule. The event id and the bytes stay the same. Scope: `manage`.
   */
  retry(input: T.DeliveriesRetryInput, options?: CallOptions): Promise<T.Delivery>
}

export type DepartmentsResource = {
  /**
   * List departments.
   *
   * All departments of the team with their members, sorted by name. Scope: `read`.
   */
  list(input?: T.DepartmentsListInput, options?: CallOptions): Pages<T.Department>

  /**
   * Create a department.
   *
   * A department groups team members who belong together. A workspace can have at most 100. Scope: `manage`.
   */
  create(input: T.DepartmentsCreateInput, options?: CallOptions): Promise<T.Department>

  /**
   * Show a department.
   *
   * Includes its members. Scope: `read`.
   */
  get(input: T.DepartmentsGetInput, options?: CallOptions): Promise<T.Department>

  /**
   * Change a department.
   *
   * Changes the fields that you send; null clears a field. `members` replaces all members. Scope: `manage`.
   */
  update(input: T.DepartmentsUpdateInput, options?: CallOptions): Promise<T.Department>

  /**
   * Delete a department.
   *
   * Its members stay on the team, and their chats stay with them. Scope: `manage`.
   */
  remove(input: T.DepartmentsRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type EgressResource = {
  /**
   * Show the source of outgoing requests.
   *
   * For your firewall and your receiver: source addresses, headers and signature of a delivery, and the retry schedule.
   */
  get(input?: undefined, options?: CallOptions): Promise<T.Egress>
}

export type ErasuresResource = {
  /**
   * List erasures.
   *
   * Newest first. Erasures stay listed as proof, with ids and times only. Scope: `read`.
   */
  list(input?: T.ErasuresListInput, options?: CallOptions): Pages<T.Erasure>

  /**
   * Show an erasure.
   *
   * An erasure is finished, usually within seconds, when no service has the person's name, phone number or texts. Scope: `read`.
   */
  get(input: T.ErasuresGetInput, options?: CallOptions): Promise<T.Erasure>
}

export type EventsResource = {
  /**
   * Read the event log.
   *
   * The numbered log of the workspace, oldest first. The sequence has no gaps, so a receiver that missed webhooks can catch up here. A caller limited to numbers reads only the events of those numbers. A request with `wait` counts as one of the workspace's 20 streams. Scope: `read`.
   */
  list(input?: T.EventsListInput, options?: CallOptions): Promise<T.EventsListOutput>

  /**
   * Show an event.
   *
   * Returns the event exactly as it is delivered. Scope: `read`.
   */
  get(input: T.EventsGetInput, options?: CallOptions): Promise<T.LoggedEvent>

  /**
   * List the deliveries of an event.
   *
   * One for each subscribed endpoint. Scope: `read`.
   */
  deliveries(input: T.EventsDeliveriesInput, options?: CallOptions): Promise<T.EventsDeliveriesOutput>

  /**
   * List the kinds of events.
   *
   * Kinds that a webhook can subscribe to, with a sample of each and when it occurs. Scope: `read`.
   */
  kinds(input?: undefined, options?: CallOptions): Promise<T.EventsKindsOutput>
}

export type FilesResource = {
  /**
   * Store a file.
   *
   * Send a form with one `file` part (`curl -F file=@photo.jpg`), the bytes as the body, or JSON with `url` or, for a small file, `content`. The type is detected from the bytes; unsupported types, markup, and a wrong `mime` are refused. Limits: images 5 MB, stickers 100 KB (animated 500 KB), audio and video 16 MB, documents 100 MB. Scope: `send`.
   */
  create(input?: T.FilesCreateInput, options?: CallOptions): Promise<T.File>

  /**
   * List files.
   *
   * Newest first. A caller limited to numbers sees files in their messages and its own files. Scope: `read`.
   */
  list(input?: T.FilesListInput, options?: CallOptions): Pages<T.File>

  /**
   * Show a file.
   *
   * Returns the metadata; `GET …/download` returns the bytes. Scope: `read`.
   */
  get(input: T.FilesGetInput, options?: CallOptions): Promise<T.File>

  /**
   * Change a file.
   *
   * Changes the name or the deletion time; the bytes stay the same. Messages that were already accepted keep the previous name. Scope: `send`.
   */
  update(input: T.FilesUpdateInput, options?: CallOptions): Promise<T.File>

  /**
   * Delete a file.
   *
   * Deletes the file permanently, and its bytes unless another file has the same bytes. A waiting message that needs the file fails; sent messages are not affected. Scope: `send`.
   */
  remove(input: T.FilesRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Download a file.
   *
   * Returns the bytes as an attachment, or one range of them if a `Range` header names it. `offset` skips bytes, to resume a download. Scope: `read`.
   */
  download(input: T.FilesDownloadInput, options?: CallOptions): Promise<Response>
}

export type GroupsResource = {
  /**
   * Create a group.
   *
   * Returns at once with `status: creating`. The group is `active`, with its invite link, when the provider confirms it (`group:updated`). The provider allows groups only for numbers of an Official Business Account: for any other number, the group becomes `failed` with `number:no_groups`. Scope: `manage`.
   */
  create(input: T.GroupsCreateInput, options?: CallOptions): Promise<T.Group>

  /**
   * List groups.
   *
   * Newest first. Scope: `read`.
   */
  list(input?: T.GroupsListInput, options?: CallOptions): Pages<T.Group>

  /**
   * Show a group.
   *
   * Includes its status with the provider and its invite link. Scope: `read`.
   */
  get(input: T.GroupsGetInput, options?: CallOptions): Promise<T.Group>

  /**
   * Change the name and description of a group.
   *
   * Returns at once, with each change in `changes` as `status: pending`. The provider confirms or refuses each one (`group:updated` with `changed` or `refused`). `null` clears the description. The provider cannot change `joinApproval`. A group keeps its number; participants have separate operations. Scope: `manage`.
   */
  update(input: T.GroupsUpdateInput, options?: CallOptions): Promise<T.Group>

  /**
   * Delete a group.
   *
   * Returns at once with `status: deleting`. Once the provider confirms (`deleted`), everyone is out of the group, which stays listed. If the provider refuses, `changes` gives the reason. Scope: `manage`.
   */
  remove(input: T.GroupsRemoveInput, options?: CallOptions): Promise<T.Group>

  /**
   * Change the image of a group.
   *
   * A square JPEG of at least 192 pixels and at most 5 MB. In JSON, send a stored file, `{ "file": "file_…" }`, or the bytes. Or send a form with a single `file` part, or the bytes as the body. `group:updated` announces the result. Scope: `manage`.
   */
  setImage(input: T.GroupsSetImageInput, options?: CallOptions): Promise<T.Group>
}

export type ImportsResource = {
  /**
   * Import contacts.
   *
   * Send a form with a single `file` part (`curl -F file=@contacts.csv -F onDuplicate=update`), a raw body of up to 64 MiB, or JSON of up to 1 MiB with `csv`, `contacts`, `url` or `file` (the key also needs the `read` scope). `import:finished` announces the end. Delimiters, encodings and columns are detected; unknown columns are ignored. With `onDuplicate: update`, a row replaces the attributes that it has and adds its tags and custom fields. `optedOutAt` and `blocked` opt out or block a contact, never the reverse. Scope: `manage`.
   */
  create(input?: T.ImportsCreateInput, options?: CallOptions): Promise<T.ContactImport>

  /**
   * List imports.
   *
   * Newest first. Scope: `read`.
   */
  list(input?: T.ImportsListInput, options?: CallOptions): Pages<T.ContactImport>

  /**
   * Show an import.
   *
   * Returns status, counts and `progress` from 0 to 1. Scope: `read`.
   */
  get(input: T.ImportsGetInput, options?: CallOptions): Promise<T.ContactImport>

  /**
   * List the rows of an import that have errors.
   *
   * In row order; the first 10,000 errors are stored. A row with an error is not imported. `GET …/errors/export` returns these rows as a file. Scope: `read`.
   */
  errors(input: T.ImportsErrorsInput, options?: CallOptions): Pages<T.ImportsErrorsAnswer>

  /**
   * Export the rows of an import that have errors.
   *
   * One CSV file with the columns of the import and `import.row`, `import.line` and `import.faults`, to correct and import again. The first 10,000 errors are stored. Cells are empty in rows longer than 16,384 characters and where a person was erased. Scope: `read`.
   */
  exportErrors(input: T.ImportsExportErrorsInput, options?: CallOptions): Promise<Response>
}

export type InvitationsResource = {
  /**
   * List invitations to the team.
   *
   * Open invitations, newest first. Scope: `admin`.
   */
  list(input?: T.InvitationsListInput, options?: CallOptions): Pages<T.Invitation>

  /**
   * Invite someone to the team.
   *
   * Only this response contains the link, which works once within seven days. It replaces earlier ones to the address. An agent or viewer with `numbers` sees only the chats of those numbers, but all contacts, segments and files. Only owners can change admins and owners, after confirming their password. Scope: `admin`.
   */
  create(input: T.InvitationsCreateInput, options?: CallOptions): Promise<T.NewInvitation>

  /**
   * Show an invitation to the team.
   *
   * Does not include its link. Scope: `admin`.
   */
  get(input: T.InvitationsGetInput, options?: CallOptions): Promise<T.Invitation>

  /**
   * Withdraw an invitation.
   *
   * Its link no longer works. Scope: `admin`.
   */
  remove(input: T.InvitationsRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type InvitesResource = {
  /**
   * Show the invite link of a group.
   *
   * People who follow it join, or request to join if the group has `joinApproval`. Scope: `read`.
   */
  get(input: T.InvitesGetInput, options?: CallOptions): Promise<T.GroupInvite>

  /**
   * Revoke the invite link of a group.
   *
   * The provider makes a new link (`group:updated` with `changed`), and the old one stops working: people who were invited with it and have not joined are `canceled` and can be invited again. Scope: `manage`.
   */
  revoke(input: T.InvitesRevokeInput, options?: CallOptions): Promise<T.GroupInvite>
}

export type JoinRequestsResource = {
  /**
   * List requests to join a group.
   *
   * Newest first; decided requests stay listed with their status. Scope: `read`.
   */
  list(input: T.JoinRequestsListInput, options?: CallOptions): Pages<T.JoinRequest>

  /**
   * Approve requests to join a group.
   *
   * The people join the group when the provider confirms. Returns the status of each request; the result follows (`group:updated` with `requests`). Requests already decided or withdrawn stay as they are. Scope: `manage`.
   */
  approve(input: T.JoinRequestsApproveInput, options?: CallOptions): Promise<T.JoinRequestsApproveOutput>

  /**
   * Reject requests to join a group.
   *
   * The people may request to join again. Returns the status of each request; the result follows (`group:updated` with `requests`). Requests already decided or withdrawn stay as they are. Scope: `manage`.
   */
  reject(input: T.JoinRequestsRejectInput, options?: CallOptions): Promise<T.JoinRequestsRejectOutput>
}

export type KeysResource = {
  /**
   * List API keys.
   *
   * Newest first, including revoked keys, without secrets. A key limited to numbers sees only keys limited to some of those numbers. Scope: `admin`.
   */
  list(input?: T.KeysListInput, options?: CallOptions): Pages<T.ApiKey>

  /**
   * Create an API key.
   *
   * The response contains the key itself, once. A key can’t exceed its creator’s scopes, numbers, addresses or expiry. Limits that you omit default to yours. Scope: `admin`.
   */
  create(input: T.KeysCreateInput, options?: CallOptions): Promise<T.NewApiKey>

  /**
   * Show an API key.
   *
   * Never returns the secret. Scope: `admin`.
   */
  get(input: T.KeysGetInput, options?: CallOptions): Promise<T.ApiKey>

  /**
   * Change an API key.
   *
   * Changes the name, addresses and expiry; omitted fields stay. Scopes and numbers cannot change. A key can’t exceed its creator’s scopes, numbers, addresses or expiry. Scope: `admin`.
   */
  update(input: T.KeysUpdateInput, options?: CallOptions): Promise<T.ApiKey>

  /**
   * Rotate an API key.
   *
   * Creates a key with the same name, scopes and limits; the previous one expires after the grace period. Only this response contains the new key. A key can’t exceed its creator’s scopes, numbers, addresses or expiry. Scope: `admin`.
   */
  rotate(input: T.KeysRotateInput, options?: CallOptions): Promise<T.RotatedApiKey>

  /**
   * Revoke an API key.
   *
   * Every gateway refuses the key within a second. Revoking it twice changes nothing. Scope: `admin`.
   */
  revoke(input: T.KeysRevokeInput, options?: CallOptions): Promise<T.ApiKey>

  /**
   * Show how an API key is used.
   *
   * Requests in the last 30 days by operation and day, latest first. Counts appear within seconds; if a gateway crashes, its latest counts are lost. Scope: `admin`.
   */
  usage(input: T.KeysUsageInput, options?: CallOptions): Promise<T.KeysUsageAnswer>
}

export type LabelsResource = {
  /**
   * List labels.
   *
   * All labels in the workspace, by name. Scope: `read`.
   */
  list(input?: T.LabelsListInput, options?: CallOptions): Pages<T.Label>

  /**
   * Create a label.
   *
   * Labels group chats. A workspace can have up to 500. Scope: `manage`.
   */
  create(input: T.LabelsCreateInput, options?: CallOptions): Promise<T.Label>

  /**
   * Show a label.
   *
   * With its color and description. Scope: `read`.
   */
  get(input: T.LabelsGetInput, options?: CallOptions): Promise<T.Label>

  /**
   * Change a label.
   *
   * Each chat with the label is announced as `chat:updated` with `change: renamed`; many events follow within moments. `description: null` clears the description. Scope: `manage`.
   */
  update(input: T.LabelsUpdateInput, options?: CallOptions): Promise<T.Label>

  /**
   * Delete a label.
   *
   * Removes the label from all chats, each announced as `chat:updated` with `change: labeled`; many events follow within moments. Scope: `manage`.
   */
  remove(input: T.LabelsRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Merge two labels.
   *
   * Chats with the label `from` get `into` instead, each announced as `chat:updated` with `change: labeled`; many events follow within moments. Saved views and automations then use `into`, and `from` is deleted. Scope: `manage`.
   */
  merge(input: T.LabelsMergeInput, options?: CallOptions): Promise<T.Label>

  /**
   * Add labels to a chat.
   *
   * Adds to the chat's labels, at most 50 in total; labels already on the chat are ignored. Scope: `send`.
   */
  add(input: T.LabelsAddInput, options?: CallOptions): Promise<T.Chat>

  /**
   * Remove a label from a chat.
   *
   * A label that the chat does not have is ignored. Scope: `send`.
   */
  removeFromChat(input: T.LabelsRemoveFromChatInput, options?: CallOptions): Promise<T.Chat>
}

export type MeResource = {
  /**
   * Show the caller's account.
   *
   * Workspace, key or member, permitted operations, limits, and today's messages. Use it to test a connection.
   */
  get(input?: undefined, options?: CallOptions): Promise<T.Account>
}

export type MessagesResource = {
  /**
   * Send a message.
   *
   * Queues the message and responds before it is sent. Webhooks receive the outcome as `message:out`, `message:ack` and `message:failed`. A message with `channel` becomes a post when it is due: it is `sending` while the post runs, then `sent` if it reached anyone, or else `failed`. Scope: `send`.
   */
  send(input?: T.MessagesSendInput, options?: CallOptions): Promise<T.Message>

  /**
   * List messages.
   *
   * Incoming and outgoing messages, newest first. Scope: `read`.
   */
  list(input?: T.MessagesListInput, options?: CallOptions): Pages<T.MessageWithSummaries>

  /**
   * Send up to 1,000 messages.
   *
   * Accepts all messages in one transaction and returns them in order; messages in the same chat are sent in that order. An invalid field or unknown id rejects the whole request; with `partial`, an `error` takes the place of that message and the others are accepted. Scope: `send`.
   */
  batch(input: T.MessagesBatchInput, options?: CallOptions): Promise<T.MessagesBatchOutput>

  /**
   * Show a message.
   *
   * With its status, the time of each status, and what it is waiting for. Scope: `read`.
   */
  get(input: T.MessagesGetInput, options?: CallOptions): Promise<T.MessageWithSummaries>

  /**
   * Change a waiting message.
   *
   * Changes the content, time, priority, reference or validity while the message is scheduled or queued and was never attempted; after that, the response is 409. For another recipient, number or option, cancel it and send again. `message` alone changes the text; other content replaces all content, following the rules of POST /v1/messages. Scope: `send`.
   */
  update(input: T.MessagesUpdateInput, options?: CallOptions): Promise<T.Message>

  /**
   * Show a message as the provider sent it.
   *
   * The provider's JSON for a message that was received or was sent from the provider's app. Null for messages that you sent, plain-text messages and large messages. A key has the `raw` scope only if you request it. Scope: `raw`.
   */
  raw(input: T.MessagesRawInput, options?: CallOptions): Promise<T.MessagesRawAnswer>

  /**
   * Cancel a waiting message.
   *
   * Cancels a scheduled or queued message. For any other, even a canceled message, the response is 409. Scope: `send`.
   */
  cancel(input: T.MessagesCancelInput, options?: CallOptions): Promise<T.Message>

  /**
   * Send a failed message again.
   *
   * Queues a failed or expired message again, valid for another 10 hours. Scope: `send`.
   */
  retry(input: T.MessagesRetryInput, options?: CallOptions): Promise<T.Message>

  /**
   * Mark an incoming message as read.
   *
   * Sends a read receipt to the customer, except in groups. Earlier messages in the chat keep their status. Scope: `send`.
   */
  read(input: T.MessagesReadInput, options?: CallOptions): Promise<T.Message>

  /**
   * Show the receipts of a message.
   *
   * Status of the message for each recipient, with times. In a group, the message follows its first participant to `delivered`, `read` and `played`, and `message:ack` is announced for each participant; it fails only if it reaches no one. Scope: `read`.
   */
  receipts(input: T.MessagesReceiptsInput, options?: CallOptions): Promise<T.MessagesReceiptsOutput>

  /**
   * Trace a message.
   *
   * One timeline: acceptance, waits and their reasons, send attempts, statuses, and deliveries of its events to webhooks, with outcomes and durations. Logs, events and deliveries have the same `traceId`. Scope: `read`.
   */
  trace(input: T.MessagesTraceInput, options?: CallOptions): Promise<T.MessagesTraceAnswer>
}

export type NotesResource = {
  /**
   * List the notes of a chat.
   *
   * Newest first. Scope: `read`.
   */
  list(input: T.NotesListInput, options?: CallOptions): Pages<T.Note>

  /**
   * Add a note to a chat.
   *
   * The note is private: the customer never sees it. Announced as `chat:updated` with `change: noted`. Scope: `send`.
   */
  create(input: T.NotesCreateInput, options?: CallOptions): Promise<T.Note>

  /**
   * Show a note.
   *
   * With its author and the members mentioned in it. Scope: `read`.
   */
  get(input: T.NotesGetInput, options?: CallOptions): Promise<T.Note>

  /**
   * Change a note.
   *
   * Replaces the note's text or mentions. Announced as `chat:updated` with `change: noted`. Scope: `send`.
   */
  update(input: T.NotesUpdateInput, options?: CallOptions): Promise<T.Note>

  /**
   * Delete a note.
   *
   * Deletes the note permanently. Scope: `send`.
   */
  remove(input: T.NotesRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type NotificationsResource = {
  /**
   * List notifications.
   *
   * Mentions, assignments, snoozed chats that are back, failed messages, and numbers and webhooks with problems, newest first, for 30 days. Members see only their own notifications, and only about what they can access. Scope: `read`.
   */
  list(input?: T.NotificationsListInput, options?: CallOptions): Pages<T.Notification>

  /**
   * Show a notification.
   *
   * Members can see only their own notifications; keys can see every member's. Scope: `read`.
   */
  get(input: T.NotificationsGetInput, options?: CallOptions): Promise<T.Notification>

  /**
   * Mark notifications as read.
   *
   * Marks the notifications with these ids, or all of the member's, as read. Unknown ids are ignored. An API key needs the `send` scope. The member's open dashboards update at once. Scope: `read`.
   */
  read(input?: T.NotificationsReadInput, options?: CallOptions): Promise<T.NotificationsReadAnswer>
}

export type NumbersResource = {
  /**
   * Connect a number.
   *
   * A simulator number needs only a name. A cloud number needs its credentials, which are checked with the provider and stored encrypted. Enter `callbackUrl` and `verifyToken` in the provider's app dashboard. Scope: `manage`.
   */
  create(input: T.NumbersCreateInput, options?: CallOptions): Promise<T.ConnectedNumber>

  /**
   * List numbers.
   *
   * Oldest first. Scope: `read`.
   */
  list(input?: T.NumbersListInput, options?: CallOptions): Pages<T.Number>

  /**
   * Show a number.
   *
   * Includes its session with the provider and its queue. Scope: `read`.
   */
  get(input: T.NumbersGetInput, options?: CallOptions): Promise<T.Number>

  /**
   * Change a number.
   *
   * Changes the name, default, rate and quiet hours. A number keeps its provider, its provider ids and its `verifyToken`. A new token is checked with the provider first; after the app secret changes, callbacks signed with the previous secret are still accepted. Scope: `manage`.
   */
  update(input: T.NumbersUpdateInput, options?: CallOptions): Promise<T.Number>

  /**
   * Disconnect a number.
   *
   * Its credentials are erased; chats and messages stay. Waiting messages stay queued until they expire. Scope: `manage`.
   */
  disconnect(input: T.NumbersDisconnectInput, options?: CallOptions): Promise<T.Number>

  /**
   * Simulate the customer or the provider.
   *
   * For simulator numbers only: an incoming message, a status, an outage, the passing of time, a provider decision about the number, a report about its account, or a group event. Scope: `manage`.
   */
  simulate(input: T.NumbersSimulateInput, options?: CallOptions): Promise<T.NumbersSimulateAnswer>
}

export type ParticipantsResource = {
  /**
   * List the people of a group.
   *
   * Sorted by phone number. People who left or were removed stay listed with their status. Scope: `read`.
   */
  list(input: T.ParticipantsListInput, options?: CallOptions): Pages<T.Participant>

  /**
   * Invite people to a group.
   *
   * The provider cannot add people: each person gets the invite link and is `invited` until they follow it (`group:updated` with `participants`). People who joined or were invited stay as they are; people who were removed are not invited; people beyond the limit of 8 are `failed` with `group:full`. Scope: `manage`.
   */
  invite(input: T.ParticipantsInviteInput, options?: CallOptions): Promise<T.ParticipantsInviteOutput>

  /**
   * Remove people from a group.
   *
   * Removes several people at once. People who have joined are `removing` until the provider confirms, then `removed`: they can never rejoin through a link. A pending invitation is `canceled`; its link works until it is revoked. Scope: `manage`.
   */
  remove(input: T.ParticipantsRemoveInput, options?: CallOptions): Promise<T.ParticipantsRemoveOutput>
}

export type PhonesResource = {
  /**
   * Check the format of phone numbers.
   *
   * Up to 1000 phone numbers at once, in any common format. No message is sent. Scope: `read`.
   */
  validate(input: T.PhonesValidateInput, options?: CallOptions): Promise<T.PhonesValidateOutput>

  /**
   * Check which phone numbers are on the channel.
   *
   * The provider has no lookup, so the result comes from messages of the numbers that the caller can use. `true`: the phone number sent or received a message. `false`: the last message to it could not be delivered. `null`: unknown. Scope: `read`.
   */
  exists(input: T.PhonesExistsInput, options?: CallOptions): Promise<T.PhonesExistsOutput>
}

export type PostsResource = {
  /**
   * Post to a broadcast channel.
   *
   * Posts any content of POST /v1/messages except reactions and stored files, which need POST /v1/messages with `channel`. Everyone subscribed, or in the segment, when it begins gets a message with the post's id as `reference`, after the number's queue (`priority: low`). Texts may have placeholders: `{{contact.firstName|there}}` is the contact's value, or else the text after `|`. `channel:posted` announces the end. Scope: `send`.
   */
  create(input: T.PostsCreateInput, options?: CallOptions): Promise<T.Post>

  /**
   * List posts.
   *
   * Newest first. Scope: `read`.
   */
  list(input?: T.PostsListInput, options?: CallOptions): Pages<T.Post>

  /**
   * Show a post.
   *
   * With counts. Its messages: GET /v1/messages?reference={post}. Scope: `read`.
   */
  get(input: T.PostsGetInput, options?: CallOptions): Promise<T.Post>

  /**
   * Change the time of a post.
   *
   * Changes when a scheduled post begins, or a `testing` post after it is resumed; null: at once. Its content and channel stay: stop it and create another. Scope: `send`.
   */
  update(input: T.PostsUpdateInput, options?: CallOptions): Promise<T.Post>

  /**
   * Pause a post.
   *
   * Sends nothing more until it is resumed, except messages being sent. A paused post does not expire. Its queued messages are canceled; when resumed, each person gets a new message with its full `expiresIn`. Scope: `send`.
   */
  pause(input: T.PostsPauseInput, options?: CallOptions): Promise<T.Post>

  /**
   * Resume a post.
   *
   * Continues a paused post. Sends a tested post to everyone else, now or at its `deliverAt`. Resuming a post that is being sent changes nothing. Scope: `send`.
   */
  resume(input: T.PostsResumeInput, options?: CallOptions): Promise<T.Post>

  /**
   * Stop a post.
   *
   * Cancels the post for everyone it has not been sent to. It is `stopping` until all are canceled and messages being sent are counted, then `stopped` (`channel:posted`). Stopping twice changes nothing. Scope: `send`.
   */
  stop(input: T.PostsStopInput, options?: CallOptions): Promise<T.Post>
}

export type ProfilesResource = {
  /**
   * Show the business profile of a number.
   *
   * Reads the profile from the provider. Scope: `read`.
   */
  get(input: T.ProfilesGetInput, options?: CallOptions): Promise<T.BusinessProfile>

  /**
   * Change the business profile of a number.
   *
   * Changes the given fields with the provider; `null` clears a field. Scope: `manage`.
   */
  update(input: T.ProfilesUpdateInput, options?: CallOptions): Promise<T.BusinessProfile>

  /**
   * Change the profile picture of a number.
   *
   * A JPEG or PNG of at most 5 MB, which the provider shows as a 640 px square. In JSON, send a stored file, `{ "file": "file_…" }`, or the bytes. Or send a form with a single `file` part, or the bytes as the body. Scope: `manage`.
   */
  setPicture(input: T.ProfilesSetPictureInput, options?: CallOptions): Promise<T.BusinessProfile>
}

export type QueuesResource = {
  /**
   * Show the queue of a number.
   *
   * Shows waiting messages, the age of the oldest, and the time to send all of them at the current rate. Scope: `read`.
   */
  get(input: T.QueuesGetInput, options?: CallOptions): Promise<T.Queue>

  /**
   * Change a queue.
   *
   * With `refuses`, new messages are refused with `queue:refusing`, whatever the status of the queue. Pausing, draining and resuming are separate operations. Scope: `manage`.
   */
  update(input: T.QueuesUpdateInput, options?: CallOptions): Promise<T.Queue>

  /**
   * Pause a queue.
   *
   * All messages wait until the queue is resumed. Scope: `manage`.
   */
  pause(input: T.QueuesPauseInput, options?: CallOptions): Promise<T.Queue>

  /**
   * Drain a queue.
   *
   * Messages that are queued now are sent; new messages wait until the queue is resumed. Scope: `manage`.
   */
  drain(input: T.QueuesDrainInput, options?: CallOptions): Promise<T.Queue>

  /**
   * Resume a queue.
   *
   * Sends all messages again. Scope: `manage`.
   */
  resume(input: T.QueuesResumeInput, options?: CallOptions): Promise<T.Queue>

  /**
   * Cancel the waiting messages of a queue.
   *
   * Cancels all waiting messages, or those that match the filter; scheduled messages only with `includeScheduled`. Messages that are being sent are not canceled. One request cancels up to 20,000: repeat it while `remaining` is above 0. `posts` lists posts whose messages are not all in the queue yet. Scope: `manage`.
   */
  purge(input: T.QueuesPurgeInput, options?: CallOptions): Promise<T.QueuesPurgeAnswer>

  /**
   * Move a queue to another number.
   *
   * The other number sends the waiting messages that match the filter, including scheduled messages, in the same order; quotes of messages that stay are removed. Messages that are being sent and messages to groups stay. A reaction goes or stays with its message. One request moves up to 20,000: repeat it while `remaining` is above 0. Scope: `manage`.
   */
  move(input: T.QueuesMoveInput, options?: CallOptions): Promise<T.QueuesMoveAnswer>
}

export type ReplaysResource = {
  /**
   * Deliver past events again.
   *
   * Delivers events from `from`, at most 30 days ago, up to `to` again, to every URL of the webhook that subscribes to them: oldest first, with the same id and bytes and the header `Webhook-Replay: true`. A replay uses at most half of a URL's rate, and pauses with the webhook. Scope: `manage`.
   */
  create(input: T.ReplaysCreateInput, options?: CallOptions): Promise<T.Replay>

  /**
   * List the replays of a webhook.
   *
   * Newest first. Scope: `read`.
   */
  list(input: T.ReplaysListInput, options?: CallOptions): Pages<T.Replay>

  /**
   * Count what a replay would deliver.
   *
   * Takes the times and filters of a replay, but does not start one. For a webhook with another format, events not sent in that format are counted too. Scope: `read`.
   */
  preview(input: T.ReplaysPreviewInput, options?: CallOptions): Promise<T.ReplaysPreviewAnswer>

  /**
   * Show a replay.
   *
   * Includes its progress. For each delivery: GET /v1/webhooks/{id}/deliveries. Scope: `read`.
   */
  get(input: T.ReplaysGetInput, options?: CallOptions): Promise<T.Replay>

  /**
   * Stop a replay.
   *
   * No more events are queued; queued events are still delivered. A replay that has ended stays as it is. Scope: `manage`.
   */
  stop(input: T.ReplaysStopInput, options?: CallOptions): Promise<T.Replay>
}

export type RepliesResource = {
  /**
   * List saved replies.
   *
   * All saved replies in the workspace, by name. Scope: `read`.
   */
  list(input?: T.RepliesListInput, options?: CallOptions): Pages<T.SavedReply>

  /**
   * Save a reply.
   *
   * Saves a text that the team sends often. A workspace can have up to 1,000. Scope: `send`.
   */
  create(input: T.RepliesCreateInput, options?: CallOptions): Promise<T.SavedReply>

  /**
   * Show a saved reply.
   *
   * With its text, shortcut and folder. Scope: `read`.
   */
  get(input: T.RepliesGetInput, options?: CallOptions): Promise<T.SavedReply>

  /**
   * Change a saved reply.
   *
   * Changes only the fields that you send; null clears the shortcut or folder. Scope: `send`.
   */
  update(input: T.RepliesUpdateInput, options?: CallOptions): Promise<T.SavedReply>

  /**
   * Delete a saved reply.
   *
   * Deletes the reply; messages sent with it are not affected. Scope: `send`.
   */
  remove(input: T.RepliesRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type RestoreResource = {
  /**
   * Show what is on hold after a restore.
   *
   * After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated. Any key can call it; the response can be up to five seconds old.
   */
  get(input?: undefined, options?: CallOptions): Promise<T.Restore>
}

export type SearchResource = {
  /**
   * Search everything.
   *
   * Finds chats by name and phone number, messages by their words, contacts, templates, numbers, webhooks and keys; a full id finds its object. Results that the caller cannot access are left out. `unavailable` lists kinds whose service does not respond. Scope: `read`.
   */
  find(input: T.SearchFindInput, options?: CallOptions): Promise<T.SearchFindAnswer>
}

export type SecretsResource = {
  /**
   * Rotate the signing secret of a webhook.
   *
   * For `graceHours`, deliveries are also signed with the old secret, until you change it at the receiver; with 0, the old secrets expire at once. At most five are valid; the oldest expires first. Only this response contains `signingSecret`. Scope: `manage`.
   */
  rotate(input: T.SecretsRotateInput, options?: CallOptions): Promise<T.SecretsRotateAnswer>
}

export type SegmentsResource = {
  /**
   * Save a segment.
   *
   * Saves a contact filter under a name. Scope: `manage`.
   */
  create(input: T.SegmentsCreateInput, options?: CallOptions): Promise<T.Segment>

  /**
   * List segments.
   *
   * Newest first, each with its current count. Scope: `read`.
   */
  list(input?: T.SegmentsListInput, options?: CallOptions): Pages<T.Segment>

  /**
   * Show a segment.
   *
   * Includes its current count. Scope: `read`.
   */
  get(input: T.SegmentsGetInput, options?: CallOptions): Promise<T.Segment>

  /**
   * Change a segment.
   *
   * Changes the given fields; a new filter replaces the whole tree. Scope: `manage`.
   */
  update(input: T.SegmentsUpdateInput, options?: CallOptions): Promise<T.Segment>

  /**
   * Delete a segment.
   *
   * Deletes the filter, not its contacts. A channel that has the segment as its audience then reaches no one. Scope: `manage`.
   */
  remove(input: T.SegmentsRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Preview a filter.
   *
   * Counts the matching contacts and returns the newest of them; nothing is saved. Scope: `read`.
   */
  preview(input: T.SegmentsPreviewInput, options?: CallOptions): Promise<T.SegmentsPreviewAnswer>
}

export type SessionsResource = {
  /**
   * Check a number with the provider now.
   *
   * Reads the number from the provider with the stored credentials and updates its session and status. Scope: `manage`.
   */
  refresh(input: T.SessionsRefreshInput, options?: CallOptions): Promise<T.NumberSession>

  /**
   * Request a verification code.
   *
   * The provider sends six digits to the phone number by text message or call. A simulator number gets the last six digits of its phone number. Scope: `manage`.
   */
  requestCode(input: T.SessionsRequestCodeInput, options?: CallOptions): Promise<T.SessionsRequestCodeAnswer>

  /**
   * Verify a number with a code.
   *
   * Takes the six digits of the code; hyphens and spaces are ignored. Register the number next. Scope: `manage`.
   */
  verifyCode(input: T.SessionsVerifyCodeInput, options?: CallOptions): Promise<T.NumberSession>

  /**
   * Register a number.
   *
   * Enables the number to send and receive. Sets the two-step verification PIN if there is none; otherwise the PIN must match. The PIN is not stored. The provider allows ten registrations in 72 hours. Scope: `manage`.
   */
  register(input: T.SessionsRegisterInput, options?: CallOptions): Promise<T.NumberSession>

  /**
   * Deregister a number.
   *
   * Stops sending and receiving until the number is verified and registered again. Waiting messages stay in the queue until they expire. Scope: `manage`.
   */
  deregister(input: T.SessionsDeregisterInput, options?: CallOptions): Promise<T.NumberSession>
}

export type StatisticsResource = {
  /**
   * Show how fast customers get answers.
   *
   * Counts messages and measures answer times: in total, by hour or day, by number, and by member. An answer is the first outgoing message after a customer message, except messages from posts and automations; answers from programs count toward no member. At most 92 days and 500 buckets; the default is the last 7 days. Deleted chats are not counted. Scope: `read`.
   */
  answers(input?: T.StatisticsAnswersInput, options?: CallOptions): Promise<T.StatisticsAnswersAnswer>

  /**
   * Show inbox volume.
   *
   * Counts messages and customer questions by hour or day, and the customers waiting now. A question is all customer messages before the next answer. Messages from posts and automations are not answers. At most 31 days and 500 buckets; the default is the last 24 hours by hour, or 30 days by day. Deleted chats are not counted. Scope: `read`.
   */
  inbox(input?: T.StatisticsInboxInput, options?: CallOptions): Promise<T.StatisticsInboxAnswer>

  /**
   * Show how customers rate conversations.
   *
   * Counts the rating questions sent in this period and their answers so far: in total, by the member who was assigned the chat when it was resolved, and by the current departments of these members. At most 366 days; the default is the last 30. Deleted chats are not counted. Scope: `read`.
   */
  ratings(input?: T.StatisticsRatingsInput, options?: CallOptions): Promise<T.StatisticsRatingsAnswer>

  /**
   * Show delivery statistics for a number.
   *
   * Counts outgoing messages by the time they were accepted, with their current statuses, errors and durations. At most 31 days and 500 buckets; empty buckets are left out. The default is the last 8 hours by minute, 24 hours by hour, or 30 days by day. Scope: `read`.
   */
  deliveries(input: T.StatisticsDeliveriesInput, options?: CallOptions): Promise<T.StatisticsDeliveriesAnswer>

  /**
   * Show usage.
   *
   * Counts messages per day, number and type, for up to 92 days; the default is the last 30. Messages in deleted chats are not counted. Also counts deliveries to webhooks per UTC day, for the last 31 days. Scope: `read`.
   */
  usage(input?: T.StatisticsUsageInput, options?: CallOptions): Promise<T.StatisticsUsageAnswer>
}

export type SubscribersResource = {
  /**
   * List the subscribers of a broadcast channel.
   *
   * Sorted by phone number. People who left stay listed as `unsubscribed`. Scope: `read`.
   */
  list(input: T.SubscribersListInput, options?: CallOptions): Pages<T.Subscriber>

  /**
   * Subscribe people to a broadcast channel.
   *
   * Up to 1000 at once. Returns each subscription, in the order given. People who left with a word such as STOP stay unsubscribed unless `reconsented` states that they agreed again. Opted-out contacts still get no posts: opt them in as well. Scope: `manage`.
   */
  add(input: T.SubscribersAddInput, options?: CallOptions): Promise<T.SubscribersAddOutput>

  /**
   * Unsubscribe people from a broadcast channel.
   *
   * Up to 1000 at once. If the audience is a segment, this excludes them; otherwise, numbers that were never subscribed are not in the response. Scope: `manage`.
   */
  remove(input: T.SubscribersRemoveInput, options?: CallOptions): Promise<T.SubscribersRemoveOutput>
}

export type TeamResource = {
  /**
   * List the team.
   *
   * Members of the workspace, sorted by name; chats can be assigned to them. Scope: `read`.
   */
  list(input?: T.TeamListInput, options?: CallOptions): Pages<T.Member>

  /**
   * Show a team member.
   *
   * Includes role, numbers and status. Scope: `read`.
   */
  get(input: T.TeamGetInput, options?: CallOptions): Promise<T.Member>

  /**
   * Change a team member.
   *
   * Changes the fields that you send. If the member loses rights, their open invitations end; `keys` lists the keys they created. The last owner stays an owner. Only owners can change admins and owners, after confirming their password. Scope: `admin`.
   */
  update(input: T.TeamUpdateInput, options?: CallOptions): Promise<T.ChangedMember>

  /**
   * Disable a team member.
   *
   * The member cannot access the workspace until enabled. Their open invitations end. Keys that they created still work unless `revokeKeys` is true. The last owner stays an owner. Only owners can change admins and owners, after confirming their password. Scope: `admin`.
   */
  disable(input: T.TeamDisableInput, options?: CallOptions): Promise<T.ChangedMember>

  /**
   * Enable a team member.
   *
   * The member can access the workspace again. Only owners can change admins and owners, after confirming their password. Scope: `admin`.
   */
  enable(input: T.TeamEnableInput, options?: CallOptions): Promise<T.Member>

  /**
   * Remove a member from the team.
   *
   * The member's chats become unassigned, each announced as `chat:updated`. Their open invitations end. Keys that they created still work unless `revokeKeys` is true. The last owner stays an owner. Only owners can change admins and owners, after confirming their password. Scope: `admin`.
   */
  remove(input: T.TeamRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type TemplatesResource = {
  /**
   * List templates.
   *
   * Reads the templates of the number's business account from the provider. `template:updated` announces the provider's decisions. Scope: `read`.
   */
  list(input: T.TemplatesListInput, options?: CallOptions): Pages<T.Template>

  /**
   * Create a template.
   *
   * The provider reviews the template within a day; `template:updated` announces the result, and an APPROVED template can be sent. The header can be media, such as `{ "media": { "file": "file_…" } }`: a stored JPEG, PNG, MP4 or PDF of at most 16 MB (the key also needs the `read` scope). Create authentication and catalog templates in WhatsApp Manager. Scope: `manage`.
   */
  create(input: T.TemplatesCreateInput, options?: CallOptions): Promise<T.Template>

  /**
   * Show a template.
   *
   * Shows the template in each of its languages, as the provider has it now. Scope: `read`.
   */
  get(input: T.TemplatesGetInput, options?: CallOptions): Promise<T.TemplatesGetAnswer>

  /**
   * Delete a template.
   *
   * Deletes the template in all its languages. The provider still sends messages that it has accepted, and does not allow the name to be reused for 30 days. Scope: `manage`.
   */
  remove(input: T.TemplatesRemoveInput, options?: CallOptions): Promise<T.TemplatesRemoveAnswer>
}

export type UpdatesResource = {
  /**
   * List provider updates that Posthorn does not understand.
   *
   * Updates of an unknown kind, or with content that no response or event shows; newest first, stored for 30 days. They may contain personal data, so the key needs the `raw` scope, which you must request explicitly. Scope: `raw`.
   */
  list(input: T.UpdatesListInput, options?: CallOptions): Pages<T.UnusedUpdate>
}

export type ViewsResource = {
  /**
   * List saved views.
   *
   * The team’s views and the caller’s own views, by name. Scope: `read`.
   */
  list(input?: T.ViewsListInput, options?: CallOptions): Pages<T.SavedView>

  /**
   * Save a view.
   *
   * Saves a chat filter under a name. A workspace can have up to 500 views. Scope: `send`.
   */
  create(input: T.ViewsCreateInput, options?: CallOptions): Promise<T.SavedView>

  /**
   * Show a saved view.
   *
   * One of the team’s views or the caller’s own views. Scope: `read`.
   */
  get(input: T.ViewsGetInput, options?: CallOptions): Promise<T.SavedView>

  /**
   * Change a saved view.
   *
   * Changes only the fields that you send. A filter completely replaces the current filter. Scope: `send`.
   */
  update(input: T.ViewsUpdateInput, options?: CallOptions): Promise<T.SavedView>

  /**
   * Delete a saved view.
   *
   * Deletes the view; its chats do not change. Scope: `send`.
   */
  remove(input: T.ViewsRemoveInput, options?: CallOptions): Promise<T.Removed>
}

export type WebhooksResource = {
  /**
   * Show statistics of a webhook.
   *
   * Counts deliveries by the time of their event and the last response of the receiver. At most 31 days and 1,440 intervals; empty intervals are omitted. The default is the last 24 hours by minute or by hour, or 30 days by day. `holes` are the newest 100 runs of events that the receiver has not accepted although it accepted a later event in the range. Scope: `read`.
   */
  statistics(input: T.WebhooksStatisticsInput, options?: CallOptions): Promise<T.WebhooksStatisticsAnswer>

  /**
   * Create a webhook.
   *
   * Posts events to the URL with Standard Webhooks signature headers and your secret header. Only this response contains `signingSecret`. Scope: `manage`.
   */
  create(input: T.WebhooksCreateInput, options?: CallOptions): Promise<T.CreatedWebhook>

  /**
   * List webhooks.
   *
   * Oldest first. Scope: `read`.
   */
  list(input?: T.WebhooksListInput, options?: CallOptions): Pages<T.Webhook>

  /**
   * Show a webhook.
   *
   * Includes the status of each URL. Scope: `read`.
   */
  get(input: T.WebhooksGetInput, options?: CallOptions): Promise<T.Webhook>

  /**
   * Change a webhook.
   *
   * A new URL applies from the next attempt. `status` and `verifyToken` are for the first request only. `secretHeader: null` removes the header. Scope: `manage`.
   */
  update(input: T.WebhooksUpdateInput, options?: CallOptions): Promise<T.Webhook>

  /**
   * Delete a webhook.
   *
   * Its waiting deliveries are canceled but stay visible. Scope: `manage`.
   */
  remove(input: T.WebhooksRemoveInput, options?: CallOptions): Promise<T.Removed>

  /**
   * Send a sample event now.
   *
   * Posts a sample of this kind to every URL and returns the responses. Nothing is retried or logged as an event. Scope: `manage`.
   */
  test(input: T.WebhooksTestInput, options?: CallOptions): Promise<T.WebhooksTestOutput>

  /**
   * Resume a webhook.
   *
   * Makes a paused or disabled webhook active again; parked deliveries resume. Scope: `manage`.
   */
  resume(input: T.WebhooksResumeInput, options?: CallOptions): Promise<T.Webhook>

  /**
   * Pause a webhook.
   *
   * Deliveries are parked for up to 14 days, until the webhook is resumed. Scope: `manage`.
   */
  pause(input: T.WebhooksPauseInput, options?: CallOptions): Promise<T.Webhook>

  /**
   * List the deliveries of a webhook.
   *
   * Newest first. Scope: `read`.
   */
  deliveries(input: T.WebhooksDeliveriesInput, options?: CallOptions): Pages<T.Delivery>
}

export type WorkspaceResource = {
  /**
   * Show the workspace.
   *
   * The workspace of the key, including its settings. Scope: `read`.
   */
  get(input?: undefined, options?: CallOptions): Promise<T.Workspace>

  /**
   * Change the workspace.
   *
   * Changes the name and settings; omitted fields stay. Settings apply within seconds; `retentionDays` also applies to older messages. Scope: `manage`.
   */
  update(input?: T.WorkspaceUpdateInput, options?: CallOptions): Promise<T.Workspace>
}

/** The operations of the API, by resource. */
export class Resources {
  readonly audit: AuditResource
  readonly automations: AutomationsResource
  readonly capabilities: CapabilitiesResource
  readonly channels: ChannelsResource
  readonly chats: ChatsResource
  readonly contacts: ContactsResource
  readonly deliveries: DeliveriesResource
  readonly departments: DepartmentsResource
  readonly egress: EgressResource
  readonly erasures: ErasuresResource
  readonly events: EventsResource
  readonly files: FilesResource
  readonly groups: GroupsResource
  readonly imports: ImportsResource
  readonly invitations: InvitationsResource
  readonly invites: InvitesResource
  readonly joinRequests: JoinRequestsResource
  readonly keys: KeysResource
  readonly labels: LabelsResource
  readonly me: MeResource
  readonly messages: MessagesResource
  readonly notes: NotesResource
  readonly notifications: NotificationsResource
  readonly numbers: NumbersResource
  readonly participants: ParticipantsResource
  readonly phones: PhonesResource
  readonly posts: PostsResource
  readonly profiles: ProfilesResource
  readonly queues: QueuesResource
  readonly replays: ReplaysResource
  readonly replies: RepliesResource
  readonly restore: RestoreResource
  readonly search: SearchResource
  readonly secrets: SecretsResource
  readonly segments: SegmentsResource
  readonly sessions: SessionsResource
  readonly statistics: StatisticsResource
  readonly subscribers: SubscribersResource
  readonly team: TeamResource
  readonly templates: TemplatesResource
  readonly updates: UpdatesResource
  readonly views: ViewsResource
  readonly webhooks: WebhooksResource
  readonly workspace: WorkspaceResource

  constructor(call: Call) {
    this.audit = resourceOf<AuditResource>(call, operations.audit)
    this.automations = resourceOf<AutomationsResource>(call, operations.automations)
    this.capabilities = resourceOf<CapabilitiesResource>(call, operations.capabilities)
    this.channels = resourceOf<ChannelsResource>(call, operations.channels)
    this.chats = resourceOf<ChatsResource>(call, operations.chats)
    this.contacts = resourceOf<ContactsResource>(call, operations.contacts)
    this.deliveries = resourceOf<DeliveriesResource>(call, operations.deliveries)
    this.departments = resourceOf<DepartmentsResource>(call, operations.departments)
    this.egress = resourceOf<EgressResource>(call, operations.egress)
    this.erasures = resourceOf<ErasuresResource>(call, operations.erasures)
    this.events = resourceOf<EventsResource>(call, operations.events)
    this.files = resourceOf<FilesResource>(call, operations.files)
    this.groups = resourceOf<GroupsResource>(call, operations.groups)
    this.imports = resourceOf<ImportsResource>(call, operations.imports)
    this.invitations = resourceOf<InvitationsResource>(call, operations.invitations)
    this.invites = resourceOf<InvitesResource>(call, operations.invites)
    this.joinRequests = resourceOf<JoinRequestsResource>(call, operations.joinRequests)
    this.keys = resourceOf<KeysResource>(call, operations.keys)
    this.labels = resourceOf<LabelsResource>(call, operations.labels)
    this.me = resourceOf<MeResource>(call, operations.me)
    this.messages = resourceOf<MessagesResource>(call, operations.messages)
    this.notes = resourceOf<NotesResource>(call, operations.notes)
    this.notifications = resourceOf<NotificationsResource>(call, operations.notifications)
    this.numbers = resourceOf<NumbersResource>(call, operations.numbers)
    this.participants = resourceOf<ParticipantsResource>(call, operations.participants)
    this.phones = resourceOf<PhonesResource>(call, operations.phones)
    this.posts = resourceOf<PostsResource>(call, operations.posts)
    this.profiles = resourceOf<ProfilesResource>(call, operations.profiles)
    this.queues = resourceOf<QueuesResource>(call, operations.queues)
    this.replays = resourceOf<ReplaysResource>(call, operations.replays)
    this.replies = resourceOf<RepliesResource>(call, operations.replies)
    this.restore = resourceOf<RestoreResource>(call, operations.restore)
    this.search = resourceOf<SearchResource>(call, operations.search)
    this.secrets = resourceOf<SecretsResource>(call, operations.secrets)
    this.segments = resourceOf<SegmentsResource>(call, operations.segments)
    this.sessions = resourceOf<SessionsResource>(call, operations.sessions)
    this.statistics = resourceOf<StatisticsResource>(call, operations.statistics)
    this.subscribers = resourceOf<SubscribersResource>(call, operations.subscribers)
    this.team = resourceOf<TeamResource>(call, operations.team)
    this.templates = resourceOf<TemplatesResource>(call, operations.templates)
    this.updates = resourceOf<UpdatesResource>(call, operations.updates)
    this.views = resourceOf<ViewsResource>(call, operations.views)
    this.webhooks = resourceOf<WebhooksResource>(call, operations.webhooks)
    this.workspace = resourceOf<WorkspaceResource>(call, operations.workspace)
  }
}
