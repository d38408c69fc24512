# Generated from the OpenAPI document by `pnpm run docs`; changes here are lost.
from __future__ import annotations

from typing import IO, Any, List, Literal, NotRequired, TypeAlias, TypedDict, Union


class AccountWorkspace(TypedDict):
    id: WorkspaceId
    name: str


class AccountKey(TypedDict):
    id: KeyId
    name: str
    scopes: List[Literal["read", "send", "manage", "raw"]]
    numbers: Union[List[NumberId], None]
    cidrs: Union[List[str], None]
    expiresAt: Union[Time, None]


class AccountLimitsPerKey(TypedDict):
    perSecond: float
    burst: float


class AccountLimits(TypedDict):
    perKey: AccountLimitsPerKey
    perWorkspace: AccountLimitsPerKey


AccountUsage = TypedDict("AccountUsage", {
    "day": "str",
    "in": "Union[int, None]",
    "out": "Union[int, None]",
})


class Account(TypedDict):
    workspace: AccountWorkspace
    key: AccountKey
    limits: AccountLimits
    usage: AccountUsage


class AccountReport(TypedDict):
    field: str
    event: str
    reason: NotRequired[str]
    until: NotRequired[Time]
    bannedAt: NotRequired[str]
    details: dict[str, Json]


class Actor(TypedDict):
    type: Literal["key", "member", "service"]
    id: str


class Assignee(TypedDict):
    id: MemberId
    name: str
    email: str


class AuditChange(TypedDict):
    thing: str
    id: Union[str, None]
    before: Union[dict[str, Json], None]
    after: Union[dict[str, Json], None]


class AuditEntry(TypedDict):
    actor: Actor
    service: str
    operation: str
    target: Union[str, None]
    ip: Union[str, None]
    requestId: str
    given: dict[str, Json]
    changes: List[AuditChange]
    truncated: bool
    id: AuditEntryId
    workspace: WorkspaceId
    sequence: int
    at: Time
    previous: str
    hash: str


AuditEntryId: TypeAlias = "str"


class BatchRefusalErrorsItem(TypedDict):
    path: str
    code: str
    message: str


class BatchRefusal(TypedDict):
    errorCode: str
    message: str
    retryable: bool
    errors: NotRequired[List[BatchRefusalErrorsItem]]


class BusinessProfile(TypedDict):
    number: NumberId
    about: Union[str, None]
    address: Union[str, None]
    description: Union[str, None]
    email: Union[str, None]
    websites: List[str]
    vertical: Union[str, None]
    pictureUrl: Union[str, None]


class Button(TypedDict):
    id: NotRequired[str]
    text: str
    url: NotRequired[str]
    phone: NotRequired[Phone]


ButtonInput = Button


class CallMissedDataFrom(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]
    name: NotRequired[str]


CallMissedData = TypedDict("CallMissedData", {
    "number": "NumberId",
    "call": "str",
    "from": "CallMissedDataFrom",
    "endedAt": "Time",
    "status": "NotRequired[str]",
})


class CallMissedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["call:missed"]
    data: CallMissedData


class CapabilitiesMessagesItemInstead(TypedDict):
    direct: NotRequired[str]
    group: NotRequired[str]
    channel: NotRequired[str]


class CapabilitiesMessagesItem(TypedDict):
    type: Literal["text", "image", "video", "audio", "voice", "document", "sticker", "location", "location_request", "contacts", "poll", "buttons", "list", "reaction", "template"]
    direct: Literal["native", "rendered", "unsupported"]
    group: Literal["native", "rendered", "unsupported"]
    channel: Literal["native", "rendered", "unsupported"]
    instead: NotRequired[CapabilitiesMessagesItemInstead]


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
    number: NumberId
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


class Channel(TypedDict):
    id: ChannelId
    number: NumberId
    name: str
    description: Union[str, None]
    segment: Union[SegmentId, None]
    subscribers: int
    createdAt: Time
    updatedAt: Time


ChannelId: TypeAlias = "str"


class ChannelPostedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["channel:posted"]
    data: Post


class ChannelsCreateBody(TypedDict):
    number: NumberId
    name: str
    description: NotRequired[str]
    segment: NotRequired[SegmentId]


class ChannelsUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    segment: NotRequired[Union[SegmentId, None]]


class ChatLastMessage1(TypedDict):
    id: MessageId
    direction: Literal["in", "out"]
    type: str
    message: Union[str, None]
    at: Time


class Chat(TypedDict):
    id: ChatId
    number: NumberId
    type: Literal["direct", "group", "channel"]
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[ContactId, None]
    group: Union[GroupId, None]
    channel: Union[ChannelId, None]
    status: ChatStatus
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    lastMessage: Union[ChatLastMessage1, None]
    lastInboundAt: Union[Time, None]
    lastOutboundAt: Union[Time, None]
    windowClosesAt: Union[Time, None]
    createdAt: Time
    updatedAt: Time


class ChatActionsAssignee1(TypedDict):
    member: NotRequired[MemberId]
    email: NotRequired[str]


class ChatActions(TypedDict):
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[Union[ChatActionsAssignee1, None]]


class ChatActionsViewAssignee1(TypedDict):
    member: MemberId


class ChatActionsView(TypedDict):
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[Union[ChatActionsViewAssignee1, None]]


ChatChange: TypeAlias = "Literal[\"created\", \"reopened\", \"pending\", \"resolved\", \"archived\", \"read\", \"unread\", \"pinned\", \"unpinned\", \"muted\", \"unmuted\", \"assigned\", \"unassigned\", \"labelled\", \"renamed\", \"noted\", \"phone\", \"deleted\"]"


ChatId: TypeAlias = "str"


class ChatLabel(TypedDict):
    id: LabelId
    name: str
    color: str


ChatStatus: TypeAlias = "Literal[\"open\", \"pending\", \"resolved\", \"archived\"]"


class ChatUpdatedData(TypedDict):
    id: ChatId
    number: NumberId
    type: Literal["direct", "group", "channel"]
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[ContactId, None]
    group: Union[GroupId, None]
    channel: Union[ChannelId, None]
    status: ChatStatus
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[Assignee, None]
    labels: List[ChatLabel]
    lastMessage: Union[ChatLastMessage1, None]
    lastInboundAt: Union[Time, None]
    lastOutboundAt: Union[Time, None]
    windowClosesAt: Union[Time, None]
    createdAt: Time
    updatedAt: Time
    change: ChatChange
    by: NotRequired[Actor]


class ChatUpdatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["chat:updated"]
    data: ChatUpdatedData


ChatsAssignBody = ChatActionsAssignee1


class ChatsRemoveAnswer(TypedDict):
    id: ChatId
    deleted: Literal[True]
    messages: int


class ChatsTypingAnswer(TypedDict):
    shown: bool


class ChatsUpdateBody(TypedDict):
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]


class ChatsUpdateManyBodyLabels(TypedDict):
    add: NotRequired[List[LabelId]]
    remove: NotRequired[List[LabelId]]


class ChatsUpdateManyBody(TypedDict):
    ids: List[ChatId]
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[Union[ChatActionsAssignee1, None]]
    labels: NotRequired[ChatsUpdateManyBodyLabels]


class ConnectedNumberSessionLastError1(TypedDict):
    errorCode: str
    message: str


class ConnectedNumberSession(TypedDict):
    status: Literal["online", "offline", "pending", "error"]
    since: Time
    lastError: Union[ConnectedNumberSessionLastError1, None]


class ConnectedNumberSettings(TypedDict):
    ratePerSecond: Union[float, None]
    quietHours: Union[QuietHours, None]


class ConnectedNumberQueue(TypedDict):
    state: Literal["active", "paused", "draining"]
    waiting: int
    scheduled: int
    sending: int
    oldestAgeMs: int
    ratePerSecond: float
    postsWaiting: int
    etaMs: Union[int, None]
    blocked: Union[MessageWaiting, None]


class ConnectedNumber(TypedDict):
    id: NumberId
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    status: Literal["connecting", "active", "paused", "restricted", "disconnected", "error"]
    session: ConnectedNumberSession
    default: bool
    device: DeviceReport
    settings: ConnectedNumberSettings
    queue: NotRequired[ConnectedNumberQueue]
    callbackUrl: str
    createdAt: Time
    verifyToken: str


class ContactIdentitiesItem(TypedDict):
    type: Literal["phone", "provider_user"]
    value: str


class Contact(TypedDict):
    id: ContactId
    name: Union[str, None]
    firstName: Union[str, None]
    lastName: Union[str, None]
    email: Union[str, None]
    company: Union[str, None]
    country: Union[str, None]
    language: Union[str, None]
    phone: Union[str, None]
    identities: List[ContactIdentitiesItem]
    tags: List[str]
    fields: dict[str, str]
    blocked: bool
    optedOutAt: Union[Time, None]
    source: Literal["api", "message", "import"]
    createdAt: Time
    updatedAt: Time
    lastMessageAt: Union[Time, None]


class ContactCard(TypedDict):
    contact: NotRequired[ContactId]
    name: NotRequired[str]
    phone: NotRequired[Phone]
    phones: NotRequired[List[Phone]]
    email: NotRequired[str]
    organization: NotRequired[str]
    url: NotRequired[str]


