# Generated from the OpenAPI document; changes here are lost.
from __future__ import annotations

import http.client
from typing import TYPE_CHECKING, Unpack

from ._call import Pages, Resource, Settings

if TYPE_CHECKING:
    from . import types as t


class AuditResource(Resource):
    """Operations of audit."""

    def list(self, **input: Unpack[t.AuditListInput]) -> Pages[t.AuditEntry]:
        """List the audit log.

        Actions that need the `manage` scope and actions of operators, newest first. Entries are kept unchanged for at least 400 days; each contains the hash of the previous one. A key limited to numbers sees its own actions and actions on those numbers. Scope: `manage`."""
        return self._pages("GET", "/v1/audit", input)


class AutomationsResource(Resource):
    """Operations of automations."""

    def list(self, **input: Unpack[t.AutomationsListInput]) -> Pages[t.Automation]:
        """List automations.

        All automations in the workspace, in the order they run: oldest first. Scope: `read`."""
        return self._pages("GET", "/v1/automations", input)

    def create(self, **input: Unpack[t.AutomationsCreateInput]) -> t.Automation:
        """Create an automation.

        Acts in chats with one person when the trigger occurs and all conditions are met. Its actions do not trigger automations. Each run is announced as `chat:updated` with `change: automated`. A workspace can have up to 100. Scope: `manage`."""
        return self._value("POST", "/v1/automations", input)

    def get(self, **input: Unpack[t.AutomationsGetInput]) -> t.Automation:
        """Show an automation.

        With its trigger, conditions and actions. Scope: `read`."""
        return self._value("GET", "/v1/automations/{id}", input)

    def update(self, **input: Unpack[t.AutomationsUpdateInput]) -> t.Automation:
        """Change an automation.

        Changes only the fields that you send. Conditions and actions completely replace the current values. Scope: `manage`."""
        return self._value("PATCH", "/v1/automations/{id}", input)

    def remove(self, **input: Unpack[t.AutomationsRemoveInput]) -> t.Removed:
        """Delete an automation.

        Deletes the automation. Its runs stay in their list and in the history of their chats. Scope: `manage`."""
        return self._value("DELETE", "/v1/automations/{id}", input)

    def try_out(self, **input: Unpack[t.AutomationsTryOutInput]) -> t.AutomationsTryOutOutput:
        """Try an automation on past chats.

        Shows what the automation would do for the latest messages or resolved chats, newest first, given the chats as they are now. Nothing is sent or changed. You can also try a disabled automation. Scope: `read`."""
        return self._list("POST", "/v1/automations/{id}/try", input)

    def runs(self, **input: Unpack[t.AutomationsRunsInput]) -> Pages[t.AutomationRun]:
        """List the runs of an automation.

        Runs from the last 90 days with their chats and actions, newest first. Scope: `read`."""
        return self._pages("GET", "/v1/automations/{id}/runs", input)


class CapabilitiesResource(Resource):
    """Operations of capabilities."""

    def get(self, **input: Unpack[t.CapabilitiesGetInput]) -> t.Capabilities:
        """Show what a number can send.

        Message types by kind of recipient, media with file types and sizes, and limits for buttons, lists and texts. `capability:unsupported` follows the same table. Scope: `read`."""
        return self._value("GET", "/v1/numbers/{id}/capabilities", input)


class ChannelsResource(Resource):
    """Operations of channels."""

    def create(self, **input: Unpack[t.ChannelsCreateInput]) -> t.Channel:
        """Create a broadcast channel.

        A broadcast channel is an audience: its subscribers or, with `segment`, the contacts who match when a post begins and are not blocked. Each gets a separate message. People who send a word such as STOP get no more posts; opted-out contacts never get any. Scope: `manage`."""
        return self._value("POST", "/v1/channels", input)

    def list(self, **input: Unpack[t.ChannelsListInput]) -> Pages[t.Channel]:
        """List broadcast channels.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/channels", input)

    def get(self, **input: Unpack[t.ChannelsGetInput]) -> t.Channel:
        """Show a broadcast channel.

        Includes the number of subscribers. Scope: `read`."""
        return self._value("GET", "/v1/channels/{id}", input)

    def update(self, **input: Unpack[t.ChannelsUpdateInput]) -> t.Channel:
        """Change a broadcast channel.

        Changes the name, description and segment; a broadcast channel keeps its number. `null` clears the description; for `segment`, it makes subscribers the audience again. Posts that have begun keep their audience. Scope: `manage`."""
        return self._value("PATCH", "/v1/channels/{id}", input)

    def remove(self, **input: Unpack[t.ChannelsRemoveInput]) -> t.Removed:
        """Delete a broadcast channel.

        Deletes the channel with its subscribers and posts. Messages in the queue are sent; stop a post first to cancel them. Scope: `manage`."""
        return self._value("DELETE", "/v1/channels/{id}", input)


class ChatsResource(Resource):
    """Operations of chats."""

    def list(self, **input: Unpack[t.ChatsListInput]) -> Pages[t.ChatWithSummaries]:
        """List chats.

        Newest message first, or by `sort`. `search` matches parts of names and phone numbers, and messages that contain all of its words; the last word may be incomplete. A search that begins with `+` matches only phone numbers. Common words are searched only in the newest messages. Scope: `read`."""
        return self._pages("GET", "/v1/chats", input)

    def create(self, **input: Unpack[t.ChatsCreateInput]) -> t.OpenedChat:
        """Open a chat.

        Opens a chat with a phone number without sending a message, for example to migrate a chat. An existing chat keeps its status and gets the labels, and the response is 200. Scope: `send`."""
        return self._value("POST", "/v1/chats", input)

    def update_many(self, **input: Unpack[t.ChatsUpdateManyInput]) -> t.ChatsUpdateManyOutput:
        """Change many chats.

        Changes up to 200 chats at once, all or none: a chat's fields, assignee and labels. Returns the chats in the order of `ids`. Scope: `send`."""
        return self._list("PATCH", "/v1/chats", input)

    def counts(self, **input: Unpack[t.ChatsCountsInput]) -> t.ChatsCountsOutput:
        """Count chats.

        Counts the chats that match each filter and how many of them are unread, and shows when the longest wait began. A filter takes the conditions of GET /v1/chats except search, and counts up to 1000. Scope: `read`."""
        return self._value("POST", "/v1/chats/counts", input)

    def get(self, **input: Unpack[t.ChatsGetInput]) -> t.ChatWithSummaries:
        """Show a chat.

        With its last message and that message's status, its labels, its assigned member and the end of its 24-hour window. Scope: `read`."""
        return self._value("GET", "/v1/chats/{id}", input)

    def update(self, **input: Unpack[t.ChatsUpdateInput]) -> t.Chat:
        """Change a chat.

        Changes status, unread, pinned, muted, snooze and labels. A chat keeps its person and number. Each field with a new value is announced as `chat:updated`. Scope: `send`."""
        return self._value("PATCH", "/v1/chats/{id}", input)

    def remove(self, **input: Unpack[t.ChatsRemoveInput]) -> t.Removed:
        """Delete a chat.

        Deletes the chat here, with its messages, notes and waiting messages; the customer keeps their copy, and the event log keeps its events until they expire. The response is 409 while a message in the chat is being sent. Scope: `manage`."""
        return self._value("DELETE", "/v1/chats/{id}", input)

    def timeline(self, **input: Unpack[t.ChatsTimelineInput]) -> Pages[t.TimelineItem]:
        """Show the timeline of a chat.

        Messages, notes and changes in the chat, newest first: who assigned, resolved, snoozed, muted or labeled it and when, and each run of an automation. Scope: `read`."""
        return self._pages("GET", "/v1/chats/{id}/timeline", input)

    def presence(self, **input: Unpack[t.ChatsPresenceInput]) -> t.ChatsPresenceAnswer:
        """Report presence in a chat.

        Reports that the caller is viewing the chat or typing, and returns the others who are doing so. A report lasts 20 seconds; repeat it while the chat is open. The customer does not see it. Scope: `read`."""
        return self._value("POST", "/v1/chats/{id}/presence", input)

    def archive(self, **input: Unpack[t.ChatsArchiveInput]) -> t.Chat:
        """Archive a chat.

        Archives the chat until the customer's next message; a muted chat stays archived. Archiving it again changes nothing. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/archive", input)

    def unarchive(self, **input: Unpack[t.ChatsUnarchiveInput]) -> t.Chat:
        """Unarchive a chat.

        Reopens the chat. If it is not archived, nothing changes. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/unarchive", input)

    def assign(self, **input: Unpack[t.ChatsAssignInput]) -> t.Chat:
        """Assign a chat.

        Assigns the chat to a workspace member, by id or email address. Replaces any earlier assignment. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/assign", input)

    def unassign(self, **input: Unpack[t.ChatsUnassignInput]) -> t.Chat:
        """Unassign a chat.

        Leaves the chat assigned to no one. If it is already unassigned, nothing changes. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/unassign", input)

    def read(self, **input: Unpack[t.ChatsReadInput]) -> t.Chat:
        """Mark a chat as read.

        Marks all incoming messages in the chat as read and sends a read receipt to the customer, except in groups. If the chat is already read, nothing changes. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/read", input)

    def typing(self, **input: Unpack[t.ChatsTypingInput]) -> t.ChatsTypingAnswer:
        """Show a typing indicator.

        Shown for up to 25 seconds or until the next message. The provider shows it only in reply to a received message, which it marks as read. A late indicator is dropped. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/typing", input)


