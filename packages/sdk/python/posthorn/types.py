# Generated from the OpenAPI document; changes here are lost.
from __future__ import annotations

from typing import IO, Any, List, Literal, NotRequired, TypeAlias, TypedDict, Union


class AccountWorkspace(TypedDict):
    id: str
    name: str


class AccountMember1(TypedDict):
    id: str
    name: str
    email: str
    role: Role
    numbers: Union[List[str], None]


class AccountWorkspacesItem(TypedDict):
    id: str
    name: str
    role: Role


class AccountLimits(TypedDict):
    perKey: RateOfRequests
    perWorkspace: RateOfRequests


AccountUsage = TypedDict("AccountUsage", {
    "day": "str",
    "in": "Union[int, None]",
    "out": "Union[int, None]",
})


class Account(TypedDict):
    workspace: AccountWorkspace
    key: Union[OwnKey, None]
    member: Union[AccountMember1, None]
    may: List[str]
    csrf: Union[str, None]
    workspaces: List[AccountWorkspacesItem]
    limits: AccountLimits
    usage: AccountUsage


class AccountReport(TypedDict):
    field: str
    event: str
    reason: Union[str, None]
    until: Union[str, None]
    bannedAt: Union[str, None]
    details: JsonObject


class Actor(TypedDict):
    type: Literal["key", "member", "service", "automation"]
    id: str
    name: Union[str, None]


AddressRange: TypeAlias = "str"


AnswerBucket = TypedDict("AnswerBucket", {
    "out": "int",
    "answers": "int",
    "answerMs": "Union[AnswerTimes, None]",
    "in": "int",
    "from": "str",
})


AnswerCounts = TypedDict("AnswerCounts", {
    "out": "int",
    "answers": "int",
    "answerMs": "Union[AnswerTimes, None]",
    "in": "int",
})


class AnswerTimes(TypedDict):
    p50: int
    p90: int


class AnswersBefore(TypedDict):
    ok: int
    refused: int
    silent: int
    none: int


class AnswersGiven(TypedDict):
    out: int
    answers: int
    answerMs: Union[AnswerTimes, None]


class AnswersOfMember(TypedDict):
    out: int
    answers: int
    answerMs: Union[AnswerTimes, None]
    member: str
    name: Union[str, None]


AnswersOfNumber = TypedDict("AnswersOfNumber", {
    "out": "int",
    "answers": "int",
    "answerMs": "Union[AnswerTimes, None]",
    "in": "int",
    "number": "str",
})


class AnswersOfReceiver(TypedDict):
    ok: int
    refused: int
    silent: int


class ApiKey(TypedDict):
    id: str
    name: str
    scopes: KeyScopes
    numbers: Union[List[str], None]
    cidrs: Union[List[str], None]
    expiresAt: Union[str, None]
    hint: str
    test: bool
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    lastUsedFrom: Union[str, None]
    createdBy: Union[Actor, None]
    createdAt: str


class Assignee(TypedDict):
    id: str
    name: str
    email: str


AssigneeChange: TypeAlias = "Union[MemberReference, None]"


class AuditChange(TypedDict):
    thing: str
    id: Union[str, None]
    before: Union[JsonObject, None]
    after: Union[JsonObject, None]


class AuditEntry(TypedDict):
    actor: Actor
    service: str
    operation: str
    target: Union[str, None]
    ip: Union[str, None]
    requestId: str
    given: JsonObject
    changes: List[AuditChange]
    truncated: bool
    id: str
    workspace: str
    sequence: int
    createdAt: str
    previous: str
    hash: str


class AutomatedAction(TypedDict):
    action: Literal["assign", "label", "reply", "rating"]
    status: AutomationStatus
    reason: Literal["assigned", "no_capacity", "member_missing", "department_missing", "labeled", "label_missing", "opted_out", "window_closed", "repeated", "late", "refused", "error", None]
    errorCode: Union[ErrorCode, None]


class Automation(TypedDict):
    id: str
    by: Actor
    version: int
    createdAt: str
    updatedAt: str
    name: str
    enabled: bool
    trigger: AutomationTrigger
    conditions: AutomationConditions
    actions: AutomationActions


class AutomationActions(TypedDict):
    assign: NotRequired[AutomationAssignment]
    labels: NotRequired[List[str]]
    reply: NotRequired[AutomationReply]
    rating: NotRequired[AutomationRating]


class AutomationAssignment(TypedDict):
    member: NotRequired[str]
    department: NotRequired[str]
    capacity: NotRequired[int]


class AutomationConditions(TypedDict):
    number: NotRequired[List[str]]
    label: NotRequired[List[str]]
    labelExclude: NotRequired[List[str]]
    words: NotRequired[List[str]]
    hours: NotRequired[Literal["open", "closed"]]
    optedOut: NotRequired[bool]


class AutomationFields(TypedDict):
    name: NotRequired[str]
    enabled: NotRequired[bool]
    trigger: NotRequired[AutomationTrigger]
    conditions: NotRequired[AutomationConditions]
    actions: NotRequired[AutomationActions]


class AutomationRating(TypedDict):
    message: str
    options: NotRequired[List[str]]
    button: NotRequired[str]
    pauseDays: NotRequired[int]
    answerDays: NotRequired[int]
    thanks: NotRequired[str]


class AutomationReply(TypedDict):
    message: str
    pauseHours: NotRequired[int]


class AutomationRun(TypedDict):
    id: str
    automation: str
    name: str
    chat: str
    message: Union[str, None]
    status: AutomationStatus
    actions: List[AutomatedAction]
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    reply: Union[str, None]
    question: Union[str, None]
    createdAt: str


AutomationStatus: TypeAlias = "Literal[\"done\", \"skipped\", \"failed\"]"


AutomationTrigger: TypeAlias = "Literal[\"conversation_started\", \"message_received\", \"chat_resolved\"]"


class AutomationsCreateBody(TypedDict):
    name: str
    trigger: AutomationTrigger
    actions: AutomationActions
    enabled: NotRequired[bool]
    conditions: NotRequired[AutomationConditions]


class AutomationsTryOutBody(TypedDict):
    last: NotRequired[int]


AutomationsUpdateBody = AutomationFields


class BatchRefusal(TypedDict):
    errorCode: ErrorCode
    message: str
    retryable: bool
    errors: List[FieldError]
    moreErrors: int


BusinessHours = TypedDict("BusinessHours", {
    "day": "Literal[\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\"]",
    "from": "str",
    "to": "str",
})


class BusinessProfile(TypedDict):
    number: str
    about: Union[str, None]
    address: Union[str, None]
    description: Union[str, None]
    email: Union[str, None]
    websites: List[str]
    vertical: Union[str, None]
    pictureUrl: Union[str, None]


class Button(TypedDict):
    text: str
    id: NotRequired[str]
    url: NotRequired[str]
    phone: NotRequired[str]