class ContactCardViewNames(TypedDict):
    first: NotRequired[str]
    middle: NotRequired[str]
    last: NotRequired[str]
    prefix: NotRequired[str]
    suffix: NotRequired[str]


class ContactCardViewPhoneDetailsItem(TypedDict):
    phone: str
    whatsapp: bool
    type: NotRequired[str]


class ContactCardViewEmailsItem(TypedDict):
    email: str
    type: NotRequired[str]


class ContactCardViewUrlsItem(TypedDict):
    url: str
    type: NotRequired[str]


class ContactCardViewAddressesItem(TypedDict):
    street: NotRequired[str]
    city: NotRequired[str]
    state: NotRequired[str]
    zip: NotRequired[str]
    country: NotRequired[str]
    countryCode: NotRequired[str]
    type: NotRequired[str]


class ContactCardView(TypedDict):
    name: str
    phones: NotRequired[List[str]]
    phone: NotRequired[str]
    email: NotRequired[str]
    organization: NotRequired[str]
    url: NotRequired[str]
    names: NotRequired[ContactCardViewNames]
    phoneDetails: NotRequired[List[ContactCardViewPhoneDetailsItem]]
    emails: NotRequired[List[ContactCardViewEmailsItem]]
    urls: NotRequired[List[ContactCardViewUrlsItem]]
    addresses: NotRequired[List[ContactCardViewAddressesItem]]
    department: NotRequired[str]
    jobTitle: NotRequired[str]
    birthday: NotRequired[str]
    vcard: NotRequired[str]


class ContactCreatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["contact:created"]
    data: Contact


class ContactDeletedData(TypedDict):
    id: ContactId
    deletedAt: Time
    mergedInto: Union[ContactId, None]


class ContactDeletedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["contact:deleted"]
    data: ContactDeletedData


ContactFilter = TypedDict("ContactFilter", {
    "all": "NotRequired[List[ContactFilter]]",
    "any": "NotRequired[List[ContactFilter]]",
    "not": "NotRequired[ContactFilter]",
    "attribute": "NotRequired[Literal[\"name\", \"firstName\", \"lastName\", \"email\", \"company\", \"country\", \"language\", \"phone\", \"source\", \"createdAt\", \"updatedAt\", \"lastMessageAt\", \"optedOutAt\", \"blocked\", \"optedOut\", \"hasReplied\", \"hasChat\"]]",
    "tag": "NotRequired[str]",
    "field": "NotRequired[str]",
    "is": "NotRequired[Union[str, bool]]",
    "in": "NotRequired[List[str]]",
    "contains": "NotRequired[str]",
    "startsWith": "NotRequired[str]",
    "before": "NotRequired[Time]",
    "after": "NotRequired[Time]",
    "withinDays": "NotRequired[int]",
    "exists": "NotRequired[bool]",
})


ContactFilterInput = TypedDict("ContactFilterInput", {
    "all": "NotRequired[List[ContactFilterInput]]",
    "any": "NotRequired[List[ContactFilterInput]]",
    "not": "NotRequired[ContactFilterInput]",
    "attribute": "NotRequired[Literal[\"name\", \"firstName\", \"lastName\", \"email\", \"company\", \"country\", \"language\", \"phone\", \"source\", \"createdAt\", \"updatedAt\", \"lastMessageAt\", \"optedOutAt\", \"blocked\", \"optedOut\", \"hasReplied\", \"hasChat\"]]",
    "tag": "NotRequired[str]",
    "field": "NotRequired[str]",
    "is": "NotRequired[Union[str, bool]]",
    "in": "NotRequired[List[str]]",
    "contains": "NotRequired[str]",
    "startsWith": "NotRequired[str]",
    "before": "NotRequired[Time]",
    "after": "NotRequired[Time]",
    "withinDays": "NotRequired[int]",
    "exists": "NotRequired[bool]",
})


ContactId: TypeAlias = "str"


class ContactImportCounts(TypedDict):
    rows: int
    created: int
    updated: int
    skipped: int
    failed: int


class ContactImport(TypedDict):
    id: ImportId
    state: Literal["fetching", "running", "finished", "failed"]
    dryRun: bool
    onDuplicate: Literal["skip", "update", "error"]
    tags: List[str]
    mapping: Union[dict[str, str], None]
    counts: ContactImportCounts
    progress: float
    error: Union[ConnectedNumberSessionLastError1, None]
    createdAt: Time
    finishedAt: Union[Time, None]


class ContactUpdatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["contact:updated"]
    data: Contact


class ContactsAddTagsBody(TypedDict):
    tags: List[str]


class ContactsChangeFieldsBody(TypedDict):
    fields: dict[str, Union[str, None]]


class ContactsCreateBody(TypedDict):
    phone: Phone
    name: NotRequired[str]
    firstName: NotRequired[str]
    lastName: NotRequired[str]
    email: NotRequired[str]
    company: NotRequired[str]
    country: NotRequired[str]
    language: NotRequired[str]
    tags: NotRequired[List[str]]
    fields: NotRequired[dict[str, str]]
    upsert: NotRequired[bool]


ContactsMergeBody = TypedDict("ContactsMergeBody", {
    "into": "ContactId",
    "from": "ContactId",
})


class ContactsRemoveAnswer(TypedDict):
    id: ContactId
    deletedAt: Time
    erasure: ErasureId


ContactsRemoveTagsBody = ContactsAddTagsBody


class ContactsReplaceFieldsBody(TypedDict):
    fields: dict[str, str]


class ContactsUpdateBody(TypedDict):
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]


class CreatedWebhookSecretHeader1(TypedDict):
    name: str


class CreatedWebhook(TypedDict):
    id: WebhookId
    name: Union[str, None]
    url: str
    urls: List[str]
    endpoints: List[WebhookEndpoint]
    events: List[str]
    number: Union[NumberId, None]
    secretHeader: Union[CreatedWebhookSecretHeader1, None]
    ratePerSecond: Union[float, None]
    state: Literal["active", "paused", "disabled"]
    createdAt: Time
    updatedAt: Time
    signingSecret: str


class DeliveryEvent(TypedDict):
    id: EventId
    kind: str
    sequence: int


class Delivery(TypedDict):
    id: DeliveryId
    webhook: WebhookId
    endpoint: WebhookEndpointId
    url: str
    event: DeliveryEvent
    state: Literal["waiting", "parked", "succeeded", "exhausted", "canceled", "expired"]
    attempts: int
    lastStatus: Union[int, None]
    lastError: Union[str, None]
    nextAttemptAt: Union[Time, None]
    createdAt: Time
    completedAt: Union[Time, None]


class DeliveryAttempt(TypedDict):
    number: int
    url: Union[str, None]
    startedAt: Time
    latencyMs: int
    status: Union[int, None]
    error: Union[str, None]
    responseHeaders: dict[str, str]
    responseBody: str


DeliveryId: TypeAlias = "str"


class DeliveryStatisticsQueuedToSentMs1(TypedDict):
    p50: float
    p95: float


class DeliveryStatistics(TypedDict):
    total: int
    states: dict[str, int]
    errors: dict[str, int]
    sentRate: float
    deliveredRate: float
    queuedToSentMs: Union[DeliveryStatisticsQueuedToSentMs1, None]
    sentToDeliveredMs: Union[DeliveryStatisticsQueuedToSentMs1, None]


DeliveryStatisticsBucket = TypedDict("DeliveryStatisticsBucket", {
    "from": "Time",
    "total": "int",
    "states": "dict[str, int]",
    "errors": "dict[str, int]",
    "sentRate": "float",
    "deliveredRate": "float",
    "queuedToSentMs": "Union[DeliveryStatisticsQueuedToSentMs1, None]",
    "sentToDeliveredMs": "Union[DeliveryStatisticsQueuedToSentMs1, None]",
})


class DeliveryWithAttempts(TypedDict):
    id: DeliveryId
    webhook: WebhookId
    endpoint: WebhookEndpointId
    url: str
    event: DeliveryEvent
    state: Literal["waiting", "parked", "succeeded", "exhausted", "canceled", "expired"]
    attempts: int
    lastStatus: Union[int, None]
    lastError: Union[str, None]
    nextAttemptAt: Union[Time, None]
    createdAt: Time
    completedAt: Union[Time, None]
    attemptLog: List[DeliveryAttempt]


class DeviceReport(TypedDict):
    qualityRating: Union[str, None]
    messagingLimit: Union[str, None]
    throughput: Union[str, None]
    verifiedName: Union[str, None]
    nameStatus: Union[str, None]
    codeVerification: Union[str, None]
    canSend: Union[str, None]


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


class ErasureServicesItem(TypedDict):
    service: Literal["numbers", "contacts", "groups", "messaging", "webhooks"]
    state: Literal["waiting", "running", "finished"]
    finishedAt: Union[Time, None]


class Erasure(TypedDict):
    id: ErasureId
    contact: ContactId
    state: Literal["running", "finished"]
    services: List[ErasureServicesItem]
    requestedAt: Time
    finishedAt: Union[Time, None]
    agedOutAt: Union[Time, None]