class ContactsResource(Resource):
    """Operations of contacts."""

    def create(self, **input: Unpack[t.ContactsCreateInput]) -> t.CreatedContact:
        """Create a contact.

        If a contact with this phone number exists, the response is 409 with its id in `errors`; with `upsert: true`, the contact is updated: given attributes are replaced, tags and custom fields are added. The response is 200 if the contact existed, even if it was deleted. Scope: `manage`."""
        return self._value("POST", "/v1/contacts", input)

    def list(self, **input: Unpack[t.ContactsListInput]) -> Pages[t.Contact]:
        """List contacts.

        Newest first unless `sort` is given; all filters must match. A caller limited to numbers sees contacts that had a chat with those numbers, and its own contacts. A `search` that begins with `+` matches only phone numbers. If nothing matches, the response is one page of similarly spelled names. Scope: `read`."""
        return self._pages("GET", "/v1/contacts", input)

    def export(self, **input: Unpack[t.ContactsExportInput]) -> http.client.HTTPResponse:
        """Export contacts.

        One CSV file of all matching contacts, newest first, with columns for up to 200 custom fields (`fields.plan`). Cells like formulas start with an apostrophe. Tags are one cell. Scope: `read`."""
        return self._body("GET", "/v1/contacts/export", input)

    def get(self, **input: Unpack[t.ContactsGetInput]) -> t.Contact:
        """Show a contact.

        Includes all known identities. The id of a merged contact returns the contact it was merged into. Scope: `read`."""
        return self._value("GET", "/v1/contacts/{id}", input)

    def update(self, **input: Unpack[t.ContactsUpdateInput]) -> t.Contact:
        """Change a contact.

        Changes the given fields; `null` clears an attribute. `fields` sets the given custom fields and keeps the others, at most 50 in total. A new phone number replaces the current one; if another contact has it, the response is 409 with that contact's id: merge the two. Scope: `manage`."""
        return self._value("PATCH", "/v1/contacts/{id}", input)

    def remove(self, **input: Unpack[t.ContactsRemoveInput]) -> t.Removed:
        """Delete a contact.

        Removes the contact from the address book: name, attributes, tags and custom fields are cleared; lists, exports and segments omit it. Chats, messages, block and opt-out stay. A message, a create request or an import restores it with the same id. Scope: `manage`."""
        return self._value("DELETE", "/v1/contacts/{id}", input)

    def erase(self, **input: Unpack[t.ContactsEraseInput]) -> t.ContactsEraseAnswer:
        """Erase a person.

        Cannot be undone. Deletes the contact and removes the person everywhere: phone number, name, texts, media, notes, labels, subscriptions, waiting messages and stored responses from your receivers; recorded events keep `{ "erased": true }`. `GET /v1/erasures/{erasure}` shows the progress. Messages stay, without content. Scope: `erase`."""
        return self._value("POST", "/v1/contacts/{id}/erase", input)

    def add_tags(self, **input: Unpack[t.ContactsAddTagsInput]) -> t.Contact:
        """Add tags to a contact.

        Adds to the contact's tags; tags that it already has are ignored. A contact can have at most 100. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/{id}/tags", input)

    def remove_tags(self, **input: Unpack[t.ContactsRemoveTagsInput]) -> t.Contact:
        """Remove tags from a contact.

        Tags that the contact does not have are ignored. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/{id}/tags/remove", input)

    def block(self, **input: Unpack[t.ContactsBlockInput]) -> t.Contact:
        """Block a contact.

        Messages to the contact fail with `contact:blocked` when they are due, even if they were accepted earlier. Incoming messages are stored and announced, marked `blocked`; they count as read and do not reopen a chat or move it up. Groups are not affected. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/{id}/block", input)

    def unblock(self, **input: Unpack[t.ContactsUnblockInput]) -> t.Contact:
        """Unblock a contact.

        Messages are sent and received as before; send a failed message again with POST /v1/messages/{id}/retry. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/{id}/unblock", input)

    def opt_out(self, **input: Unpack[t.ContactsOptOutInput]) -> t.Contact:
        """Record that a contact opted out.

        Sets `optedOutAt`, which filters, segments and audiences use. Contacts also opt out by sending a configured word, such as STOP, or by refusing marketing messages in WhatsApp. Allowing them there again does not end an opt-out recorded here. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/{id}/opt-out", input)

    def opt_in(self, **input: Unpack[t.ContactsOptInInput]) -> t.Contact:
        """Record that a contact opted in again.

        Clears `optedOutAt`, as when the contact sends START. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/{id}/opt-in", input)

    def merge(self, **input: Unpack[t.ContactsMergeInput]) -> t.Contact:
        """Merge two contacts.

        Adds the identities and tags of `from` to `into`, and fills gaps with the attributes and custom fields of `from`. The id of `from` then returns `into`. Scope: `manage`."""
        return self._value("POST", "/v1/contacts/merge", input)


class DeliveriesResource(Resource):
    """Operations of deliveries."""

    def get(self, **input: Unpack[t.DeliveriesGetInput]) -> t.DeliveryWithAttempts:
        """Show a delivery.

        Includes each attempt: status, latency, response headers and the start of the body. Scope: `read`."""
        return self._value("GET", "/v1/deliveries/{id}", input)

    def retry(self, **input: Unpack[t.DeliveriesRetryInput]) -> t.Delivery:
        """Retry a delivery now.

        Attempts a waiting delivery at once; a finished delivery starts a new schedule. The event id and the bytes stay the same. Scope: `manage`."""
        return self._value("POST", "/v1/deliveries/{id}/retry", input)


class DepartmentsResource(Resource):
    """Operations of departments."""

    def list(self, **input: Unpack[t.DepartmentsListInput]) -> Pages[t.Department]:
        """List departments.

        All departments of the team with their members, sorted by name. Scope: `read`."""
        return self._pages("GET", "/v1/departments", input)

    def create(self, **input: Unpack[t.DepartmentsCreateInput]) -> t.Department:
        """Create a department.

        A department groups team members who belong together. A workspace can have at most 100. Scope: `manage`."""
        return self._value("POST", "/v1/departments", input)

    def get(self, **input: Unpack[t.DepartmentsGetInput]) -> t.Department:
        """Show a department.

        Includes its members. Scope: `read`."""
        return self._value("GET", "/v1/departments/{id}", input)

    def update(self, **input: Unpack[t.DepartmentsUpdateInput]) -> t.Department:
        """Change a department.

        Changes the fields that you send; null clears a field. `members` replaces all members. Scope: `manage`."""
        return self._value("PATCH", "/v1/departments/{id}", input)

    def remove(self, **input: Unpack[t.DepartmentsRemoveInput]) -> t.Removed:
        """Delete a department.

        Its members stay on the team, and their chats stay with them. Scope: `manage`."""
        return self._value("DELETE", "/v1/departments/{id}", input)


class EgressResource(Resource):
    """Operations of egress."""

    def get(self) -> t.Egress:
        """Show the source of outgoing requests.

        For your firewall and your receiver: source addresses, headers and signature of a delivery, and the retry schedule."""
        return self._value("GET", "/v1/meta/egress", {})


class ErasuresResource(Resource):
    """Operations of erasures."""

    def list(self, **input: Unpack[t.ErasuresListInput]) -> Pages[t.Erasure]:
        """List erasures.

        Newest first. Erasures stay listed as proof, with ids and times only. Scope: `read`."""
        return self._pages("GET", "/v1/erasures", input)

    def get(self, **input: Unpack[t.ErasuresGetInput]) -> t.Erasure:
        """Show an erasure.

        An erasure is finished, usually within seconds, when no service has the person's name, phone number or texts. Scope: `read`."""
        return self._value("GET", "/v1/erasures/{id}", input)