class CallMissedDataFrom(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    name: Union[str, None]


CallMissedData = TypedDict("CallMissedData", {
    "number": "str",
    "call": "str",
    "from": "CallMissedDataFrom",
    "endedAt": "str",
    "status": "Union[str, None]",
})


class CallMissedEvent(TypedDict):
    id: str
    event: Literal["call:missed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: CallMissedData
    truncated: Union[List[str], None]


class CapabilitiesMessagesItemInstead1(TypedDict):
    direct: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]


class CapabilitiesMessagesItem(TypedDict):
    type: Literal["text", "image", "video", "audio", "voice", "document", "sticker", "location", "location_request", "contacts", "poll", "buttons", "list", "product", "products", "catalog", "reaction", "template", "native"]
    direct: Literal["native", "rendered", "unsupported"]
    group: Literal["native", "rendered", "unsupported"]
    channel: Literal["native", "rendered", "unsupported"]
    instead: Union[CapabilitiesMessagesItemInstead1, None]


class CapabilitiesMediaItem(TypedDict):
    kind: MediaKind
    mimes: List[str]
    bytesMax: int
    caption: bool


class CapabilitiesButtons(TypedDict):
    repliesMax: int
    linksMax: int
    phonesMax: int


class CapabilitiesGroups(TypedDict):
    peopleMax: int
    adding: Literal["invitation"]


class Capabilities(TypedDict):
    number: str
    provider: Literal["cloud", "simulator"]
    messages: List[CapabilitiesMessagesItem]
    media: List[CapabilitiesMediaItem]
    textCharactersMax: int
    captionCharactersMax: int
    buttons: CapabilitiesButtons
    listRowsMax: int
    customerWindowHours: Union[int, None]
    readReceipts: bool
    typing: Literal["inbound-only"]
    edits: bool
    deletions: bool
    groups: CapabilitiesGroups
    channels: Literal["native", "rendered"]


class CatalogContent(TypedDict):
    thumbnailProductId: str


class ChangedKeyData(TypedDict):
    key: str


class ChangedMember(TypedDict):
    id: str
    name: str
    email: str
    role: Role
    status: Literal["active", "invited", "disabled"]
    numbers: Union[List[str], None]
    color: Union[str, None]
    twoFactor: bool
    lastSeenAt: Union[str, None]
    createdAt: str
    keys: Union[List[ApiKey], None]


class ChangedMemberData(TypedDict):
    id: str
    name: str
    email: str
    role: Union[Role, None]
    disabled: Union[bool, None]


class Channel(TypedDict):
    id: str
    number: str
    name: str
    description: Union[str, None]
    segment: Union[str, None]
    subscribers: int
    createdAt: str
    updatedAt: str


class ChannelPostedEvent(TypedDict):
    id: str
    event: Literal["channel:posted"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: Post
    truncated: Union[List[str], None]


class ChannelsCreateBody(TypedDict):
    number: str
    name: str
    description: NotRequired[str]
    segment: NotRequired[str]


class ChannelsUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    segment: NotRequired[Union[str, None]]


class Chat(TypedDict):
    id: str
    number: str
    type: ChatType
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]
    status: ChatStatus
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    snooze: Union[ChatSnooze, None]
    rating: Union[ChatRating, None]
    failed: bool
    lastMessage: Union[ShortMessage, None]
    waitingSince: Union[str, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    version: int
    createdAt: str
    updatedAt: str


class ChatActions(TypedDict):
    assignee: NotRequired[AssigneeChange]
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    snooze: NotRequired[SnoozeChange]


class ChatActionsViewAssignee1(TypedDict):
    member: str


class ChatActionsView(TypedDict):
    assignee: NotRequired[Union[ChatActionsViewAssignee1, None]]
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    snooze: NotRequired[SnoozeChange]


ChatAssignees: TypeAlias = "List[Union[str, Literal[\"none\"], Literal[\"me\"]]]"


ChatChange: TypeAlias = "Literal[\"created\", \"reopened\", \"pending\", \"resolved\", \"archived\", \"read\", \"unread\", \"pinned\", \"unpinned\", \"muted\", \"unmuted\", \"snoozed\", \"unsnoozed\", \"woken\", \"assigned\", \"unassigned\", \"labeled\", \"renamed\", \"noted\", \"automated\", \"rated\", \"phone\", \"deleted\"]"


class ChatConditions(TypedDict):
    status: NotRequired[List[ChatStatus]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    written: NotRequired[bool]
    waiting: NotRequired[bool]
    overdue: NotRequired[bool]
    snoozed: NotRequired[bool]
    failed: NotRequired[bool]
    window: NotRequired[ChatWindow]
    assignee: NotRequired[ChatAssignees]
    mentioned: NotRequired[MentionedMember]
    label: NotRequired[List[str]]
    labelExclude: NotRequired[List[str]]
    number: NotRequired[List[str]]
    type: NotRequired[List[ChatType]]


class ChatCount(TypedDict):
    total: int
    unread: int
    oldestWaitingAt: Union[str, None]
    more: bool


class ChatFields(TypedDict):
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    snooze: NotRequired[SnoozeChange]


class ChatFilter(TypedDict):
    phone: NotRequired[str]
    group: NotRequired[str]
    lastMessageAfter: NotRequired[str]
    lastMessageBefore: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]
    status: NotRequired[List[ChatStatus]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    written: NotRequired[bool]
    waiting: NotRequired[bool]
    overdue: NotRequired[bool]
    snoozed: NotRequired[bool]
    failed: NotRequired[bool]
    window: NotRequired[ChatWindow]
    assignee: NotRequired[ChatAssignees]
    mentioned: NotRequired[MentionedMember]
    label: NotRequired[List[str]]
    labelExclude: NotRequired[List[str]]
    number: NotRequired[List[str]]
    type: NotRequired[List[ChatType]]


class ChatLabel(TypedDict):
    id: str
    name: str
    color: str


class ChatRating(TypedDict):
    score: int
    at: str
    run: str


class ChatSnooze(TypedDict):
    until: Union[str, None]
    by: Actor


ChatSort: TypeAlias = "Literal[\"lastMessageAt:desc\", \"lastMessageAt:asc\", \"waitingSince:asc\", \"waitingSince:desc\", \"windowClosesAt:asc\", \"windowClosesAt:desc\"]"


ChatStatus: TypeAlias = "Literal[\"open\", \"pending\", \"resolved\", \"archived\"]"


class ChatSummary(TypedDict):
    id: str
    name: Union[str, None]
    phone: Union[str, None]
    type: ChatType
    status: ChatStatus
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    unreadCount: int
    lastMessage: Union[ShortMessage, None]
    waitingSince: Union[str, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    version: int
    createdAt: str
    first: bool


ChatType: TypeAlias = "Literal[\"direct\", \"group\", \"channel\"]"


class ChatUpdatedDataNote1(TypedDict):
    id: str
    mentions: List[str]
    deleted: bool


class ChatUpdatedData(TypedDict):
    id: str
    number: str
    type: ChatType
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]
    status: ChatStatus
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    snooze: Union[ChatSnooze, None]
    rating: Union[ChatRating, None]
    failed: bool
    lastMessage: Union[ShortMessage, None]
    waitingSince: Union[str, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    version: int
    createdAt: str
    updatedAt: str
    change: ChatChange
    by: Union[Actor, None]
    note: Union[ChatUpdatedDataNote1, None]
    snoozedBy: Union[Actor, None]
    run: Union[AutomationRun, None]
    mergedInto: Union[str, None]


class ChatUpdatedEvent(TypedDict):
    id: str
    event: Literal["chat:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ChatUpdatedData
    truncated: Union[List[str], None]


ChatWindow: TypeAlias = "Literal[\"open\", \"closing\", \"closed\"]"


class ChatWithSummariesSummaries1(TypedDict):
    contact: Union[ContactSummary, None]
    number: Union[NumberSummary, None]


class ChatWithSummaries(TypedDict):
    id: str
    number: str
    type: ChatType
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]
    status: ChatStatus
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    snooze: Union[ChatSnooze, None]
    rating: Union[ChatRating, None]
    failed: bool
    lastMessage: Union[ShortMessage, None]
    waitingSince: Union[str, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    version: int
    createdAt: str
    updatedAt: str
    summaries: Union[ChatWithSummariesSummaries1, None]


ChatsAssignBody: TypeAlias = "MemberReference"


class ChatsCountsBody(TypedDict):
    filters: dict[str, ChatFilter]


class ChatsCreateBody(TypedDict):
    phone: str
    number: NotRequired[str]
    status: NotRequired[ChatStatus]
    labels: NotRequired[List[str]]


class ChatsPresenceAnswer(TypedDict):
    others: List[Presence]


class ChatsPresenceBody(TypedDict):
    status: Literal["viewing", "writing", "left"]


class ChatsTypingAnswer(TypedDict):
    shown: bool


class ChatsUpdateBody(TypedDict):
    labels: NotRequired[List[str]]
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    snooze: NotRequired[SnoozeChange]


class ChatsUpdateManyBodyLabels(TypedDict):
    add: NotRequired[List[str]]
    remove: NotRequired[List[str]]


class ChatsUpdateManyBody(TypedDict):
    ids: List[str]
    assignee: NotRequired[AssigneeChange]
    labels: NotRequired[ChatsUpdateManyBodyLabels]
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    snooze: NotRequired[SnoozeChange]


class ConnectedNumberSettings(TypedDict):
    ratePerSecond: Union[float, None]
    quietHours: Union[QuietHours, None]
    country: Union[str, None]


class ConnectedNumber(TypedDict):
    id: str
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    businessAccountId: Union[str, None]
    status: Literal["connecting", "active", "restricted", "disconnected", "error"]
    session: SessionStatus
    default: bool
    device: DeviceReport
    settings: ConnectedNumberSettings
    queue: Union[QueueStatus, None]
    callbackUrl: str
    createdAt: str
    verifyToken: str


class ContactIdentitiesItem(TypedDict):
    type: Literal["phone", "provider_user", "provider_parent_user"]
    value: str


class Contact(TypedDict):
    id: str
    name: Union[str, None]
    firstName: Union[str, None]
    lastName: Union[str, None]
    email: Union[str, None]
    company: Union[str, None]
    username: Union[str, None]
    country: Union[str, None]
    language: Union[str, None]
    phone: Union[str, None]
    identities: List[ContactIdentitiesItem]
    tags: List[str]
    fields: dict[str, str]
    blocked: bool
    optedOutAt: Union[str, None]
    source: Literal["api", "message", "import"]
    version: int
    createdAt: str
    updatedAt: str
    lastMessageAt: Union[str, None]
    unlistedAt: Union[str, None]


class ContactCard(TypedDict):
    contact: NotRequired[str]
    name: NotRequired[str]
    phone: NotRequired[str]
    phones: NotRequired[List[str]]
    email: NotRequired[str]
    organization: NotRequired[str]
    url: NotRequired[str]


class ContactCardViewNames1(TypedDict):
    first: Union[str, None]
    middle: Union[str, None]
    last: Union[str, None]
    prefix: Union[str, None]
    suffix: Union[str, None]


class ContactCardViewPhoneDetails1Item(TypedDict):
    phone: str
    whatsapp: bool
    type: Union[str, None]


class ContactCardViewEmails1Item(TypedDict):
    email: str
    type: Union[str, None]


class ContactCardViewUrls1Item(TypedDict):
    url: str
    type: Union[str, None]


class ContactCardViewAddresses1Item(TypedDict):
    street: Union[str, None]
    city: Union[str, None]
    state: Union[str, None]
    zip: Union[str, None]
    country: Union[str, None]
    countryCode: Union[str, None]
    type: Union[str, None]


class ContactCardView(TypedDict):
    name: str
    phones: Union[List[str], None]
    phone: Union[str, None]
    email: Union[str, None]
    organization: Union[str, None]
    url: Union[str, None]
    names: Union[ContactCardViewNames1, None]
    phoneDetails: Union[List[ContactCardViewPhoneDetails1Item], None]
    emails: Union[List[ContactCardViewEmails1Item], None]
    urls: Union[List[ContactCardViewUrls1Item], None]
    addresses: Union[List[ContactCardViewAddresses1Item], None]
    department: Union[str, None]
    jobTitle: Union[str, None]
    birthday: Union[str, None]
    vcard: Union[str, None]


class ContactCreatedEvent(TypedDict):
    id: str
    event: Literal["contact:created"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: Contact
    truncated: Union[List[str], None]


class ContactDeletedData(TypedDict):
    id: str
    deletedAt: str
    mergedInto: Union[str, None]


class ContactDeletedEvent(TypedDict):
    id: str
    event: Literal["contact:deleted"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ContactDeletedData
    truncated: Union[List[str], None]


ContactFilter = TypedDict("ContactFilter", {
    "all": "NotRequired[List[ContactFilter]]",
    "any": "NotRequired[List[ContactFilter]]",
    "not": "NotRequired[ContactFilter]",
    "attribute": "NotRequired[Literal[\"name\", \"firstName\", \"lastName\", \"email\", \"company\", \"username\", \"country\", \"language\", \"phone\", \"source\", \"createdAt\", \"updatedAt\", \"lastMessageAt\", \"optedOutAt\", \"blocked\", \"optedOut\", \"hasReplied\", \"hasChat\"]]",
    "tag": "NotRequired[str]",
    "field": "NotRequired[str]",
    "is": "NotRequired[Union[str, bool]]",
    "in": "NotRequired[List[str]]",
    "contains": "NotRequired[str]",
    "startsWith": "NotRequired[str]",
    "before": "NotRequired[str]",
    "after": "NotRequired[str]",
    "withinDays": "NotRequired[int]",
    "exists": "NotRequired[bool]",
})


class ContactImportCounts(TypedDict):
    rows: int
    created: int
    updated: int
    skipped: int
    failed: int


class ContactImport(TypedDict):
    id: str
    status: Literal["fetching", "running", "finished", "failed"]
    dryRun: bool
    onDuplicate: Literal["skip", "update", "error"]
    tags: List[str]
    mapping: Union[dict[str, str], None]
    counts: ContactImportCounts
    progress: float
    error: Union[KeptError, None]
    createdAt: str
    completedAt: Union[str, None]


class ContactSummary(TypedDict):
    id: str
    name: Union[str, None]
    phone: Union[str, None]
    blocked: Union[bool, None]
    fields: Union[dict[str, str], None]


class ContactUpdatedEvent(TypedDict):
    id: str
    event: Literal["contact:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: Contact
    truncated: Union[List[str], None]


class ContactsAddTagsBody(TypedDict):
    tags: List[str]


class ContactsCreateBody(TypedDict):
    phone: str
    name: NotRequired[str]
    firstName: NotRequired[str]
    lastName: NotRequired[str]
    email: NotRequired[str]
    company: NotRequired[str]
    username: NotRequired[str]
    country: NotRequired[str]
    language: NotRequired[str]
    tags: NotRequired[List[str]]
    fields: NotRequired[dict[str, str]]
    upsert: NotRequired[bool]


class ContactsEraseAnswer(TypedDict):
    id: str
    deletedAt: str
    erasure: str


class ContactsEraseBody(TypedDict):
    confirm: str


ContactsMergeBody = TypedDict("ContactsMergeBody", {
    "into": "str",
    "from": "str",
})


ContactsRemoveTagsBody: TypeAlias = "ContactsAddTagsBody"


class ContactsUpdateBody(TypedDict):
    phone: NotRequired[str]
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    username: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    fields: NotRequired[dict[str, Union[str, None]]]


class CreatedContact(TypedDict):
    id: str
    name: Union[str, None]
    firstName: Union[str, None]
    lastName: Union[str, None]
    email: Union[str, None]
    company: Union[str, None]
    username: Union[str, None]
    country: Union[str, None]
    language: Union[str, None]
    phone: Union[str, None]
    identities: List[ContactIdentitiesItem]
    tags: List[str]
    fields: dict[str, str]
    blocked: bool
    optedOutAt: Union[str, None]
    source: Literal["api", "message", "import"]
    version: int
    createdAt: str
    updatedAt: str
    lastMessageAt: Union[str, None]
    unlistedAt: Union[str, None]
    created: bool


class CreatedWebhookSecretHeader1(TypedDict):
    name: str


class CreatedWebhook(TypedDict):
    id: str
    name: Union[str, None]
    url: str
    urls: List[str]
    endpoints: List[WebhookEndpoint]
    events: List[str]
    number: Union[str, None]
    secretHeader: Union[CreatedWebhookSecretHeader1, None]
    ratePerSecond: Union[float, None]
    format: str
    status: Literal["active", "paused", "disabled"]
    createdAt: str
    updatedAt: str
    signingSecret: str


class DeliveryEvent(TypedDict):
    id: str
    event: str
    sequence: int
    at: str


class Delivery(TypedDict):
    id: str
    webhook: str
    endpoint: str
    url: str
    event: DeliveryEvent
    status: DeliveryStatus
    attempts: int
    lastHttpStatus: Union[int, None]
    lastError: Union[str, None]
    nextAttemptAt: Union[str, None]
    createdAt: str
    completedAt: Union[str, None]


class DeliveryAnswers(TypedDict):
    ok: int
    refused: int
    silent: int
    waiting: int
    p50: Union[int, None]
    p95: Union[int, None]


class DeliveryAttempt(TypedDict):
    number: int
    url: str
    startedAt: str
    latencyMs: int
    httpStatus: Union[int, None]
    error: Union[str, None]
    responseHeaders: dict[str, str]
    responseBody: str


DeliveryHole = TypedDict("DeliveryHole", {
    "from": "str",
    "to": "str",
    "events": "int",
    "firstSequence": "int",
    "lastSequence": "int",
})


DeliveryInterval = TypedDict("DeliveryInterval", {
    "ok": "int",
    "refused": "int",
    "silent": "int",
    "waiting": "int",
    "p50": "Union[int, None]",
    "p95": "Union[int, None]",
    "from": "str",
})


class DeliveryStatistics(TypedDict):
    total: int
    statuses: dict[str, int]
    errors: dict[str, int]
    sentRate: float
    deliveredRate: float
    queuedToSentMs: Union[MessageTimes, None]
    sentToDeliveredMs: Union[MessageTimes, None]


DeliveryStatisticsBucket = TypedDict("DeliveryStatisticsBucket", {
    "total": "int",
    "statuses": "dict[str, int]",
    "errors": "dict[str, int]",
    "sentRate": "float",
    "deliveredRate": "float",
    "queuedToSentMs": "Union[MessageTimes, None]",
    "sentToDeliveredMs": "Union[MessageTimes, None]",
    "from": "str",
})


DeliveryStatus: TypeAlias = "Literal[\"waiting\", \"parked\", \"succeeded\", \"exhausted\", \"canceled\", \"expired\"]"


class DeliveryWithAttempts(TypedDict):
    id: str
    webhook: str
    endpoint: str
    url: str
    event: DeliveryEvent
    status: DeliveryStatus
    attempts: int
    lastHttpStatus: Union[int, None]
    lastError: Union[str, None]
    nextAttemptAt: Union[str, None]
    createdAt: str
    completedAt: Union[str, None]
    attemptLog: List[DeliveryAttempt]


class Department(TypedDict):
    id: str
    version: int
    createdAt: str
    updatedAt: str
    name: str
    description: Union[str, None]
    color: Union[str, None]
    icon: Union[str, None]
    members: DepartmentMembers


class DepartmentFields(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    color: NotRequired[Union[str, None]]
    icon: NotRequired[Union[str, None]]
    members: NotRequired[DepartmentMembers]


DepartmentMembers: TypeAlias = "List[str]"


class DepartmentsCreateBody(TypedDict):
    name: str
    description: NotRequired[str]
    color: NotRequired[str]
    icon: NotRequired[str]
    members: NotRequired[DepartmentMembers]


DepartmentsUpdateBody = DepartmentFields


class DeviceReport(TypedDict):
    qualityRating: Union[str, None]
    messagingLimit: Union[str, None]
    throughput: Union[str, None]
    verifiedName: Union[str, None]
    nameStatus: Union[str, None]
    codeVerification: Union[str, None]
    canSend: Union[str, None]
    checkedAt: str


class EgressWebhooksHeadersItem(TypedDict):
    name: str
    meaning: str


class EgressWebhooksSignature(TypedDict):
    standard: Literal["Standard Webhooks"]
    header: str
    version: Literal["v1"]
    algorithm: Literal["HMAC-SHA256"]
    signs: str
    key: str
    toleranceSeconds: int


class EgressWebhooks(TypedDict):
    method: Literal["POST"]
    userAgent: str
    headers: List[EgressWebhooksHeadersItem]
    signature: EgressWebhooksSignature
    timeoutMs: int
    redirects: Literal[False]
    success: str
    retryPausesSeconds: List[float]


class EgressFetches(TypedDict):
    methods: List[str]
    protocols: List[str]
    privateAddresses: bool


class Egress(TypedDict):
    addresses: List[str]
    webhooks: EgressWebhooks
    fetches: EgressFetches


class ErasedEventData(TypedDict):
    id: Union[str, None]
    erased: bool


class ErasedEvent(TypedDict):
    id: str
    event: str
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ErasedEventData
    truncated: Union[List[str], None]


class ErasureServicesItem(TypedDict):
    service: Literal["numbers", "contacts", "groups", "messaging", "webhooks"]
    status: Literal["waiting", "running", "finished"]
    completedAt: Union[str, None]


class Erasure(TypedDict):
    id: str
    contact: str
    status: Literal["running", "finished"]
    services: List[ErasureServicesItem]
    requestedAt: str
    completedAt: Union[str, None]
    agedOutAt: Union[str, None]


class Error(TypedDict):
    status: int
    errorCode: ErrorCode
    message: str
    errors: List[FieldError]
    retryable: bool
    retryAfter: Union[float, None]
    requestId: str
    docs: str


ErrorCode: TypeAlias = "Literal[\"request:invalid\", \"request:malformed\", \"request:too_large\", \"request:too_deep\", \"request:unsupported_type\", \"phone:invalid\", \"target:ambiguous\", \"device:invalid\", \"sort:unsupported\", \"location:coordinates_required\", \"import:no_phone\", \"import:no_column\", \"import:unreadable\", \"import:not_fetched\", \"cursor:invalid\", \"token:invalid\", \"token:expired\", \"credentials:ambiguous\", \"session:required\", \"sign_in:refused\", \"sign_in:expired\", \"sign_in:unverified\", \"sign_in:unknown\", \"code:refused\", \"link:invalid\", \"csrf:invalid\", \"request:cross_site\", \"confirmation:required\", \"role:insufficient\", \"workspace:required\", \"session:invalid\", \"callback:signature_invalid\", \"callback:verify_token_invalid\", \"scope:missing\", \"numbers:limited\", \"address:not_allowed\", \"route:not_found\", \"route:method_not_allowed\", \"workspace:not_found\", \"key:not_found\", \"key:no_test_number\", \"key:ended\", \"message:not_found\", \"chat:not_found\", \"label:not_found\", \"note:not_found\", \"reply:not_found\", \"automation:not_found\", \"view:not_found\", \"notification:not_found\", \"member:not_found\", \"person:not_found\", \"person:duplicate\", \"person:unproven\", \"invitation:not_found\", \"department:not_found\", \"import:not_found\", \"segment:not_found\", \"erasure:not_found\", \"contact:not_confirmed\", \"contact:not_found\", \"group:not_found\", \"group:not_active\", \"dead_event:not_found\", \"dead_event:failed\", \"quarantine:not_in_force\", \"group:empty\", \"participant:not_found\", \"join_request:not_found\", \"participant:removed\", \"group:full\", \"group:suspended\", \"group:too_many\", \"group:image_invalid\", \"file:not_found\", \"range:unsatisfiable\", \"channel:not_found\", \"channel:empty\", \"post:undelivered\", \"post:not_found\", \"post:not_running\", \"post:begun\", \"post:ended\", \"post:too_long\", \"post:stopped\", \"number:not_found\", \"webhook:not_found\", \"delivery:not_found\", \"replay:not_found\", \"event:not_found\", \"template:not_found\", \"template:duplicate\", \"message:not_editable\", \"message:not_retryable\", \"message:not_incoming\", \"chat:too_many_labels\", \"chat:assigned\", \"chat:never_written\", \"chat:sending\", \"message:target_fixed\", \"device:no_pairing\", \"label:duplicate\", \"label:too_many\", \"queue:refusing\", \"reply:duplicate\", \"reply:too_many\", \"view:duplicate\", \"view:too_many\", \"automation:duplicate\", \"automation:too_many\", \"member:duplicate\", \"member:last_owner\", \"invitation:too_many\", \"department:duplicate\", \"department:too_many\", \"file:too_large\", \"file:unsupported_type\", \"file:fetch_failed\", \"file:unavailable\", \"number:none\", \"number:no_groups\", \"number:same\", \"number:disconnected\", \"number:not_simulator\", \"number:duplicate\", \"contact:duplicate\", \"segment:duplicate\", \"contact:blocked\", \"contact:opted_out\", \"contact:too_many\", \"replay:too_many\", \"webhook:too_many\", \"webhook:duplicate\", \"capability:unsupported\", \"idempotency:in_flight\", \"idempotency:key_reused\", \"idempotency:key_invalid\", \"url:not_allowed\", \"rate:limited\", \"rate:in_flight\", \"assistant:recipients_exceeded\", \"queue:full\", \"feature:unsupported\", \"server:error\", \"service:overloaded\", \"service:unavailable\", \"provider:unreachable\", \"provider:unavailable\", \"provider:throttled\", \"provider:pair_limited\", \"provider:refused\", \"provider:outcome_unknown\", \"provider:credentials_invalid\", \"number:unauthorized\", \"number:suspended\", \"number:code_not_sent\", \"number:code_wrong\", \"number:not_verified\", \"number:not_registered\", \"number:pin_wrong\", \"number:register_limited\", \"phone:undeliverable\", \"phone:same_as_sender\", \"window:closed\", \"message:expired\", \"group:outcome_unknown\", \"message:outcome_unknown\"]"


Event: TypeAlias = "Union[MessageInEvent, MessageOutEvent, MessageAckEvent, MessageUpdatedEvent, MessageReactionEvent, MessageFailedEvent, MessageWaitingEvent, MessageScheduledEvent, MessageChangedEvent, MessageCanceledEvent, ChatUpdatedEvent, ContactCreatedEvent, ContactUpdatedEvent, ContactDeletedEvent, ImportFinishedEvent, GroupUpdatedEvent, ChannelPostedEvent, NumberUpdatedEvent, NumberReportedEvent, CallMissedEvent, TemplateUpdatedEvent, WebhookFailingEvent, WebhookExhaustedEvent, WebhookDisabledEvent, MemberUpdatedEvent, MemberRemovedEvent, KeyCreatedEvent, KeyUpdatedEvent, KeyRevokedEvent]"


class EventEnvelope(TypedDict):
    id: str
    event: str
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: JsonObject
    truncated: Union[List[str], None]


class EventsKindsAnswer(TypedDict):
    event: str
    when: str
    sample: LoggedEvent


class FailingEndpoint(TypedDict):
    webhook: NotRequired[str]
    endpoint: NotRequired[str]
    url: NotRequired[str]
    reason: NotRequired[str]


class FieldError(TypedDict):
    path: str
    code: str
    message: str


class File(TypedDict):
    id: str
    filename: str
    mime: str
    size: int
    kind: Literal["image", "video", "audio", "document", "sticker"]
    sha256: str
    createdAt: str
    expiresAt: Union[str, None]


class FilesCreateBody(TypedDict):
    content: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    mime: NotRequired[str]
    expiresAt: NotRequired[str]


class FilesUpdateBody(TypedDict):
    filename: NotRequired[str]
    expiresAt: NotRequired[str]


class GroupImage1(TypedDict):
    sha256: str
    setAt: str


class GroupParticipants(TypedDict):
    joined: int
    invited: int
    requested: int


class GroupChangesItem(TypedDict):
    setting: Literal["name", "description", "image", "invite", "deletion"]
    status: Literal["pending", "applied", "failed"]
    to: Union[str, None]
    error: Union[KeptError, None]
    requestedAt: str


class Group(TypedDict):
    id: str
    number: str
    name: str
    description: Union[str, None]
    status: Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]
    joinApproval: bool
    image: Union[GroupImage1, None]
    inviteLink: Union[str, None]
    providerId: Union[str, None]
    participants: GroupParticipants
    changes: List[GroupChangesItem]
    error: Union[KeptError, None]
    createdAt: str
    updatedAt: str


class GroupInvite(TypedDict):
    link: Union[str, None]
    status: Literal["valid", "renewing"]
    error: Union[KeptError, None]


class GroupUpdatedData(TypedDict):
    id: str
    number: str
    name: str
    description: Union[str, None]
    status: Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]
    joinApproval: bool
    image: Union[GroupImage1, None]
    inviteLink: Union[str, None]
    providerId: Union[str, None]
    participants: GroupParticipants
    changes: List[GroupChangesItem]
    error: Union[KeptError, None]
    createdAt: str
    updatedAt: str
    change: Literal["created", "active", "failed", "changing", "changed", "refused", "suspended", "cleared", "deleting", "deleted", "participants", "requests"]
    people: Union[List[Participant], None]
    requests: Union[List[JoinRequest], None]


class GroupUpdatedEvent(TypedDict):
    id: str
    event: Literal["group:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: GroupUpdatedData
    truncated: Union[List[str], None]


class GroupsCreateBody(TypedDict):
    number: str
    name: str
    description: NotRequired[str]
    joinApproval: NotRequired[bool]
    participants: NotRequired[List[str]]
    invitation: NotRequired[InvitationText]


class GroupsSetImageBody(TypedDict):
    content: NotRequired[str]
    file: NotRequired[str]
    filename: NotRequired[str]
    mime: NotRequired[str]


class GroupsUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    joinApproval: NotRequired[bool]


class HeaderToSendValue2(TypedDict):
    media: MediaToSend


HeaderToSend: TypeAlias = "Union[str, HeaderToSendValue2]"


class ImportFinishedEvent(TypedDict):
    id: str
    event: Literal["import:finished"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ContactImport
    truncated: Union[List[str], None]


ImportMapping: TypeAlias = "dict[str, str]"


class ImportRow(TypedDict):
    phone: NotRequired[Union[str, None]]
    userId: NotRequired[Union[str, None]]
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    username: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    optedOutAt: NotRequired[Union[str, None]]
    blocked: NotRequired[Union[bool, None]]
    fields: NotRequired[dict[str, Union[str, None]]]


class ImportsCreateBody(TypedDict):
    csv: NotRequired[str]
    contacts: NotRequired[List[ImportRow]]
    url: NotRequired[str]
    file: NotRequired[str]
    mapping: NotRequired[ImportMapping]
    dryRun: NotRequired[bool]
    onDuplicate: NotRequired[Literal["skip", "update", "error"]]
    tags: NotRequired[List[str]]


class ImportsErrorsAnswer(TypedDict):
    row: int
    line: Union[int, None]
    column: str
    errorCode: str
    message: str
    value: Union[str, None]


InboxBucket = TypedDict("InboxBucket", {
    "in": "int",
    "out": "int",
    "answered": "int",
    "unanswered": "int",
    "from": "str",
})


InboxCounts = TypedDict("InboxCounts", {
    "in": "int",
    "out": "int",
    "answered": "int",
    "unanswered": "int",
})


class Invitation(TypedDict):
    id: str
    email: str
    role: Role
    numbers: Union[List[str], None]
    mailStatus: Literal["waiting", "sent", "failed", None]
    expiresAt: str
    createdAt: str


class InvitationText(TypedDict):
    message: NotRequired[str]
    onWindowClosed: NotRequired[OnWindowClosed]


class InvitationsCreateBody(TypedDict):
    email: str
    role: Role
    numbers: NotRequired[Union[List[str], None]]
    name: NotRequired[str]
    mail: NotRequired[bool]


class JoinRequest(TypedDict):
    id: str
    phone: Union[str, None]
    userId: Union[str, None]
    status: JoinRequestStatus
    error: Union[KeptError, None]
    createdAt: str
    updatedAt: str


JoinRequestStatus: TypeAlias = "Literal[\"pending\", \"approving\", \"approved\", \"rejecting\", \"rejected\", \"revoked\"]"


class JoinRequestsApproveBody(TypedDict):
    requests: List[str]


JoinRequestsRejectBody: TypeAlias = "JoinRequestsApproveBody"


Json: TypeAlias = "Union[str, float, bool, None, List[Json], dict[str, Json]]"


JsonObject: TypeAlias = "dict[str, Json]"


class KeptError(TypedDict):
    errorCode: ErrorCode
    message: str


class KeyCreatedEvent(TypedDict):
    id: str
    event: Literal["key:created"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ChangedKeyData
    truncated: Union[List[str], None]


class KeyRevokedEvent(TypedDict):
    id: str
    event: Literal["key:revoked"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ChangedKeyData
    truncated: Union[List[str], None]


KeyScopes: TypeAlias = "List[Literal[\"read\", \"send\", \"manage\", \"raw\", \"admin\", \"erase\"]]"


class KeyUpdatedEvent(TypedDict):
    id: str
    event: Literal["key:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ChangedKeyData
    truncated: Union[List[str], None]


class KeysCreateBody(TypedDict):
    name: str
    scopes: KeyScopes
    numbers: NotRequired[List[str]]
    cidrs: NotRequired[List[AddressRange]]
    test: NotRequired[bool]
    expiresAt: NotRequired[str]


class KeysRotateBody(TypedDict):
    graceHours: NotRequired[int]


class KeysUpdateBody(TypedDict):
    name: NotRequired[str]
    cidrs: NotRequired[Union[List[AddressRange], None]]
    expiresAt: NotRequired[Union[str, None]]


class KeysUsageAnswerItemsItem(TypedDict):
    operation: str
    day: str
    calls: int
    refused: int


class KeysUsageAnswer(TypedDict):
    items: List[KeysUsageAnswerItemsItem]


class Label(TypedDict):
    id: str
    name: str
    color: str
    description: Union[str, None]
    createdAt: str
    updatedAt: str


class LabelsAddBody(TypedDict):
    labels: List[str]


class LabelsCreateBody(TypedDict):
    name: str
    color: NotRequired[str]
    description: NotRequired[str]


LabelsMergeBody = ContactsMergeBody


class LabelsUpdateBody(TypedDict):
    name: NotRequired[str]
    color: NotRequired[str]
    description: NotRequired[Union[str, None]]


class LinkedMedia(TypedDict):
    url: NotRequired[str]
    kind: NotRequired[MediaKind]
    filename: NotRequired[str]
    mime: NotRequired[str]


class LinkedTemplateContent(TypedDict):
    components: NotRequired[List[LinkedTemplatePart]]
    name: str
    language: str
    variables: NotRequired[Union[List[str], dict[str, str]]]


class LinkedTemplateParameter(TypedDict):
    type: Literal["text", "payload", "image", "video", "document", "coupon_code"]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]


class LinkedTemplatePart(TypedDict):
    parameters: List[LinkedTemplateParameter]
    type: Literal["header", "body", "button"]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]


class ListContentSectionsItemRowsItem(TypedDict):
    id: str
    title: str
    description: NotRequired[str]


class ListContentSectionsItem(TypedDict):
    rows: List[ListContentSectionsItemRowsItem]
    title: NotRequired[str]


class ListContent(TypedDict):
    button: str
    sections: List[ListContentSectionsItem]


class LocationToSend(TypedDict):
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    name: NotRequired[str]
    address: NotRequired[str]
    request: NotRequired[Literal[True]]


LoggedEvent: TypeAlias = "Union[Event, ErasedEvent]"


class Media(TypedDict):
    kind: str
    file: Union[str, None]
    url: Union[str, None]
    providerId: Union[str, None]
    mime: Union[str, None]
    sha256: Union[str, None]
    filename: Union[str, None]
    animated: Union[bool, None]
    size: Union[int, None]
    durationMs: Union[int, None]
    error: Union[str, None]


MediaFields = LinkedMedia


MediaKind: TypeAlias = "Literal[\"image\", \"video\", \"audio\", \"voice\", \"document\", \"sticker\"]"


class MediaToSend(TypedDict):
    file: NotRequired[str]
    url: NotRequired[str]
    kind: NotRequired[MediaKind]
    filename: NotRequired[str]
    mime: NotRequired[str]


class Member(TypedDict):
    id: str
    name: str
    email: str
    role: Role
    status: Literal["active", "invited", "disabled"]
    numbers: Union[List[str], None]
    color: Union[str, None]
    twoFactor: bool
    lastSeenAt: Union[str, None]
    createdAt: str


class MemberReference(TypedDict):
    member: NotRequired[str]
    email: NotRequired[str]


class MemberRemovedEvent(TypedDict):
    id: str
    event: Literal["member:removed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: RemovedMemberData
    truncated: Union[List[str], None]


class MemberUpdatedEvent(TypedDict):
    id: str
    event: Literal["member:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ChangedMemberData
    truncated: Union[List[str], None]


MentionedMember: TypeAlias = "Union[str, Literal[\"me\"]]"


class MessageAnswersItem(TypedDict):
    message: str
    id: Union[str, None]
    text: Union[str, None]
    at: str


class MessageReactionsItemFrom(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    parentUserId: Union[str, None]
    name: Union[str, None]


MessageReactionsItem = TypedDict("MessageReactionsItem", {
    "emoji": "str",
    "from": "MessageReactionsItemFrom",
    "via": "Literal[\"app\", None]",
    "at": "str",
})


class MessageReferral1(TypedDict):
    url: Union[str, None]
    id: Union[str, None]
    type: Union[str, None]
    headline: Union[str, None]
    body: Union[str, None]
    mediaUrl: Union[str, None]
    clickId: Union[str, None]
    mediaType: Union[str, None]
    imageUrl: Union[str, None]
    videoUrl: Union[str, None]
    thumbnailUrl: Union[str, None]
    welcomeMessage: Union[str, None]


class MessageRetry1(TypedDict):
    count: int
    nextAt: Union[str, None]


class MessageFrom1(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    name: Union[str, None]
    contact: Union[str, None]


class MessageLocation(TypedDict):
    latitude: Union[float, None]
    longitude: Union[float, None]
    name: Union[str, None]
    address: Union[str, None]
    url: Union[str, None]
    request: Union[bool, None]


class MessageHeader2(TypedDict):
    media: Media


class MessageReply(TypedDict):
    kind: Literal["button", "list", "template", "form"]
    id: Union[str, None]
    text: Union[str, None]
    description: Union[str, None]
    data: Union[str, None]


class MessagePurchaseItemsItem(TypedDict):
    productId: str
    quantity: Union[float, None]
    price: Union[float, None]
    currency: Union[str, None]


class MessagePurchase(TypedDict):
    catalogId: Union[str, None]
    items: List[MessagePurchaseItemsItem]


class MessageSystem(TypedDict):
    event: str
    phone: Union[str, None]
    userId: Union[str, None]


class MessageProduct(TypedDict):
    catalogId: Union[str, None]
    productId: Union[str, None]


class MessageCallPermission(TypedDict):
    response: str
    permanent: Union[bool, None]
    expiresAt: Union[str, None]
    source: Union[str, None]


class MessageProviderErrorsItem(TypedDict):
    code: int
    title: str
    details: Union[str, None]
    errorCode: ErrorCode


Message = TypedDict("Message", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
})


class MessageAckDataParticipant1(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]


MessageAckData = TypedDict("MessageAckData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "MessageSummaries",
    "ack": "Literal[\"delivered\", \"read\", \"played\"]",
    "participant": "Union[MessageAckDataParticipant1, None]",
})


class MessageAckEvent(TypedDict):
    id: str
    event: Literal["message:ack"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageAckData
    truncated: Union[List[str], None]


class MessageCanceledEvent(TypedDict):
    id: str
    event: Literal["message:canceled"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: RequestedMessageData
    truncated: Union[List[str], None]


class MessageChangedDataMovedFrom1(TypedDict):
    number: str
    chat: str


MessageChangedData = TypedDict("MessageChangedData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "MessageSummaries",
    "changed": "List[str]",
    "movedFrom": "Union[MessageChangedDataMovedFrom1, None]",
})


class MessageChangedEvent(TypedDict):
    id: str
    event: Literal["message:changed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageChangedData
    truncated: Union[List[str], None]


class MessageContent(TypedDict):
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[Button]]
    list: NotRequired[ListContent]
    product: NotRequired[ProductToSend]
    products: NotRequired[ProductsContent]
    catalog: NotRequired[CatalogContent]
    footer: NotRequired[str]
    native: NotRequired[NativeContent]


class MessageConversation(TypedDict):
    id: Union[str, None]
    origin: Union[str, None]
    expiresAt: Union[str, None]


class MessageErrorFurther1Item(TypedDict):
    errorCode: ErrorCode
    message: str
    providerCode: Union[int, None]


class MessageError(TypedDict):
    errorCode: ErrorCode
    message: str
    providerCode: Union[int, None]
    retryable: bool
    further: Union[List[MessageErrorFurther1Item], None]


MessageEventData = TypedDict("MessageEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "MessageSummaries",
})


class MessageFailedEvent(TypedDict):
    id: str
    event: Literal["message:failed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageEventData
    truncated: Union[List[str], None]


class MessageInEvent(TypedDict):
    id: str
    event: Literal["message:in"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageEventData
    truncated: Union[List[str], None]


class MessageOutEvent(TypedDict):
    id: str
    event: Literal["message:out"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageEventData
    truncated: Union[List[str], None]


class MessagePricing(TypedDict):
    billable: Union[bool, None]
    category: Union[str, None]
    type: Union[str, None]
    model: Union[str, None]


class MessageReactionDataReactedBy(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    parentUserId: Union[str, None]
    name: Union[str, None]
    contact: Union[str, None]
    via: Literal["app", None]


MessageReactionData = TypedDict("MessageReactionData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "MessageSummaries",
    "emoji": "str",
    "reactedBy": "MessageReactionDataReactedBy",
})


class MessageReactionEvent(TypedDict):
    id: str
    event: Literal["message:reaction"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageReactionData
    truncated: Union[List[str], None]


MessageReference: TypeAlias = "str"


class MessageScheduledEvent(TypedDict):
    id: str
    event: Literal["message:scheduled"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: RequestedMessageData
    truncated: Union[List[str], None]


MessageStatus: TypeAlias = "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]"


MessageStatusTimes: TypeAlias = "dict[str, str]"


class MessageSummaries(TypedDict):
    chat: ChatSummary
    contact: Union[ContactSummary, None]
    number: NumberSummary
    quoted: Union[ShortMessage, None]
    quotedProviderId: Union[str, None]


class MessageTimes(TypedDict):
    p50: float
    p95: float


MessageType: TypeAlias = "Literal[\"text\", \"image\", \"video\", \"audio\", \"voice\", \"document\", \"sticker\", \"location\", \"location_request\", \"contacts\", \"poll\", \"buttons\", \"list\", \"product\", \"products\", \"catalog\", \"reaction\", \"template\", \"native\", \"reply\", \"order\", \"system\", \"call_permission\", \"unsupported\"]"


MessageUpdatedData = TypedDict("MessageUpdatedData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "MessageSummaries",
    "change": "Literal[\"edited\", \"deleted\", \"vote\", \"answered\", \"media\"]",
})


class MessageUpdatedEvent(TypedDict):
    id: str
    event: Literal["message:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageUpdatedData
    truncated: Union[List[str], None]


class MessageWaiting(TypedDict):
    reason: Literal["schedule", "order", "pacing", "pair_limit", "number_paused", "number_draining", "number_offline", "number_throttled", "number_refused", "provider_outage", "quarantine", "window_closed", "quiet_hours", "typing", "retry", "outcome"]
    until: Union[str, None]


MessageWaitingData = TypedDict("MessageWaitingData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "MessageWaiting",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "MessageSummaries",
})


class MessageWaitingEvent(TypedDict):
    id: str
    event: Literal["message:waiting"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageWaitingData
    truncated: Union[List[str], None]


class MessageWithSummariesSummaries1(TypedDict):
    chat: Union[ChatSummary, None]
    contact: Union[ContactSummary, None]
    number: Union[NumberSummary, None]
    quoted: Union[ShortMessage, None]


MessageWithSummaries = TypedDict("MessageWithSummaries", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "Union[str, None]",
    "group": "Union[str, None]",
    "channel": "Union[str, None]",
    "post": "Union[str, None]",
    "type": "MessageType",
    "message": "Union[str, None]",
    "onWindowClosed": "Union[OnWindowClosed, None]",
    "actions": "Union[ChatActionsView, None]",
    "typing": "Union[int, None]",
    "sentInstead": "Literal[\"template\", None]",
    "answers": "List[MessageAnswersItem]",
    "reactions": "List[MessageReactionsItem]",
    "referral": "Union[MessageReferral1, None]",
    "rating": "Union[int, None]",
    "forwarded": "bool",
    "blocked": "bool",
    "optedOut": "bool",
    "editedAt": "Union[str, None]",
    "deletedAt": "Union[str, None]",
    "quote": "Union[str, None]",
    "quoteProviderId": "Union[str, None]",
    "via": "Literal[\"app\", None]",
    "reference": "Union[str, None]",
    "priority": "Union[Priority, None]",
    "order": "Literal[\"chat\", \"none\", None]",
    "onUnknown": "Literal[\"hold\", \"resend\", None]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "Union[MessageWaiting, None]",
    "estimatedSendAt": "Union[str, None]",
    "error": "Union[MessageError, None]",
    "providerId": "Union[str, None]",
    "pricing": "Union[MessagePricing, None]",
    "conversation": "Union[MessageConversation, None]",
    "retry": "Union[MessageRetry1, None]",
    "from": "Union[MessageFrom1, None]",
    "by": "Union[Actor, None]",
    "version": "int",
    "createdAt": "str",
    "deliverAt": "Union[str, None]",
    "expiresAt": "Union[str, None]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "products": "NotRequired[ProductsContent]",
    "catalog": "NotRequired[CatalogContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[TemplateContent]",
    "native": "NotRequired[NativeContent]",
    "reply": "NotRequired[MessageReply]",
    "purchase": "NotRequired[MessagePurchase]",
    "origin": "NotRequired[str]",
    "system": "NotRequired[MessageSystem]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "unsupported": "NotRequired[str]",
    "summaries": "Union[MessageWithSummariesSummaries1, None]",
})


class MessagesBatchAnswerValue2(TypedDict):
    error: BatchRefusal


MessagesBatchAnswer: TypeAlias = "Union[Message, MessagesBatchAnswerValue2]"


class MessagesBatchBody(TypedDict):
    messages: List[MessagesSendBody]
    partial: NotRequired[bool]


class MessagesRawAnswer(TypedDict):
    id: str
    providerId: Union[str, None]
    raw: Union[Json, None]


class MessagesSendBody(TypedDict):
    phone: NotRequired[str]
    message: NotRequired[str]
    country: NotRequired[str]
    userId: NotRequired[str]
    group: NotRequired[str]
    channel: NotRequired[str]
    chat: NotRequired[str]
    number: NotRequired[str]
    quote: NotRequired[MessageReference]
    media: NotRequired[MediaToSend]
    header: NotRequired[HeaderToSend]
    reaction: NotRequired[str]
    template: NotRequired[TemplateContent]
    reactionMessage: NotRequired[MessageReference]
    previewUrl: NotRequired[bool]
    reference: NotRequired[str]
    priority: NotRequired[Priority]
    order: NotRequired[Literal["chat", "none"]]
    deliverAt: NotRequired[Union[str, None]]
    expiresIn: NotRequired[int]
    expiresAt: NotRequired[str]
    onUnknown: NotRequired[Literal["hold", "resend"]]
    onWindowClosed: NotRequired[OnWindowClosed]
    typing: NotRequired[int]
    labels: NotRequired[List[str]]
    actions: NotRequired[ChatActions]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[Button]]
    list: NotRequired[ListContent]
    product: NotRequired[ProductToSend]
    products: NotRequired[ProductsContent]
    catalog: NotRequired[CatalogContent]
    footer: NotRequired[str]
    native: NotRequired[NativeContent]


class MessagesTraceAnswer(TypedDict):
    id: str
    traceId: Union[str, None]
    entries: List[TraceEntry]


class MessagesUpdateBody(TypedDict):
    message: NotRequired[str]
    media: NotRequired[MediaToSend]
    header: NotRequired[HeaderToSend]
    template: NotRequired[TemplateContent]
    deliverAt: NotRequired[Union[str, None]]
    priority: NotRequired[Priority]
    reference: NotRequired[Union[str, None]]
    expiresAt: NotRequired[str]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[Button]]
    list: NotRequired[ListContent]
    product: NotRequired[ProductToSend]
    products: NotRequired[ProductsContent]
    catalog: NotRequired[CatalogContent]
    footer: NotRequired[str]
    native: NotRequired[NativeContent]


class NativeContent(TypedDict):
    type: str
    content: Json


class NewApiKey(TypedDict):
    id: str
    name: str
    scopes: KeyScopes
    numbers: Union[List[str], None]
    cidrs: Union[List[str], None]
    expiresAt: Union[str, None]
    hint: str
    test: bool
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    lastUsedFrom: Union[str, None]
    createdBy: Union[Actor, None]
    createdAt: str
    key: str


class NewInvitation(TypedDict):
    id: str
    email: str
    role: Role
    numbers: Union[List[str], None]
    mailStatus: Literal["waiting", "sent", "failed", None]
    expiresAt: str
    createdAt: str
    link: str


class Note(TypedDict):
    id: str
    chat: str
    message: str
    by: Actor
    mentions: List[str]
    createdAt: str
    editedAt: Union[str, None]


class NotesCreateBody(TypedDict):
    message: str
    mentions: NotRequired[List[str]]


class NotesUpdateBody(TypedDict):
    message: NotRequired[str]
    mentions: NotRequired[List[str]]


class Notification(TypedDict):
    id: str
    member: str
    kind: NotificationKind
    chat: Union[str, None]
    number: Union[str, None]
    name: Union[str, None]
    message: Union[str, None]
    note: Union[str, None]
    webhook: Union[str, None]
    reason: Union[str, None]
    by: Union[Actor, None]
    createdAt: str
    readAt: Union[str, None]


NotificationKind: TypeAlias = "Literal[\"mention\", \"assigned\", \"woken\", \"failed\", \"number\", \"webhook\"]"


class NotificationsReadAnswer(TypedDict):
    read: int


class NotificationsReadBody(TypedDict):
    member: NotRequired[Union[str, Literal["me"]]]
    ids: NotRequired[List[str]]
    all: NotRequired[Literal[True]]


class Number(TypedDict):
    id: str
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    businessAccountId: Union[str, None]
    status: Literal["connecting", "active", "restricted", "disconnected", "error"]
    session: SessionStatus
    default: bool
    device: DeviceReport
    settings: ConnectedNumberSettings
    queue: Union[QueueStatus, None]
    callbackUrl: str
    createdAt: str


class NumberReportedData(TypedDict):
    id: str
    field: str


class NumberReportedEvent(TypedDict):
    id: str
    event: Literal["number:reported"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: NumberReportedData
    truncated: Union[List[str], None]


class NumberSession(TypedDict):
    status: Literal["online", "offline", "pending", "error"]
    since: str
    lastError: Union[KeptError, None]
    number: str


class NumberSettings(TypedDict):
    ratePerSecond: NotRequired[Union[float, None]]
    quietHours: NotRequired[Union[QuietHours, None]]
    country: NotRequired[Union[str, None]]


class NumberSummary(TypedDict):
    id: str
    phone: Union[str, None]
    name: Union[str, None]
    phoneNumberId: Union[str, None]
    businessAccountId: Union[str, None]


class NumberUpdatedData(TypedDict):
    id: str
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    businessAccountId: Union[str, None]
    status: Literal["connecting", "active", "restricted", "disconnected", "error"]
    session: SessionStatus
    default: bool
    device: DeviceReport
    settings: ConnectedNumberSettings
    queue: Union[QueueStatus, None]
    callbackUrl: str
    createdAt: str
    change: Literal["connected", "session", "restricted", "quality", "limit", "name", "device", "settings", "queue", "account", "disconnected"]
    account: Union[AccountReport, None]


class NumberUpdatedEvent(TypedDict):
    id: str
    event: Literal["number:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: NumberUpdatedData
    truncated: Union[List[str], None]


class NumbersCreateBody(TypedDict):
    name: str
    provider: NotRequired[Literal["cloud", "simulator"]]
    phoneNumberId: NotRequired[str]
    businessAccountId: NotRequired[str]
    accessToken: NotRequired[str]
    appSecret: NotRequired[str]
    verifyToken: NotRequired[str]
    default: NotRequired[bool]
    settings: NotRequired[NumberSettings]


class NumbersSimulateAnswer(TypedDict):
    simulated: Literal["message", "status", "outage", "advance", "account", "group", "change"]
    providerId: Union[str, None]


NumbersSimulateBodyMessage = TypedDict("NumbersSimulateBodyMessage", {
    "from": "str",
    "type": "NotRequired[str]",
    "text": "NotRequired[str]",
    "name": "NotRequired[str]",
    "replyTo": "NotRequired[str]",
    "groupId": "NotRequired[str]",
    "content": "NotRequired[Union[dict[str, Json], List[dict[str, Json]]]]",
})


class NumbersSimulateBodyStatus(TypedDict):
    message: str
    status: Literal["sent", "delivered", "read", "played", "failed"]
    error: NotRequired[int]


class NumbersSimulateBodyOutage(TypedDict):
    kind: Literal["refuse", "hang", "error", "cut", "throttle"]
    seconds: float


class NumbersSimulateBodyAdvance(TypedDict):
    seconds: float


class NumbersSimulateBodyAccountName(TypedDict):
    name: str
    decision: Literal["APPROVED", "REJECTED", "DEFERRED"]


class NumbersSimulateBodyAccountTemplate(TypedDict):
    name: str
    status: Literal["APPROVED", "REJECTED", "PAUSED", "DISABLED"]


class NumbersSimulateBodyAccount(TypedDict):
    quality: NotRequired[Literal["GREEN", "YELLOW", "RED"]]
    messagingLimit: NotRequired[Literal["TIER_50", "TIER_250", "TIER_2K", "TIER_10K", "TIER_100K", "TIER_UNLIMITED"]]
    status: NotRequired[Literal["CONNECTED", "RESTRICTED", "RATE_LIMITED", "FLAGGED", "BANNED", "OFFLINE"]]
    canSend: NotRequired[Literal["AVAILABLE", "LIMITED", "BLOCKED"]]
    name: NotRequired[NumbersSimulateBodyAccountName]
    template: NotRequired[NumbersSimulateBodyAccountTemplate]


class NumbersSimulateBodyGroup(TypedDict):
    group: str
    action: Literal["follow_link", "withdraw", "leave", "suspend", "clear"]
    who: NotRequired[str]
    link: NotRequired[str]


class NumbersSimulateBodyChange(TypedDict):
    field: str
    value: NotRequired[dict[str, Json]]


class NumbersSimulateBody(TypedDict):
    message: NotRequired[NumbersSimulateBodyMessage]
    status: NotRequired[NumbersSimulateBodyStatus]
    outage: NotRequired[NumbersSimulateBodyOutage]
    advance: NotRequired[NumbersSimulateBodyAdvance]
    account: NotRequired[NumbersSimulateBodyAccount]
    group: NotRequired[NumbersSimulateBodyGroup]
    change: NotRequired[NumbersSimulateBodyChange]


class NumbersUpdateBody(TypedDict):
    name: NotRequired[str]
    default: NotRequired[Literal[True]]
    settings: NotRequired[NumberSettings]
    accessToken: NotRequired[str]
    appSecret: NotRequired[str]


class OnWindowClosedValue2(TypedDict):
    template: LinkedTemplateContent


OnWindowClosed: TypeAlias = "Union[Literal[\"fail\", \"hold\"], OnWindowClosedValue2]"


class OpenedChat(TypedDict):
    id: str
    number: str
    type: ChatType
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]
    status: ChatStatus
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    snooze: Union[ChatSnooze, None]
    rating: Union[ChatRating, None]
    failed: bool
    lastMessage: Union[ShortMessage, None]
    waitingSince: Union[str, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    version: int
    createdAt: str
    updatedAt: str
    created: bool


class OwnKey(TypedDict):
    id: str
    name: str
    scopes: KeyScopes
    numbers: Union[List[str], None]
    cidrs: Union[List[str], None]
    expiresAt: Union[str, None]


class ParticipantInvitation1(TypedDict):
    id: str
    status: Literal["waiting", "queued", "sent", "delivered", "read", "failed"]


class Participant(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    status: ParticipantStatus
    invitation: Union[ParticipantInvitation1, None]
    error: Union[KeptError, None]
    invitedAt: Union[str, None]
    joinedAt: Union[str, None]
    leftAt: Union[str, None]


ParticipantStatus: TypeAlias = "Literal[\"invited\", \"joined\", \"removing\", \"removed\", \"left\", \"canceled\", \"failed\"]"


class ParticipantsInviteBody(TypedDict):
    phones: List[str]
    invitation: NotRequired[InvitationText]


class ParticipantsRemoveBody(TypedDict):
    participants: List[str]


class PeopleToChange(TypedDict):
    phones: NotRequired[List[str]]
    country: NotRequired[str]


class PhonesExistsAnswer(TypedDict):
    phone: str
    exists: Union[bool, None]
    learnedAt: Union[str, None]


class PhonesExistsBody(TypedDict):
    phones: List[str]


class PhonesValidateAnswer(TypedDict):
    input: str
    valid: bool
    phone: Union[str, None]
    country: Union[str, None]
    formatted: Union[str, None]


PhonesValidateBody = PhonesExistsBody


class PollTally1Item(TypedDict):
    option: str
    votes: int


class Poll(TypedDict):
    name: str
    options: List[str]
    multiple: bool
    tally: Union[List[PollTally1Item], None]
    voters: Union[int, None]


class PollToSend(TypedDict):
    name: str
    options: List[str]
    multiple: NotRequired[bool]


class PostCounts(TypedDict):
    total: int
    waiting: int
    queued: int
    sent: int
    delivered: int
    read: int
    failed: int
    canceled: int
    optedOut: int
    unsubscribed: int


class Post(TypedDict):
    id: str
    channel: str
    type: MessageType
    message: Union[str, None]
    template: Union[str, None]
    variables: Union[Union[List[str], dict[str, str]], None]
    segment: Union[str, None]
    status: Literal["scheduled", "testing", "gathering", "posting", "paused", "stopping", "stopped", "posted"]
    counts: PostCounts
    errors: dict[str, int]
    createdAt: str
    deliverAt: Union[str, None]
    postedAt: Union[str, None]


class PostsCreateBodyHeader2(TypedDict):
    media: LinkedMedia


class PostsCreateBody(TypedDict):
    channel: str
    message: NotRequired[str]
    media: NotRequired[LinkedMedia]
    header: NotRequired[Union[str, PostsCreateBodyHeader2]]
    template: NotRequired[LinkedTemplateContent]
    previewUrl: NotRequired[bool]
    onWindowClosed: NotRequired[OnWindowClosed]
    deliverAt: NotRequired[Union[str, None]]
    expiresIn: NotRequired[int]
    test: NotRequired[List[str]]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[Button]]
    list: NotRequired[ListContent]
    product: NotRequired[ProductToSend]
    products: NotRequired[ProductsContent]
    catalog: NotRequired[CatalogContent]
    footer: NotRequired[str]
    native: NotRequired[NativeContent]


class PostsUpdateBody(TypedDict):
    deliverAt: Union[str, None]


class Presence(TypedDict):
    by: Actor
    status: Literal["viewing", "writing"]
    at: str


Priority: TypeAlias = "Literal[\"low\", \"normal\", \"high\", \"urgent\"]"


class ProductToSend(TypedDict):
    catalogId: str
    productId: str


class ProductsContentSectionsItem(TypedDict):
    productIds: List[str]
    title: NotRequired[str]


class ProductsContent(TypedDict):
    catalogId: str
    sections: List[ProductsContentSectionsItem]


ProfilesSetPictureBody: TypeAlias = "GroupsSetImageBody"


class ProfilesUpdateBody(TypedDict):
    about: NotRequired[str]
    address: NotRequired[Union[str, None]]
    description: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    websites: NotRequired[List[str]]
    vertical: NotRequired[Literal["OTHER", "AUTO", "BEAUTY", "APPAREL", "EDU", "ENTERTAIN", "EVENT_PLAN", "FINANCE", "GROCERY", "GOVT", "HOTEL", "HEALTH", "NONPROFIT", "PROF_SERVICES", "RETAIL", "TRAVEL", "RESTAURANT", "ALCOHOL", "ONLINE_GAMBLING", "PHYSICAL_GAMBLING", "OTC_DRUGS", None]]


class Queue(TypedDict):
    status: Literal["active", "paused", "draining"]
    refuses: bool
    waiting: int
    scheduled: int
    sending: int
    oldestAgeMs: int
    ratePerSecond: float
    postsWaiting: int
    etaMs: Union[int, None]
    blocked: Union[MessageWaiting, None]
    number: str


class QueueFilter(TypedDict):
    createdBefore: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]


class QueueStatus(TypedDict):
    status: Literal["active", "paused", "draining"]
    refuses: bool
    waiting: int
    scheduled: int
    sending: int
    oldestAgeMs: int
    ratePerSecond: float
    postsWaiting: int
    etaMs: Union[int, None]
    blocked: Union[MessageWaiting, None]


class QueuesMoveAnswer(TypedDict):
    moved: int
    chats: int
    remaining: int


class QueuesMoveBody(TypedDict):
    number: str
    createdBefore: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]


class QueuesPurgeAnswerPostsItem(TypedDict):
    post: str
    waiting: int


class QueuesPurgeAnswer(TypedDict):
    canceled: int
    scheduled: int
    remaining: int
    posts: List[QueuesPurgeAnswerPostsItem]


class QueuesPurgeBody(TypedDict):
    includeScheduled: NotRequired[bool]
    createdBefore: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]


class QueuesUpdateBody(TypedDict):
    refuses: NotRequired[bool]


QuietHours = TypedDict("QuietHours", {
    "from": "str",
    "to": "str",
    "timeZone": "str",
})


class RateOfRequests(TypedDict):
    perSecond: float
    burst: float


class RatingCounts(TypedDict):
    asked: int
    answers: int
    average: Union[float, None]
    scores: List[int]


class RatingsOfDepartment(TypedDict):
    asked: int
    answers: int
    average: Union[float, None]
    scores: List[int]
    department: str


class RatingsOfMember(TypedDict):
    asked: int
    answers: int
    average: Union[float, None]
    scores: List[int]
    member: str
    name: Union[str, None]


class Receipt(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    status: MessageStatus
    statusAt: MessageStatusTimes
    error: Union[MessageError, None]


class Refused(TypedDict):
    status: Literal[400, 401, 403, 409, 413, 415, 422, 429, 500, 503]
    errorCode: Literal["request:invalid", "phone:invalid", "cursor:invalid", "token:invalid", "token:expired", "scope:missing", "numbers:limited", "address:not_allowed", "rate:limited", "rate:in_flight", "server:error", "service:overloaded", "service:unavailable", "request:malformed", "request:too_deep", "request:too_large", "request:unsupported_type", "idempotency:key_invalid", "idempotency:in_flight", "idempotency:key_reused"]
    message: str
    errors: List[FieldError]
    retryable: bool
    retryAfter: Union[float, None]
    requestId: str
    docs: str


class Removed(TypedDict):
    id: str
    deleted: Literal[True]


class RemovedMemberData(TypedDict):
    id: str


Replay = TypedDict("Replay", {
    "id": "str",
    "webhook": "str",
    "from": "str",
    "to": "str",
    "events": "Union[List[str], None]",
    "chat": "Union[str, None]",
    "onlyFailed": "bool",
    "withWaiting": "bool",
    "speed": "Union[float, None]",
    "status": "Literal[\"running\", \"finished\", \"stopped\"]",
    "position": "str",
    "queued": "int",
    "before": "AnswersBefore",
    "now": "AnswersOfReceiver",
    "fixed": "int",
    "broken": "int",
    "createdAt": "str",
    "completedAt": "Union[str, None]",
})


ReplayRange = TypedDict("ReplayRange", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[str]",
})


ReplaysCreateBody = TypedDict("ReplaysCreateBody", {
    "speed": "NotRequired[float]",
    "onlyFailed": "NotRequired[bool]",
    "withWaiting": "NotRequired[bool]",
    "from": "str",
    "to": "NotRequired[str]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[str]",
})


ReplaysPreviewAnswer = TypedDict("ReplaysPreviewAnswer", {
    "webhook": "str",
    "from": "str",
    "to": "str",
    "events": "int",
    "failed": "int",
    "waiting": "int",
    "oldest": "Union[str, None]",
    "newest": "Union[str, None]",
})


ReplaysPreviewBody = TypedDict("ReplaysPreviewBody", {
    "from": "str",
    "to": "NotRequired[str]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[str]",
})


class RepliesCreateBody(TypedDict):
    name: str
    message: str
    shortcut: NotRequired[str]
    folder: NotRequired[str]


class RepliesUpdateBody(TypedDict):
    message: NotRequired[str]
    name: NotRequired[str]
    shortcut: NotRequired[Union[str, None]]
    folder: NotRequired[Union[str, None]]


class ReplyFields(TypedDict):
    name: NotRequired[str]
    shortcut: NotRequired[Union[str, None]]
    folder: NotRequired[Union[str, None]]


RequestedMessageData = MessageEventData


class Restore(TypedDict):
    since: Union[str, None]
    resting: List[Literal["messages", "posts", "webhooks"]]


Role: TypeAlias = "Literal[\"viewer\", \"agent\", \"admin\", \"owner\"]"


class RotatedApiKey(TypedDict):
    id: str
    name: str
    scopes: KeyScopes
    numbers: Union[List[str], None]
    cidrs: Union[List[str], None]
    expiresAt: Union[str, None]
    hint: str
    test: bool
    revokedAt: Union[str, None]
    lastUsedAt: Union[str, None]
    lastUsedFrom: Union[str, None]
    createdBy: Union[Actor, None]
    createdAt: str
    key: str
    previousExpiresAt: str


class SavedReply(TypedDict):
    id: str
    message: str
    by: Actor
    version: int
    createdAt: str
    updatedAt: str
    name: str
    shortcut: Union[str, None]
    folder: Union[str, None]


class SavedView(TypedDict):
    id: str
    shared: bool
    by: Actor
    version: int
    createdAt: str
    updatedAt: str
    name: str
    filter: ViewFilter
    sort: ChatSort


class SearchFindAnswer(TypedDict):
    groups: List[SearchGroup]
    unavailable: List[Literal["chat", "contact", "message", "template", "number", "webhook", "key"]]


class SearchGroup(TypedDict):
    kind: Literal["chat", "contact", "message", "template", "number", "webhook", "key"]
    items: List[SearchResult]
    more: bool


SearchMark = TypedDict("SearchMark", {
    "from": "int",
    "to": "int",
})


class SearchResult(TypedDict):
    id: str
    name: Union[str, None]
    chat: Union[str, None]
    number: Union[str, None]
    at: Union[str, None]
    field: Literal["id", "name", "phone", "email", "username", "userId", "text", "url", "hint"]
    text: str
    marks: List[SearchMark]


class SecretHeader(TypedDict):
    name: str
    value: str


class SecretsRotateAnswer(TypedDict):
    webhook: str
    signingSecret: str
    previousExpiresAt: str


class SecretsRotateBody(TypedDict):
    graceHours: NotRequired[float]


class Segment(TypedDict):
    id: str
    name: str
    description: Union[str, None]
    filter: ContactFilter
    count: int
    createdAt: str
    updatedAt: str


class SegmentsCreateBody(TypedDict):
    name: str
    filter: ContactFilter
    description: NotRequired[str]


class SegmentsPreviewAnswer(TypedDict):
    count: int
    contacts: List[Contact]


class SegmentsPreviewBody(TypedDict):
    filter: ContactFilter
    size: NotRequired[int]


class SegmentsUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    filter: NotRequired[ContactFilter]


class SessionStatus(TypedDict):
    status: Literal["online", "offline", "pending", "error"]
    since: str
    lastError: Union[KeptError, None]


class SessionsRegisterBody(TypedDict):
    pin: str


class SessionsRequestCodeAnswer(TypedDict):
    number: str
    requested: Literal[True]
    method: Literal["sms", "voice"]


class SessionsRequestCodeBody(TypedDict):
    method: NotRequired[Literal["sms", "voice"]]
    language: NotRequired[str]


class SessionsVerifyCodeBody(TypedDict):
    code: str


class SettingsChange(TypedDict):
    optedOutMessages: NotRequired[Literal["send", "refuse"]]
    country: NotRequired[Union[str, None]]
    timeZone: NotRequired[str]
    hours: NotRequired[Union[List[BusinessHours], None]]
    optOutWords: NotRequired[Union[List[str], None]]
    optInWords: NotRequired[Union[List[str], None]]
    answering: NotRequired[Literal["anyone", "assignee"]]
    answerGoalMinutes: NotRequired[Union[int, None]]
    unknownPhones: NotRequired[Literal["exist", "unknown"]]
    retentionDays: NotRequired[Union[int, None]]


class ShortMessage(TypedDict):
    id: str
    direction: Literal["in", "out"]
    type: MessageType
    message: Union[str, None]
    at: str
    status: Union[MessageStatus, None]


class SnoozeChangeValue1(TypedDict):
    until: Union[str, None]


SnoozeChange: TypeAlias = "Union[SnoozeChangeValue1, None]"


StatisticsAnswersAnswer = TypedDict("StatisticsAnswersAnswer", {
    "from": "str",
    "to": "str",
    "total": "AnswerCounts",
    "buckets": "List[AnswerBucket]",
    "numbers": "List[AnswersOfNumber]",
    "members": "List[AnswersOfMember]",
})


StatisticsDeliveriesAnswer = TypedDict("StatisticsDeliveriesAnswer", {
    "number": "str",
    "from": "str",
    "to": "str",
    "total": "DeliveryStatistics",
    "buckets": "List[DeliveryStatisticsBucket]",
})


class StatisticsInboxAnswerWaiting(TypedDict):
    chats: int
    oldestAt: Union[str, None]


StatisticsInboxAnswer = TypedDict("StatisticsInboxAnswer", {
    "from": "str",
    "to": "str",
    "total": "InboxCounts",
    "buckets": "List[InboxBucket]",
    "waiting": "StatisticsInboxAnswerWaiting",
})


StatisticsRatingsAnswer = TypedDict("StatisticsRatingsAnswer", {
    "from": "str",
    "to": "str",
    "total": "RatingCounts",
    "members": "List[RatingsOfMember]",
    "departments": "List[RatingsOfDepartment]",
})


StatisticsUsageAnswerDaysItem = TypedDict("StatisticsUsageAnswerDaysItem", {
    "day": "str",
    "number": "str",
    "type": "MessageType",
    "in": "int",
    "out": "int",
})


class StatisticsUsageAnswerPricingItem(TypedDict):
    day: str
    number: str
    category: str
    billable: bool
    messages: int


class StatisticsUsageAnswerDeliveries1Item(TypedDict):
    day: str
    number: Union[str, None]
    event: str
    delivered: int
    failed: int
    waiting: int
    attempts: int


StatisticsUsageAnswer = TypedDict("StatisticsUsageAnswer", {
    "from": "str",
    "to": "str",
    "days": "List[StatisticsUsageAnswerDaysItem]",
    "pricing": "List[StatisticsUsageAnswerPricingItem]",
    "deliveries": "Union[List[StatisticsUsageAnswerDeliveries1Item], None]",
})


class Subscriber(TypedDict):
    phone: str
    status: Literal["subscribed", "unsubscribed"]
    by: Literal["you", "word"]
    optedInAt: Union[str, None]
    optedOutAt: Union[str, None]


class SubscribersAddBody(TypedDict):
    reconsented: NotRequired[bool]
    phones: List[str]
    country: NotRequired[str]


class SubscribersRemoveBody(TypedDict):
    phones: List[str]
    country: NotRequired[str]


class TeamDisableBody(TypedDict):
    revokeKeys: NotRequired[bool]


TeamRemoveBody: TypeAlias = "TeamDisableBody"


class TeamUpdateBody(TypedDict):
    name: NotRequired[str]
    role: NotRequired[Role]
    numbers: NotRequired[Union[List[str], None]]
    color: NotRequired[Union[str, None]]
    revokeKeys: NotRequired[bool]


class Template(TypedDict):
    id: str
    name: str
    language: str
    category: str
    status: str
    rejectedReason: Union[str, None]
    quality: Union[str, None]
    body: Union[str, None]
    variables: List[str]
    components: List[JsonObject]


class TemplateContent(TypedDict):
    components: NotRequired[List[TemplatePart]]
    name: str
    language: str
    variables: NotRequired[Union[List[str], dict[str, str]]]


class TemplateFields(TypedDict):
    name: NotRequired[str]
    language: NotRequired[str]
    variables: NotRequired[Union[List[str], dict[str, str]]]


class TemplateParameter(TypedDict):
    file: NotRequired[str]
    type: Literal["text", "payload", "image", "video", "document", "coupon_code"]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]


class TemplateParameterFields(TypedDict):
    type: NotRequired[Literal["text", "payload", "image", "video", "document", "coupon_code"]]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]


class TemplatePart(TypedDict):
    parameters: List[TemplateParameter]
    type: Literal["header", "body", "button"]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]


class TemplatePartFields(TypedDict):
    type: NotRequired[Literal["header", "body", "button"]]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]


class TemplateUpdatedDataComponents1(TypedDict):
    title: Union[str, None]
    body: Union[str, None]
    footer: Union[str, None]
    buttons: List[JsonObject]


class TemplateUpdatedData(TypedDict):
    number: str
    template: str
    name: str
    language: str
    change: Literal["status", "quality", "category", "components"]
    status: Union[str, None]
    reason: Union[str, None]
    title: Union[str, None]
    explanation: Union[str, None]
    recommendation: Union[str, None]
    disabledAt: Union[str, None]
    quality: Union[str, None]
    category: Union[str, None]
    previous: Union[str, None]
    effectiveAt: Union[str, None]
    components: Union[TemplateUpdatedDataComponents1, None]


class TemplateUpdatedEvent(TypedDict):
    id: str
    event: Literal["template:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: TemplateUpdatedData
    truncated: Union[List[str], None]


class TemplatesCreateBodyHeader2Media(TypedDict):
    file: str


class TemplatesCreateBodyHeader2(TypedDict):
    media: TemplatesCreateBodyHeader2Media


class TemplatesCreateBodyButtonsItem(TypedDict):
    text: str
    url: NotRequired[str]
    phone: NotRequired[str]


class TemplatesCreateBody(TypedDict):
    name: str
    language: str
    category: Literal["MARKETING", "UTILITY"]
    body: str
    header: NotRequired[Union[str, TemplatesCreateBodyHeader2]]
    samples: NotRequired[dict[str, str]]
    footer: NotRequired[str]
    buttons: NotRequired[List[TemplatesCreateBodyButtonsItem]]


class TemplatesGetAnswer(TypedDict):
    name: str
    translations: List[Template]


class TemplatesRemoveAnswer(TypedDict):
    name: str
    deleted: Literal[True]


class TimelineItem(TypedDict):
    type: Literal["message", "note", "change"]
    id: str
    at: str
    message: Union[Message, None]
    note: Union[Note, None]
    change: Union[ChatChange, None]
    by: Union[Actor, None]
    assignee: Union[Assignee, None]
    snooze: Union[ChatSnooze, None]
    rating: Union[ChatRating, None]
    run: Union[AutomationRun, None]


class TraceEntry(TypedDict):
    at: str
    what: Literal["accepted", "waiting", "attempt", "status", "webhook"]
    status: Union[MessageStatus, None]
    event: Union[str, None]
    webhook: Union[str, None]
    delivery: Union[str, None]
    attempt: Union[int, None]
    outcome: Union[str, None]
    httpStatus: Union[int, None]
    latencyMs: Union[int, None]
    waiting: Union[MessageWaiting, None]
    error: Union[MessageError, None]


class TriedAutomation(TypedDict):
    chat: str
    name: Union[str, None]
    message: Union[str, None]
    text: Union[str, None]
    at: str
    unmet: List[Literal["trigger", "number", "label", "labelExclude", "words", "hours", "optedOut"]]
    actions: List[AutomatedAction]
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]


class UnusedUpdate(TypedDict):
    id: str
    field: str
    raw: Union[Json, None]
    receivedAt: str


class ViewFields(TypedDict):
    name: NotRequired[str]
    filter: NotRequired[ViewFilter]
    sort: NotRequired[ChatSort]


ViewFilter = ChatConditions


class ViewsCreateBody(TypedDict):
    name: str
    filter: ViewFilter
    shared: NotRequired[bool]
    sort: NotRequired[ChatSort]


class ViewsUpdateBody(TypedDict):
    shared: NotRequired[Literal[True]]
    name: NotRequired[str]
    filter: NotRequired[ViewFilter]
    sort: NotRequired[ChatSort]


class Webhook(TypedDict):
    id: str
    name: Union[str, None]
    url: str
    urls: List[str]
    endpoints: List[WebhookEndpoint]
    events: List[str]
    number: Union[str, None]
    secretHeader: Union[CreatedWebhookSecretHeader1, None]
    ratePerSecond: Union[float, None]
    format: str
    status: Literal["active", "paused", "disabled"]
    createdAt: str
    updatedAt: str


class WebhookAlertData(TypedDict):
    since: str
    webhook: str
    endpoint: str
    url: str
    reason: str


class WebhookDisabledEvent(TypedDict):
    id: str
    event: Literal["webhook:disabled"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: WebhookAlertData
    truncated: Union[List[str], None]


class WebhookEndpointBreaker(TypedDict):
    status: Literal["closed", "open", "half_open"]
    until: Union[str, None]


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    status: Literal["active", "disabled"]
    failingSince: Union[str, None]
    lastSuccessAt: Union[str, None]
    breaker: WebhookEndpointBreaker


class WebhookExhaustedDataEvent(TypedDict):
    id: str
    event: str


class WebhookExhaustedData(TypedDict):
    delivery: str
    event: WebhookExhaustedDataEvent
    attempts: int
    webhook: str
    endpoint: str
    url: str
    reason: str


class WebhookExhaustedEvent(TypedDict):
    id: str
    event: Literal["webhook:exhausted"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: WebhookExhaustedData
    truncated: Union[List[str], None]


class WebhookFailingEvent(TypedDict):
    id: str
    event: Literal["webhook:failing"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: WebhookAlertData
    truncated: Union[List[str], None]


class WebhookFields(TypedDict):
    events: NotRequired[List[str]]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    ratePerSecond: NotRequired[Union[float, None]]


class WebhooksCreateBody(TypedDict):
    name: NotRequired[str]
    number: NotRequired[str]
    secretHeader: NotRequired[SecretHeader]
    format: NotRequired[str]
    status: NotRequired[Literal["active", "paused"]]
    verifyToken: NotRequired[str]
    events: List[str]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    ratePerSecond: NotRequired[Union[float, None]]


class WebhooksStatisticsAnswerBacklog(TypedDict):
    deliveries: int
    oldestAt: Union[str, None]


WebhooksStatisticsAnswer = TypedDict("WebhooksStatisticsAnswer", {
    "webhook": "str",
    "from": "str",
    "to": "str",
    "backlog": "WebhooksStatisticsAnswerBacklog",
    "total": "DeliveryAnswers",
    "intervals": "List[DeliveryInterval]",
    "holes": "List[DeliveryHole]",
})


class WebhooksTestAnswer(TypedDict):
    url: str
    delivered: bool
    httpStatus: Union[int, None]
    latencyMs: int
    error: Union[str, None]
    responseBody: str


class WebhooksTestBody(TypedDict):
    event: NotRequired[str]


class WebhooksUpdateBody(TypedDict):
    name: NotRequired[Union[str, None]]
    number: NotRequired[Union[str, None]]
    secretHeader: NotRequired[Union[SecretHeader, None]]
    format: NotRequired[str]
    events: NotRequired[List[str]]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    ratePerSecond: NotRequired[Union[float, None]]


class Workspace(TypedDict):
    id: str
    name: str
    createdAt: str
    settings: WorkspaceSettings


class WorkspaceSettings(TypedDict):
    optedOutMessages: Literal["send", "refuse"]
    country: Union[str, None]
    timeZone: str
    hours: Union[List[BusinessHours], None]
    optOutWords: Union[List[str], None]
    optInWords: Union[List[str], None]
    answering: Literal["anyone", "assignee"]
    answerGoalMinutes: Union[int, None]
    unknownPhones: Literal["exist", "unknown"]
    retentionDays: Union[int, None]


class WorkspaceUpdateBody(TypedDict):
    name: NotRequired[str]
    settings: NotRequired[SettingsChange]


class TeamListInput(TypedDict):
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


TeamGetInput = RemovedMemberData


class TeamUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    role: NotRequired[Role]
    numbers: NotRequired[Union[List[str], None]]
    color: NotRequired[Union[str, None]]
    revokeKeys: NotRequired[bool]


class TeamDisableInput(TypedDict):
    id: str
    revokeKeys: NotRequired[bool]


TeamEnableInput = RemovedMemberData


TeamRemoveInput = TeamDisableInput


InvitationsListInput = TeamListInput


InvitationsCreateInput = InvitationsCreateBody


InvitationsGetInput = RemovedMemberData


InvitationsRemoveInput = RemovedMemberData


class DepartmentsListInput(TypedDict):
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


DepartmentsCreateInput = DepartmentsCreateBody


DepartmentsGetInput = RemovedMemberData


class DepartmentsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    color: NotRequired[Union[str, None]]
    icon: NotRequired[Union[str, None]]
    members: NotRequired[DepartmentMembers]


DepartmentsRemoveInput = RemovedMemberData


class AuditListInput(TypedDict):
    actor: NotRequired[str]
    operation: NotRequired[List[str]]
    target: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


WorkspaceUpdateInput = WorkspaceUpdateBody


KeysListInput = TeamListInput


KeysCreateInput = KeysCreateBody


KeysGetInput = RemovedMemberData


class KeysUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    cidrs: NotRequired[Union[List[AddressRange], None]]
    expiresAt: NotRequired[Union[str, None]]


class KeysRotateInput(TypedDict):
    id: str
    graceHours: NotRequired[int]


KeysRevokeInput = RemovedMemberData


KeysUsageInput = RemovedMemberData


class SearchFindInput(TypedDict):
    q: str
    kinds: NotRequired[List[Literal["chat", "contact", "message", "template", "number", "webhook", "key"]]]
    size: NotRequired[int]


MessagesSendInput = MessagesSendBody


class MessagesListInput(TypedDict):
    direction: NotRequired[Literal["in", "out"]]
    status: NotRequired[List[MessageStatus]]
    number: NotRequired[List[str]]
    chat: NotRequired[str]
    phone: NotRequired[str]
    group: NotRequired[str]
    channel: NotRequired[str]
    type: NotRequired[List[str]]
    reference: NotRequired[str]
    search: NotRequired[str]
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc"]]
    around: NotRequired[str]
    include: NotRequired[List[Literal["chat", "contact", "number", "quoted"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


MessagesBatchInput = MessagesBatchBody


MessagesBatchOutput: TypeAlias = "List[MessagesBatchAnswer]"


class MessagesGetInput(TypedDict):
    id: str
    include: NotRequired[List[Literal["chat", "contact", "number", "quoted"]]]


class MessagesUpdateInput(TypedDict):
    id: str
    message: NotRequired[str]
    media: NotRequired[MediaToSend]
    header: NotRequired[HeaderToSend]
    template: NotRequired[TemplateContent]
    deliverAt: NotRequired[Union[str, None]]
    priority: NotRequired[Priority]
    reference: NotRequired[Union[str, None]]
    expiresAt: NotRequired[str]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[Button]]
    list: NotRequired[ListContent]
    product: NotRequired[ProductToSend]
    products: NotRequired[ProductsContent]
    catalog: NotRequired[CatalogContent]
    footer: NotRequired[str]
    native: NotRequired[NativeContent]


MessagesRawInput = RemovedMemberData


MessagesCancelInput = RemovedMemberData


MessagesRetryInput = RemovedMemberData


class MessagesReadInput(TypedDict):
    id: MessageReference


MessagesReceiptsInput = RemovedMemberData


MessagesReceiptsOutput: TypeAlias = "List[Receipt]"


MessagesTraceInput = RemovedMemberData


class ChatsListInput(TypedDict):
    search: NotRequired[str]
    status: NotRequired[List[ChatStatus]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    written: NotRequired[bool]
    waiting: NotRequired[bool]
    overdue: NotRequired[bool]
    snoozed: NotRequired[bool]
    failed: NotRequired[bool]
    window: NotRequired[ChatWindow]
    assignee: NotRequired[ChatAssignees]
    mentioned: NotRequired[MentionedMember]
    label: NotRequired[List[str]]
    labelExclude: NotRequired[List[str]]
    number: NotRequired[List[str]]
    type: NotRequired[List[ChatType]]
    phone: NotRequired[str]
    group: NotRequired[str]
    lastMessageAfter: NotRequired[str]
    lastMessageBefore: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]
    sort: NotRequired[ChatSort]
    include: NotRequired[List[Literal["contact", "number"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]


ChatsCreateInput = ChatsCreateBody


ChatsUpdateManyInput = ChatsUpdateManyBody


ChatsUpdateManyOutput: TypeAlias = "List[Chat]"


ChatsCountsInput = ChatsCountsBody


ChatsCountsOutput: TypeAlias = "dict[str, ChatCount]"


class ChatsGetInput(TypedDict):
    id: str
    include: NotRequired[List[Literal["contact", "number"]]]


class ChatsUpdateInput(TypedDict):
    id: str
    labels: NotRequired[List[str]]
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    snooze: NotRequired[SnoozeChange]


ChatsRemoveInput = RemovedMemberData


class ChatsTimelineInput(TypedDict):
    id: str
    around: NotRequired[str]
    after: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]


class ChatsPresenceInput(TypedDict):
    id: str
    status: Literal["viewing", "writing", "left"]


ChatsArchiveInput = RemovedMemberData


ChatsUnarchiveInput = RemovedMemberData


class ChatsAssignInput(TypedDict):
    id: str
    member: NotRequired[str]
    email: NotRequired[str]


ChatsUnassignInput = RemovedMemberData


ChatsReadInput = RemovedMemberData


ChatsTypingInput = RemovedMemberData


class FilesCreateInput(TypedDict):
    content: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    mime: NotRequired[str]
    expiresAt: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes]]]


class FilesListInput(TypedDict):
    kind: NotRequired[List[Literal["image", "video", "audio", "document", "sticker"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


FilesGetInput = RemovedMemberData


class FilesUpdateInput(TypedDict):
    id: str
    filename: NotRequired[str]
    expiresAt: NotRequired[str]


FilesRemoveInput = RemovedMemberData


class FilesDownloadInput(TypedDict):
    id: str
    offset: NotRequired[int]


LabelsListInput = DepartmentsListInput


LabelsCreateInput = LabelsCreateBody


LabelsGetInput = RemovedMemberData


class LabelsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    color: NotRequired[str]
    description: NotRequired[Union[str, None]]


LabelsRemoveInput = RemovedMemberData


LabelsMergeInput = ContactsMergeBody


class LabelsAddInput(TypedDict):
    id: str
    labels: List[str]


class LabelsRemoveFromChatInput(TypedDict):
    id: str
    label: str


class NotesListInput(TypedDict):
    id: str
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


class NotesCreateInput(TypedDict):
    id: str
    message: str
    mentions: NotRequired[List[str]]


class NotesGetInput(TypedDict):
    id: str
    note: str


class NotesUpdateInput(TypedDict):
    id: str
    note: str
    message: NotRequired[str]
    mentions: NotRequired[List[str]]


NotesRemoveInput = NotesGetInput


class RepliesListInput(TypedDict):
    search: NotRequired[str]
    folder: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


RepliesCreateInput = RepliesCreateBody


RepliesGetInput = RemovedMemberData


class RepliesUpdateInput(TypedDict):
    id: str
    message: NotRequired[str]
    name: NotRequired[str]
    shortcut: NotRequired[Union[str, None]]
    folder: NotRequired[Union[str, None]]


RepliesRemoveInput = RemovedMemberData


class ViewsListInput(TypedDict):
    shared: NotRequired[bool]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


ViewsCreateInput = ViewsCreateBody


ViewsGetInput = RemovedMemberData


class ViewsUpdateInput(TypedDict):
    id: str
    shared: NotRequired[Literal[True]]
    name: NotRequired[str]
    filter: NotRequired[ViewFilter]
    sort: NotRequired[ChatSort]


ViewsRemoveInput = RemovedMemberData


AutomationsListInput = DepartmentsListInput


AutomationsCreateInput = AutomationsCreateBody


AutomationsGetInput = RemovedMemberData


class AutomationsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    enabled: NotRequired[bool]
    trigger: NotRequired[AutomationTrigger]
    conditions: NotRequired[AutomationConditions]
    actions: NotRequired[AutomationActions]


AutomationsRemoveInput = RemovedMemberData


class AutomationsTryOutInput(TypedDict):
    id: str
    last: NotRequired[int]


AutomationsTryOutOutput: TypeAlias = "List[TriedAutomation]"


class AutomationsRunsInput(TypedDict):
    id: str
    status: NotRequired[List[AutomationStatus]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


class NotificationsListInput(TypedDict):
    member: NotRequired[Union[str, Literal["me"]]]
    unread: NotRequired[bool]
    kind: NotRequired[List[NotificationKind]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


NotificationsGetInput = RemovedMemberData


NotificationsReadInput = NotificationsReadBody


QueuesGetInput = RemovedMemberData


class QueuesUpdateInput(TypedDict):
    id: str
    refuses: NotRequired[bool]


QueuesPauseInput = RemovedMemberData


QueuesDrainInput = RemovedMemberData


QueuesResumeInput = RemovedMemberData


class QueuesPurgeInput(TypedDict):
    id: str
    includeScheduled: NotRequired[bool]
    createdBefore: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]


class QueuesMoveInput(TypedDict):
    id: str
    number: str
    createdBefore: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]


CapabilitiesGetInput = RemovedMemberData


StatisticsAnswersInput = TypedDict("StatisticsAnswersInput", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "timeZone": "NotRequired[str]",
    "interval": "NotRequired[Literal[\"hour\", \"day\"]]",
    "number": "NotRequired[List[str]]",
})


StatisticsInboxInput = StatisticsAnswersInput


StatisticsRatingsInput = TypedDict("StatisticsRatingsInput", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "number": "NotRequired[List[str]]",
})


StatisticsDeliveriesInput = TypedDict("StatisticsDeliveriesInput", {
    "id": "str",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "timeZone": "NotRequired[str]",
    "interval": "NotRequired[Literal[\"minute\", \"hour\", \"day\"]]",
})


StatisticsUsageInput = TypedDict("StatisticsUsageInput", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "timeZone": "NotRequired[str]",
    "number": "NotRequired[List[str]]",
})


ContactsCreateInput = ContactsCreateBody


class ContactsListInput(TypedDict):
    search: NotRequired[str]
    phone: NotRequired[str]
    tag: NotRequired[List[str]]
    tagExclude: NotRequired[List[str]]
    field: NotRequired[dict[str, str]]
    country: NotRequired[List[str]]
    blocked: NotRequired[bool]
    optedOut: NotRequired[bool]
    hasReplied: NotRequired[bool]
    hasChat: NotRequired[bool]
    segment: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc", "updatedAt:asc", "updatedAt:desc", "lastMessageAt:asc", "lastMessageAt:desc", "name:asc", "name:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]


class ContactsExportInput(TypedDict):
    search: NotRequired[str]
    phone: NotRequired[str]
    tag: NotRequired[List[str]]
    tagExclude: NotRequired[List[str]]
    field: NotRequired[dict[str, str]]
    country: NotRequired[List[str]]
    blocked: NotRequired[bool]
    optedOut: NotRequired[bool]
    hasReplied: NotRequired[bool]
    hasChat: NotRequired[bool]
    segment: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


ContactsGetInput = RemovedMemberData


class ContactsUpdateInput(TypedDict):
    id: str
    phone: NotRequired[str]
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    username: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    fields: NotRequired[dict[str, Union[str, None]]]


ContactsRemoveInput = RemovedMemberData


class ContactsEraseInput(TypedDict):
    id: str
    confirm: str


class ContactsAddTagsInput(TypedDict):
    id: str
    tags: List[str]


ContactsRemoveTagsInput = ContactsAddTagsInput


ContactsBlockInput = RemovedMemberData


ContactsUnblockInput = RemovedMemberData


ContactsOptOutInput = RemovedMemberData


ContactsOptInInput = RemovedMemberData


ContactsMergeInput = ContactsMergeBody


class ErasuresListInput(TypedDict):
    contact: NotRequired[str]
    status: NotRequired[Literal["running", "finished"]]
    size: NotRequired[int]
    cursor: NotRequired[str]


ErasuresGetInput = RemovedMemberData


SegmentsCreateInput = SegmentsCreateBody


SegmentsListInput = DepartmentsListInput


SegmentsGetInput = RemovedMemberData


class SegmentsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    filter: NotRequired[ContactFilter]


SegmentsRemoveInput = RemovedMemberData


SegmentsPreviewInput = SegmentsPreviewBody


class ImportsCreateInput(TypedDict):
    csv: NotRequired[str]
    contacts: NotRequired[List[ImportRow]]
    url: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    mapping: NotRequired[ImportMapping]
    dryRun: NotRequired[bool]
    onDuplicate: NotRequired[Literal["skip", "update", "error"]]
    tags: NotRequired[List[str]]


ImportsListInput = TeamListInput


ImportsGetInput = RemovedMemberData


class ImportsErrorsInput(TypedDict):
    id: str
    size: NotRequired[int]
    cursor: NotRequired[str]


ImportsExportErrorsInput = RemovedMemberData


GroupsCreateInput = GroupsCreateBody


class GroupsListInput(TypedDict):
    number: NotRequired[str]
    status: NotRequired[Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


GroupsGetInput = RemovedMemberData


class GroupsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    joinApproval: NotRequired[bool]


GroupsRemoveInput = RemovedMemberData


class GroupsSetImageInput(TypedDict):
    id: str
    content: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    filename: NotRequired[str]
    mime: NotRequired[str]


class ParticipantsListInput(TypedDict):
    id: str
    status: NotRequired[List[ParticipantStatus]]
    size: NotRequired[int]
    cursor: NotRequired[str]


class ParticipantsInviteInput(TypedDict):
    id: str
    phones: List[str]
    invitation: NotRequired[InvitationText]


ParticipantsInviteOutput: TypeAlias = "List[Participant]"


class ParticipantsRemoveInput(TypedDict):
    id: str
    participants: List[str]


ParticipantsRemoveOutput: TypeAlias = "List[Participant]"


class JoinRequestsListInput(TypedDict):
    id: str
    status: NotRequired[List[JoinRequestStatus]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


class JoinRequestsApproveInput(TypedDict):
    id: str
    requests: List[str]


JoinRequestsApproveOutput: TypeAlias = "List[JoinRequest]"


JoinRequestsRejectInput = JoinRequestsApproveInput


JoinRequestsRejectOutput: TypeAlias = "List[JoinRequest]"


InvitesGetInput = RemovedMemberData


InvitesRevokeInput = RemovedMemberData


ChannelsCreateInput = ChannelsCreateBody


class ChannelsListInput(TypedDict):
    number: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]
    updatedAfter: NotRequired[str]
    updatedBefore: NotRequired[str]


ChannelsGetInput = RemovedMemberData


class ChannelsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    segment: NotRequired[Union[str, None]]


ChannelsRemoveInput = RemovedMemberData


class SubscribersListInput(TypedDict):
    id: str
    status: NotRequired[Literal["subscribed", "unsubscribed"]]
    size: NotRequired[int]
    cursor: NotRequired[str]


class SubscribersAddInput(TypedDict):
    id: str
    reconsented: NotRequired[bool]
    phones: List[str]
    country: NotRequired[str]


SubscribersAddOutput: TypeAlias = "List[Subscriber]"


class SubscribersRemoveInput(TypedDict):
    id: str
    phones: List[str]
    country: NotRequired[str]


SubscribersRemoveOutput: TypeAlias = "List[Subscriber]"


PostsCreateInput = PostsCreateBody


class PostsListInput(TypedDict):
    channel: NotRequired[str]
    status: NotRequired[List[Literal["scheduled", "testing", "gathering", "posting", "paused", "stopping", "stopped", "posted"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


PostsGetInput = RemovedMemberData


class PostsUpdateInput(TypedDict):
    id: str
    deliverAt: Union[str, None]


PostsPauseInput = RemovedMemberData


PostsResumeInput = RemovedMemberData


PostsStopInput = RemovedMemberData


NumbersCreateInput = NumbersCreateBody


NumbersListInput = TeamListInput


NumbersGetInput = RemovedMemberData


class NumbersUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    default: NotRequired[Literal[True]]
    settings: NotRequired[NumberSettings]
    accessToken: NotRequired[str]
    appSecret: NotRequired[str]


NumbersDisconnectInput = RemovedMemberData


class NumbersSimulateInput(TypedDict):
    id: str
    message: NotRequired[NumbersSimulateBodyMessage]
    status: NotRequired[NumbersSimulateBodyStatus]
    outage: NotRequired[NumbersSimulateBodyOutage]
    advance: NotRequired[NumbersSimulateBodyAdvance]
    account: NotRequired[NumbersSimulateBodyAccount]
    group: NotRequired[NumbersSimulateBodyGroup]
    change: NotRequired[NumbersSimulateBodyChange]


SessionsRefreshInput = RemovedMemberData


class SessionsRequestCodeInput(TypedDict):
    id: str
    method: NotRequired[Literal["sms", "voice"]]
    language: NotRequired[str]


class SessionsVerifyCodeInput(TypedDict):
    id: str
    code: str


class SessionsRegisterInput(TypedDict):
    id: str
    pin: str


SessionsDeregisterInput = RemovedMemberData


ProfilesGetInput = RemovedMemberData


class ProfilesUpdateInput(TypedDict):
    id: str
    about: NotRequired[str]
    address: NotRequired[Union[str, None]]
    description: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    websites: NotRequired[List[str]]
    vertical: NotRequired[Literal["OTHER", "AUTO", "BEAUTY", "APPAREL", "EDU", "ENTERTAIN", "EVENT_PLAN", "FINANCE", "GROCERY", "GOVT", "HOTEL", "HEALTH", "NONPROFIT", "PROF_SERVICES", "RETAIL", "TRAVEL", "RESTAURANT", "ALCOHOL", "ONLINE_GAMBLING", "PHYSICAL_GAMBLING", "OTC_DRUGS", None]]


ProfilesSetPictureInput = GroupsSetImageInput


class TemplatesListInput(TypedDict):
    id: str
    name: NotRequired[str]
    language: NotRequired[str]
    status: NotRequired[Literal["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"]]
    size: NotRequired[int]
    cursor: NotRequired[str]


class TemplatesCreateInput(TypedDict):
    id: str
    name: str
    language: str
    category: Literal["MARKETING", "UTILITY"]
    body: str
    header: NotRequired[Union[str, TemplatesCreateBodyHeader2]]
    samples: NotRequired[dict[str, str]]
    footer: NotRequired[str]
    buttons: NotRequired[List[TemplatesCreateBodyButtonsItem]]


TemplatesGetInput = AccountWorkspace


TemplatesRemoveInput = AccountWorkspace


PhonesValidateInput = PhonesExistsBody


PhonesValidateOutput: TypeAlias = "List[PhonesValidateAnswer]"


PhonesExistsInput = PhonesExistsBody


PhonesExistsOutput: TypeAlias = "List[PhonesExistsAnswer]"


UpdatesListInput = ImportsErrorsInput


WebhooksStatisticsInput = TypedDict("WebhooksStatisticsInput", {
    "id": "str",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "interval": "NotRequired[Literal[\"minute\", \"hour\", \"day\"]]",
})


WebhooksCreateInput = WebhooksCreateBody


WebhooksListInput = DepartmentsListInput


WebhooksGetInput = RemovedMemberData


class WebhooksUpdateInput(TypedDict):
    id: str
    name: NotRequired[Union[str, None]]
    number: NotRequired[Union[str, None]]
    secretHeader: NotRequired[Union[SecretHeader, None]]
    format: NotRequired[str]
    events: NotRequired[List[str]]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    ratePerSecond: NotRequired[Union[float, None]]


WebhooksRemoveInput = RemovedMemberData


class WebhooksTestInput(TypedDict):
    id: str
    event: NotRequired[str]


WebhooksTestOutput: TypeAlias = "List[WebhooksTestAnswer]"


WebhooksResumeInput = RemovedMemberData


WebhooksPauseInput = RemovedMemberData


class WebhooksDeliveriesInput(TypedDict):
    id: str
    status: NotRequired[List[DeliveryStatus]]
    events: NotRequired[List[str]]
    after: NotRequired[int]
    before: NotRequired[int]
    size: NotRequired[int]
    cursor: NotRequired[str]
    createdAfter: NotRequired[str]
    createdBefore: NotRequired[str]


class SecretsRotateInput(TypedDict):
    id: str
    graceHours: NotRequired[float]


ReplaysCreateInput = TypedDict("ReplaysCreateInput", {
    "id": "str",
    "speed": "NotRequired[float]",
    "onlyFailed": "NotRequired[bool]",
    "withWaiting": "NotRequired[bool]",
    "from": "str",
    "to": "NotRequired[str]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[str]",
})


ReplaysListInput = NotesListInput


ReplaysPreviewInput = TypedDict("ReplaysPreviewInput", {
    "id": "str",
    "from": "str",
    "to": "NotRequired[str]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[str]",
})


class ReplaysGetInput(TypedDict):
    id: str
    replay: str


ReplaysStopInput = ReplaysGetInput


DeliveriesGetInput = RemovedMemberData


DeliveriesRetryInput = RemovedMemberData


class EventsListInput(TypedDict):
    after: NotRequired[int]
    order: NotRequired[Literal["asc", "desc"]]
    before: NotRequired[int]
    occurredAfter: NotRequired[str]
    occurredBefore: NotRequired[str]
    message: NotRequired[str]
    chat: NotRequired[str]
    number: NotRequired[List[str]]
    events: NotRequired[List[str]]
    size: NotRequired[int]
    wait: NotRequired[int]


EventsListOutput: TypeAlias = "List[LoggedEvent]"


EventsGetInput = RemovedMemberData


EventsDeliveriesInput = RemovedMemberData


EventsDeliveriesOutput: TypeAlias = "List[Delivery]"


EventsKindsOutput: TypeAlias = "List[EventsKindsAnswer]"