ErasureId: TypeAlias = "str"


class Error(TypedDict):
    status: int
    errorCode: str
    message: str
    errors: List[BatchRefusalErrorsItem]
    retryable: bool
    retryAfter: NotRequired[float]
    requestId: str
    docs: str


Event: TypeAlias = "Union[MessageInEvent, MessageOutEvent, MessageAckEvent, MessageUpdatedEvent, MessageReactionEvent, MessageFailedEvent, MessageAcceptedEvent, MessageScheduledEvent, MessageChangedEvent, MessageCanceledEvent, ChatUpdatedEvent, ContactCreatedEvent, ContactUpdatedEvent, ContactDeletedEvent, ImportFinishedEvent, GroupUpdatedEvent, ChannelPostedEvent, NumberUpdatedEvent, CallMissedEvent, TemplateUpdatedEvent, WebhookFailingEvent, WebhookExhaustedEvent, WebhookDisabledEvent]"


EventId: TypeAlias = "str"


class EventsKindsAnswer(TypedDict):
    kind: str
    when: str
    sample: Event


class File(TypedDict):
    id: FileId
    filename: str
    mime: str
    size: int
    kind: Literal["image", "video", "audio", "document", "sticker"]
    sha256: str
    createdAt: Time
    expiresAt: Union[Time, None]


FileId: TypeAlias = "str"


class FilesCreateBody(TypedDict):
    content: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    mime: NotRequired[str]
    expiresAt: NotRequired[Time]


class FilesRemoveAnswer(TypedDict):
    id: FileId
    deleted: Literal[True]


class GroupImage1(TypedDict):
    sha256: str
    setAt: Time


class GroupParticipants(TypedDict):
    joined: int
    invited: int
    requested: int


class GroupChangesItem(TypedDict):
    setting: Literal["name", "description", "image", "invite", "deletion"]
    state: Literal["pending", "applied", "failed"]
    to: Union[str, None]
    error: Union[GroupError, None]
    requestedAt: Time


class Group(TypedDict):
    id: GroupId
    number: NumberId
    name: str
    description: Union[str, None]
    state: Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]
    joinApproval: bool
    image: Union[GroupImage1, None]
    inviteLink: Union[str, None]
    providerId: Union[str, None]
    participants: GroupParticipants
    changes: List[GroupChangesItem]
    error: Union[GroupError, None]
    createdAt: Time
    updatedAt: Time


GroupError = ConnectedNumberSessionLastError1


GroupId: TypeAlias = "str"


GroupInvitationId: TypeAlias = "str"


class GroupInvite(TypedDict):
    link: Union[str, None]
    state: Literal["valid", "renewing"]
    error: Union[GroupError, None]


class GroupUpdatedData(TypedDict):
    id: GroupId
    number: NumberId
    name: str
    description: Union[str, None]
    state: Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]
    joinApproval: bool
    image: Union[GroupImage1, None]
    inviteLink: Union[str, None]
    providerId: Union[str, None]
    participants: GroupParticipants
    changes: List[GroupChangesItem]
    error: Union[GroupError, None]
    createdAt: Time
    updatedAt: Time
    change: Literal["created", "active", "failed", "changing", "changed", "refused", "suspended", "cleared", "deleting", "deleted", "participants", "requests"]
    people: NotRequired[List[Participant]]
    requests: NotRequired[List[JoinRequest]]


class GroupUpdatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["group:updated"]
    data: GroupUpdatedData


class GroupsCreateBody(TypedDict):
    number: NumberId
    name: str
    description: NotRequired[str]
    joinApproval: NotRequired[bool]
    participants: NotRequired[List[Phone]]
    invitation: NotRequired[InvitationText]


class GroupsSetImageBody(TypedDict):
    content: NotRequired[str]
    file: NotRequired[FileId]
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
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["import:finished"]
    data: ContactImport


ImportId: TypeAlias = "str"


class ImportRow(TypedDict):
    phone: NotRequired[Union[str, None]]
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    optedOutAt: NotRequired[Union[Time, None]]
    blocked: NotRequired[Union[bool, None]]
    fields: NotRequired[dict[str, Union[str, None]]]


class ImportsCreateBody(TypedDict):
    csv: NotRequired[str]
    contacts: NotRequired[List[ImportRow]]
    url: NotRequired[str]
    file: NotRequired[FileId]
    mapping: NotRequired[dict[str, str]]
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


class InvitationText(TypedDict):
    message: NotRequired[str]
    onWindowClosed: NotRequired[OnWindowClosedInput]


class JoinRequest(TypedDict):
    id: str
    phone: Union[str, None]
    userId: Union[str, None]
    state: Literal["pending", "approving", "approved", "rejecting", "rejected", "revoked"]
    error: Union[GroupError, None]
    createdAt: Time
    updatedAt: Time


class JoinRequestsApproveBody(TypedDict):
    requests: List[str]


JoinRequestsRejectBody = JoinRequestsApproveBody


Json: TypeAlias = "Union[str, float, bool, None, List[Json], dict[str, Json]]"


KeyId: TypeAlias = "str"


class Label(TypedDict):
    id: LabelId
    name: str
    color: str
    description: Union[str, None]
    createdAt: Time
    updatedAt: Time


LabelId: TypeAlias = "str"


class LabelsAddBody(TypedDict):
    labels: List[LabelId]


class LabelsCreateBody(TypedDict):
    name: str
    color: NotRequired[str]
    description: NotRequired[str]


class LabelsRemoveAnswer(TypedDict):
    id: LabelId
    deleted: Literal[True]


LabelsSetBody = LabelsAddBody


class LabelsUpdateBody(TypedDict):
    name: NotRequired[str]
    color: NotRequired[str]
    description: NotRequired[Union[str, None]]


class LinkedTemplateContentComponentsItemParametersItem(TypedDict):
    type: Literal["text", "payload", "image", "video", "document", "coupon_code"]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]


class LinkedTemplateContentComponentsItem(TypedDict):
    type: Literal["header", "body", "button"]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]
    parameters: List[LinkedTemplateContentComponentsItemParametersItem]


class LinkedTemplateContent(TypedDict):
    name: str
    language: str
    variables: NotRequired[Union[List[str], dict[str, str]]]
    components: NotRequired[List[LinkedTemplateContentComponentsItem]]


LinkedTemplateContentInput = LinkedTemplateContent


class ListContentSectionsItemRowsItem(TypedDict):
    id: str
    title: str
    description: NotRequired[str]


class ListContentSectionsItem(TypedDict):
    title: NotRequired[str]
    rows: List[ListContentSectionsItemRowsItem]


class ListContent(TypedDict):
    button: str
    sections: List[ListContentSectionsItem]


ListContentInput = ListContent


class LocationToSend(TypedDict):
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    name: NotRequired[str]
    address: NotRequired[str]
    request: NotRequired[Literal[True]]


class Media(TypedDict):
    kind: str
    file: NotRequired[FileId]
    url: NotRequired[str]
    providerId: NotRequired[str]
    mime: NotRequired[str]
    sha256: NotRequired[str]
    filename: NotRequired[str]
    animated: NotRequired[bool]
    error: NotRequired[str]


MediaKind: TypeAlias = "Literal[\"image\", \"video\", \"audio\", \"voice\", \"document\", \"sticker\"]"


class MediaToSend(TypedDict):
    file: NotRequired[FileId]
    url: NotRequired[str]
    kind: NotRequired[MediaKind]
    filename: NotRequired[str]
    mime: NotRequired[str]


class Member(TypedDict):
    id: MemberId
    name: str
    email: str
    createdAt: Time


MemberId: TypeAlias = "str"


class MessageLocation(TypedDict):
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    name: NotRequired[str]
    address: NotRequired[str]
    url: NotRequired[str]
    request: NotRequired[Literal[True]]


class MessageHeader2(TypedDict):
    media: Media


class MessageReply(TypedDict):
    kind: Literal["button", "list", "template", "form"]
    id: NotRequired[str]
    text: NotRequired[str]
    description: NotRequired[str]
    data: NotRequired[str]


class MessageAnswersItem(TypedDict):
    message: MessageId
    id: NotRequired[str]
    text: NotRequired[str]
    at: Time


class MessageReactionsItemFrom(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]
    parentUserId: NotRequired[str]
    name: NotRequired[str]


MessageReactionsItem = TypedDict("MessageReactionsItem", {
    "emoji": "str",
    "from": "MessageReactionsItemFrom",
    "at": "Time",
})


class MessagePurchaseItemsItem(TypedDict):
    productId: str
    quantity: NotRequired[float]
    price: NotRequired[float]
    currency: NotRequired[str]


class MessagePurchase(TypedDict):
    catalogId: NotRequired[str]
    items: List[MessagePurchaseItemsItem]


class MessageSystem(TypedDict):
    event: str
    phone: NotRequired[str]
    userId: NotRequired[str]