class EventsResource(Resource):
    """Operations of events."""

    def list(self, **input: Unpack[t.EventsListInput]) -> t.EventsListOutput:
        """Read the event log.

        The numbered log of the workspace, oldest first. The sequence has no gaps, so a receiver that missed webhooks can catch up here. A caller limited to numbers reads only the events of those numbers. A request with `wait` counts as one of the workspace's 20 streams. Scope: `read`."""
        return self._list("GET", "/v1/events", input)

    def get(self, **input: Unpack[t.EventsGetInput]) -> t.LoggedEvent:
        """Show an event.

        Returns the event exactly as it is delivered. Scope: `read`."""
        return self._value("GET", "/v1/events/{id}", input)

    def deliveries(self, **input: Unpack[t.EventsDeliveriesInput]) -> t.EventsDeliveriesOutput:
        """List the deliveries of an event.

        One for each subscribed endpoint. Scope: `read`."""
        return self._list("GET", "/v1/events/{id}/deliveries", input)

    def kinds(self) -> t.EventsKindsOutput:
        """List the kinds of events.

        Kinds that a webhook can subscribe to, with a sample of each and when it occurs. Scope: `read`."""
        return self._list("GET", "/v1/events/kinds", {})


class FilesResource(Resource):
    """Operations of files."""

    def create(self, **input: Unpack[t.FilesCreateInput]) -> t.File:
        """Store a file.

        Send a form with one `file` part (`curl -F file=@photo.jpg`), the bytes as the body, or JSON with `url` or, for a small file, `content`. The type is detected from the bytes; unsupported types, markup, and a wrong `mime` are refused. Limits: images 5 MB, stickers 100 KB (animated 500 KB), audio and video 16 MB, documents 100 MB. Scope: `send`."""
        return self._value("POST", "/v1/files", input)

    def list(self, **input: Unpack[t.FilesListInput]) -> Pages[t.File]:
        """List files.

        Newest first. A caller limited to numbers sees files in their messages and its own files. Scope: `read`."""
        return self._pages("GET", "/v1/files", input)

    def get(self, **input: Unpack[t.FilesGetInput]) -> t.File:
        """Show a file.

        Returns the metadata; `GET …/download` returns the bytes. Scope: `read`."""
        return self._value("GET", "/v1/files/{id}", input)

    def update(self, **input: Unpack[t.FilesUpdateInput]) -> t.File:
        """Change a file.

        Changes the name or the deletion time; the bytes stay the same. Messages that were already accepted keep the previous name. Scope: `send`."""
        return self._value("PATCH", "/v1/files/{id}", input)

    def remove(self, **input: Unpack[t.FilesRemoveInput]) -> t.Removed:
        """Delete a file.

        Deletes the file permanently, and its bytes unless another file has the same bytes. A waiting message that needs the file fails; sent messages are not affected. Scope: `send`."""
        return self._value("DELETE", "/v1/files/{id}", input)

    def download(self, **input: Unpack[t.FilesDownloadInput]) -> http.client.HTTPResponse:
        """Download a file.

        Returns the bytes as an attachment, or one range of them if a `Range` header names it. `offset` skips bytes, to resume a download. Scope: `read`."""
        return self._body("GET", "/v1/files/{id}/download", input)


class GroupsResource(Resource):
    """Operations of groups."""

    def create(self, **input: Unpack[t.GroupsCreateInput]) -> t.Group:
        """Create a group.

        Returns at once with `status: creating`. The group is `active`, with its invite link, when the provider confirms it (`group:updated`). The provider allows groups only for numbers of an Official Business Account: for any other number, the group becomes `failed` with `number:no_groups`. Scope: `manage`."""
        return self._value("POST", "/v1/groups", input)

    def list(self, **input: Unpack[t.GroupsListInput]) -> Pages[t.Group]:
        """List groups.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/groups", input)

    def get(self, **input: Unpack[t.GroupsGetInput]) -> t.Group:
        """Show a group.

        Includes its status with the provider and its invite link. Scope: `read`."""
        return self._value("GET", "/v1/groups/{id}", input)

    def update(self, **input: Unpack[t.GroupsUpdateInput]) -> t.Group:
        """Change the name and description of a group.

        Returns at once, with each change in `changes` as `status: pending`. The provider confirms or refuses each one (`group:updated` with `changed` or `refused`). `null` clears the description. The provider cannot change `joinApproval`. A group keeps its number; participants have separate operations. Scope: `manage`."""
        return self._value("PATCH", "/v1/groups/{id}", input)

    def remove(self, **input: Unpack[t.GroupsRemoveInput]) -> t.Group:
        """Delete a group.

        Returns at once with `status: deleting`. Once the provider confirms (`deleted`), everyone is out of the group, which stays listed. If the provider refuses, `changes` gives the reason. Scope: `manage`."""
        return self._value("DELETE", "/v1/groups/{id}", input)

    def set_image(self, **input: Unpack[t.GroupsSetImageInput]) -> t.Group:
        """Change the image of a group.

        A square JPEG of at least 192 pixels and at most 5 MB. In JSON, send a stored file, `{ "file": "file_…" }`, or the bytes. Or send a form with a single `file` part, or the bytes as the body. `group:updated` announces the result. Scope: `manage`."""
        return self._value("PUT", "/v1/groups/{id}/image", input)


class ImportsResource(Resource):
    """Operations of imports."""

    def create(self, **input: Unpack[t.ImportsCreateInput]) -> t.ContactImport:
        """Import contacts.

        Send a form with a single `file` part (`curl -F file=@contacts.csv -F onDuplicate=update`), a raw body of up to 64 MiB, or JSON of up to 1 MiB with `csv`, `contacts`, `url` or `file` (the key also needs the `read` scope). `import:finished` announces the end. Delimiters, encodings and columns are detected; unknown columns are ignored. With `onDuplicate: update`, a row replaces the attributes that it has and adds its tags and custom fields. `optedOutAt` and `blocked` opt out or block a contact, never the reverse. Scope: `manage`."""
        return self._value("POST", "/v1/imports", input)

    def list(self, **input: Unpack[t.ImportsListInput]) -> Pages[t.ContactImport]:
        """List imports.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/imports", input)

    def get(self, **input: Unpack[t.ImportsGetInput]) -> t.ContactImport:
        """Show an import.

        Returns status, counts and `progress` from 0 to 1. Scope: `read`."""
        return self._value("GET", "/v1/imports/{id}", input)

    def errors(self, **input: Unpack[t.ImportsErrorsInput]) -> Pages[t.ImportsErrorsAnswer]:
        """List the rows of an import that have errors.

        In row order; the first 10,000 errors are stored. A row with an error is not imported. `GET …/errors/export` returns these rows as a file. Scope: `read`."""
        return self._pages("GET", "/v1/imports/{id}/errors", input)

    def export_errors(self, **input: Unpack[t.ImportsExportErrorsInput]) -> http.client.HTTPResponse:
        """Export the rows of an import that have errors.

        One CSV file with the columns of the import and `import.row`, `import.line` and `import.faults`, to correct and import again. The first 10,000 errors are stored. Cells are empty in rows longer than 16,384 characters and where a person was erased. Scope: `read`."""
        return self._body("GET", "/v1/imports/{id}/errors/export", input)


class InvitationsResource(Resource):
    """Operations of invitations."""

    def list(self, **input: Unpack[t.InvitationsListInput]) -> Pages[t.Invitation]:
        """List invitations to the team.

        Open invitations, newest first. Scope: `admin`."""
        return self._pages("GET", "/v1/invitations", input)

    def create(self, **input: Unpack[t.InvitationsCreateInput]) -> t.NewInvitation:
        """Invite someone to the team.

        Only this response contains the link, which works once within seven days. It replaces earlier ones to the address. An agent or viewer with `numbers` sees only the chats of those numbers, but all contacts, segments and files. Only owners can change admins and owners, after confirming their password. Scope: `admin`."""
        return self._value("POST", "/v1/invitations", input)

    def get(self, **input: Unpack[t.InvitationsGetInput]) -> t.Invitation:
        """Show an invitation to the team.

        Does not include its link. Scope: `admin`."""
        return self._value("GET", "/v1/invitations/{id}", input)

    def remove(self, **input: Unpack[t.InvitationsRemoveInput]) -> t.Removed:
        """Withdraw an invitation.

        Its link no longer works. Scope: `admin`."""
        return self._value("DELETE", "/v1/invitations/{id}", input)


class InvitesResource(Resource):
    """Operations of invites."""

    def get(self, **input: Unpack[t.InvitesGetInput]) -> t.GroupInvite:
        """Show the invite link of a group.

        People who follow it join, or request to join if the group has `joinApproval`. Scope: `read`."""
        return self._value("GET", "/v1/groups/{id}/invite", input)

    def revoke(self, **input: Unpack[t.InvitesRevokeInput]) -> t.GroupInvite:
        """Revoke the invite link of a group.

        The provider makes a new link (`group:updated` with `changed`), and the old one stops working: people who were invited with it and have not joined are `canceled` and can be invited again. Scope: `manage`."""
        return self._value("POST", "/v1/groups/{id}/invite/revoke", input)


