# Generated from the OpenAPI document by `pnpm run docs`; changes here are lost.
from __future__ import annotations

from typing import IO, Any, List, Literal, NotRequired, TypeAlias, TypedDict, Union


Schema0: TypeAlias = "List[ContactFilter]"


Schema1: TypeAlias = "Union[str, float, bool, None, List[Schema1], dict[str, Schema1]]"


Schema2: TypeAlias = "Union[str, float, bool, None, List[Schema2], dict[str, Schema2]]"


Schema3: TypeAlias = "Union[str, float, bool, None, List[Schema3], dict[str, Schema3]]"


Schema4: TypeAlias = "Union[str, float, bool, None, List[Schema4], dict[str, Schema4]]"


Schema5: TypeAlias = "Union[str, float, bool, None, List[Schema5], dict[str, Schema5]]"


Schema6: TypeAlias = "Union[str, float, bool, None, List[Schema6], dict[str, Schema6]]"


Schema7: TypeAlias = "List[ContactFilter]"


Schema8: TypeAlias = "Union[str, float, bool, None, List[Schema8], dict[str, Schema8]]"


Schema9: TypeAlias = "Union[str, float, bool, None, List[Schema9], dict[str, Schema9]]"


Schema10: TypeAlias = "Union[str, float, bool, None, List[Schema10], dict[str, Schema10]]"


class MessageMedia(TypedDict):
    kind: str
    file: NotRequired[str]
    url: NotRequired[str]
    providerId: NotRequired[str]
    mime: NotRequired[str]
    sha256: NotRequired[str]
    filename: NotRequired[str]
    animated: NotRequired[bool]
    error: NotRequired[str]


class MessageLocation(TypedDict):
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    name: NotRequired[str]
    address: NotRequired[str]
    url: NotRequired[str]
    request: NotRequired[Literal[True]]


class MessageContactsItemNames(TypedDict):
    first: NotRequired[str]
    middle: NotRequired[str]
    last: NotRequired[str]
    prefix: NotRequired[str]
    suffix: NotRequired[str]


class MessageContactsItemPhoneDetailsItem(TypedDict):
    phone: str
    whatsapp: bool
    type: NotRequired[str]


class MessageContactsItemEmailsItem(TypedDict):
    email: str
    type: NotRequired[str]


class MessageContactsItemUrlsItem(TypedDict):
    url: str
    type: NotRequired[str]


class MessageContactsItemAddressesItem(TypedDict):
    street: NotRequired[str]
    city: NotRequired[str]
    state: NotRequired[str]
    zip: NotRequired[str]
    country: NotRequired[str]
    countryCode: NotRequired[str]
    type: NotRequired[str]


class MessageContactsItem(TypedDict):
    name: str
    phones: NotRequired[List[str]]
    phone: NotRequired[str]
    email: NotRequired[str]
    organization: NotRequired[str]
    url: NotRequired[str]
    names: NotRequired[MessageContactsItemNames]
    phoneDetails: NotRequired[List[MessageContactsItemPhoneDetailsItem]]
    emails: NotRequired[List[MessageContactsItemEmailsItem]]
    urls: NotRequired[List[MessageContactsItemUrlsItem]]
    addresses: NotRequired[List[MessageContactsItemAddressesItem]]
    department: NotRequired[str]
    jobTitle: NotRequired[str]
    birthday: NotRequired[str]
    vcard: NotRequired[str]


class MessagePollTallyItem(TypedDict):
    option: str
    votes: int


class MessagePoll(TypedDict):
    name: str
    options: List[str]
    multiple: bool
    tally: NotRequired[List[MessagePollTallyItem]]
    voters: NotRequired[int]


class MessageButtonsItem(TypedDict):
    id: NotRequired[str]
    text: str
    url: NotRequired[str]
    phone: NotRequired[str]


class MessageListSectionsItemRowsItem(TypedDict):
    id: str
    title: str
    description: NotRequired[str]


class MessageListSectionsItem(TypedDict):
    title: NotRequired[str]
    rows: List[MessageListSectionsItemRowsItem]


class MessageList(TypedDict):
    button: str
    sections: List[MessageListSectionsItem]


class MessageHeader2(TypedDict):
    media: MessageMedia


class MessageTemplateComponentsItemParametersItem(TypedDict):
    type: Literal["text", "payload", "image", "video", "document", "coupon_code"]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    file: NotRequired[Union[str, Literal[""]]]


class MessageTemplateComponentsItem(TypedDict):
    type: Literal["header", "body", "button"]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]
    parameters: List[MessageTemplateComponentsItemParametersItem]


class MessageTemplate(TypedDict):
    name: str
    language: str
    variables: NotRequired[Union[List[str], dict[str, str]]]
    components: NotRequired[List[MessageTemplateComponentsItem]]


class MessageOnWindowClosed2TemplateComponentsItemParametersItem(TypedDict):
    type: Literal["text", "payload", "image", "video", "document", "coupon_code"]
    name: NotRequired[str]
    text: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]


class MessageOnWindowClosed2TemplateComponentsItem(TypedDict):
    type: Literal["header", "body", "button"]
    subType: NotRequired[Literal["quick_reply", "url", "copy_code"]]
    index: NotRequired[int]
    parameters: List[MessageOnWindowClosed2TemplateComponentsItemParametersItem]


class MessageOnWindowClosed2Template(TypedDict):
    name: str
    language: str
    variables: NotRequired[Union[List[str], dict[str, str]]]
    components: NotRequired[List[MessageOnWindowClosed2TemplateComponentsItem]]


class MessageOnWindowClosed2(TypedDict):
    template: MessageOnWindowClosed2Template


class MessageActionsAssignee1(TypedDict):
    member: str