class MessageReferral(TypedDict):
    url: NotRequired[str]
    id: NotRequired[str]
    type: NotRequired[str]
    headline: NotRequired[str]
    body: NotRequired[str]
    mediaUrl: NotRequired[str]
    clickId: NotRequired[str]
    mediaType: NotRequired[str]
    imageUrl: NotRequired[str]
    videoUrl: NotRequired[str]
    thumbnailUrl: NotRequired[str]
    welcomeMessage: NotRequired[str]


class MessageProduct(TypedDict):
    catalogId: NotRequired[str]
    productId: NotRequired[str]


class MessageCallPermission(TypedDict):
    response: str
    permanent: NotRequired[bool]
    expiresAt: NotRequired[Time]
    source: NotRequired[str]


class MessageProviderErrorsItem(TypedDict):
    code: Union[int, None]
    title: str
    details: NotRequired[str]
    errorCode: str


class MessageRetry(TypedDict):
    count: int
    nextAt: NotRequired[Time]


class MessageFrom(TypedDict):
    phone: NotRequired[Phone]
    userId: NotRequired[str]
    name: NotRequired[str]
    contact: NotRequired[ContactId]


Message = TypedDict("Message", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
})


class MessageAcceptedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:accepted"]
    data: RequestedMessageData


class MessageAckDataParticipant(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]


MessageAckData = TypedDict("MessageAckData", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
    "summaries": "MessageSummaries",
    "ack": "Literal[\"delivered\", \"read\", \"played\"]",
    "participant": "NotRequired[MessageAckDataParticipant]",
})


class MessageAckEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:ack"]
    data: MessageAckData


class MessageCanceledEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:canceled"]
    data: RequestedMessageData


MessageChangedData = TypedDict("MessageChangedData", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
    "summaries": "MessageSummaries",
    "by": "NotRequired[Actor]",
    "changed": "List[str]",
})


class MessageChangedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:changed"]
    data: MessageChangedData


class MessageConversation(TypedDict):
    id: NotRequired[str]
    origin: NotRequired[str]
    expiresAt: NotRequired[Time]


class MessageError(TypedDict):
    errorCode: str
    message: str
    providerCode: NotRequired[int]
    retryable: bool


MessageEventData = TypedDict("MessageEventData", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
    "summaries": "MessageSummaries",
})


class MessageFailedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:failed"]
    data: MessageEventData


MessageId: TypeAlias = "str"


class MessageInEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:in"]
    data: MessageEventData


class MessageOutEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:out"]
    data: MessageEventData


class MessagePricing(TypedDict):
    billable: NotRequired[bool]
    category: NotRequired[str]
    type: NotRequired[str]
    model: NotRequired[str]


MessageReactionData = TypedDict("MessageReactionData", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
    "summaries": "MessageSummaries",
    "emoji": "str",
})


class MessageReactionEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:reaction"]
    data: MessageReactionData


class MessageScheduledEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:scheduled"]
    data: RequestedMessageData


MessageStatus: TypeAlias = "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]"


MessageStatusTimes: TypeAlias = "dict[str, Time]"


class MessageSummariesChat(TypedDict):
    id: ChatId
    name: Union[str, None]
    phone: Union[str, None]


class MessageSummariesContact1(TypedDict):
    id: ContactId
    name: Union[str, None]
    phone: Union[str, None]


class MessageSummariesNumber(TypedDict):
    id: NumberId
    phone: Union[str, None]
    name: Union[str, None]


class MessageSummaries(TypedDict):
    chat: MessageSummariesChat
    contact: Union[MessageSummariesContact1, None]
    number: MessageSummariesNumber


MessageUpdatedData = TypedDict("MessageUpdatedData", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
    "summaries": "MessageSummaries",
    "change": "Literal[\"edited\", \"deleted\", \"vote\", \"answered\", \"media\"]",
})


class MessageUpdatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["message:updated"]
    data: MessageUpdatedData


class MessageWaiting(TypedDict):
    reason: Literal["schedule", "order", "pacing", "pair_limit", "number_paused", "number_draining", "number_offline", "number_throttled", "number_refused", "quarantine", "window_closed", "quiet_hours", "typing", "retry", "outcome"]
    until: NotRequired[Time]


class MessagesBatchAnswerValue2(TypedDict):
    error: BatchRefusal


MessagesBatchAnswer: TypeAlias = "Union[Message, MessagesBatchAnswerValue2]"


class MessagesBatchBody(TypedDict):
    messages: List[MessagesSendBody]
    partial: NotRequired[bool]


class MessagesRawAnswer(TypedDict):
    id: MessageId
    providerId: Union[str, None]
    raw: Union[Json, None]


class MessagesSendBody(TypedDict):
    phone: NotRequired[Phone]
    group: NotRequired[GroupId]
    channel: NotRequired[ChannelId]
    chat: NotRequired[ChatId]
    number: NotRequired[NumberId]
    quote: NotRequired[MessageId]
    message: NotRequired[str]
    media: NotRequired[MediaToSend]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[ButtonInput]]
    list: NotRequired[ListContentInput]
    header: NotRequired[HeaderToSend]
    footer: NotRequired[str]
    reaction: NotRequired[str]
    template: NotRequired[TemplateContentInput]
    reactionMessage: NotRequired[MessageId]
    previewUrl: NotRequired[bool]
    reference: NotRequired[str]
    priority: NotRequired[Priority]
    order: NotRequired[Literal["chat", "none"]]
    deliverAt: NotRequired[Union[Time, None]]
    expiresIn: NotRequired[int]
    expiresAt: NotRequired[Time]
    onUnknown: NotRequired[Literal["hold", "resend"]]
    onWindowClosed: NotRequired[OnWindowClosedInput]
    typing: NotRequired[int]
    labels: NotRequired[List[str]]
    actions: NotRequired[ChatActions]


class MessagesTraceAnswer(TypedDict):
    id: MessageId
    traceId: NotRequired[str]
    entries: List[TraceEntry]


class MessagesUpdateBody(TypedDict):
    message: NotRequired[str]
    media: NotRequired[MediaToSend]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[ButtonInput]]
    list: NotRequired[ListContentInput]
    header: NotRequired[HeaderToSend]
    footer: NotRequired[str]
    template: NotRequired[TemplateContentInput]
    deliverAt: NotRequired[Union[Time, None]]
    priority: NotRequired[Priority]
    reference: NotRequired[str]
    expiresAt: NotRequired[Time]


class Note(TypedDict):
    id: NoteId
    chat: ChatId
    text: str
    by: Actor
    createdAt: Time


NoteId: TypeAlias = "str"


class NotesCreateBody(TypedDict):
    text: str


class NotesRemoveAnswer(TypedDict):
    id: NoteId
    deleted: Literal[True]


class Number(TypedDict):
    id: NumberId
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    status: Literal["connecting", "active", "paused", "restricted", "disconnected", "error"]
    session: ConnectedNumberSession
    default: bool
    device: DeviceReport
    settings: ConnectedNumberSettings
    queue: NotRequired[ConnectedNumberQueue]
    callbackUrl: str
    createdAt: Time


class NumberDevice(TypedDict):
    qualityRating: Union[str, None]
    messagingLimit: Union[str, None]
    throughput: Union[str, None]
    verifiedName: Union[str, None]
    nameStatus: Union[str, None]
    codeVerification: Union[str, None]
    canSend: Union[str, None]
    number: NumberId
    phone: Union[str, None]
    checkedAt: Time


NumberId: TypeAlias = "str"


class NumberSession(TypedDict):
    number: NumberId
    status: Literal["online", "offline", "pending", "error"]
    since: Time
    lastError: Union[ConnectedNumberSessionLastError1, None]


class NumberSettings(TypedDict):
    ratePerSecond: NotRequired[Union[float, None]]
    quietHours: NotRequired[Union[QuietHoursInput, None]]


class NumberUpdatedData(TypedDict):
    id: NumberId
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    status: Literal["connecting", "active", "paused", "restricted", "disconnected", "error"]
    session: ConnectedNumberSession
    default: bool
    device: DeviceReport
    settings: ConnectedNumberSettings
    queue: NotRequired[ConnectedNumberQueue]
    callbackUrl: str
    createdAt: Time
    change: Literal["connected", "session", "restricted", "quality", "limit", "name", "device", "settings", "queue", "account", "disconnected"]
    account: NotRequired[AccountReport]


class NumberUpdatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["number:updated"]
    data: NumberUpdatedData


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
    "from": "Phone",
    "type": "NotRequired[str]",
    "text": "NotRequired[str]",
    "name": "NotRequired[str]",
    "replyTo": "NotRequired[str]",
    "groupId": "NotRequired[str]",
    "content": "NotRequired[dict[str, Json]]",
})


class NumbersSimulateBodyStatus(TypedDict):
    message: str
    state: Literal["sent", "delivered", "read", "played", "failed"]
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


class OnWindowClosedInputValue2(TypedDict):
    template: LinkedTemplateContentInput


OnWindowClosedInput: TypeAlias = "Union[Literal[\"fail\", \"hold\"], OnWindowClosedInputValue2]"


class ParticipantInvitation1(TypedDict):
    id: GroupInvitationId
    status: Literal["waiting", "queued", "sent", "delivered", "read", "failed"]