class JoinRequestsResource(Resource):
    """Operations of joinRequests."""

    def list(self, **input: Unpack[t.JoinRequestsListInput]) -> Pages[t.JoinRequest]:
        """List requests to join a group.

        Newest first; decided requests stay listed with their status. Scope: `read`."""
        return self._pages("GET", "/v1/groups/{id}/requests", input)

    def approve(self, **input: Unpack[t.JoinRequestsApproveInput]) -> t.JoinRequestsApproveOutput:
        """Approve requests to join a group.

        The people join the group when the provider confirms. Returns the status of each request; the result follows (`group:updated` with `requests`). Requests already decided or withdrawn stay as they are. Scope: `manage`."""
        return self._list("POST", "/v1/groups/{id}/requests/approve", input)

    def reject(self, **input: Unpack[t.JoinRequestsRejectInput]) -> t.JoinRequestsRejectOutput:
        """Reject requests to join a group.

        The people may request to join again. Returns the status of each request; the result follows (`group:updated` with `requests`). Requests already decided or withdrawn stay as they are. Scope: `manage`."""
        return self._list("POST", "/v1/groups/{id}/requests/reject", input)


class KeysResource(Resource):
    """Operations of keys."""

    def list(self, **input: Unpack[t.KeysListInput]) -> Pages[t.ApiKey]:
        """List API keys.

        Newest first, including revoked keys, without secrets. A key limited to numbers sees only keys limited to some of those numbers. Scope: `admin`."""
        return self._pages("GET", "/v1/keys", input)

    def create(self, **input: Unpack[t.KeysCreateInput]) -> t.NewApiKey:
        """Create an API key.

        The response contains the key itself, once. A key can’t exceed its creator’s scopes, numbers, addresses or expiry. Limits that you omit default to yours. Scope: `admin`."""
        return self._value("POST", "/v1/keys", input)

    def get(self, **input: Unpack[t.KeysGetInput]) -> t.ApiKey:
        """Show an API key.

        Never returns the secret. Scope: `admin`."""
        return self._value("GET", "/v1/keys/{id}", input)

    def update(self, **input: Unpack[t.KeysUpdateInput]) -> t.ApiKey:
        """Change an API key.

        Changes the name, addresses and expiry; omitted fields stay. Scopes and numbers cannot change. A key can’t exceed its creator’s scopes, numbers, addresses or expiry. Scope: `admin`."""
        return self._value("PATCH", "/v1/keys/{id}", input)

    def rotate(self, **input: Unpack[t.KeysRotateInput]) -> t.RotatedApiKey:
        """Rotate an API key.

        Creates a key with the same name, scopes and limits; the previous one expires after the grace period. Only this response contains the new key. A key can’t exceed its creator’s scopes, numbers, addresses or expiry. Scope: `admin`."""
        return self._value("POST", "/v1/keys/{id}/rotate", input)

    def revoke(self, **input: Unpack[t.KeysRevokeInput]) -> t.ApiKey:
        """Revoke an API key.

        Every gateway refuses the key within a second. Revoking it twice changes nothing. Scope: `admin`."""
        return self._value("POST", "/v1/keys/{id}/revoke", input)

    def usage(self, **input: Unpack[t.KeysUsageInput]) -> t.KeysUsageAnswer:
        """Show how an API key is used.

        Requests in the last 30 days by operation and day, latest first. Counts appear within seconds; if a gateway crashes, its latest counts are lost. Scope: `admin`."""
        return self._value("GET", "/v1/keys/{id}/usage", input)


class LabelsResource(Resource):
    """Operations of labels."""

    def list(self, **input: Unpack[t.LabelsListInput]) -> Pages[t.Label]:
        """List labels.

        All labels in the workspace, by name. Scope: `read`."""
        return self._pages("GET", "/v1/labels", input)

    def create(self, **input: Unpack[t.LabelsCreateInput]) -> t.Label:
        """Create a label.

        Labels group chats. A workspace can have up to 500. Scope: `manage`."""
        return self._value("POST", "/v1/labels", input)

    def get(self, **input: Unpack[t.LabelsGetInput]) -> t.Label:
        """Show a label.

        With its color and description. Scope: `read`."""
        return self._value("GET", "/v1/labels/{id}", input)

    def update(self, **input: Unpack[t.LabelsUpdateInput]) -> t.Label:
        """Change a label.

        Each chat with the label is announced as `chat:updated` with `change: renamed`; many events follow within moments. `description: null` clears the description. Scope: `manage`."""
        return self._value("PATCH", "/v1/labels/{id}", input)

    def remove(self, **input: Unpack[t.LabelsRemoveInput]) -> t.Removed:
        """Delete a label.

        Removes the label from all chats, each announced as `chat:updated` with `change: labeled`; many events follow within moments. Scope: `manage`."""
        return self._value("DELETE", "/v1/labels/{id}", input)

    def merge(self, **input: Unpack[t.LabelsMergeInput]) -> t.Label:
        """Merge two labels.

        Chats with the label `from` get `into` instead, each announced as `chat:updated` with `change: labeled`; many events follow within moments. Saved views and automations then use `into`, and `from` is deleted. Scope: `manage`."""
        return self._value("POST", "/v1/labels/merge", input)

    def add(self, **input: Unpack[t.LabelsAddInput]) -> t.Chat:
        """Add labels to a chat.

        Adds to the chat's labels, at most 50 in total; labels already on the chat are ignored. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/labels", input)

    def remove_from_chat(self, **input: Unpack[t.LabelsRemoveFromChatInput]) -> t.Chat:
        """Remove a label from a chat.

        A label that the chat does not have is ignored. Scope: `send`."""
        return self._value("DELETE", "/v1/chats/{id}/labels/{label}", input)


class MeResource(Resource):
    """Operations of me."""

    def get(self) -> t.Account:
        """Show the caller's account.

        Workspace, key or member, permitted operations, limits, and today's messages. Use it to test a connection."""
        return self._value("GET", "/v1/me", {})


class MessagesResource(Resource):
    """Operations of messages."""

    def send(self, **input: Unpack[t.MessagesSendInput]) -> t.Message:
        """Send a message.

        Queues the message and responds before it is sent. Webhooks receive the outcome as `message:out`, `message:ack` and `message:failed`. A message with `channel` becomes a post when it is due: it is `sending` while the post runs, then `sent` if it reached anyone, or else `failed`. Scope: `send`."""
        return self._value("POST", "/v1/messages", input)

    def list(self, **input: Unpack[t.MessagesListInput]) -> Pages[t.MessageWithSummaries]:
        """List messages.

        Incoming and outgoing messages, newest first. Scope: `read`."""
        return self._pages("GET", "/v1/messages", input)

    def batch(self, **input: Unpack[t.MessagesBatchInput]) -> t.MessagesBatchOutput:
        """Send up to 1,000 messages.

        Accepts all messages in one transaction and returns them in order; messages in the same chat are sent in that order. An invalid field or unknown id rejects the whole request; with `partial`, an `error` takes the place of that message and the others are accepted. Scope: `send`."""
        return self._list("POST", "/v1/messages/batch", input)

    def get(self, **input: Unpack[t.MessagesGetInput]) -> t.MessageWithSummaries:
        """Show a message.

        With its status, the time of each status, and what it is waiting for. Scope: `read`."""
        return self._value("GET", "/v1/messages/{id}", input)

    def update(self, **input: Unpack[t.MessagesUpdateInput]) -> t.Message:
        """Change a waiting message.

        Changes the content, time, priority, reference or validity while the message is scheduled or queued and was never attempted; after that, the response is 409. For another recipient, number or option, cancel it and send again. `message` alone changes the text; other content replaces all content, following the rules of POST /v1/messages. Scope: `send`."""
        return self._value("PATCH", "/v1/messages/{id}", input)

    def raw(self, **input: Unpack[t.MessagesRawInput]) -> t.MessagesRawAnswer:
        """Show a message as the provider sent it.

        The provider's JSON for a message that was received or was sent from the provider's app. Null for messages that you sent, plain-text messages and large messages. A key has the `raw` scope only if you request it. Scope: `raw`."""
        return self._value("GET", "/v1/messages/{id}/raw", input)

    def cancel(self, **input: Unpack[t.MessagesCancelInput]) -> t.Message:
        """Cancel a waiting message.

        Cancels a scheduled or queued message. For any other, even a canceled message, the response is 409. Scope: `send`."""
        return self._value("POST", "/v1/messages/{id}/cancel", input)

    def retry(self, **input: Unpack[t.MessagesRetryInput]) -> t.Message:
        """Send a failed message again.

        Queues a failed or expired message again, valid for another 10 hours. Scope: `send`."""
        return self._value("POST", "/v1/messages/{id}/retry", input)

    def read(self, **input: Unpack[t.MessagesReadInput]) -> t.Message:
        """Mark an incoming message as read.

        Sends a read receipt to the customer, except in groups. Earlier messages in the chat keep their status. Scope: `send`."""
        return self._value("POST", "/v1/messages/{id}/read", input)

    def receipts(self, **input: Unpack[t.MessagesReceiptsInput]) -> t.MessagesReceiptsOutput:
        """Show the receipts of a message.

        Status of the message for each recipient, with times. In a group, the message follows its first participant to `delivered`, `read` and `played`, and `message:ack` is announced for each participant; it fails only if it reaches no one. Scope: `read`."""
        return self._list("GET", "/v1/messages/{id}/receipts", input)

    def trace(self, **input: Unpack[t.MessagesTraceInput]) -> t.MessagesTraceAnswer:
        """Trace a message.

        One timeline: acceptance, waits and their reasons, send attempts, statuses, and deliveries of its events to webhooks, with outcomes and durations. Logs, events and deliveries have the same `traceId`. Scope: `read`."""
        return self._value("GET", "/v1/messages/{id}/trace", input)