class MessageActions(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived"]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[Union[MessageActionsAssignee1, None]]


class MessageReply(TypedDict):
    kind: Literal["button", "list", "template", "form"]
    id: NotRequired[str]
    text: NotRequired[str]
    description: NotRequired[str]
    data: NotRequired[str]


class MessageAnswersItem(TypedDict):
    message: str
    id: NotRequired[str]
    text: NotRequired[str]
    at: str


class MessageReactionsItemFrom(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]
    parentUserId: NotRequired[str]
    name: NotRequired[str]


MessageReactionsItem = TypedDict("MessageReactionsItem", {
    "emoji": "str",
    "from": "MessageReactionsItemFrom",
    "at": "str",
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
    expiresAt: NotRequired[str]
    source: NotRequired[str]


class MessageProviderErrorsItem(TypedDict):
    code: Union[int, None]
    title: str
    details: NotRequired[str]
    errorCode: str


class MessageWaiting(TypedDict):
    reason: Literal["schedule", "order", "pacing", "pair_limit", "number_paused", "number_draining", "number_offline", "number_throttled", "number_refused", "quarantine", "window_closed", "quiet_hours", "typing", "retry", "outcome"]
    until: NotRequired[str]


class MessageError(TypedDict):
    errorCode: str
    message: str
    providerCode: NotRequired[int]
    retryable: bool


class MessagePricing(TypedDict):
    billable: NotRequired[bool]
    category: NotRequired[str]
    type: NotRequired[str]
    model: NotRequired[str]


class MessageConversation(TypedDict):
    id: NotRequired[str]
    origin: NotRequired[str]
    expiresAt: NotRequired[str]


class MessageRetry(TypedDict):
    count: int
    nextAt: NotRequired[str]


class MessageFrom(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]
    name: NotRequired[str]
    contact: NotRequired[str]


Message = TypedDict("Message", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
})


class ChatAssignee1(TypedDict):
    id: str
    name: str
    email: str


class ChatLabelsItem(TypedDict):
    id: str
    name: str
    color: str


class ChatLastMessage1(TypedDict):
    id: str
    direction: Literal["in", "out"]
    type: str
    message: Union[str, None]
    at: str


class Chat(TypedDict):
    id: str
    number: str
    type: Literal["direct", "group", "channel"]
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]
    status: Literal["open", "pending", "resolved", "archived"]
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[ChatAssignee1, None]
    labels: List[ChatLabelsItem]
    lastMessage: Union[ChatLastMessage1, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    createdAt: str
    updatedAt: str


class GroupImage1(TypedDict):
    sha256: str
    setAt: str


class GroupParticipants(TypedDict):
    joined: int
    invited: int
    requested: int


class GroupChangesItemError1(TypedDict):
    errorCode: str
    message: str


class GroupChangesItem(TypedDict):
    setting: Literal["name", "description", "image", "invite", "deletion"]
    state: Literal["pending", "applied", "failed"]
    to: Union[str, None]
    error: Union[GroupChangesItemError1, None]
    requestedAt: str


class Group(TypedDict):
    id: str
    number: str
    name: str
    description: Union[str, None]
    state: Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]
    joinApproval: bool
    image: Union[GroupImage1, None]
    inviteLink: Union[str, None]
    providerId: Union[str, None]
    participants: GroupParticipants
    changes: List[GroupChangesItem]
    error: Union[GroupChangesItemError1, None]
    createdAt: str
    updatedAt: str


class NumberSession(TypedDict):
    status: Literal["online", "offline", "pending", "error"]
    since: str
    lastError: Union[GroupChangesItemError1, None]


class NumberDevice(TypedDict):
    qualityRating: Union[str, None]
    messagingLimit: Union[str, None]
    throughput: Union[str, None]
    verifiedName: Union[str, None]
    nameStatus: Union[str, None]
    codeVerification: Union[str, None]
    canSend: Union[str, None]


NumberSettingsQuietHours1 = TypedDict("NumberSettingsQuietHours1", {
    "from": "str",
    "to": "str",
    "timeZone": "str",
})


class NumberSettings(TypedDict):
    ratePerSecond: Union[float, None]
    quietHours: Union[NumberSettingsQuietHours1, None]


class NumberQueue(TypedDict):
    state: Literal["active", "paused", "draining"]
    waiting: int
    scheduled: int
    sending: int
    oldestAgeMs: int
    ratePerSecond: float
    postsWaiting: int
    etaMs: Union[int, None]
    blocked: Union[MessageWaiting, None]


class Number(TypedDict):
    id: str
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    status: Literal["connecting", "active", "paused", "restricted", "disconnected", "error"]
    session: NumberSession
    default: bool
    device: NumberDevice
    settings: NumberSettings
    queue: NotRequired[NumberQueue]
    callbackUrl: str
    createdAt: str


class Queue(TypedDict):
    number: str
    state: Literal["active", "paused", "draining"]
    waiting: int
    scheduled: int
    sending: int
    oldestAgeMs: int
    ratePerSecond: float
    postsWaiting: int
    etaMs: Union[int, None]
    blocked: Union[MessageWaiting, None]


class WebhookEndpointsItemBreaker(TypedDict):
    state: Literal["closed", "open", "half_open"]
    until: Union[str, None]


class WebhookEndpointsItem(TypedDict):
    id: str
    url: str
    state: Literal["active", "disabled"]
    failingSince: Union[str, None]
    lastSuccessAt: Union[str, None]
    breaker: WebhookEndpointsItemBreaker


class WebhookSecretHeader1(TypedDict):
    name: str


class Webhook(TypedDict):
    id: str
    name: Union[str, None]
    url: str
    urls: List[str]
    endpoints: List[WebhookEndpointsItem]
    events: List[str]
    number: Union[str, None]
    secretHeader: Union[WebhookSecretHeader1, None]
    ratePerSecond: Union[float, None]
    state: Literal["active", "paused", "disabled"]
    createdAt: str
    updatedAt: str


class DeliveryEvent(TypedDict):
    id: str
    kind: str
    sequence: int


class Delivery(TypedDict):
    id: str
    webhook: str
    endpoint: str
    url: str
    event: DeliveryEvent
    state: Literal["waiting", "parked", "succeeded", "exhausted", "canceled", "expired"]
    attempts: int
    lastStatus: Union[int, None]
    lastError: Union[str, None]
    nextAttemptAt: Union[str, None]
    createdAt: str
    completedAt: Union[str, None]


ContactFilter = TypedDict("ContactFilter", {
    "all": "NotRequired[Schema7]",
    "any": "NotRequired[List[ContactFilter]]",
    "not": "NotRequired[ContactFilter]",
    "attribute": "NotRequired[Literal[\"name\", \"firstName\", \"lastName\", \"email\", \"company\", \"country\", \"language\", \"phone\", \"source\", \"createdAt\", \"updatedAt\", \"lastMessageAt\", \"optedOutAt\", \"blocked\", \"optedOut\", \"hasReplied\", \"hasChat\"]]",
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


class ContactIdentitiesItem(TypedDict):
    type: Literal["phone", "provider_user"]
    value: str


class Contact(TypedDict):
    id: str
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
    optedOutAt: Union[str, None]
    source: Literal["api", "message", "import"]
    createdAt: str
    updatedAt: str
    lastMessageAt: Union[str, None]


class ErrorErrorsItem(TypedDict):
    path: str
    code: str
    message: str


class Error(TypedDict):
    status: int
    errorCode: str
    message: str
    errors: List[ErrorErrorsItem]
    retryable: bool
    retryAfter: NotRequired[float]
    requestId: str
    docs: str


class TeamListInput(TypedDict):
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class TeamListOutput(TypedDict):
    id: str
    name: str
    email: str
    createdAt: str


AuditListInput = TypedDict("AuditListInput", {
    "actor": "NotRequired[str]",
    "operation": "NotRequired[List[str]]",
    "target": "NotRequired[str]",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "size": "NotRequired[int]",
    "cursor": "NotRequired[str]",
    "page": "NotRequired[int]",
})


class AuditListOutputActor(TypedDict):
    type: Literal["key", "member", "service"]
    id: str


class AuditListOutputChangesItem(TypedDict):
    thing: str
    id: Union[str, None]
    before: Union[dict[str, Schema5], None]
    after: Union[dict[str, Schema5], None]


class AuditListOutput(TypedDict):
    actor: AuditListOutputActor
    service: str
    operation: str
    target: Union[str, None]
    ip: Union[str, None]
    requestId: str
    given: dict[str, Schema5]
    changes: List[AuditListOutputChangesItem]
    truncated: bool
    id: str
    workspace: str
    sequence: int
    at: str
    previous: str
    hash: str


class MeGetOutputWorkspace(TypedDict):
    id: str
    name: str


class MeGetOutputKey(TypedDict):
    id: str
    name: str
    scopes: List[Literal["read", "send", "manage", "raw"]]
    numbers: Union[List[str], None]
    cidrs: Union[List[str], None]
    expiresAt: Union[str, None]


class MeGetOutputLimitsPerKey(TypedDict):
    perSecond: float
    burst: float


class MeGetOutputLimits(TypedDict):
    perKey: MeGetOutputLimitsPerKey
    perWorkspace: MeGetOutputLimitsPerKey


MeGetOutputUsage = TypedDict("MeGetOutputUsage", {
    "day": "str",
    "in": "Union[int, None]",
    "out": "Union[int, None]",
})


class MeGetOutput(TypedDict):
    workspace: MeGetOutputWorkspace
    key: MeGetOutputKey
    limits: MeGetOutputLimits
    usage: MeGetOutputUsage


class WorkspaceGetOutputSettings(TypedDict):
    optedOutMessages: Literal["send", "refuse"]


class WorkspaceGetOutput(TypedDict):
    id: str
    name: str
    createdAt: str
    settings: WorkspaceGetOutputSettings


class WorkspaceUpdateInputSettings(TypedDict):
    optedOutMessages: NotRequired[Literal["send", "refuse"]]


class WorkspaceUpdateInput(TypedDict):
    name: NotRequired[str]
    settings: NotRequired[WorkspaceUpdateInputSettings]


WorkspaceUpdateOutput = WorkspaceGetOutput


class MessagesSendInputMedia(TypedDict):
    file: NotRequired[Union[str, Literal[""]]]
    url: NotRequired[str]
    kind: NotRequired[Literal["image", "video", "audio", "voice", "document", "sticker"]]
    filename: NotRequired[str]
    mime: NotRequired[str]


class MessagesSendInputLocation(TypedDict):
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    name: NotRequired[str]
    address: NotRequired[str]
    request: NotRequired[Literal[True]]


class MessagesSendInputContactsItem(TypedDict):
    contact: NotRequired[Union[str, Literal[""]]]
    name: NotRequired[str]
    phone: NotRequired[str]
    phones: NotRequired[List[str]]
    email: NotRequired[str]
    organization: NotRequired[str]
    url: NotRequired[str]


class MessagesSendInputPoll(TypedDict):
    name: str
    options: List[str]
    multiple: NotRequired[bool]


class MessagesSendInputHeader2(TypedDict):
    media: MessagesSendInputMedia


class MessagesSendInputActionsAssignee1(TypedDict):
    member: NotRequired[str]
    email: NotRequired[str]


class MessagesSendInputActions(TypedDict):
    status: NotRequired[Literal["open", "pending", "resolved", "archived"]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[Union[MessagesSendInputActionsAssignee1, None]]


class MessagesSendInput(TypedDict):
    phone: NotRequired[str]
    group: NotRequired[Union[str, Literal[""]]]
    channel: NotRequired[Union[str, Literal[""]]]
    chat: NotRequired[Union[str, Literal[""]]]
    number: NotRequired[Union[str, Literal[""]]]
    quote: NotRequired[Union[str, Literal[""]]]
    message: NotRequired[str]
    media: NotRequired[MessagesSendInputMedia]
    location: NotRequired[MessagesSendInputLocation]
    contacts: NotRequired[List[MessagesSendInputContactsItem]]
    poll: NotRequired[MessagesSendInputPoll]
    buttons: NotRequired[List[MessageButtonsItem]]
    list: NotRequired[MessageList]
    header: NotRequired[Union[str, MessagesSendInputHeader2]]
    footer: NotRequired[str]
    reaction: NotRequired[str]
    template: NotRequired[MessageTemplate]
    reactionMessage: NotRequired[Union[str, Literal[""]]]
    previewUrl: NotRequired[bool]
    reference: NotRequired[str]
    priority: NotRequired[Literal["low", "normal", "high", "urgent"]]
    order: NotRequired[Literal["chat", "none"]]
    deliverAt: NotRequired[Union[str, None]]
    expiresIn: NotRequired[int]
    expiresAt: NotRequired[str]
    onUnknown: NotRequired[Literal["hold", "resend"]]
    onWindowClosed: NotRequired[Union[Literal["fail", "hold"], MessageOnWindowClosed2]]
    typing: NotRequired[int]
    labels: NotRequired[List[str]]
    actions: NotRequired[MessagesSendInputActions]


class MessagesListInput(TypedDict):
    direction: NotRequired[Literal["in", "out"]]
    status: NotRequired[List[Literal["scheduled", "queued", "sending", "sent", "delivered", "read", "played", "failed", "expired", "canceled", "received"]]]
    number: NotRequired[List[str]]
    chat: NotRequired[str]
    phone: NotRequired[str]
    group: NotRequired[str]
    channel: NotRequired[str]
    type: NotRequired[List[str]]
    reference: NotRequired[str]
    search: NotRequired[str]
    after: NotRequired[str]
    before: NotRequired[str]
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class MessagesBatchInput(TypedDict):
    messages: List[MessagesSendInput]
    partial: NotRequired[bool]


class MessagesBatchOutputValueItem2Error(TypedDict):
    errorCode: str
    message: str
    retryable: bool
    errors: NotRequired[List[ErrorErrorsItem]]


class MessagesBatchOutputValueItem2(TypedDict):
    error: MessagesBatchOutputValueItem2Error


MessagesBatchOutput: TypeAlias = "List[Union[Message, MessagesBatchOutputValueItem2]]"


class MessagesGetInput(TypedDict):
    id: str


class MessagesUpdateInput(TypedDict):
    id: str
    message: NotRequired[str]
    media: NotRequired[MessagesSendInputMedia]
    location: NotRequired[MessagesSendInputLocation]
    contacts: NotRequired[List[MessagesSendInputContactsItem]]
    poll: NotRequired[MessagesSendInputPoll]
    buttons: NotRequired[List[MessageButtonsItem]]
    list: NotRequired[MessageList]
    header: NotRequired[Union[str, MessagesSendInputHeader2]]
    footer: NotRequired[str]
    template: NotRequired[MessageTemplate]
    deliverAt: NotRequired[Union[str, None]]
    priority: NotRequired[Literal["low", "normal", "high", "urgent"]]
    reference: NotRequired[str]
    expiresAt: NotRequired[str]


MessagesCancelInput = MessagesGetInput


MessagesRawInput = MessagesGetInput


class MessagesRawOutput(TypedDict):
    id: str
    providerId: Union[str, None]
    raw: Union[Schema6, None]


MessagesRetryInput = MessagesGetInput


MessagesReadInput = MessagesGetInput


MessagesReceiptsInput = MessagesGetInput


class MessagesReceiptsOutputValueItem(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]
    status: Literal["scheduled", "queued", "sending", "sent", "delivered", "read", "played", "failed", "expired", "canceled", "received"]
    statusAt: dict[str, str]
    error: NotRequired[MessageError]


MessagesReceiptsOutput: TypeAlias = "List[MessagesReceiptsOutputValueItem]"


MessagesTraceInput = MessagesGetInput


class MessagesTraceOutputEntriesItem(TypedDict):
    at: str
    what: Literal["accepted", "waiting", "attempt", "state", "webhook"]
    state: NotRequired[Literal["scheduled", "queued", "sending", "sent", "delivered", "read", "played", "failed", "expired", "canceled", "received"]]
    event: NotRequired[str]
    webhook: NotRequired[str]
    delivery: NotRequired[str]
    attempt: NotRequired[int]
    outcome: NotRequired[str]
    httpStatus: NotRequired[int]
    latencyMs: NotRequired[int]
    waiting: NotRequired[MessageWaiting]
    error: NotRequired[MessageError]


class MessagesTraceOutput(TypedDict):
    id: str
    traceId: NotRequired[str]
    entries: List[MessagesTraceOutputEntriesItem]


class ChatsListInput(TypedDict):
    search: NotRequired[str]
    status: NotRequired[List[Literal["open", "pending", "resolved", "archived"]]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[List[Union[str, Literal["none"]]]]
    label: NotRequired[List[str]]
    labelExclude: NotRequired[List[str]]
    number: NotRequired[List[str]]
    type: NotRequired[List[Literal["direct", "group", "channel"]]]
    phone: NotRequired[str]
    group: NotRequired[str]
    after: NotRequired[str]
    before: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ChatsUpdateManyInputLabels(TypedDict):
    add: NotRequired[List[str]]
    remove: NotRequired[List[str]]


class ChatsUpdateManyInput(TypedDict):
    ids: List[str]
    status: NotRequired[Literal["open", "pending", "resolved", "archived"]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]
    assignee: NotRequired[Union[MessagesSendInputActionsAssignee1, None]]
    labels: NotRequired[ChatsUpdateManyInputLabels]


ChatsUpdateManyOutput: TypeAlias = "List[Chat]"


ChatsGetInput = MessagesGetInput


class ChatsUpdateInput(TypedDict):
    id: str
    status: NotRequired[Literal["open", "pending", "resolved", "archived"]]
    unread: NotRequired[bool]
    pinned: NotRequired[bool]
    muted: NotRequired[bool]


ChatsRemoveInput = MessagesGetInput


class ChatsRemoveOutput(TypedDict):
    id: str
    deleted: Literal[True]
    messages: int


class ChatsMessagesInput(TypedDict):
    id: str
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


ChatsArchiveInput = MessagesGetInput


ChatsUnarchiveInput = MessagesGetInput


class ChatsAssignInput(TypedDict):
    id: str
    member: NotRequired[str]
    email: NotRequired[str]


ChatsUnassignInput = MessagesGetInput


ChatsReadInput = MessagesGetInput


ChatsTypingInput = MessagesGetInput


class ChatsTypingOutput(TypedDict):
    shown: bool


class FilesCreateInput(TypedDict):
    content: NotRequired[str]
    url: NotRequired[str]
    filename: NotRequired[str]
    mime: NotRequired[str]
    expiresAt: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes]]]


class FilesCreateOutput(TypedDict):
    id: str
    filename: str
    mime: str
    size: int
    kind: Literal["image", "video", "audio", "document", "sticker"]
    sha256: str
    createdAt: str
    expiresAt: Union[str, None]
    existed: bool


class FilesListInput(TypedDict):
    kind: NotRequired[List[Literal["image", "video", "audio", "document", "sticker"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class FilesListOutput(TypedDict):
    id: str
    filename: str
    mime: str
    size: int
    kind: Literal["image", "video", "audio", "document", "sticker"]
    sha256: str
    createdAt: str
    expiresAt: Union[str, None]


FilesGetInput = MessagesGetInput


FilesGetOutput = FilesListOutput


FilesRemoveInput = MessagesGetInput


class FilesRemoveOutput(TypedDict):
    id: str
    deleted: Literal[True]


class FilesDownloadInput(TypedDict):
    id: str
    offset: NotRequired[int]


LabelsListInput = TeamListInput


class LabelsListOutput(TypedDict):
    id: str
    name: str
    color: str
    description: Union[str, None]
    createdAt: str
    updatedAt: str


class LabelsCreateInput(TypedDict):
    name: str
    color: NotRequired[str]
    description: NotRequired[str]


LabelsCreateOutput = LabelsListOutput


class LabelsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    color: NotRequired[str]
    description: NotRequired[Union[str, None]]


LabelsUpdateOutput = LabelsListOutput


LabelsRemoveInput = MessagesGetInput


LabelsRemoveOutput = FilesRemoveOutput


class LabelsSetInput(TypedDict):
    id: str
    labels: List[str]


LabelsAddInput = LabelsSetInput


class LabelsTakeOffInput(TypedDict):
    id: str
    label: str


NotesListInput = ChatsMessagesInput


class NotesListOutput(TypedDict):
    id: str
    chat: str
    text: str
    by: AuditListOutputActor
    createdAt: str


class NotesCreateInput(TypedDict):
    id: str
    text: str


NotesCreateOutput = NotesListOutput


class NotesRemoveInput(TypedDict):
    id: str
    note: str


NotesRemoveOutput = FilesRemoveOutput


QueuesGetInput = MessagesGetInput


class QueuesUpdateInput(TypedDict):
    id: str
    state: Literal["active", "paused", "draining"]


class QueuesPurgeInput(TypedDict):
    id: str
    before: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]
    includeScheduled: NotRequired[bool]


class QueuesPurgeOutputPostsItem(TypedDict):
    post: str
    waiting: int


class QueuesPurgeOutput(TypedDict):
    canceled: int
    scheduled: int
    remaining: int
    posts: List[QueuesPurgeOutputPostsItem]


class QueuesMoveInput(TypedDict):
    id: str
    number: str
    before: NotRequired[str]
    phones: NotRequired[List[str]]
    reference: NotRequired[str]


class QueuesMoveOutput(TypedDict):
    moved: int
    chats: int
    remaining: int


CapabilitiesGetInput = MessagesGetInput


class CapabilitiesGetOutputMessagesItemInstead(TypedDict):
    direct: NotRequired[str]
    group: NotRequired[str]
    channel: NotRequired[str]


class CapabilitiesGetOutputMessagesItem(TypedDict):
    type: Literal["text", "image", "video", "audio", "voice", "document", "sticker", "location", "location_request", "contacts", "poll", "buttons", "list", "reaction", "template"]
    direct: Literal["native", "rendered", "unsupported"]
    group: Literal["native", "rendered", "unsupported"]
    channel: Literal["native", "rendered", "unsupported"]
    instead: NotRequired[CapabilitiesGetOutputMessagesItemInstead]


class CapabilitiesGetOutputMediaItem(TypedDict):
    kind: Literal["image", "video", "audio", "voice", "document", "sticker"]
    mimes: List[str]
    bytesMax: int
    caption: bool


class CapabilitiesGetOutputButtons(TypedDict):
    repliesMax: int
    linksMax: int
    phonesMax: int


class CapabilitiesGetOutputGroups(TypedDict):
    peopleMax: int
    adding: Literal["invitation"]


class CapabilitiesGetOutput(TypedDict):
    number: str
    provider: Literal["cloud", "simulator"]
    messages: List[CapabilitiesGetOutputMessagesItem]
    media: List[CapabilitiesGetOutputMediaItem]
    textCharactersMax: int
    captionCharactersMax: int
    buttons: CapabilitiesGetOutputButtons
    listRowsMax: int
    customerWindowHours: Union[int, None]
    readReceipts: bool
    typing: Literal["inbound-only"]
    edits: bool
    deletions: bool
    groups: CapabilitiesGetOutputGroups
    channels: Literal["native", "rendered"]


StatisticsDeliveriesInput = TypedDict("StatisticsDeliveriesInput", {
    "id": "str",
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "interval": "NotRequired[Literal[\"minute\", \"hour\", \"day\"]]",
})


class StatisticsDeliveriesOutputTotalQueuedToSentMs1(TypedDict):
    p50: float
    p95: float


class StatisticsDeliveriesOutputTotal(TypedDict):
    total: int
    states: dict[str, int]
    errors: dict[str, int]
    sentRate: float
    deliveredRate: float
    queuedToSentMs: Union[StatisticsDeliveriesOutputTotalQueuedToSentMs1, None]
    sentToDeliveredMs: Union[StatisticsDeliveriesOutputTotalQueuedToSentMs1, None]


StatisticsDeliveriesOutputBucketsItem = TypedDict("StatisticsDeliveriesOutputBucketsItem", {
    "from": "str",
    "total": "int",
    "states": "dict[str, int]",
    "errors": "dict[str, int]",
    "sentRate": "float",
    "deliveredRate": "float",
    "queuedToSentMs": "Union[StatisticsDeliveriesOutputTotalQueuedToSentMs1, None]",
    "sentToDeliveredMs": "Union[StatisticsDeliveriesOutputTotalQueuedToSentMs1, None]",
})


StatisticsDeliveriesOutput = TypedDict("StatisticsDeliveriesOutput", {
    "number": "str",
    "from": "str",
    "to": "str",
    "total": "StatisticsDeliveriesOutputTotal",
    "buckets": "List[StatisticsDeliveriesOutputBucketsItem]",
})


StatisticsUsageInput = TypedDict("StatisticsUsageInput", {
    "from": "NotRequired[str]",
    "to": "NotRequired[str]",
    "number": "NotRequired[List[str]]",
})


StatisticsUsageOutputDaysItem = TypedDict("StatisticsUsageOutputDaysItem", {
    "day": "str",
    "number": "str",
    "type": "str",
    "in": "int",
    "out": "int",
})


class StatisticsUsageOutputPricingItem(TypedDict):
    day: str
    number: str
    category: str
    billable: bool
    messages: int


class StatisticsUsageOutputDeliveriesItem(TypedDict):
    day: str
    number: Union[str, None]
    kind: str
    delivered: int
    failed: int
    waiting: int
    attempts: int


StatisticsUsageOutput = TypedDict("StatisticsUsageOutput", {
    "from": "str",
    "to": "str",
    "days": "List[StatisticsUsageOutputDaysItem]",
    "pricing": "List[StatisticsUsageOutputPricingItem]",
    "deliveries": "NotRequired[List[StatisticsUsageOutputDeliveriesItem]]",
})


class ContactsCreateInput(TypedDict):
    phone: str
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
    segment: NotRequired[Union[str, Literal[""]]]
    updatedAfter: NotRequired[str]
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc", "updatedAt:asc", "updatedAt:desc", "lastMessageAt:asc", "lastMessageAt:desc", "name:asc", "name:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


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
    segment: NotRequired[Union[str, Literal[""]]]
    updatedAfter: NotRequired[str]


ContactsGetInput = MessagesGetInput


class ContactsUpdateInput(TypedDict):
    id: str
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]


ContactsRemoveInput = MessagesGetInput


class ContactsRemoveOutput(TypedDict):
    id: str
    deletedAt: str
    erasure: str


class ContactsReplaceFieldsInput(TypedDict):
    id: str
    fields: dict[str, str]


class ContactsChangeFieldsInput(TypedDict):
    id: str
    fields: dict[str, Union[str, None]]


class ContactsAddTagsInput(TypedDict):
    id: str
    tags: List[str]


ContactsRemoveTagsInput = ContactsAddTagsInput


ContactsBlockInput = MessagesGetInput


ContactsUnblockInput = MessagesGetInput


ContactsOptOutInput = MessagesGetInput


ContactsOptInInput = MessagesGetInput


ContactsMergeInput = TypedDict("ContactsMergeInput", {
    "into": "str",
    "from": "str",
})


class ErasuresListInput(TypedDict):
    contact: NotRequired[str]
    state: NotRequired[Literal["running", "finished"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ErasuresListOutputServicesItem(TypedDict):
    service: Literal["numbers", "contacts", "groups", "messaging", "webhooks"]
    state: Literal["waiting", "running", "finished"]
    finishedAt: Union[str, None]


class ErasuresListOutput(TypedDict):
    id: str
    contact: str
    state: Literal["running", "finished"]
    services: List[ErasuresListOutputServicesItem]
    requestedAt: str
    finishedAt: Union[str, None]
    agedOutAt: Union[str, None]


ErasuresGetInput = MessagesGetInput


ErasuresGetOutput = ErasuresListOutput


class SegmentsCreateInput(TypedDict):
    name: str
    description: NotRequired[str]
    filter: ContactFilter


class SegmentsCreateOutput(TypedDict):
    id: str
    name: str
    description: Union[str, None]
    filter: ContactFilter
    count: int
    createdAt: str
    updatedAt: str


SegmentsListInput = TeamListInput


SegmentsListOutput = SegmentsCreateOutput


SegmentsGetInput = MessagesGetInput


SegmentsGetOutput = SegmentsCreateOutput


class SegmentsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    filter: NotRequired[ContactFilter]


SegmentsUpdateOutput = SegmentsCreateOutput


SegmentsRemoveInput = MessagesGetInput


SegmentsRemoveOutput = MessagesGetInput


class SegmentsContactsInput(TypedDict):
    id: str
    sort: NotRequired[Literal["createdAt:asc", "createdAt:desc", "updatedAt:asc", "updatedAt:desc", "lastMessageAt:asc", "lastMessageAt:desc", "name:asc", "name:desc"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class SegmentsPreviewInput(TypedDict):
    filter: ContactFilter
    size: NotRequired[int]


class SegmentsPreviewOutput(TypedDict):
    count: int
    contacts: List[Contact]


class ImportsCreateInputContactsItem(TypedDict):
    phone: NotRequired[Union[str, None]]
    name: NotRequired[Union[str, None]]
    firstName: NotRequired[Union[str, None]]
    lastName: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    company: NotRequired[Union[str, None]]
    country: NotRequired[Union[str, None]]
    language: NotRequired[Union[str, None]]
    tags: NotRequired[List[str]]
    optedOutAt: NotRequired[Union[str, None]]
    blocked: NotRequired[Union[bool, None]]
    fields: NotRequired[dict[str, Union[str, None]]]


class ImportsCreateInput(TypedDict):
    csv: NotRequired[str]
    contacts: NotRequired[List[ImportsCreateInputContactsItem]]
    url: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    mapping: NotRequired[dict[str, str]]
    dryRun: NotRequired[bool]
    onDuplicate: NotRequired[Literal["skip", "update", "error"]]
    tags: NotRequired[List[str]]


class ImportsCreateOutputCounts(TypedDict):
    rows: int
    created: int
    updated: int
    skipped: int
    failed: int


class ImportsCreateOutput(TypedDict):
    id: str
    state: Literal["fetching", "running", "finished", "failed"]
    dryRun: bool
    onDuplicate: Literal["skip", "update", "error"]
    tags: List[str]
    mapping: Union[dict[str, str], None]
    counts: ImportsCreateOutputCounts
    progress: float
    error: Union[GroupChangesItemError1, None]
    createdAt: str
    finishedAt: Union[str, None]


ImportsListInput = TeamListInput


ImportsListOutput = ImportsCreateOutput


ImportsGetInput = MessagesGetInput


ImportsGetOutput = ImportsCreateOutput


ImportsErrorsInput = ChatsMessagesInput


class ImportsErrorsOutput(TypedDict):
    row: int
    line: Union[int, None]
    column: str
    errorCode: str
    message: str
    value: Union[str, None]


ImportsExportErrorsInput = MessagesGetInput


class GroupsCreateInputInvitation(TypedDict):
    message: NotRequired[str]
    onWindowClosed: NotRequired[Union[Literal["fail", "hold"], MessageOnWindowClosed2]]


class GroupsCreateInput(TypedDict):
    number: str
    name: str
    description: NotRequired[str]
    joinApproval: NotRequired[bool]
    participants: NotRequired[List[str]]
    invitation: NotRequired[GroupsCreateInputInvitation]


class GroupsListInput(TypedDict):
    number: NotRequired[str]
    state: NotRequired[Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


GroupsGetInput = MessagesGetInput


class GroupsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    joinApproval: NotRequired[bool]


GroupsRemoveInput = MessagesGetInput


class GroupsSetImageInput(TypedDict):
    id: str
    content: NotRequired[str]
    file: NotRequired[Union[bytes, IO[bytes], str]]
    filename: NotRequired[str]
    mime: NotRequired[str]


class ParticipantsListInput(TypedDict):
    id: str
    state: NotRequired[List[Literal["invited", "joined", "removing", "removed", "left", "canceled", "failed"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class ParticipantsListOutputInvitation1(TypedDict):
    id: str
    status: Literal["waiting", "queued", "sent", "delivered", "read", "failed"]


class ParticipantsListOutput(TypedDict):
    phone: Union[str, None]
    userId: Union[str, None]
    state: Literal["invited", "joined", "removing", "removed", "left", "canceled", "failed"]
    invitation: Union[ParticipantsListOutputInvitation1, None]
    error: Union[GroupChangesItemError1, None]
    invitedAt: Union[str, None]
    joinedAt: Union[str, None]
    leftAt: Union[str, None]


class ParticipantsInviteInput(TypedDict):
    id: str
    phones: List[str]
    invitation: NotRequired[GroupsCreateInputInvitation]


ParticipantsInviteOutput: TypeAlias = "List[ParticipantsListOutput]"


class ParticipantsRemoveInput(TypedDict):
    id: str
    participants: List[str]


ParticipantsRemoveOutput: TypeAlias = "List[ParticipantsListOutput]"


class ParticipantsRemoveOneInput(TypedDict):
    id: str
    participant: str


ParticipantsRemoveOneOutput = ParticipantsListOutput


class JoinRequestsListInput(TypedDict):
    id: str
    state: NotRequired[List[Literal["pending", "approving", "approved", "rejecting", "rejected", "revoked"]]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class JoinRequestsListOutput(TypedDict):
    id: str
    phone: Union[str, None]
    userId: Union[str, None]
    state: Literal["pending", "approving", "approved", "rejecting", "rejected", "revoked"]
    error: Union[GroupChangesItemError1, None]
    createdAt: str
    updatedAt: str


class JoinRequestsApproveInput(TypedDict):
    id: str
    requests: List[str]


JoinRequestsApproveOutput: TypeAlias = "List[JoinRequestsListOutput]"


JoinRequestsRejectInput = JoinRequestsApproveInput


JoinRequestsRejectOutput: TypeAlias = "List[JoinRequestsListOutput]"


InvitesGetInput = MessagesGetInput


class InvitesGetOutput(TypedDict):
    link: Union[str, None]
    state: Literal["valid", "renewing"]
    error: Union[GroupChangesItemError1, None]


InvitesRevokeInput = MessagesGetInput


InvitesRevokeOutput = InvitesGetOutput


class ChannelsCreateInput(TypedDict):
    number: str
    name: str
    description: NotRequired[str]
    segment: NotRequired[Union[str, Literal[""]]]


class ChannelsCreateOutput(TypedDict):
    id: str
    number: str
    name: str
    description: Union[str, None]
    segment: Union[str, None]
    subscribers: int
    createdAt: str
    updatedAt: str


class ChannelsListInput(TypedDict):
    number: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


ChannelsListOutput = ChannelsCreateOutput


ChannelsGetInput = MessagesGetInput


ChannelsGetOutput = ChannelsCreateOutput


class ChannelsUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    segment: NotRequired[Union[str, None]]


ChannelsUpdateOutput = ChannelsCreateOutput


ChannelsRemoveInput = MessagesGetInput


ChannelsRemoveOutput = ChannelsCreateOutput


class SubscribersListInput(TypedDict):
    id: str
    state: NotRequired[Literal["subscribed", "unsubscribed"]]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class SubscribersListOutput(TypedDict):
    phone: str
    state: Literal["subscribed", "unsubscribed"]
    by: Literal["you", "word"]
    optedInAt: Union[str, None]
    optedOutAt: Union[str, None]


class SubscribersAddInput(TypedDict):
    id: str
    phones: List[str]
    reconsented: NotRequired[bool]


SubscribersAddOutput: TypeAlias = "List[SubscribersListOutput]"


class SubscribersRemoveInput(TypedDict):
    id: str
    phones: List[str]


SubscribersRemoveOutput: TypeAlias = "List[SubscribersListOutput]"


class PostsCreateInputMedia(TypedDict):
    url: NotRequired[str]
    kind: NotRequired[Literal["image", "video", "audio", "voice", "document", "sticker"]]
    filename: NotRequired[str]
    mime: NotRequired[str]


class PostsCreateInputHeader2(TypedDict):
    media: PostsCreateInputMedia


class PostsCreateInput(TypedDict):
    id: str
    message: NotRequired[str]
    location: NotRequired[MessagesSendInputLocation]
    contacts: NotRequired[List[MessagesSendInputContactsItem]]
    poll: NotRequired[MessagesSendInputPoll]
    buttons: NotRequired[List[MessageButtonsItem]]
    list: NotRequired[MessageList]
    footer: NotRequired[str]
    media: NotRequired[PostsCreateInputMedia]
    header: NotRequired[Union[str, PostsCreateInputHeader2]]
    template: NotRequired[MessageOnWindowClosed2Template]
    previewUrl: NotRequired[bool]
    onWindowClosed: NotRequired[Union[Literal["fail", "hold"], MessageOnWindowClosed2]]
    deliverAt: NotRequired[Union[str, None]]
    expiresIn: NotRequired[int]
    test: NotRequired[List[str]]


class PostsCreateOutputCounts(TypedDict):
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


class PostsCreateOutput(TypedDict):
    id: str
    channel: str
    type: str
    message: Union[str, None]
    template: Union[str, None]
    segment: Union[str, None]
    state: Literal["scheduled", "testing", "gathering", "posting", "paused", "stopping", "stopped", "posted"]
    counts: PostsCreateOutputCounts
    createdAt: str
    deliverAt: Union[str, None]
    postedAt: Union[str, None]


PostsListInput = ChatsMessagesInput


PostsListOutput = PostsCreateOutput


class PostsGetInput(TypedDict):
    id: str
    post: str


PostsGetOutput = PostsCreateOutput


class PostsUpdateInput(TypedDict):
    id: str
    post: str
    deliverAt: Union[str, None]


PostsUpdateOutput = PostsCreateOutput


PostsCancelInput = PostsGetInput


PostsCancelOutput = PostsCreateOutput


PostsPauseInput = PostsGetInput


PostsPauseOutput = PostsCreateOutput


PostsResumeInput = PostsGetInput


PostsResumeOutput = PostsCreateOutput


PostsStopInput = PostsGetInput


PostsStopOutput = PostsCreateOutput


class NumbersCreateInputSettings(TypedDict):
    ratePerSecond: NotRequired[Union[float, None]]
    quietHours: NotRequired[Union[NumberSettingsQuietHours1, None]]


class NumbersCreateInput(TypedDict):
    name: str
    provider: NotRequired[Literal["cloud", "simulator"]]
    phoneNumberId: NotRequired[str]
    businessAccountId: NotRequired[str]
    accessToken: NotRequired[str]
    appSecret: NotRequired[str]
    verifyToken: NotRequired[str]
    default: NotRequired[bool]
    settings: NotRequired[NumbersCreateInputSettings]


class NumbersCreateOutput(TypedDict):
    id: str
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    status: Literal["connecting", "active", "paused", "restricted", "disconnected", "error"]
    session: NumberSession
    default: bool
    device: NumberDevice
    settings: NumberSettings
    queue: NotRequired[NumberQueue]
    callbackUrl: str
    createdAt: str
    verifyToken: str


NumbersListInput = TeamListInput


NumbersGetInput = MessagesGetInput


class NumbersUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    default: NotRequired[Literal[True]]
    settings: NotRequired[NumbersCreateInputSettings]
    accessToken: NotRequired[str]
    appSecret: NotRequired[str]


NumbersDisconnectInput = MessagesGetInput


NumbersSimulateInputMessage = TypedDict("NumbersSimulateInputMessage", {
    "from": "str",
    "type": "NotRequired[str]",
    "text": "NotRequired[str]",
    "name": "NotRequired[str]",
    "replyTo": "NotRequired[str]",
    "groupId": "NotRequired[str]",
    "content": "NotRequired[dict[str, Schema1]]",
})


class NumbersSimulateInputStatus(TypedDict):
    message: str
    state: Literal["sent", "delivered", "read", "played", "failed"]
    error: NotRequired[int]


class NumbersSimulateInputOutage(TypedDict):
    kind: Literal["refuse", "hang", "error", "cut", "throttle"]
    seconds: float


class NumbersSimulateInputAdvance(TypedDict):
    seconds: float


class NumbersSimulateInputAccountName(TypedDict):
    name: str
    decision: Literal["APPROVED", "REJECTED", "DEFERRED"]


class NumbersSimulateInputAccountTemplate(TypedDict):
    name: str
    status: Literal["APPROVED", "REJECTED", "PAUSED", "DISABLED"]


class NumbersSimulateInputAccount(TypedDict):
    quality: NotRequired[Literal["GREEN", "YELLOW", "RED"]]
    messagingLimit: NotRequired[Literal["TIER_50", "TIER_250", "TIER_2K", "TIER_10K", "TIER_100K", "TIER_UNLIMITED"]]
    status: NotRequired[Literal["CONNECTED", "RESTRICTED", "RATE_LIMITED", "FLAGGED", "BANNED", "OFFLINE"]]
    name: NotRequired[NumbersSimulateInputAccountName]
    template: NotRequired[NumbersSimulateInputAccountTemplate]


class NumbersSimulateInputGroup(TypedDict):
    group: str
    action: Literal["follow_link", "withdraw", "leave", "suspend", "clear"]
    who: NotRequired[str]
    link: NotRequired[str]


class NumbersSimulateInputChange(TypedDict):
    field: str
    value: NotRequired[dict[str, Schema2]]


class NumbersSimulateInput(TypedDict):
    id: str
    message: NotRequired[NumbersSimulateInputMessage]
    status: NotRequired[NumbersSimulateInputStatus]
    outage: NotRequired[NumbersSimulateInputOutage]
    advance: NotRequired[NumbersSimulateInputAdvance]
    account: NotRequired[NumbersSimulateInputAccount]
    group: NotRequired[NumbersSimulateInputGroup]
    change: NotRequired[NumbersSimulateInputChange]


class NumbersSimulateOutput(TypedDict):
    simulated: Literal["message", "status", "outage", "advance", "account", "group", "change"]
    providerId: Union[str, None]


SessionsGetInput = MessagesGetInput


class SessionsGetOutput(TypedDict):
    number: str
    status: Literal["online", "offline", "pending", "error"]
    since: str
    lastError: Union[GroupChangesItemError1, None]


SessionsRefreshInput = MessagesGetInput


SessionsRefreshOutput = SessionsGetOutput


class SessionsRequestCodeInput(TypedDict):
    id: str
    method: NotRequired[Literal["sms", "voice"]]
    language: NotRequired[str]


class SessionsRequestCodeOutput(TypedDict):
    number: str
    requested: Literal[True]
    method: Literal["sms", "voice"]


class SessionsVerifyCodeInput(TypedDict):
    id: str
    code: str


SessionsVerifyCodeOutput = SessionsGetOutput


class SessionsRegisterInput(TypedDict):
    id: str
    pin: str


SessionsRegisterOutput = SessionsGetOutput


SessionsDeregisterInput = MessagesGetInput


SessionsDeregisterOutput = SessionsGetOutput


DevicesGetInput = MessagesGetInput


class DevicesGetOutput(TypedDict):
    qualityRating: Union[str, None]
    messagingLimit: Union[str, None]
    throughput: Union[str, None]
    verifiedName: Union[str, None]
    nameStatus: Union[str, None]
    codeVerification: Union[str, None]
    canSend: Union[str, None]
    number: str
    phone: Union[str, None]
    checkedAt: str


ProfilesGetInput = MessagesGetInput


class ProfilesGetOutput(TypedDict):
    number: str
    about: Union[str, None]
    address: Union[str, None]
    description: Union[str, None]
    email: Union[str, None]
    websites: List[str]
    vertical: Union[str, None]
    pictureUrl: Union[str, None]


class ProfilesUpdateInput(TypedDict):
    id: str
    about: NotRequired[str]
    address: NotRequired[Union[str, None]]
    description: NotRequired[Union[str, None]]
    email: NotRequired[Union[str, None]]
    websites: NotRequired[List[str]]
    vertical: NotRequired[Literal["OTHER", "AUTO", "BEAUTY", "APPAREL", "EDU", "ENTERTAIN", "EVENT_PLAN", "FINANCE", "GROCERY", "GOVT", "HOTEL", "HEALTH", "NONPROFIT", "PROF_SERVICES", "RETAIL", "TRAVEL", "RESTAURANT", "ALCOHOL", "ONLINE_GAMBLING", "PHYSICAL_GAMBLING", "OTC_DRUGS"]]


ProfilesUpdateOutput = ProfilesGetOutput


ProfilesSetPictureInput = GroupsSetImageInput


ProfilesSetPictureOutput = ProfilesGetOutput


class TemplatesListInput(TypedDict):
    id: str
    name: NotRequired[str]
    language: NotRequired[str]
    status: NotRequired[Literal["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"]]
    size: NotRequired[int]
    cursor: NotRequired[str]


class TemplatesListOutput(TypedDict):
    id: str
    name: str
    language: str
    category: str
    status: str
    rejectedReason: Union[str, None]
    quality: Union[str, None]
    body: Union[str, None]
    variables: List[str]
    components: List[dict[str, Schema8]]


class TemplatesCreateInputHeader2Media(TypedDict):
    file: str


class TemplatesCreateInputHeader2(TypedDict):
    media: TemplatesCreateInputHeader2Media


class TemplatesCreateInputButtonsItem(TypedDict):
    text: str
    url: NotRequired[str]
    phone: NotRequired[str]


class TemplatesCreateInput(TypedDict):
    id: str
    name: str
    language: str
    category: Literal["MARKETING", "UTILITY"]
    header: NotRequired[Union[str, TemplatesCreateInputHeader2]]
    body: str
    samples: NotRequired[dict[str, str]]
    footer: NotRequired[str]
    buttons: NotRequired[List[TemplatesCreateInputButtonsItem]]


TemplatesCreateOutput = TemplatesListOutput


TemplatesDeleteInput = MeGetOutputWorkspace


class TemplatesDeleteOutput(TypedDict):
    name: str
    languages: List[str]


class PhonesValidateInput(TypedDict):
    phones: List[str]


class PhonesValidateOutputValueItem(TypedDict):
    input: str
    valid: bool
    phone: Union[str, None]
    country: Union[str, None]
    formatted: Union[str, None]


PhonesValidateOutput: TypeAlias = "List[PhonesValidateOutputValueItem]"


PhonesExistsInput = PhonesValidateInput


class PhonesExistsOutputValueItem(TypedDict):
    phone: str
    exists: Union[bool, None]
    learnedAt: Union[str, None]


PhonesExistsOutput: TypeAlias = "List[PhonesExistsOutputValueItem]"


UpdatesListInput = ChatsMessagesInput


class UpdatesListOutput(TypedDict):
    id: str
    field: str
    raw: Union[Schema9, None]
    receivedAt: str


class WebhooksCreateInputSecretHeader(TypedDict):
    name: str
    value: str


class WebhooksCreateInput(TypedDict):
    name: NotRequired[str]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    events: List[str]
    number: NotRequired[Union[str, Literal[""]]]
    secretHeader: NotRequired[WebhooksCreateInputSecretHeader]
    ratePerSecond: NotRequired[Union[float, None]]


class WebhooksCreateOutput(TypedDict):
    id: str
    name: Union[str, None]
    url: str
    urls: List[str]
    endpoints: List[WebhookEndpointsItem]
    events: List[str]
    number: Union[str, None]
    secretHeader: Union[WebhookSecretHeader1, None]
    ratePerSecond: Union[float, None]
    state: Literal["active", "paused", "disabled"]
    createdAt: str
    updatedAt: str
    signingSecret: str


WebhooksListInput = TeamListInput


WebhooksGetInput = MessagesGetInput


class WebhooksUpdateInput(TypedDict):
    id: str
    name: NotRequired[str]
    url: NotRequired[str]
    urls: NotRequired[List[str]]
    events: NotRequired[List[str]]
    number: NotRequired[Union[str, Literal[""]]]
    secretHeader: NotRequired[Union[WebhooksCreateInputSecretHeader, None]]
    ratePerSecond: NotRequired[Union[float, None]]


WebhooksDeleteInput = MessagesGetInput


class WebhooksTestInput(TypedDict):
    id: str
    kind: NotRequired[str]


class WebhooksTestOutputValueItem(TypedDict):
    url: str
    delivered: bool
    status: Union[int, None]
    latencyMs: int
    error: Union[str, None]
    responseBody: str


WebhooksTestOutput: TypeAlias = "List[WebhooksTestOutputValueItem]"


WebhooksEnableInput = MessagesGetInput


WebhooksPauseInput = MessagesGetInput


class WebhooksDeliveriesInput(TypedDict):
    id: str
    state: NotRequired[List[Literal["waiting", "parked", "succeeded", "exhausted", "canceled", "expired"]]]
    kind: NotRequired[List[str]]
    after: NotRequired[str]
    before: NotRequired[str]
    size: NotRequired[int]
    cursor: NotRequired[str]
    page: NotRequired[int]


class SecretsRotateInput(TypedDict):
    id: str
    graceHours: NotRequired[float]


class SecretsRotateOutput(TypedDict):
    webhook: str
    signingSecret: str
    previousExpireAt: str


ReplaysCreateInput = TypedDict("ReplaysCreateInput", {
    "id": "str",
    "from": "str",
    "to": "NotRequired[str]",
    "events": "NotRequired[List[str]]",
    "chat": "NotRequired[str]",
    "onlyFailed": "NotRequired[bool]",
})


ReplaysCreateOutput = TypedDict("ReplaysCreateOutput", {
    "id": "str",
    "webhook": "str",
    "from": "str",
    "to": "str",
    "events": "Union[List[str], None]",
    "chat": "Union[str, None]",
    "onlyFailed": "bool",
    "state": "Literal[\"running\", \"finished\", \"stopped\"]",
    "queued": "int",
    "createdAt": "str",
    "finishedAt": "Union[str, None]",
})


ReplaysListInput = ChatsMessagesInput


ReplaysListOutput = ReplaysCreateOutput


class ReplaysGetInput(TypedDict):
    id: str
    replay: str


ReplaysGetOutput = ReplaysCreateOutput


ReplaysStopInput = ReplaysGetInput


ReplaysStopOutput = ReplaysCreateOutput


DeliveriesGetInput = MessagesGetInput


class DeliveriesGetOutputAttemptLogItem(TypedDict):
    number: int
    url: Union[str, None]
    startedAt: str
    latencyMs: int
    status: Union[int, None]
    error: Union[str, None]
    responseHeaders: dict[str, str]
    responseBody: str


class DeliveriesGetOutput(TypedDict):
    id: str
    webhook: str
    endpoint: str
    url: str
    event: DeliveryEvent
    state: Literal["waiting", "parked", "succeeded", "exhausted", "canceled", "expired"]
    attempts: int
    lastStatus: Union[int, None]
    lastError: Union[str, None]
    nextAttemptAt: Union[str, None]
    createdAt: str
    completedAt: Union[str, None]
    attemptLog: List[DeliveriesGetOutputAttemptLogItem]


DeliveriesRetryInput = MessagesGetInput


class EventsListInput(TypedDict):
    after: NotRequired[int]
    kinds: NotRequired[List[str]]
    size: NotRequired[int]
    wait: NotRequired[int]


class EventsListOutputValueItem(TypedDict):
    id: str
    event: str
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: dict[str, Schema10]
    truncated: NotRequired[List[str]]


EventsListOutput: TypeAlias = "List[EventsListOutputValueItem]"


EventsGetInput = MessagesGetInput


EventsGetOutput = EventsListOutputValueItem


class EventsKindsOutputValueItem(TypedDict):
    kind: str
    when: str
    sample: EventsListOutputValueItem


EventsKindsOutput: TypeAlias = "List[EventsKindsOutputValueItem]"


class EgressGetOutputWebhooksHeadersItem(TypedDict):
    name: str
    meaning: str


class EgressGetOutputWebhooksSignature(TypedDict):
    standard: Literal["Standard Webhooks"]
    header: str
    version: Literal["v1"]
    algorithm: Literal["HMAC-SHA256"]
    signs: str
    key: str
    toleranceSeconds: int


class EgressGetOutputWebhooks(TypedDict):
    method: Literal["POST"]
    userAgent: str
    headers: List[EgressGetOutputWebhooksHeadersItem]
    signature: EgressGetOutputWebhooksSignature
    timeoutMs: int
    redirects: Literal[False]
    success: str
    retryPausesSeconds: List[float]


class EgressGetOutputFetches(TypedDict):
    methods: List[str]
    protocols: List[str]
    privateAddresses: bool


class EgressGetOutput(TypedDict):
    addresses: List[str]
    webhooks: EgressGetOutputWebhooks
    fetches: EgressGetOutputFetches


class MessageInEventDataSummariesChat(TypedDict):
    id: str
    name: Union[str, None]
    phone: Union[str, None]


class MessageInEventDataSummariesNumber(TypedDict):
    id: str
    phone: Union[str, None]
    name: Union[str, None]


class MessageInEventDataSummaries(TypedDict):
    chat: MessageInEventDataSummariesChat
    contact: Union[MessageInEventDataSummariesChat, None]
    number: MessageInEventDataSummariesNumber


MessageInEventData = TypedDict("MessageInEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
    "summaries": "MessageInEventDataSummaries",
})


class MessageInEvent(TypedDict):
    id: str
    event: Literal["message:in"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageInEventData


class MessageOutEvent(TypedDict):
    id: str
    event: Literal["message:out"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageInEventData


class MessageAckEventDataParticipant(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]


MessageAckEventData = TypedDict("MessageAckEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
    "summaries": "MessageInEventDataSummaries",
    "ack": "Literal[\"delivered\", \"read\", \"played\"]",
    "participant": "NotRequired[MessageAckEventDataParticipant]",
})


class MessageAckEvent(TypedDict):
    id: str
    event: Literal["message:ack"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageAckEventData


MessageUpdatedEventData = TypedDict("MessageUpdatedEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
    "summaries": "MessageInEventDataSummaries",
    "change": "Literal[\"edited\", \"deleted\", \"vote\", \"answered\", \"media\"]",
})


class MessageUpdatedEvent(TypedDict):
    id: str
    event: Literal["message:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageUpdatedEventData


MessageReactionEventData = TypedDict("MessageReactionEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
    "summaries": "MessageInEventDataSummaries",
    "emoji": "str",
})


class MessageReactionEvent(TypedDict):
    id: str
    event: Literal["message:reaction"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageReactionEventData


class MessageFailedEvent(TypedDict):
    id: str
    event: Literal["message:failed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageInEventData


MessageAcceptedEventData = TypedDict("MessageAcceptedEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
    "summaries": "MessageInEventDataSummaries",
    "by": "NotRequired[AuditListOutputActor]",
})


class MessageAcceptedEvent(TypedDict):
    id: str
    event: Literal["message:accepted"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageAcceptedEventData


class MessageScheduledEvent(TypedDict):
    id: str
    event: Literal["message:scheduled"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageAcceptedEventData


MessageChangedEventData = TypedDict("MessageChangedEventData", {
    "id": "str",
    "number": "str",
    "direction": "Literal[\"in\", \"out\"]",
    "chat": "str",
    "phone": "NotRequired[str]",
    "group": "NotRequired[str]",
    "channel": "NotRequired[str]",
    "post": "NotRequired[str]",
    "type": "str",
    "message": "NotRequired[str]",
    "media": "NotRequired[MessageMedia]",
    "location": "NotRequired[MessageLocation]",
    "contacts": "NotRequired[List[MessageContactsItem]]",
    "poll": "NotRequired[MessagePoll]",
    "buttons": "NotRequired[List[MessageButtonsItem]]",
    "list": "NotRequired[MessageList]",
    "header": "NotRequired[Union[str, MessageHeader2]]",
    "footer": "NotRequired[str]",
    "reaction": "NotRequired[str]",
    "reactionMessage": "NotRequired[str]",
    "template": "NotRequired[MessageTemplate]",
    "onWindowClosed": "NotRequired[Union[Literal[\"fail\", \"hold\"], MessageOnWindowClosed2]]",
    "actions": "NotRequired[MessageActions]",
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
    "editedAt": "NotRequired[str]",
    "deletedAt": "NotRequired[str]",
    "quote": "NotRequired[str]",
    "quoteProviderId": "NotRequired[str]",
    "via": "NotRequired[Literal[\"app\"]]",
    "reference": "NotRequired[str]",
    "priority": "NotRequired[Literal[\"low\", \"normal\", \"high\", \"urgent\"]]",
    "order": "NotRequired[Literal[\"chat\", \"none\"]]",
    "onUnknown": "NotRequired[Literal[\"hold\", \"resend\"]]",
    "status": "Literal[\"scheduled\", \"queued\", \"sending\", \"sent\", \"delivered\", \"read\", \"played\", \"failed\", \"expired\", \"canceled\", \"received\"]",
    "statusAt": "dict[str, str]",
    "waiting": "NotRequired[MessageWaiting]",
    "estimatedSendAt": "NotRequired[str]",
    "error": "NotRequired[MessageError]",
    "providerId": "NotRequired[str]",
    "pricing": "NotRequired[MessagePricing]",
    "conversation": "NotRequired[MessageConversation]",
    "retry": "NotRequired[MessageRetry]",
    "from": "NotRequired[MessageFrom]",
    "createdAt": "str",
    "deliverAt": "NotRequired[str]",
    "expiresAt": "NotRequired[str]",
    "summaries": "MessageInEventDataSummaries",
    "by": "NotRequired[AuditListOutputActor]",
    "changed": "List[str]",
})


class MessageChangedEvent(TypedDict):
    id: str
    event: Literal["message:changed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageChangedEventData


class MessageCanceledEvent(TypedDict):
    id: str
    event: Literal["message:canceled"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: MessageAcceptedEventData


class ChatUpdatedEventData(TypedDict):
    id: str
    number: str
    type: Literal["direct", "group", "channel"]
    name: Union[str, None]
    phone: Union[str, None]
    contact: Union[str, None]
    group: Union[str, None]
    channel: Union[str, None]
    status: Literal["open", "pending", "resolved", "archived"]
    unread: bool
    unreadCount: int
    pinned: bool
    muted: bool
    assignee: Union[ChatAssignee1, None]
    labels: List[ChatLabelsItem]
    lastMessage: Union[ChatLastMessage1, None]
    lastInboundAt: Union[str, None]
    lastOutboundAt: Union[str, None]
    windowClosesAt: Union[str, None]
    createdAt: str
    updatedAt: str
    change: Literal["created", "reopened", "pending", "resolved", "archived", "read", "unread", "pinned", "unpinned", "muted", "unmuted", "assigned", "unassigned", "labelled", "renamed", "noted", "phone", "deleted"]
    by: NotRequired[AuditListOutputActor]


class ChatUpdatedEvent(TypedDict):
    id: str
    event: Literal["chat:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ChatUpdatedEventData


class ContactCreatedEvent(TypedDict):
    id: str
    event: Literal["contact:created"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: Contact


class ContactUpdatedEvent(TypedDict):
    id: str
    event: Literal["contact:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: Contact


class ContactDeletedEventData(TypedDict):
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
    data: ContactDeletedEventData


class ImportFinishedEvent(TypedDict):
    id: str
    event: Literal["import:finished"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: ImportsCreateOutput


class GroupUpdatedEventData(TypedDict):
    id: str
    number: str
    name: str
    description: Union[str, None]
    state: Literal["creating", "active", "suspended", "deleting", "deleted", "failed"]
    joinApproval: bool
    image: Union[GroupImage1, None]
    inviteLink: Union[str, None]
    providerId: Union[str, None]
    participants: GroupParticipants
    changes: List[GroupChangesItem]
    error: Union[GroupChangesItemError1, None]
    createdAt: str
    updatedAt: str
    change: Literal["created", "active", "failed", "changing", "changed", "refused", "suspended", "cleared", "deleting", "deleted", "participants", "requests"]
    people: NotRequired[List[ParticipantsListOutput]]
    requests: NotRequired[List[JoinRequestsListOutput]]


class GroupUpdatedEvent(TypedDict):
    id: str
    event: Literal["group:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: GroupUpdatedEventData


class ChannelPostedEvent(TypedDict):
    id: str
    event: Literal["channel:posted"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: PostsCreateOutput


class NumberUpdatedEventDataAccount(TypedDict):
    field: str
    event: str
    reason: NotRequired[str]
    until: NotRequired[str]
    bannedAt: NotRequired[str]
    details: dict[str, Schema3]


class NumberUpdatedEventData(TypedDict):
    id: str
    phone: Union[str, None]
    name: str
    provider: Literal["cloud", "simulator"]
    phoneNumberId: str
    status: Literal["connecting", "active", "paused", "restricted", "disconnected", "error"]
    session: NumberSession
    default: bool
    device: NumberDevice
    settings: NumberSettings
    queue: NotRequired[NumberQueue]
    callbackUrl: str
    createdAt: str
    change: Literal["connected", "session", "restricted", "quality", "limit", "name", "device", "settings", "queue", "account", "disconnected"]
    account: NotRequired[NumberUpdatedEventDataAccount]


class NumberUpdatedEvent(TypedDict):
    id: str
    event: Literal["number:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: NumberUpdatedEventData


class CallMissedEventDataFrom(TypedDict):
    phone: NotRequired[str]
    userId: NotRequired[str]
    name: NotRequired[str]


CallMissedEventData = TypedDict("CallMissedEventData", {
    "number": "str",
    "call": "str",
    "from": "CallMissedEventDataFrom",
    "endedAt": "str",
    "status": "NotRequired[str]",
})


class CallMissedEvent(TypedDict):
    id: str
    event: Literal["call:missed"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: CallMissedEventData


class TemplateUpdatedEventDataComponents(TypedDict):
    title: NotRequired[str]
    body: NotRequired[str]
    footer: NotRequired[str]
    buttons: List[dict[str, Schema4]]


class TemplateUpdatedEventData(TypedDict):
    number: str
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
    components: NotRequired[TemplateUpdatedEventDataComponents]


class TemplateUpdatedEvent(TypedDict):
    id: str
    event: Literal["template:updated"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: TemplateUpdatedEventData


class WebhookFailingEventData(TypedDict):
    webhook: str
    endpoint: str
    url: str
    since: str
    reason: str


class WebhookFailingEvent(TypedDict):
    id: str
    event: Literal["webhook:failing"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: WebhookFailingEventData


class WebhookExhaustedEventDataEvent(TypedDict):
    id: str
    kind: str


class WebhookExhaustedEventData(TypedDict):
    webhook: str
    endpoint: str
    url: str
    reason: str
    delivery: str
    event: WebhookExhaustedEventDataEvent
    attempts: int


class WebhookExhaustedEvent(TypedDict):
    id: str
    event: Literal["webhook:exhausted"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: WebhookExhaustedEventData


class WebhookDisabledEvent(TypedDict):
    id: str
    event: Literal["webhook:disabled"]
    workspace: str
    sequence: int
    occurredAt: str
    version: Literal[1]
    data: WebhookFailingEventData


Event: TypeAlias = "Union[MessageInEvent, MessageOutEvent, MessageAckEvent, MessageUpdatedEvent, MessageReactionEvent, MessageFailedEvent, MessageAcceptedEvent, MessageScheduledEvent, MessageChangedEvent, MessageCanceledEvent, ChatUpdatedEvent, ContactCreatedEvent, ContactUpdatedEvent, ContactDeletedEvent, ImportFinishedEvent, GroupUpdatedEvent, ChannelPostedEvent, NumberUpdatedEvent, CallMissedEvent, TemplateUpdatedEvent, WebhookFailingEvent, WebhookExhaustedEvent, WebhookDisabledEvent]"