class Participant(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    state: Literal["invited", "joined", "removing", "removed", "left", "canceled", "failed"]
    invitation: Union[ParticipantInvitation1, None]
    error: Union[GroupError, None]
    invitedAt: Union[Time, None]
    joinedAt: Union[Time, None]
    leftAt: Union[Time, None]


class ParticipantsInviteBody(TypedDict):
    phones: List[Phone]
    invitation: NotRequired[InvitationText]


class ParticipantsRemoveBody(TypedDict):
    participants: List[Union[Phone, str]]


Phone: TypeAlias = "str"


class PhonesExistsAnswer(TypedDict):
    phone: str
    exists: Union[bool, None]
    learnedAt: Union[Time, None]


class PhonesExistsBody(TypedDict):
    phones: List[Phone]


class PhonesValidateAnswer(TypedDict):
    input: str
    valid: bool
    phone: Union[str, None]
    country: Union[str, None]
    formatted: Union[str, None]


class PhonesValidateBody(TypedDict):
    phones: List[str]


class PollTallyItem(TypedDict):
    option: str
    votes: int


class Poll(TypedDict):
    name: str
    options: List[str]
    multiple: bool
    tally: NotRequired[List[PollTallyItem]]
    voters: NotRequired[int]


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
    id: PostId
    channel: ChannelId
    type: str
    message: Union[str, None]
    template: Union[str, None]
    segment: Union[SegmentId, None]
    state: Literal["scheduled", "testing", "gathering", "posting", "paused", "stopping", "stopped", "posted"]
    counts: PostCounts
    createdAt: Time
    deliverAt: Union[Time, None]
    postedAt: Union[Time, None]


PostId: TypeAlias = "str"


class PostsCreateBodyMedia(TypedDict):
    url: NotRequired[str]
    kind: NotRequired[MediaKind]
    filename: NotRequired[str]
    mime: NotRequired[str]


class PostsCreateBodyHeader2(TypedDict):
    media: PostsCreateBodyMedia


class PostsCreateBody(TypedDict):
    message: NotRequired[str]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[ButtonInput]]
    list: NotRequired[ListContentInput]
    footer: NotRequired[str]
    media: NotRequired[PostsCreateBodyMedia]
    header: NotRequired[Union[str, PostsCreateBodyHeader2]]
    template: NotRequired[LinkedTemplateContentInput]
    previewUrl: NotRequired[bool]
    onWindowClosed: NotRequired[OnWindowClosedInput]
    deliverAt: NotRequired[Union[Time, None]]
    expiresIn: NotRequired[int]
    test: NotRequired[List[Phone]]


class PostsUpdateBody(TypedDict):
    deliverAt: Union[Time, None]


Priority: TypeAlias = "Literal[\"low\", \"normal\", \"high\", \"urgent\"]"


ProfilesSetPictureBody = GroupsSetImageBody


class ProfilesUpdateBody(TypedDict):
    about: NotRequired[str]
    address: NotRequired[Union[str, None]]
    description: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    websites: NotRequired[List[str]]
    vertical: NotRequired[Literal["OTHER", "AUTO", "BEAUTY", "APPAREL", "EDU", "ENTERTAIN", "EVENT_PLAN", "FINANCE", "GROCERY", "GOVT", "HOTEL", "HEALTH", "NONPROFIT", "PROF_SERVICES", "RETAIL", "TRAVEL", "RESTAURANT", "ALCOHOL", "ONLINE_GAMBLING", "PHYSICAL_GAMBLING", "OTC_DRUGS"]]


class Queue(TypedDict):
    number: NumberId
    state: Literal["active", "paused", "draining"]
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
    number: NumberId
    before: NotRequired[Time]
    phones: NotRequired[List[Phone]]
    reference: NotRequired[str]


class QueuesPurgeAnswerPostsItem(TypedDict):
    post: PostId
    waiting: int


class QueuesPurgeAnswer(TypedDict):
    canceled: int
    scheduled: int
    remaining: int
    posts: List[QueuesPurgeAnswerPostsItem]


class QueuesPurgeBody(TypedDict):
    before: NotRequired[Time]
    phones: NotRequired[List[Phone]]
    reference: NotRequired[str]
    includeScheduled: NotRequired[bool]


class QueuesUpdateBody(TypedDict):
    state: Literal["active", "paused", "draining"]


QuietHours = TypedDict("QuietHours", {
    "from": "str",
    "to": "str",
    "timeZone": "str",
})


QuietHoursInput = QuietHours


class Receipt(TypedDict):
    phone: NotRequired[Phone]
    userId: NotRequired[str]
    status: MessageStatus
    statusAt: MessageStatusTimes
    error: NotRequired[MessageError]


class Refused(TypedDict):
    status: Literal[400, 401, 403, 409, 413, 415, 422, 429, 500, 503]
    errorCode: Literal["request:invalid", "phone:invalid", "token:invalid", "scope:missing", "address:not_allowed", "rate:limited", "rate:in_flight", "server:error", "service:overloaded", "service:unavailable", "request:malformed", "request:too_deep", "request:too_large", "request:unsupported_type", "idempotency:key_invalid", "idempotency:in_flight", "idempotency:key_reused"]
    message: str
    errors: List[BatchRefusalErrorsItem]
    retryable: bool
    retryAfter: NotRequired[float]
    requestId: str
    docs: str


Replay = TypedDict("Replay", {
    "id": "ReplayId",
    "webhook": "WebhookId",
    "from": "Time",
    "to": "Time",
    "events": "Union[List[str], None]",
    "chat": "Union[str, None]",
    "onlyFailed": "bool",
    "state": "Literal[\"running\", \"finished\", \"stopped\"]",
    "queued": "int",
    "createdAt": "Time",
    "finishedAt": "Union[Time, None]",
})


ReplayId: TypeAlias = "str"


ReplaysCreateBody = TypedDict("ReplaysCreateBody", {
    "from": "Time",
    "to": "NotRequired[Time]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[ChatId]",
    "onlyFailed": "NotRequired[bool]",
})


RequestedMessageData = TypedDict("RequestedMessageData", {
    "id": "MessageId",
    "number": "NumberId",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "ChatId",
    "phone": "NotRequired[Phone]",
    "group": "NotRequired[GroupId]",
    "channel": "NotRequired[ChannelId]",
    "post": "NotRequired[PostId]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[Media]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[ContactCardView]]",
    "poll": "NotRequired[Poll]",
    "buttons": "NotRequired[List[Button]]",
    "list": "NotRequired[ListContent]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[MessageId]",
    "template": "NotRequired[TemplateContent]",
    "onWindowClosed": "NotRequired[OnWindowClosed]",
    "actions": "NotRequired[ChatActionsView]",
    "typing": "NotRequired[int]",
    "sentInstead": "NotRequired[Literal[\"template\"]]",
    "reply": "NotRequired[MessageReply]",
    "answers": "NotRequired[List[MessageAnswersItem]]",
    "reactions": "NotRequired[List[MessageReactionsItem]]",
    "purchase": "NotRequired[MessagePurchase]",
    "system": "NotRequired[MessageSystem]",
    "referral": "NotRequired[MessageReferral]",
    "product": "NotRequired[MessageProduct]",
    "callPermission": "NotRequired[MessageCallPermission]",
    "providerErrors": "NotRequired[List[MessageProviderErrorsItem]]",
    "forwarded": "NotRequired[bool]",
    "blocked": "NotRequired[Literal[True]]",
    "optedOut": "NotRequired[Literal[True]]",
    "unsupported": "NotRequired[str]",
    "editedAt": "NotRequired[Time]",
    "deletedAt": "NotRequired[Time]",
    "quote": "NotRequired[MessageId]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Priority]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "MessageStatus",
    "statusAt": "MessageStatusTimes",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[Time]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "Time",
    "deliverAt": "NotRequired[Time]",
    "expiresAt": "NotRequired[Time]",
    "summaries": "MessageSummaries",
    "by": "NotRequired[Actor]",
})


class SecretHeader(TypedDict):
    name: str
    value: str


class SecretsRotateAnswer(TypedDict):
    webhook: WebhookId
    signingSecret: str
    previousExpireAt: Time


class SecretsRotateBody(TypedDict):
    graceHours: NotRequired[float]


class Segment(TypedDict):
    id: SegmentId
    name: str
    description: Union[str, None]
    filter: ContactFilter
    count: int
    createdAt: Time
    updatedAt: Time


SegmentId: TypeAlias = "str"


class SegmentsCreateBody(TypedDict):
    name: str
    description: NotRequired[str]
    filter: ContactFilterInput


class SegmentsPreviewAnswer(TypedDict):
    count: int
    contacts: List[Contact]


class SegmentsPreviewBody(TypedDict):
    filter: ContactFilterInput
    size: NotRequired[int]


class SegmentsRemoveAnswer(TypedDict):
    id: SegmentId