class NotesResource(Resource):
    """Operations of notes."""

    def list(self, **input: Unpack[t.NotesListInput]) -> Pages[t.Note]:
        """List the notes of a chat.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/chats/{id}/notes", input)

    def create(self, **input: Unpack[t.NotesCreateInput]) -> t.Note:
        """Add a note to a chat.

        The note is private: the customer never sees it. Announced as `chat:updated` with `change: noted`. Scope: `send`."""
        return self._value("POST", "/v1/chats/{id}/notes", input)

    def get(self, **input: Unpack[t.NotesGetInput]) -> t.Note:
        """Show a note.

        With its author and the members mentioned in it. Scope: `read`."""
        return self._value("GET", "/v1/chats/{id}/notes/{note}", input)

    def update(self, **input: Unpack[t.NotesUpdateInput]) -> t.Note:
        """Change a note.

        Replaces the note's text or mentions. Announced as `chat:updated` with `change: noted`. Scope: `send`."""
        return self._value("PATCH", "/v1/chats/{id}/notes/{note}", input)

    def remove(self, **input: Unpack[t.NotesRemoveInput]) -> t.Removed:
        """Delete a note.

        Deletes the note permanently. Scope: `send`."""
        return self._value("DELETE", "/v1/chats/{id}/notes/{note}", input)


class NotificationsResource(Resource):
    """Operations of notifications."""

    def list(self, **input: Unpack[t.NotificationsListInput]) -> Pages[t.Notification]:
        """List notifications.

        Mentions, assignments, snoozed chats that are back, failed messages, and numbers and webhooks with problems, newest first, for 30 days. Members see only their own notifications, and only about what they can access. Scope: `read`."""
        return self._pages("GET", "/v1/notifications", input)

    def get(self, **input: Unpack[t.NotificationsGetInput]) -> t.Notification:
        """Show a notification.

        Members can see only their own notifications; keys can see every member's. Scope: `read`."""
        return self._value("GET", "/v1/notifications/{id}", input)

    def read(self, **input: Unpack[t.NotificationsReadInput]) -> t.NotificationsReadAnswer:
        """Mark notifications as read.

        Marks the notifications with these ids, or all of the member's, as read. Unknown ids are ignored. An API key needs the `send` scope. The member's open dashboards update at once. Scope: `read`."""
        return self._value("POST", "/v1/notifications/read", input)


class NumbersResource(Resource):
    """Operations of numbers."""

    def create(self, **input: Unpack[t.NumbersCreateInput]) -> t.ConnectedNumber:
        """Connect a number.

        A simulator number needs only a name. A cloud number needs its credentials, which are checked with the provider and stored encrypted. Enter `callbackUrl` and `verifyToken` in the provider's app dashboard. Scope: `manage`."""
        return self._value("POST", "/v1/numbers", input)

    def list(self, **input: Unpack[t.NumbersListInput]) -> Pages[t.Number]:
        """List numbers.

        Oldest first. Scope: `read`."""
        return self._pages("GET", "/v1/numbers", input)

    def get(self, **input: Unpack[t.NumbersGetInput]) -> t.Number:
        """Show a number.

        Includes its session with the provider and its queue. Scope: `read`."""
        return self._value("GET", "/v1/numbers/{id}", input)

    def update(self, **input: Unpack[t.NumbersUpdateInput]) -> t.Number:
        """Change a number.

        Changes the name, default, rate and quiet hours. A number keeps its provider, its provider ids and its `verifyToken`. A new token is checked with the provider first; after the app secret changes, callbacks signed with the previous secret are still accepted. Scope: `manage`."""
        return self._value("PATCH", "/v1/numbers/{id}", input)

    def disconnect(self, **input: Unpack[t.NumbersDisconnectInput]) -> t.Number:
        """Disconnect a number.

        Its credentials are erased; chats and messages stay. Waiting messages stay queued until they expire. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/disconnect", input)

    def simulate(self, **input: Unpack[t.NumbersSimulateInput]) -> t.NumbersSimulateAnswer:
        """Simulate the customer or the provider.

        For simulator numbers only: an incoming message, a status, an outage, the passing of time, a provider decision about the number, a report about its account, or a group event. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/simulate", input)


class ParticipantsResource(Resource):
    """Operations of participants."""

    def list(self, **input: Unpack[t.ParticipantsListInput]) -> Pages[t.Participant]:
        """List the people of a group.

        Sorted by phone number. People who left or were removed stay listed with their status. Scope: `read`."""
        return self._pages("GET", "/v1/groups/{id}/participants", input)

    def invite(self, **input: Unpack[t.ParticipantsInviteInput]) -> t.ParticipantsInviteOutput:
        """Invite people to a group.

        The provider cannot add people: each person gets the invite link and is `invited` until they follow it (`group:updated` with `participants`). People who joined or were invited stay as they are; people who were removed are not invited; people beyond the limit of 8 are `failed` with `group:full`. Scope: `manage`."""
        return self._list("POST", "/v1/groups/{id}/participants", input)

    def remove(self, **input: Unpack[t.ParticipantsRemoveInput]) -> t.ParticipantsRemoveOutput:
        """Remove people from a group.

        Removes several people at once. People who have joined are `removing` until the provider confirms, then `removed`: they can never rejoin through a link. A pending invitation is `canceled`; its link works until it is revoked. Scope: `manage`."""
        return self._list("POST", "/v1/groups/{id}/participants/remove", input)


class PhonesResource(Resource):
    """Operations of phones."""

    def validate(self, **input: Unpack[t.PhonesValidateInput]) -> t.PhonesValidateOutput:
        """Check the format of phone numbers.

        Up to 1000 phone numbers at once, in any common format. No message is sent. Scope: `read`."""
        return self._list("POST", "/v1/phones/validate", input)

    def exists(self, **input: Unpack[t.PhonesExistsInput]) -> t.PhonesExistsOutput:
        """Check which phone numbers are on the channel.

        The provider has no lookup, so the result comes from messages of the numbers that the caller can use. `true`: the phone number sent or received a message. `false`: the last message to it could not be delivered. `null`: unknown. Scope: `read`."""
        return self._list("POST", "/v1/phones/exists", input)


class PostsResource(Resource):
    """Operations of posts."""

    def create(self, **input: Unpack[t.PostsCreateInput]) -> t.Post:
        """Post to a broadcast channel.

        Posts any content of POST /v1/messages except reactions and stored files, which need POST /v1/messages with `channel`. Everyone subscribed, or in the segment, when it begins gets a message with the post's id as `reference`, after the number's queue (`priority: low`). Texts may have placeholders: `{{contact.firstName|there}}` is the contact's value, or else the text after `|`. `channel:posted` announces the end. Scope: `send`."""
        return self._value("POST", "/v1/posts", input)

    def list(self, **input: Unpack[t.PostsListInput]) -> Pages[t.Post]:
        """List posts.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/posts", input)

    def get(self, **input: Unpack[t.PostsGetInput]) -> t.Post:
        """Show a post.

        With counts. Its messages: GET /v1/messages?reference={post}. Scope: `read`."""
        return self._value("GET", "/v1/posts/{id}", input)

    def update(self, **input: Unpack[t.PostsUpdateInput]) -> t.Post:
        """Change the time of a post.

        Changes when a scheduled post begins, or a `testing` post after it is resumed; null: at once. Its content and channel stay: stop it and create another. Scope: `send`."""
        return self._value("PATCH", "/v1/posts/{id}", input)

    def pause(self, **input: Unpack[t.PostsPauseInput]) -> t.Post:
        """Pause a post.

        Sends nothing more until it is resumed, except messages being sent. A paused post does not expire. Its queued messages are canceled; when resumed, each person gets a new message with its full `expiresIn`. Scope: `send`."""
        return self._value("POST", "/v1/posts/{id}/pause", input)

    def resume(self, **input: Unpack[t.PostsResumeInput]) -> t.Post:
        """Resume a post.

        Continues a paused post. Sends a tested post to everyone else, now or at its `deliverAt`. Resuming a post that is being sent changes nothing. Scope: `send`."""
        return self._value("POST", "/v1/posts/{id}/resume", input)

    def stop(self, **input: Unpack[t.PostsStopInput]) -> t.Post:
        """Stop a post.

        Cancels the post for everyone it has not been sent to. It is `stopping` until all are canceled and messages being sent are counted, then `stopped` (`channel:posted`). Stopping twice changes nothing. Scope: `send`."""
        return self._value("POST", "/v1/posts/{id}/stop", input)


class ProfilesResource(Resource):
    """Operations of profiles."""

    def get(self, **input: Unpack[t.ProfilesGetInput]) -> t.BusinessProfile:
        """Show the business profile of a number.

        Reads the profile from the provider. Scope: `read`."""
        return self._value("GET", "/v1/numbers/{id}/profile", input)

    def update(self, **input: Unpack[t.ProfilesUpdateInput]) -> t.BusinessProfile:
        """Change the business profile of a number.

        Changes the given fields with the provider; `null` clears a field. Scope: `manage`."""
        return self._value("PATCH", "/v1/numbers/{id}/profile", input)

    def set_picture(self, **input: Unpack[t.ProfilesSetPictureInput]) -> t.BusinessProfile:
        """Change the profile picture of a number.

        A JPEG or PNG of at most 5 MB, which the provider shows as a 640 px square. In JSON, send a stored file, `{ "file": "file_…" }`, or the bytes. Or send a form with a single `file` part, or the bytes as the body. Scope: `manage`."""
        return self._value("PUT", "/v1/numbers/{id}/profile/picture", input)


class QueuesResource(Resource):
    """Operations of queues."""

    def get(self, **input: Unpack[t.QueuesGetInput]) -> t.Queue:
        """Show the queue of a number.

        Shows waiting messages, the age of the oldest, and the time to send all of them at the current rate. Scope: `read`."""
        return self._value("GET", "/v1/numbers/{id}/queue", input)

    def update(self, **input: Unpack[t.QueuesUpdateInput]) -> t.Queue:
        """Change a queue.

        With `refuses`, new messages are refused with `queue:refusing`, whatever the status of the queue. Pausing, draining and resuming are separate operations. Scope: `manage`."""
        return self._value("PATCH", "/v1/numbers/{id}/queue", input)

    def pause(self, **input: Unpack[t.QueuesPauseInput]) -> t.Queue:
        """Pause a queue.

        All messages wait until the queue is resumed. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/queue/pause", input)

    def drain(self, **input: Unpack[t.QueuesDrainInput]) -> t.Queue:
        """Drain a queue.

        Messages that are queued now are sent; new messages wait until the queue is resumed. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/queue/drain", input)

    def resume(self, **input: Unpack[t.QueuesResumeInput]) -> t.Queue:
        """Resume a queue.

        Sends all messages again. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/queue/resume", input)

    def purge(self, **input: Unpack[t.QueuesPurgeInput]) -> t.QueuesPurgeAnswer:
        """Cancel the waiting messages of a queue.

        Cancels all waiting messages, or those that match the filter; scheduled messages only with `includeScheduled`. Messages that are being sent are not canceled. One request cancels up to 20,000: repeat it while `remaining` is above 0. `posts` lists posts whose messages are not all in the queue yet. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/queue/purge", input)

    def move(self, **input: Unpack[t.QueuesMoveInput]) -> t.QueuesMoveAnswer:
        """Move a queue to another number.

        The other number sends the waiting messages that match the filter, including scheduled messages, in the same order; quotes of messages that stay are removed. Messages that are being sent and messages to groups stay. A reaction goes or stays with its message. One request moves up to 20,000: repeat it while `remaining` is above 0. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/queue/move", input)


class ReplaysResource(Resource):
    """Operations of replays."""

    def create(self, **input: Unpack[t.ReplaysCreateInput]) -> t.Replay:
        """Deliver past events again.

        Delivers events from `from`, at most 30 days ago, up to `to` again, to every URL of the webhook that subscribes to them: oldest first, with the same id and bytes and the header `Webhook-Replay: true`. A replay uses at most half of a URL's rate, and pauses with the webhook. Scope: `manage`."""
        return self._value("POST", "/v1/webhooks/{id}/replays", input)

    def list(self, **input: Unpack[t.ReplaysListInput]) -> Pages[t.Replay]:
        """List the replays of a webhook.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/webhooks/{id}/replays", input)

    def preview(self, **input: Unpack[t.ReplaysPreviewInput]) -> t.ReplaysPreviewAnswer:
        """Count what a replay would deliver.

        Takes the times and filters of a replay, but does not start one. For a webhook with another format, events not sent in that format are counted too. Scope: `read`."""
        return self._value("POST", "/v1/webhooks/{id}/replays/preview", input)

    def get(self, **input: Unpack[t.ReplaysGetInput]) -> t.Replay:
        """Show a replay.

        Includes its progress. For each delivery: GET /v1/webhooks/{id}/deliveries. Scope: `read`."""
        return self._value("GET", "/v1/webhooks/{id}/replays/{replay}", input)

    def stop(self, **input: Unpack[t.ReplaysStopInput]) -> t.Replay:
        """Stop a replay.

        No more events are queued; queued events are still delivered. A replay that has ended stays as it is. Scope: `manage`."""
        return self._value("POST", "/v1/webhooks/{id}/replays/{replay}/stop", input)


class RepliesResource(Resource):
    """Operations of replies."""

    def list(self, **input: Unpack[t.RepliesListInput]) -> Pages[t.SavedReply]:
        """List saved replies.

        All saved replies in the workspace, by name. Scope: `read`."""
        return self._pages("GET", "/v1/replies", input)

    def create(self, **input: Unpack[t.RepliesCreateInput]) -> t.SavedReply:
        """Save a reply.

        Saves a text that the team sends often. A workspace can have up to 1,000. Scope: `send`."""
        return self._value("POST", "/v1/replies", input)

    def get(self, **input: Unpack[t.RepliesGetInput]) -> t.SavedReply:
        """Show a saved reply.

        With its text, shortcut and folder. Scope: `read`."""
        return self._value("GET", "/v1/replies/{id}", input)

    def update(self, **input: Unpack[t.RepliesUpdateInput]) -> t.SavedReply:
        """Change a saved reply.

        Changes only the fields that you send; null clears the shortcut or folder. Scope: `send`."""
        return self._value("PATCH", "/v1/replies/{id}", input)

    def remove(self, **input: Unpack[t.RepliesRemoveInput]) -> t.Removed:
        """Delete a saved reply.

        Deletes the reply; messages sent with it are not affected. Scope: `send`."""
        return self._value("DELETE", "/v1/replies/{id}", input)


class RestoreResource(Resource):
    """Operations of restore."""

    def get(self) -> t.Restore:
        """Show what is on hold after a restore.

        After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated. Any key can call it; the response can be up to five seconds old."""
        return self._value("GET", "/v1/meta/restore", {})


class SearchResource(Resource):
    """Operations of search."""

    def find(self, **input: Unpack[t.SearchFindInput]) -> t.SearchFindAnswer:
        """Search everything.

        Finds chats by name and phone number, messages by their words, contacts, templates, numbers, webhooks and keys; a full id finds its object. Results that the caller cannot access are left out. `unavailable` lists kinds whose service does not respond. Scope: `read`."""
        return self._value("GET", "/v1/search", input)


class SecretsResource(Resource):
    """Operations of secrets."""

    def rotate(self, **input: Unpack[t.SecretsRotateInput]) -> t.SecretsRotateAnswer:
        """Rotate the signing secret of a webhook.

        For `graceHours`, deliveries are also signed with the old secret, until you change it at the receiver; with 0, the old secrets expire at once. At most five are valid; the oldest expires first. Only this response contains `signingSecret`. Scope: `manage`."""
        return self._value("POST", "/v1/webhooks/{id}/rotate-secret", input)


class SegmentsResource(Resource):
    """Operations of segments."""

    def create(self, **input: Unpack[t.SegmentsCreateInput]) -> t.Segment:
        """Save a segment.

        Saves a contact filter under a name. Scope: `manage`."""
        return self._value("POST", "/v1/segments", input)

    def list(self, **input: Unpack[t.SegmentsListInput]) -> Pages[t.Segment]:
        """List segments.

        Newest first, each with its current count. Scope: `read`."""
        return self._pages("GET", "/v1/segments", input)

    def get(self, **input: Unpack[t.SegmentsGetInput]) -> t.Segment:
        """Show a segment.

        Includes its current count. Scope: `read`."""
        return self._value("GET", "/v1/segments/{id}", input)

    def update(self, **input: Unpack[t.SegmentsUpdateInput]) -> t.Segment:
        """Change a segment.

        Changes the given fields; a new filter replaces the whole tree. Scope: `manage`."""
        return self._value("PATCH", "/v1/segments/{id}", input)

    def remove(self, **input: Unpack[t.SegmentsRemoveInput]) -> t.Removed:
        """Delete a segment.

        Deletes the filter, not its contacts. A channel that has the segment as its audience then reaches no one. Scope: `manage`."""
        return self._value("DELETE", "/v1/segments/{id}", input)

    def preview(self, **input: Unpack[t.SegmentsPreviewInput]) -> t.SegmentsPreviewAnswer:
        """Preview a filter.

        Counts the matching contacts and returns the newest of them; nothing is saved. Scope: `read`."""
        return self._value("POST", "/v1/segments/preview", input)


class SessionsResource(Resource):
    """Operations of sessions."""

    def refresh(self, **input: Unpack[t.SessionsRefreshInput]) -> t.NumberSession:
        """Check a number with the provider now.

        Reads the number from the provider with the stored credentials and updates its session and status. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/refresh", input)

    def request_code(self, **input: Unpack[t.SessionsRequestCodeInput]) -> t.SessionsRequestCodeAnswer:
        """Request a verification code.

        The provider sends six digits to the phone number by text message or call. A simulator number gets the last six digits of its phone number. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/request-code", input)

    def verify_code(self, **input: Unpack[t.SessionsVerifyCodeInput]) -> t.NumberSession:
        """Verify a number with a code.

        Takes the six digits of the code; hyphens and spaces are ignored. Register the number next. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/verify-code", input)

    def register(self, **input: Unpack[t.SessionsRegisterInput]) -> t.NumberSession:
        """Register a number.

        Enables the number to send and receive. Sets the two-step verification PIN if there is none; otherwise the PIN must match. The PIN is not stored. The provider allows ten registrations in 72 hours. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/register", input)

    def deregister(self, **input: Unpack[t.SessionsDeregisterInput]) -> t.NumberSession:
        """Deregister a number.

        Stops sending and receiving until the number is verified and registered again. Waiting messages stay in the queue until they expire. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/deregister", input)