class SegmentsUpdateBody(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    filter: NotRequired[ContactFilterInput]


class SessionsRegisterBody(TypedDict):
    pin: str


class SessionsRequestCodeAnswer(TypedDict):
    number: NumberId
    requested: Literal[True]
    method: Literal["sms", "voice"]


class SessionsRequestCodeBody(TypedDict):
    method: NotRequired[Literal["sms", "voice"]]
    language: NotRequired[str]


class SessionsVerifyCodeBody(TypedDict):
    code: str


StatisticsDeliveriesAnswer = TypedDict("StatisticsDeliveriesAnswer", {
    "number": "NumberId",
    "from": "Time",
    "to": "Time",
    "total": "DeliveryStatistics",
    "buckets": "List[DeliveryStatisticsBucket]",
})


StatisticsUsageAnswerDaysItem = TypedDict("StatisticsUsageAnswerDaysItem", {
    "day": "str",
    "number": "NumberId",
    "type": "str",
    "in": "int",
    "out": "int",
})


class StatisticsUsageAnswerPricingItem(TypedDict):
    day: str
    number: NumberId
    category: str
    billable: bool
    messages: int


class StatisticsUsageAnswerDeliveriesItem(TypedDict):
    day: str
    number: Union[NumberId, None]
    kind: str
    delivered: int
    failed: int
    waiting: int
    attempts: int


StatisticsUsageAnswer = TypedDict("StatisticsUsageAnswer", {
    "from": "Time",
    "to": "Time",
    "days": "List[StatisticsUsageAnswerDaysItem]",
    "pricing": "List[StatisticsUsageAnswerPricingItem]",
    "deliveries": "NotRequired[List[StatisticsUsageAnswerDeliveriesItem]]",
})


class StoredFile(TypedDict):
    id: FileId
    filename: str
    mime: str
    size: int
    kind: Literal["image", "video", "audio", "document", "sticker"]
    sha256: str
    createdAt: Time
    expiresAt: Union[Time, None]
    existed: bool


class Subscriber(TypedDict):
    phone: str
    state: Literal["subscribed", "unsubscribed"]
    by: Literal["you", "word"]
    optedInAt: Union[Time, None]
    optedOutAt: Union[Time, None]


class SubscribersAddBody(TypedDict):
    phones: List[Phone]
    reconsented: NotRequired[bool]


SubscribersRemoveBody = PhonesExistsBody


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
    components: List[dict[str, Json]]


class TemplateContentComponentsItemParametersItem(TypedDict):
    type: Literal["text", "payload", "image", "video", "document", "coupon_code"]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    file: NotRequired[FileId]


class TemplateContentComponentsItem(TypedDict):
    type: Literal["header", "body", "button"]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]
    parameters: List[TemplateContentComponentsItemParametersItem]


class TemplateContent(TypedDict):
    name: str
    language: str
    variables: NotRequired[Union[List[str], dict[str, str]]]
    components: NotRequired[List[TemplateContentComponentsItem]]


TemplateContentInput = TemplateContent


class TemplateUpdatedDataComponents(TypedDict):
    title: NotRequired[str]
    body: NotRequired[str]
    footer: NotRequired[str]
    buttons: List[dict[str, Json]]


class TemplateUpdatedData(TypedDict):
    number: NumberId
    template: str
    name: str
    language: str
    change: Literal["status", "quality", "category", "components"]
    status: NotRequired[str]
    reason: NotRequired[str]
    explanation: NotRequired[str]
    recommendation: NotRequired[str]
    disabledAt: NotRequired[str]
    quality: NotRequired[str]
    category: NotRequired[str]
    previous: NotRequired[str]
    effectiveAt: NotRequired[str]
    components: NotRequired[TemplateUpdatedDataComponents]


class TemplateUpdatedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["template:updated"]
    data: TemplateUpdatedData


class TemplatesCreateBodyHeader2Media(TypedDict):
    file: FileId


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
    header: NotRequired[Union[str, TemplatesCreateBodyHeader2]]
    body: str
    samples: NotRequired[dict[str, str]]
    footer: NotRequired[str]
    buttons: NotRequired[List[TemplatesCreateBodyButtonsItem]]


class TemplatesDeleteAnswer(TypedDict):
    name: str
    languages: List[str]


Time: TypeAlias = "str"


class TraceEntry(TypedDict):
    at: Time
    what: Literal["accepted", "waiting", "attempt", "state", "webhook"]
    state: NotRequired[MessageStatus]
    event: NotRequired[str]
    webhook: NotRequired[WebhookId]
    delivery: NotRequired[DeliveryId]
    attempt: NotRequired[int]
    outcome: NotRequired[str]
    httpStatus: NotRequired[int]
    latencyMs: NotRequired[int]
    waiting: NotRequired[MessageWaiting]
    error: NotRequired[MessageError]


class UnusedUpdate(TypedDict):
    id: UpdateId
    field: str
    raw: Union[Json, None]
    receivedAt: Time


UpdateId: TypeAlias = "str"


class Webhook(TypedDict):
    id: WebhookId
    name: Union[str, None]
    url: str
    urls: List[str]
    endpoints: List[WebhookEndpoint]
    events: List[str]
    number: Union[NumberId, None]
    secretHeader: Union[CreatedWebhookSecretHeader1, None]
    ratePerSecond: Union[float, None]
    state: Literal["active", "paused", "disabled"]
    createdAt: Time
    updatedAt: Time


class WebhookAlertData(TypedDict):
    webhook: WebhookId
    endpoint: WebhookEndpointId
    url: str
    since: Time
    reason: str


class WebhookDisabledEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["webhook:disabled"]
    data: WebhookAlertData


class WebhookEndpointBreaker(TypedDict):
    state: Literal["closed", "open", "half_open"]
    until: Union[Time, None]


class WebhookEndpoint(TypedDict):
    id: WebhookEndpointId
    url: str
    state: Literal["active", "disabled"]
    failingSince: Union[Time, None]
    lastSuccessAt: Union[Time, None]
    breaker: WebhookEndpointBreaker


WebhookEndpointId: TypeAlias = "str"


class WebhookExhaustedDataEvent(TypedDict):
    id: EventId
    kind: str


class WebhookExhaustedData(TypedDict):
    webhook: WebhookId
    endpoint: WebhookEndpointId
    url: str
    reason: str
    delivery: DeliveryId
    event: WebhookExhaustedDataEvent
    attempts: int


class WebhookExhaustedEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["webhook:exhausted"]
    data: WebhookExhaustedData


class WebhookFailingEvent(TypedDict):
    id: EventId
    workspace: WorkspaceId
    sequence: int
    occurredAt: Time
    version: Literal[1]
    truncated: NotRequired[List[str]]
    event: Literal["webhook:failing"]
    data: WebhookAlertData


WebhookId: TypeAlias = "str"


class WebhooksCreateBody(TypedDict):
    name: NotRequired[str]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    events: List[str]
    number: NotRequired[NumberId]
    secretHeader: NotRequired[SecretHeader]
    ratePerSecond: NotRequired[Union[float, None]]


class WebhooksTestAnswer(TypedDict):
    url: str
    delivered: bool
    status: Union[int, None]
    latencyMs: int
    error: Union[str, None]
    responseBody: str


class WebhooksTestBody(TypedDict):
    kind: NotRequired[str]


class WebhooksUpdateBody(TypedDict):
    name: NotRequired[str]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    events: NotRequired[List[str]]
    number: NotRequired[NumberId]
    secretHeader: NotRequired[Union[SecretHeader, None]]
    ratePerSecond: NotRequired[Union[float, None]]


class Workspace(TypedDict):
    id: WorkspaceId
    name: str
    createdAt: Time
    settings: WorkspaceSettings


WorkspaceId: TypeAlias = "str"


class WorkspaceSettings(TypedDict):
    optedOutMessages: Literal["send", "refuse"]


class WorkspaceUpdateBodySettings(TypedDict):
    optedOutMessages: NotRequired[Literal["send", "refuse"]]


class WorkspaceUpdateBody(TypedDict):
    name: NotRequired[str]
    settings: NotRequired[WorkspaceUpdateBodySettings]


class TeamListInput(TypedDict):
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


AuditListInput = TypedDict("AuditListInput", {
    "actor": "NotRequired[str]",
    "operation": "NotRequired[List[str]]",
    "target": "NotRequired[str]",
    "from": "NotRequired[Time]",
    "to": "NotRequired[Time]",
    "size": "NotRequired[int]",
    "cursor": "NotRequired[str]",
    "page": "NotRequired[int]",
})


WorkspaceUpdateInput = WorkspaceUpdateBody


MessagesSendInput = MessagesSendBody


class MessagesListInput(TypedDict):
    direction: NotRequired[Literal["in", "out"]]
    status: NotRequired[List[MessageStatus]]
    number: NotRequired[List[NumberId]]
    chat: NotRequired[ChatId]
    phone: NotRequired[Phone]
    group: NotRequired[GroupId]
    channel: NotRequired[ChannelId]
    type: NotRequired[List[str]]
    reference: NotRequired[str]
    search: NotRequired[str]
    after: NotRequired[Time]
    before: NotRequired[Time]
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


MessagesBatchInput = MessagesBatchBody


MessagesBatchOutput: TypeAlias = "List[MessagesBatchAnswer]"


class MessagesGetInput(TypedDict):
    id: MessageId


class MessagesUpdateInput(TypedDict):
    id: MessageId
    message: NotRequired[str]
    media: NotRequired[MediaToSend]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[ButtonInput]]
    list: NotRequired[ListContentInput]
    header: NotRequired[HeaderToSend]
    footer: NotRequired[str]
    template: NotRequired[TemplateContentInput]
    deliverAt: NotRequired[Union[Time, None]]
    priority: NotRequired[Priority]
    reference: NotRequired[str]
    expiresAt: NotRequired[Time]


MessagesCancelInput = MessagesGetInput


MessagesRawInput = MessagesGetInput


MessagesRetryInput = MessagesGetInput


MessagesReadInput = MessagesGetInput


MessagesReceiptsInput = MessagesGetInput


MessagesReceiptsOutput: TypeAlias = "List[Receipt]"


MessagesTraceInput = MessagesGetInput


class ChatsListInput(TypedDict):
    search: NotRequired[str]
    status: NotRequired[List[ChatStatus]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[List[Union[MemberId, Literal["none"]]]]
    label: NotRequired[List[LabelId]]
    labelExclude: NotRequired[List[LabelId]]
    number: NotRequired[List[NumberId]]
    type: NotRequired[List[Literal["direct", "group", "channel"]]]
    phone: NotRequired[Phone]
    group: NotRequired[GroupId]
    after: NotRequired[Time]
    before: NotRequired[Time]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


ChatsUpdateManyInput = ChatsUpdateManyBody


ChatsUpdateManyOutput: TypeAlias = "List[Chat]"


class ChatsGetInput(TypedDict):
    id: ChatId


class ChatsUpdateInput(TypedDict):
    id: ChatId
    status: NotRequired[ChatStatus]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]


ChatsRemoveInput = ChatsGetInput


class ChatsMessagesInput(TypedDict):
    id: ChatId
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


ChatsArchiveInput = ChatsGetInput


ChatsUnarchiveInput = ChatsGetInput


class ChatsAssignInput(TypedDict):
    id: ChatId
    member: NotRequired[MemberId]
    email: NotRequired[str]


ChatsUnassignInput = ChatsGetInput


ChatsReadInput = ChatsGetInput


ChatsTypingInput = ChatsGetInput


class FilesCreateInput(TypedDict):
    content: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    mime: NotRequired[str]
    expiresAt: NotRequired[Time]
    file: NotRequired[Union[bytes, IO[bytes]]]