class StatisticsResource(Resource):
    """Operations of statistics."""

    def answers(self, **input: Unpack[t.StatisticsAnswersInput]) -> t.StatisticsAnswersAnswer:
        """Show how fast customers get answers.

        Counts messages and measures answer times: in total, by hour or day, by number, and by member. An answer is the first outgoing message after a customer message, except messages from posts and automations; answers from programs count toward no member. At most 92 days and 500 buckets; the default is the last 7 days. Deleted chats are not counted. Scope: `read`."""
        return self._value("GET", "/v1/statistics/answers", input)

    def inbox(self, **input: Unpack[t.StatisticsInboxInput]) -> t.StatisticsInboxAnswer:
        """Show inbox volume.

        Counts messages and customer questions by hour or day, and the customers waiting now. A question is all customer messages before the next answer. Messages from posts and automations are not answers. At most 31 days and 500 buckets; the default is the last 24 hours by hour, or 30 days by day. Deleted chats are not counted. Scope: `read`."""
        return self._value("GET", "/v1/statistics/inbox", input)

    def ratings(self, **input: Unpack[t.StatisticsRatingsInput]) -> t.StatisticsRatingsAnswer:
        """Show how customers rate conversations.

        Counts the rating questions sent in this period and their answers so far: in total, by the member who was assigned the chat when it was resolved, and by the current departments of these members. At most 366 days; the default is the last 30. Deleted chats are not counted. Scope: `read`."""
        return self._value("GET", "/v1/statistics/ratings", input)

    def deliveries(self, **input: Unpack[t.StatisticsDeliveriesInput]) -> t.StatisticsDeliveriesAnswer:
        """Show delivery statistics for a number.

        Counts outgoing messages by the time they were accepted, with their current statuses, errors and durations. At most 31 days and 500 buckets; empty buckets are left out. The default is the last 8 hours by minute, 24 hours by hour, or 30 days by day. Scope: `read`."""
        return self._value("GET", "/v1/numbers/{id}/statistics", input)

    def usage(self, **input: Unpack[t.StatisticsUsageInput]) -> t.StatisticsUsageAnswer:
        """Show usage.

        Counts messages per day, number and type, for up to 92 days; the default is the last 30. Messages in deleted chats are not counted. Also counts deliveries to webhooks per UTC day, for the last 31 days. Scope: `read`."""
        return self._value("GET", "/v1/statistics/messages", input)


class SubscribersResource(Resource):
    """Operations of subscribers."""

    def list(self, **input: Unpack[t.SubscribersListInput]) -> Pages[t.Subscriber]:
        """List the subscribers of a broadcast channel.

        Sorted by phone number. People who left stay listed as `unsubscribed`. Scope: `read`."""
        return self._pages("GET", "/v1/channels/{id}/subscribers", input)

    def add(self, **input: Unpack[t.SubscribersAddInput]) -> t.SubscribersAddOutput:
        """Subscribe people to a broadcast channel.

        Up to 1000 at once. Returns each subscription, in the order given. People who left with a word such as STOP stay unsubscribed unless `reconsented` states that they agreed again. Opted-out contacts still get no posts: opt them in as well. Scope: `manage`."""
        return self._list("POST", "/v1/channels/{id}/subscribers", input)

    def remove(self, **input: Unpack[t.SubscribersRemoveInput]) -> t.SubscribersRemoveOutput:
        """Unsubscribe people from a broadcast channel.

        Up to 1000 at once. If the audience is a segment, this excludes them; otherwise, numbers that were never subscribed are not in the response. Scope: `manage`."""
        return self._list("POST", "/v1/channels/{id}/subscribers/remove", input)


class TeamResource(Resource):
    """Operations of team."""

    def list(self, **input: Unpack[t.TeamListInput]) -> Pages[t.Member]:
        """List the team.

        Members of the workspace, sorted by name; chats can be assigned to them. Scope: `read`."""
        return self._pages("GET", "/v1/team", input)

    def get(self, **input: Unpack[t.TeamGetInput]) -> t.Member:
        """Show a team member.

        Includes role, numbers and status. Scope: `read`."""
        return self._value("GET", "/v1/team/{id}", input)

    def update(self, **input: Unpack[t.TeamUpdateInput]) -> t.ChangedMember:
        """Change a team member.

        Changes the fields that you send. If the member loses rights, their open invitations end; `keys` lists the keys they created. The last owner stays an owner. Only owners can change admins and owners, after confirming their password. Scope: `admin`."""
        return self._value("PATCH", "/v1/team/{id}", input)

    def disable(self, **input: Unpack[t.TeamDisableInput]) -> t.ChangedMember:
        """Disable a team member.

        The member cannot access the workspace until enabled. Their open invitations end. Keys that they created still work unless `revokeKeys` is true. The last owner stays an owner. Only owners can change admins and owners, after confirming their password. Scope: `admin`."""
        return self._value("POST", "/v1/team/{id}/disable", input)

    def enable(self, **input: Unpack[t.TeamEnableInput]) -> t.Member:
        """Enable a team member.

        The member can access the workspace again. Only owners can change admins and owners, after confirming their password. Scope: `admin`."""
        return self._value("POST", "/v1/team/{id}/enable", input)

    def remove(self, **input: Unpack[t.TeamRemoveInput]) -> t.Removed:
        """Remove a member from the team.

        The member's chats become unassigned, each announced as `chat:updated`. Their open invitations end. Keys that they created still work unless `revokeKeys` is true. The last owner stays an owner. Only owners can change admins and owners, after confirming their password. Scope: `admin`."""
        return self._value("POST", "/v1/team/{id}/remove", input)