class FilesListInput(TypedDict):
    kind: NotRequired[List[Literal["image", "video", "audio", "document", "sticker"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class FilesGetInput(TypedDict):
    id: FileId


FilesRemoveInput = FilesGetInput


class FilesDownloadInput(TypedDict):
    id: FileId
    offset: NotRequired[int]


LabelsListInput = TeamListInput


LabelsCreateInput = LabelsCreateBody


class LabelsUpdateInput(TypedDict):
    id: LabelId
    name: NotRequired[str]
    color: NotRequired[str]
    description: NotRequired[Union[str, None]]


class LabelsRemoveInput(TypedDict):
    id: LabelId


class LabelsSetInput(TypedDict):
    id: ChatId
    labels: List[LabelId]


LabelsAddInput = LabelsSetInput


class LabelsTakeOffInput(TypedDict):
    id: ChatId
    label: LabelId


NotesListInput = ChatsMessagesInput


class NotesCreateInput(TypedDict):
    id: ChatId
    text: str


class NotesRemoveInput(TypedDict):
    id: ChatId
    note: NoteId


class QueuesGetInput(TypedDict):
    id: NumberId


class QueuesUpdateInput(TypedDict):
    id: NumberId
    state: Literal["active", "paused", "draining"]


class QueuesPurgeInput(TypedDict):
    id: NumberId
    before: NotRequired[Time]
    phones: NotRequired[List[Phone]]
    reference: NotRequired[str]
    includeScheduled: NotRequired[bool]


class QueuesMoveInput(TypedDict):
    id: NumberId
    number: NumberId
    before: NotRequired[Time]
    phones: NotRequired[List[Phone]]
    reference: NotRequired[str]


CapabilitiesGetInput = QueuesGetInput


StatisticsDeliveriesInput = TypedDict("StatisticsDeliveriesInput", {
    "id": "NumberId",
    "from": "NotRequired[Time]",
    "to": "NotRequired[Time]",
    "interval": "NotRequired[Literal[\"minute\", \"hour\", \"day\"]]",
})


StatisticsUsageInput = TypedDict("StatisticsUsageInput", {
    "from": "NotRequired[Time]",
    "to": "NotRequired[Time]",
    "number": "NotRequired[List[NumberId]]",
})


ContactsCreateInput = ContactsCreateBody


class ContactsListInput(TypedDict):
    search: NotRequired[str]
    phone: NotRequired[Phone]
    tag: NotRequired[List[str]]
    tagExclude: NotRequired[List[str]]
    field: NotRequired[dict[str, str]]
    country: NotRequired[List[str]]
    blocked: NotRequired[bool]
    optedOut: NotRequired[bool]
    hasReplied: NotRequired[bool]
    hasChat: NotRequired[bool]
    segment: NotRequired[SegmentId]
    updatedAfter: NotRequired[Time]
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc", "updatedAt:asc", "updatedAt:desc", "lastMessageAt:asc", "lastMessageAt:desc", "name:asc", "name:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ContactsExportInput(TypedDict):
    search: NotRequired[str]
    phone: NotRequired[Phone]
    tag: NotRequired[List[str]]
    tagExclude: NotRequired[List[str]]
    field: NotRequired[dict[str, str]]
    country: NotRequired[List[str]]
    blocked: NotRequired[bool]
    optedOut: NotRequired[bool]
    hasReplied: NotRequired[bool]
    hasChat: NotRequired[bool]
    segment: NotRequired[SegmentId]
    updatedAfter: NotRequired[Time]


class ContactsGetInput(TypedDict):
    id: ContactId


class ContactsUpdateInput(TypedDict):
    id: ContactId
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]


ContactsRemoveInput = ContactsGetInput


class ContactsReplaceFieldsInput(TypedDict):
    id: ContactId
    fields: dict[str, str]


class ContactsChangeFieldsInput(TypedDict):
    id: ContactId
    fields: dict[str, Union[str, None]]


class ContactsAddTagsInput(TypedDict):
    id: ContactId
    tags: List[str]


ContactsRemoveTagsInput = ContactsAddTagsInput


ContactsBlockInput = ContactsGetInput


ContactsUnblockInput = ContactsGetInput


ContactsOptOutInput = ContactsGetInput


ContactsOptInInput = ContactsGetInput


ContactsMergeInput = ContactsMergeBody


class ErasuresListInput(TypedDict):
    contact: NotRequired[ContactId]
    state: NotRequired[Literal["running", "finished"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ErasuresGetInput(TypedDict):
    id: ErasureId


SegmentsCreateInput = SegmentsCreateBody


SegmentsListInput = TeamListInput


SegmentsGetInput = SegmentsRemoveAnswer


class SegmentsUpdateInput(TypedDict):
    id: SegmentId
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    filter: NotRequired[ContactFilterInput]


SegmentsRemoveInput = SegmentsRemoveAnswer


class SegmentsContactsInput(TypedDict):
    id: SegmentId
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc", "updatedAt:asc", "updatedAt:desc", "lastMessageAt:asc", "lastMessageAt:desc", "name:asc", "name:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


SegmentsPreviewInput = SegmentsPreviewBody


class ImportsCreateInput(TypedDict):
    csv: NotRequired[str]
    contacts: NotRequired[List[ImportRow]]
    url: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    mapping: NotRequired[dict[str, str]]
    dryRun: NotRequired[bool]
    onDuplicate: NotRequired[Literal["skip", "update", "error"]]
    tags: NotRequired[List[str]]


ImportsListInput = TeamListInput


class ImportsGetInput(TypedDict):
    id: ImportId


class ImportsErrorsInput(TypedDict):
    id: ImportId
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


ImportsExportErrorsInput = ImportsGetInput


GroupsCreateInput = GroupsCreateBody


class GroupsListInput(TypedDict):
    number: NotRequired[NumberId]
    state: NotRequired[Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class GroupsGetInput(TypedDict):
    id: GroupId


class GroupsUpdateInput(TypedDict):
    id: GroupId
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    joinApproval: NotRequired[bool]


GroupsRemoveInput = GroupsGetInput


class GroupsSetImageInput(TypedDict):
    id: GroupId
    content: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    filename: NotRequired[str]
    mime: NotRequired[str]


class ParticipantsListInput(TypedDict):
    id: GroupId
    state: NotRequired[List[Literal["invited", "joined", "removing", "removed", "left", "canceled", "failed"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ParticipantsInviteInput(TypedDict):
    id: GroupId
    phones: List[Phone]
    invitation: NotRequired[InvitationText]


ParticipantsInviteOutput: TypeAlias = "List[Participant]"


class ParticipantsRemoveInput(TypedDict):
    id: GroupId
    participants: List[Union[Phone, str]]


ParticipantsRemoveOutput: TypeAlias = "List[Participant]"


class ParticipantsRemoveOneInput(TypedDict):
    id: GroupId
    participant: Union[Phone, str]


class JoinRequestsListInput(TypedDict):
    id: GroupId
    state: NotRequired[List[Literal["pending", "approving", "approved", "rejecting", "rejected", "revoked"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class JoinRequestsApproveInput(TypedDict):
    id: GroupId
    requests: List[str]


JoinRequestsApproveOutput: TypeAlias = "List[JoinRequest]"


JoinRequestsRejectInput = JoinRequestsApproveInput


JoinRequestsRejectOutput: TypeAlias = "List[JoinRequest]"


InvitesGetInput = GroupsGetInput


InvitesRevokeInput = GroupsGetInput


ChannelsCreateInput = ChannelsCreateBody


class ChannelsListInput(TypedDict):
    number: NotRequired[NumberId]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ChannelsGetInput(TypedDict):
    id: ChannelId


class ChannelsUpdateInput(TypedDict):
    id: ChannelId
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    segment: NotRequired[Union[SegmentId, None]]


ChannelsRemoveInput = ChannelsGetInput


class SubscribersListInput(TypedDict):
    id: ChannelId
    state: NotRequired[Literal["subscribed", "unsubscribed"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class SubscribersAddInput(TypedDict):
    id: ChannelId
    phones: List[Phone]
    reconsented: NotRequired[bool]


SubscribersAddOutput: TypeAlias = "List[Subscriber]"


class SubscribersRemoveInput(TypedDict):
    id: ChannelId
    phones: List[Phone]


SubscribersRemoveOutput: TypeAlias = "List[Subscriber]"


class PostsCreateInput(TypedDict):
    id: ChannelId
    message: NotRequired[str]
    location: NotRequired[LocationToSend]
    contacts: NotRequired[List[ContactCard]]
    poll: NotRequired[PollToSend]
    buttons: NotRequired[List[ButtonInput]]
    list: NotRequired[ListContentInput]
    footer: NotRequired[str]
    media: NotRequired[PostsCreateBodyMedia]
    header: NotRequired[Union[str, PostsCreateBodyHeader2]]
    template: NotRequired[LinkedTemplateContentInput]
    previewUrl: NotRequired[bool]
    onWindowClosed: NotRequired[OnWindowClosedInput]
    deliverAt: NotRequired[Union[Time, None]]
    expiresIn: NotRequired[int]
    test: NotRequired[List[Phone]]


class PostsListInput(TypedDict):
    id: ChannelId
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class PostsGetInput(TypedDict):
    id: ChannelId
    post: PostId


class PostsUpdateInput(TypedDict):
    id: ChannelId
    post: PostId
    deliverAt: Union[Time, None]


PostsCancelInput = PostsGetInput


PostsPauseInput = PostsGetInput


PostsResumeInput = PostsGetInput


PostsStopInput = PostsGetInput


NumbersCreateInput = NumbersCreateBody


NumbersListInput = TeamListInput


NumbersGetInput = QueuesGetInput


class NumbersUpdateInput(TypedDict):
    id: NumberId
    name: NotRequired[str]
    default: NotRequired[Literal[True]]
    settings: NotRequired[NumberSettings]
    accessToken: NotRequired[str]
    appSecret: NotRequired[str]


NumbersDisconnectInput = QueuesGetInput


class NumbersSimulateInput(TypedDict):
    id: NumberId
    message: NotRequired[NumbersSimulateBodyMessage]
    status: NotRequired[NumbersSimulateBodyStatus]
    outage: NotRequired[NumbersSimulateBodyOutage]
    advance: NotRequired[NumbersSimulateBodyAdvance]
    account: NotRequired[NumbersSimulateBodyAccount]
    group: NotRequired[NumbersSimulateBodyGroup]
    change: NotRequired[NumbersSimulateBodyChange]


SessionsGetInput = QueuesGetInput


SessionsRefreshInput = QueuesGetInput


class SessionsRequestCodeInput(TypedDict):
    id: NumberId
    method: NotRequired[Literal["sms", "voice"]]
    language: NotRequired[str]


class SessionsVerifyCodeInput(TypedDict):
    id: NumberId
    code: str


class SessionsRegisterInput(TypedDict):
    id: NumberId
    pin: str


SessionsDeregisterInput = QueuesGetInput


DevicesGetInput = QueuesGetInput


ProfilesGetInput = QueuesGetInput


class ProfilesUpdateInput(TypedDict):
    id: NumberId
    about: NotRequired[str]
    address: NotRequired[Union[str, None]]
    description: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    websites: NotRequired[List[str]]
    vertical: NotRequired[Literal["OTHER", "AUTO", "BEAUTY", "APPAREL", "EDU", "ENTERTAIN", "EVENT_PLAN", "FINANCE", "GROCERY", "GOVT", "HOTEL", "HEALTH", "NONPROFIT", "PROF_SERVICES", "RETAIL", "TRAVEL", "RESTAURANT", "ALCOHOL", "ONLINE_GAMBLING", "PHYSICAL_GAMBLING", "OTC_DRUGS"]]


class ProfilesSetPictureInput(TypedDict):
    id: NumberId
    content: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    filename: NotRequired[str]
    mime: NotRequired[str]


class TemplatesListInput(TypedDict):
    id: NumberId
    name: NotRequired[str]
    language: NotRequired[str]
    status: NotRequired[Literal["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"]]
    size: NotRequired[int]
    cursor: NotRequired[str]


class TemplatesCreateInput(TypedDict):
    id: NumberId
    name: str
    language: str
    category: Literal["MARKETING", "UTILITY"]
    header: NotRequired[Union[str, TemplatesCreateBodyHeader2]]
    body: str
    samples: NotRequired[dict[str, str]]
    footer: NotRequired[str]
    buttons: NotRequired[List[TemplatesCreateBodyButtonsItem]]


class TemplatesDeleteInput(TypedDict):
    id: NumberId
    name: str


PhonesValidateInput = PhonesValidateBody


PhonesValidateOutput: TypeAlias = "List[PhonesValidateAnswer]"


PhonesExistsInput = PhonesExistsBody


PhonesExistsOutput: TypeAlias = "List[PhonesExistsAnswer]"


class UpdatesListInput(TypedDict):
    id: NumberId
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


WebhooksCreateInput = WebhooksCreateBody


WebhooksListInput = TeamListInput


class WebhooksGetInput(TypedDict):
    id: WebhookId


class WebhooksUpdateInput(TypedDict):
    id: WebhookId
    name: NotRequired[str]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    events: NotRequired[List[str]]
    number: NotRequired[NumberId]
    secretHeader: NotRequired[Union[SecretHeader, None]]
    ratePerSecond: NotRequired[Union[float, None]]


WebhooksDeleteInput = WebhooksGetInput


class WebhooksTestInput(TypedDict):
    id: WebhookId
    kind: NotRequired[str]


WebhooksTestOutput: TypeAlias = "List[WebhooksTestAnswer]"


WebhooksEnableInput = WebhooksGetInput


WebhooksPauseInput = WebhooksGetInput


class WebhooksDeliveriesInput(TypedDict):
    id: WebhookId
    state: NotRequired[List[Literal["waiting", "parked", "succeeded", "exhausted", "canceled", "expired"]]]
    kind: NotRequired[List[str]]
    after: NotRequired[Time]
    before: NotRequired[Time]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class SecretsRotateInput(TypedDict):
    id: WebhookId
    graceHours: NotRequired[float]


ReplaysCreateInput = TypedDict("ReplaysCreateInput", {
    "id": "WebhookId",
    "from": "Time",
    "to": "NotRequired[Time]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[ChatId]",
    "onlyFailed": "NotRequired[bool]",
})


class ReplaysListInput(TypedDict):
    id: WebhookId
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ReplaysGetInput(TypedDict):
    id: WebhookId
    replay: ReplayId


ReplaysStopInput = ReplaysGetInput


class DeliveriesGetInput(TypedDict):
    id: DeliveryId


DeliveriesRetryInput = DeliveriesGetInput


class EventsListInput(TypedDict):
    after: NotRequired[int]
    kinds: NotRequired[List[str]]
    size: NotRequired[int]
    wait: NotRequired[int]


EventsListOutput: TypeAlias = "List[Event]"


class EventsGetInput(TypedDict):
    id: EventId


EventsKindsOutput: TypeAlias = "List[EventsKindsAnswer]"


Event: TypeAlias = "Union[MessageInEvent, MessageOutEvent, MessageAckEvent, MessageUpdatedEvent, MessageReactionEvent, MessageFailedEvent, MessageAcceptedEvent, MessageScheduledEvent, MessageChangedEvent, MessageCanceledEvent, ChatUpdatedEvent, ContactCreatedEvent, ContactUpdatedEvent, ContactDeletedEvent, ImportFinishedEvent, GroupUpdatedEvent, ChannelPostedEvent, NumberUpdatedEvent, CallMissedEvent, TemplateUpdatedEvent, WebhookFailingEvent, WebhookExhaustedEvent, WebhookDisabledEvent]"