class TemplatesResource(Resource):
    """Operations of templates."""

    def list(self, **input: Unpack[t.TemplatesListInput]) -> Pages[t.Template]:
        """List templates.

        Reads the templates of the number's business account from the provider. `template:updated` announces the provider's decisions. Scope: `read`."""
        return self._pages("GET", "/v1/numbers/{id}/templates", input)

    def create(self, **input: Unpack[t.TemplatesCreateInput]) -> t.Template:
        """Create a template.

        The provider reviews the template within a day; `template:updated` announces the result, and an APPROVED template can be sent. The header can be media, such as `{ "media": { "file": "file_…" } }`: a stored JPEG, PNG, MP4 or PDF of at most 16 MB (the key also needs the `read` scope). Create authentication and catalog templates in WhatsApp Manager. Scope: `manage`."""
        return self._value("POST", "/v1/numbers/{id}/templates", input)

    def get(self, **input: Unpack[t.TemplatesGetInput]) -> t.TemplatesGetAnswer:
        """Show a template.

        Shows the template in each of its languages, as the provider has it now. Scope: `read`."""
        return self._value("GET", "/v1/numbers/{id}/templates/{name}", input)

    def remove(self, **input: Unpack[t.TemplatesRemoveInput]) -> t.TemplatesRemoveAnswer:
        """Delete a template.

        Deletes the template in all its languages. The provider still sends messages that it has accepted, and does not allow the name to be reused for 30 days. Scope: `manage`."""
        return self._value("DELETE", "/v1/numbers/{id}/templates/{name}", input)


class UpdatesResource(Resource):
    """Operations of updates."""

    def list(self, **input: Unpack[t.UpdatesListInput]) -> Pages[t.UnusedUpdate]:
        """List provider updates that Posthorn does not understand.

        Updates of an unknown kind, or with content that no response or event shows; newest first, stored for 30 days. They may contain personal data, so the key needs the `raw` scope, which you must request explicitly. Scope: `raw`."""
        return self._pages("GET", "/v1/numbers/{id}/updates", input)


class ViewsResource(Resource):
    """Operations of views."""

    def list(self, **input: Unpack[t.ViewsListInput]) -> Pages[t.SavedView]:
        """List saved views.

        The team’s views and the caller’s own views, by name. Scope: `read`."""
        return self._pages("GET", "/v1/views", input)

    def create(self, **input: Unpack[t.ViewsCreateInput]) -> t.SavedView:
        """Save a view.

        Saves a chat filter under a name. A workspace can have up to 500 views. Scope: `send`."""
        return self._value("POST", "/v1/views", input)

    def get(self, **input: Unpack[t.ViewsGetInput]) -> t.SavedView:
        """Show a saved view.

        One of the team’s views or the caller’s own views. Scope: `read`."""
        return self._value("GET", "/v1/views/{id}", input)

    def update(self, **input: Unpack[t.ViewsUpdateInput]) -> t.SavedView:
        """Change a saved view.

        Changes only the fields that you send. A filter completely replaces the current filter. Scope: `send`."""
        return self._value("PATCH", "/v1/views/{id}", input)

    def remove(self, **input: Unpack[t.ViewsRemoveInput]) -> t.Removed:
        """Delete a saved view.

        Deletes the view; its chats do not change. Scope: `send`."""
        return self._value("DELETE", "/v1/views/{id}", input)


class WebhooksResource(Resource):
    """Operations of webhooks."""

    def statistics(self, **input: Unpack[t.WebhooksStatisticsInput]) -> t.WebhooksStatisticsAnswer:
        """Show statistics of a webhook.

        Counts deliveries by the time of their event and the last response of the receiver. At most 31 days and 1,440 intervals; empty intervals are omitted. The default is the last 24 hours by minute or by hour, or 30 days by day. `holes` are the newest 100 runs of events that the receiver has not accepted although it accepted a later event in the range. Scope: `read`."""
        return self._value("GET", "/v1/webhooks/{id}/statistics", input)

    def create(self, **input: Unpack[t.WebhooksCreateInput]) -> t.CreatedWebhook:
        """Create a webhook.

        Posts events to the URL with Standard Webhooks signature headers and your secret header. Only this response contains `signingSecret`. Scope: `manage`."""
        return self._value("POST", "/v1/webhooks", input)

    def list(self, **input: Unpack[t.WebhooksListInput]) -> Pages[t.Webhook]:
        """List webhooks.

        Oldest first. Scope: `read`."""
        return self._pages("GET", "/v1/webhooks", input)

    def get(self, **input: Unpack[t.WebhooksGetInput]) -> t.Webhook:
        """Show a webhook.

        Includes the status of each URL. Scope: `read`."""
        return self._value("GET", "/v1/webhooks/{id}", input)

    def update(self, **input: Unpack[t.WebhooksUpdateInput]) -> t.Webhook:
        """Change a webhook.

        A new URL applies from the next attempt. `status` and `verifyToken` are for the first request only. `secretHeader: null` removes the header. Scope: `manage`."""
        return self._value("PATCH", "/v1/webhooks/{id}", input)

    def remove(self, **input: Unpack[t.WebhooksRemoveInput]) -> t.Removed:
        """Delete a webhook.

        Its waiting deliveries are canceled but stay visible. Scope: `manage`."""
        return self._value("DELETE", "/v1/webhooks/{id}", input)

    def test(self, **input: Unpack[t.WebhooksTestInput]) -> t.WebhooksTestOutput:
        """Send a sample event now.

        Posts a sample of this kind to every URL and returns the responses. Nothing is retried or logged as an event. Scope: `manage`."""
        return self._list("POST", "/v1/webhooks/{id}/test", input)

    def resume(self, **input: Unpack[t.WebhooksResumeInput]) -> t.Webhook:
        """Resume a webhook.

        Makes a paused or disabled webhook active again; parked deliveries resume. Scope: `manage`."""
        return self._value("POST", "/v1/webhooks/{id}/resume", input)

    def pause(self, **input: Unpack[t.WebhooksPauseInput]) -> t.Webhook:
        """Pause a webhook.

        Deliveries are parked for up to 14 days, until the webhook is resumed. Scope: `manage`."""
        return self._value("POST", "/v1/webhooks/{id}/pause", input)

    def deliveries(self, **input: Unpack[t.WebhooksDeliveriesInput]) -> Pages[t.Delivery]:
        """List the deliveries of a webhook.

        Newest first. Scope: `read`."""
        return self._pages("GET", "/v1/webhooks/{id}/deliveries", input)


class WorkspaceResource(Resource):
    """Operations of workspace."""

    def get(self) -> t.Workspace:
        """Show the workspace.

        The workspace of the key, including its settings. Scope: `read`."""
        return self._value("GET", "/v1/workspace", {})

    def update(self, **input: Unpack[t.WorkspaceUpdateInput]) -> t.Workspace:
        """Change the workspace.

        Changes the name and settings; omitted fields stay. Settings apply within seconds; `retentionDays` also applies to older messages. Scope: `manage`."""
        return self._value("PATCH", "/v1/workspace", input)


class Resources:
    """The operations of the API, by resource."""

    def __init__(self, settings: Settings) -> None:
        self.audit = AuditResource(settings)
        self.automations = AutomationsResource(settings)
        self.capabilities = CapabilitiesResource(settings)
        self.channels = ChannelsResource(settings)
        self.chats = ChatsResource(settings)
        self.contacts = ContactsResource(settings)
        self.deliveries = DeliveriesResource(settings)
        self.departments = DepartmentsResource(settings)
        self.egress = EgressResource(settings)
        self.erasures = ErasuresResource(settings)
        self.events = EventsResource(settings)
        self.files = FilesResource(settings)
        self.groups = GroupsResource(settings)
        self.imports = ImportsResource(settings)
        self.invitations = InvitationsResource(settings)
        self.invites = InvitesResource(settings)
        self.join_requests = JoinRequestsResource(settings)
        self.keys = KeysResource(settings)
        self.labels = LabelsResource(settings)
        self.me = MeResource(settings)
        self.messages = MessagesResource(settings)
        self.notes = NotesResource(settings)
        self.notifications = NotificationsResource(settings)
        self.numbers = NumbersResource(settings)
        self.participants = ParticipantsResource(settings)
        self.phones = PhonesResource(settings)
        self.posts = PostsResource(settings)
        self.profiles = ProfilesResource(settings)
        self.queues = QueuesResource(settings)
        self.replays = ReplaysResource(settings)
        self.replies = RepliesResource(settings)
        self.restore = RestoreResource(settings)
        self.search = SearchResource(settings)
        self.secrets = SecretsResource(settings)
        self.segments = SegmentsResource(settings)
        self.sessions = SessionsResource(settings)
        self.statistics = StatisticsResource(settings)
        self.subscribers = SubscribersResource(settings)
        self.team = TeamResource(settings)
        self.templates = TemplatesResource(settings)
        self.updates = UpdatesResource(settings)
        self.views = ViewsResource(settings)
        self.webhooks = WebhooksResource(settings)
        self.workspace = WorkspaceResource(settings)
