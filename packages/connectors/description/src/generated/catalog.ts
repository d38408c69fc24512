// Generated from the OpenAPI document by `pnpm run docs`; changes here are lost.
import type { Action, EventKind, Group, Trigger } from '../description/index.ts'

/** The common actions, which platforms offer first. */
export const common: readonly Action[] = [
      {
        "key":"sendText","noun":"messages","verb":"send","label":"Send a text","help":"Sends a text to a person or into a chat","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"Number of the recipient in international form, such as +4915112345678","kind":"text","at":"phone"},
        {"name":"chat","label":"Chat","help":"Id of an existing chat, instead of a phone","kind":"text","at":"chat"},
        {"name":"message","label":"Text","help":"The text, 1–4096 characters; else the caption of media, or the body of other content (1024)","kind":"lines","required":true,"at":"message"},
        {"name":"quote","label":"Reply to message","help":"Message that this message replies to","kind":"text","at":"quote"},
        {"name":"deliverAt","label":"Deliver at","help":"Send at this time, within a year from now; null or absent: at once","kind":"time","at":"deliverAt"},
        {"name":"number","label":"Sending number","help":"Number that sends; empty: the default number of the workspace","kind":"text","at":"number","list":"numbers"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        ],
      },
      {
        "key":"sendFile","noun":"messages","verb":"send","label":"Send a file","help":"Sends a picture, video, audio or document, from the workflow or from an address","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"Number of the recipient in international form, such as +4915112345678","kind":"text","at":"phone"},
        {"name":"chat","label":"Chat","help":"Id of an existing chat, instead of a phone","kind":"text","at":"chat"},
        {"name":"file","label":"File","help":"The file, or the id of a stored file","kind":"bytes","at":"media.file"},
        {"name":"url","label":"File address","help":"Public address from which the provider fetches the media","kind":"text","at":"media.url"},
        {"name":"filename","label":"File name","help":"Displayed name of a document","kind":"text","at":"media.filename"},
        {"name":"message","label":"Caption","help":"Text below the file","kind":"lines","at":"message"},
        {"name":"number","label":"Sending number","help":"Number that sends; empty: the default number of the workspace","kind":"text","at":"number","list":"numbers"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        ],
      },
      {
        "key":"sendTemplate","noun":"messages","verb":"send","label":"Send a template","help":"Sends an approved template, which may start a conversation","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"Number of the recipient in international form, such as +4915112345678","kind":"text","required":true,"at":"phone"},
        {"name":"template","label":"Template","help":"Name of the template","kind":"text","required":true,"at":"template.name","list":"templates"},
        {"name":"language","label":"Language","help":"Language of the template, such as en_US","kind":"text","required":true,"at":"template.language"},
        {"name":"variables","label":"Variables","help":"Texts of the variables, in their order","kind":"texts","at":"template.variables"},
        {"name":"number","label":"Sending number","help":"Number that sends; empty: the default number of the workspace","kind":"text","at":"number","list":"numbers"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        ],
      },
      {
        "key":"sendPoll","noun":"messages","verb":"send","label":"Ask with a poll","help":"Asks a question with up to twelve options; votes start the trigger for updated messages","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"Number of the recipient in international form, such as +4915112345678","kind":"text","at":"phone"},
        {"name":"chat","label":"Chat","help":"Id of an existing chat, instead of a phone","kind":"text","at":"chat"},
        {"name":"question","label":"Question","help":"The question","kind":"text","required":true,"at":"poll.name"},
        {"name":"options","label":"Options","help":"Two to twelve different options","kind":"texts","required":true,"at":"poll.options"},
        {"name":"multiple","label":"Several options","help":"True if people may choose several options","kind":"boolean","at":"poll.multiple"},
        {"name":"number","label":"Sending number","help":"Number that sends; empty: the default number of the workspace","kind":"text","at":"number","list":"numbers"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        ],
      },
      {
        "key":"saveContact","noun":"contacts","verb":"create","label":"Create or update a contact","help":"Stores what is known about a person under the phone number","answer":"value","fixed":{"upsert":true},
        fields: [
        {"name":"phone","label":"Phone","help":"Number of the person in international form","kind":"text","at":"phone"},
        {"name":"name","label":"Name","help":"Full name","kind":"text","at":"name"},
        {"name":"firstName","label":"First name","help":"First name","kind":"text","at":"firstName"},
        {"name":"lastName","label":"Last name","help":"Last name","kind":"text","at":"lastName"},
        {"name":"email","label":"Email","help":"Email address","kind":"text","at":"email"},
        {"name":"company","label":"Company","help":"Company of the contact","kind":"text","at":"company"},
        {"name":"tags","label":"Tags","help":"Tags of the person","kind":"texts","at":"tags"},
        {"name":"fields","label":"Custom fields","help":"Names and values as JSON, such as {\"plan\":\"gold\"}","kind":"json","at":"fields"},
        ],
      },
      {
        "key":"findContact","noun":"contacts","verb":"list","label":"Find contacts","help":"Finds people by phone, text, tag or segment","answer":"pages",
        fields: [
        {"name":"phone","label":"Phone","help":"Only the contact with this phone","kind":"text","at":"phone"},
        {"name":"search","label":"Text","help":"Part of a name, email or company","kind":"text","at":"search"},
        {"name":"tag","label":"Tag","help":"Contacts with all of these tags","kind":"texts","at":"tag"},
        {"name":"segment","label":"Segment","help":"Contacts that match this segment now","kind":"text","at":"segment","list":"segments"},
        ],
      },
      {
        "key":"findChat","noun":"chats","verb":"list","label":"Find chats","help":"Finds conversations by phone, label or assignment","answer":"pages",
        fields: [
        {"name":"phone","label":"Phone","help":"Only the chats with this phone","kind":"text","at":"phone"},
        {"name":"label","label":"Label","help":"Chats with at least one of these labels, each by id or name","kind":"texts","at":"label","list":"labels"},
        {"name":"status","label":"Status","help":"Only chats in these statuses","kind":"json","at":"status"},
        ],
      },
      {
        "key":"assignChat","noun":"chats","verb":"assign","label":"Assign a chat","help":"Hands a chat over to a member of the team","answer":"value",
        fields: [
        {"name":"chat","label":"Chat","help":"Id of the chat","kind":"text","required":true,"at":"id"},
        {"name":"member","label":"Member","help":"Member of the team; empty: use the email address","kind":"text","at":"member","list":"members"},
        {"name":"email","label":"Email","help":"Email address of the member","kind":"text","at":"email"},
        ],
      },
      {
        "key":"labelChat","noun":"labels","verb":"add","label":"Label a chat","help":"Adds labels to a chat","answer":"value",
        fields: [
        {"name":"chat","label":"Chat","help":"Id of the chat","kind":"text","required":true,"at":"id"},
        {"name":"labels","label":"Labels","help":"Ids of the labels","kind":"texts","required":true,"at":"labels","list":"labels"},
        ],
      },
      {
        "key":"downloadFile","noun":"files","verb":"download","label":"Download a file","help":"Fetches a file that a customer sent","answer":"body",
        fields: [
        {"name":"file","label":"File","help":"Id of the file, from media.file of the message","kind":"text","required":true,"at":"id"},
        ],
      },
]

/** All operations, by noun. */
export const groups: readonly Group[] = [
  {
    "noun":"messages","label":"Messages","help":"Messages in both directions: send, read, change, cancel, trace",
    actions: [
      {
        "key":"messages.send","noun":"messages","verb":"send","label":"Send a message","help":"Queues the message and responds before it is sent.","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"","kind":"text","at":"phone"},
        {"name":"message","label":"Message","help":"The text, 1–4096 characters; else the caption of media, or the body of other content (1024)","kind":"lines","at":"message"},
        {"name":"country","label":"Country","help":"Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace","kind":"text","at":"country"},
        {"name":"userId","label":"User id","help":"The provider's id of a person whose phone is hidden","kind":"text","at":"userId"},
        {"name":"group","label":"Group","help":"An active group; the number that created the group sends the message","kind":"text","at":"group","list":"groups"},
        {"name":"channel","label":"Channel","help":"A broadcast channel: posts the message to its people when it is due","kind":"text","at":"channel","list":"channels"},
        {"name":"chat","label":"Chat","help":"An existing chat","kind":"text","at":"chat"},
        {"name":"number","label":"Number","help":"The sending number; absent: the default number of the workspace","kind":"text","at":"number","list":"numbers"},
        {"name":"quote","label":"Quote","help":"Message that this message replies to","kind":"text","at":"quote"},
        {"name":"media","label":"Media","help":"One file, by `file` or `url`; message is the caption","kind":"json","at":"media"},
        {"name":"header","label":"Header","help":"Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons","kind":"text","at":"header"},
        {"name":"reaction","label":"Reaction","help":"One emoji, or an empty text or - to remove the reaction; requires reactionMessage","kind":"text","at":"reaction"},
        {"name":"template","label":"Template","help":"An approved template; see GET /v1/numbers/{id}/templates","kind":"json","at":"template"},
        {"name":"reactionMessage","label":"Reaction message","help":"Message that the reaction belongs to","kind":"text","at":"reactionMessage"},
        {"name":"previewUrl","label":"Preview url","help":"Show a preview of the first link","kind":"boolean","at":"previewUrl"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        {"name":"priority","label":"Priority","help":"Urgency; replies and urgent messages overtake bulk","kind":"choice","at":"priority","choices":["low","normal","high","urgent"]},
        {"name":"order","label":"Order","help":"chat: messages of one chat are sent in the order of acceptance; none: in any order","kind":"choice","at":"order","choices":["chat","none"]},
        {"name":"deliverAt","label":"Deliver at","help":"Send at this time, within a year from now; null or absent: at once","kind":"time","at":"deliverAt"},
        {"name":"expiresIn","label":"Expires in","help":"Validity in seconds from the time when the message is due; default 10 h","kind":"number","at":"expiresIn"},
        {"name":"expiresAt","label":"Expires at","help":"End of the validity, instead of expiresIn","kind":"time","at":"expiresAt"},
        {"name":"onUnknown","label":"On unknown","help":"Behavior after a lost response of the provider: hold never sends twice, resend may","kind":"choice","at":"onUnknown","choices":["hold","resend"]},
        {"name":"onWindowClosed","label":"On window closed","help":"Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides","kind":"json","at":"onWindowClosed"},
        {"name":"typing","label":"Typing","help":"Seconds of typing indicator before the message. The provider shows it only in reply to a message, which is then marked as read","kind":"number","at":"typing"},
        {"name":"labels","label":"Labels","help":"Labels to add to the chat at once, each by id or name","kind":"texts","at":"labels","list":"labels"},
        {"name":"actions","label":"Actions","help":"Changes of the chat as soon as the message is sent, such as `{ \"status\": \"resolved\" }`, but not if it fails; as in PATCH /v1/chats","kind":"json","at":"actions"},
        {"name":"location","label":"Location","help":"A place, or a request for the location of the customer","kind":"json","at":"location"},
        {"name":"contacts","label":"Contacts","help":"1–5 contact cards","kind":"json","at":"contacts"},
        {"name":"poll","label":"Poll","help":"Sent as buttons, a list or numbered text if the provider has no polls; votes are counted","kind":"json","at":"poll"},
        {"name":"buttons","label":"Buttons","help":"1–3 quick replies, or one link; message is the body","kind":"json","at":"buttons"},
        {"name":"list","label":"List","help":"At most 10 rows in all; message is the body","kind":"json","at":"list"},
        {"name":"product","label":"Product","help":"One product of your catalog; message is a text above it","kind":"json","at":"product"},
        {"name":"products","label":"Products","help":"At most 30 products in all; message is the body, and a header of text is required","kind":"json","at":"products"},
        {"name":"catalog","label":"Catalog","help":"A button that opens your whole catalog; message is the body","kind":"json","at":"catalog"},
        {"name":"footer","label":"Footer","help":"Shown below the body of buttons, a list, products or a catalog","kind":"text","at":"footer"},
        {"name":"native","label":"Native","help":"A kind without a field here, in the provider's form","kind":"json","at":"native"},
        ],
      },
      {
        "key":"messages.list","noun":"messages","verb":"list","label":"List messages","help":"Lists incoming and outgoing messages, newest first; `direction=in` lists the incoming ones only.","answer":"pages",
        fields: [
        {"name":"direction","label":"Direction","help":"`in`: incoming messages only; `out`: outgoing ones only","kind":"choice","at":"direction","choices":["in","out"]},
        {"name":"status","label":"Status","help":"Only messages in these statuses","kind":"json","at":"status"},
        {"name":"number","label":"Number","help":"Only messages of these numbers","kind":"texts","at":"number","list":"numbers"},
        {"name":"chat","label":"Chat","help":"Only messages of this chat","kind":"text","at":"chat"},
        {"name":"phone","label":"Phone","help":"Only messages to and from this phone","kind":"text","at":"phone"},
        {"name":"group","label":"Group","help":"Only messages in this group","kind":"text","at":"group","list":"groups"},
        {"name":"channel","label":"Channel","help":"Messages to the broadcast channel; the messages to its subscribers have the id of the post as reference","kind":"text","at":"channel","list":"channels"},
        {"name":"type","label":"Type","help":"Only messages of these types","kind":"texts","at":"type"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        {"name":"search","label":"Search","help":"Words of the text, ignoring case; the last word may be incomplete","kind":"text","at":"search"},
        {"name":"sort","label":"Sort","help":"Order of the list","kind":"choice","at":"sort","choices":["createdAt:asc","createdAt:desc"]},
        {"name":"around","label":"Around","help":"With `chat`: begin so that this message of the chat is in the middle of the page","kind":"text","at":"around"},
        {"name":"include","label":"Include","help":"Adds these to `summaries`, in the form that message events have","kind":"json","at":"include"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"messages.batch","noun":"messages","verb":"batch","label":"Send up to 1000 messages","help":"Accepts all messages in one transaction and returns them in order; those of one chat are sent in this order.","answer":"value",
        fields: [
        {"name":"messages","label":"Messages","help":"Messages to send, 1 to 1,000, each like the body of POST /v1/messages","kind":"json","required":true,"at":"messages"},
        {"name":"partial","label":"Partial","help":"Accept the valid messages and return an error for each of the others","kind":"boolean","at":"partial"},
        ],
      },
      {
        "key":"messages.get","noun":"messages","verb":"get","label":"Show a message","help":"With its status, the time of each status, and what it waits for.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        {"name":"include","label":"Include","help":"Adds these to `summaries`, in the form that message events have","kind":"json","at":"include"},
        ],
      },
      {
        "key":"messages.update","noun":"messages","verb":"update","label":"Change a waiting message","help":"Changes content, time, priority, reference or validity while the message is scheduled or queued; later the response is 409.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        {"name":"message","label":"Message","help":"The text, 1–4096 characters; else the caption of media, or the body of other content (1024)","kind":"lines","at":"message"},
        {"name":"media","label":"Media","help":"One file, by `file` or `url`; message is the caption","kind":"json","at":"media"},
        {"name":"header","label":"Header","help":"Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons","kind":"text","at":"header"},
        {"name":"template","label":"Template","help":"An approved template; see GET /v1/numbers/{id}/templates","kind":"json","at":"template"},
        {"name":"deliverAt","label":"Deliver at","help":"Send at this time instead; null: at once","kind":"time","at":"deliverAt"},
        {"name":"priority","label":"Priority","help":"New urgency","kind":"choice","at":"priority","choices":["low","normal","high","urgent"]},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        {"name":"expiresAt","label":"Expires at","help":"","kind":"time","at":"expiresAt"},
        {"name":"location","label":"Location","help":"A place, or a request for the location of the customer","kind":"json","at":"location"},
        {"name":"contacts","label":"Contacts","help":"1–5 contact cards","kind":"json","at":"contacts"},
        {"name":"poll","label":"Poll","help":"Sent as buttons, a list or numbered text if the provider has no polls; votes are counted","kind":"json","at":"poll"},
        {"name":"buttons","label":"Buttons","help":"1–3 quick replies, or one link; message is the body","kind":"json","at":"buttons"},
        {"name":"list","label":"List","help":"At most 10 rows in all; message is the body","kind":"json","at":"list"},
        {"name":"product","label":"Product","help":"One product of your catalog; message is a text above it","kind":"json","at":"product"},
        {"name":"products","label":"Products","help":"At most 30 products in all; message is the body, and a header of text is required","kind":"json","at":"products"},
        {"name":"catalog","label":"Catalog","help":"A button that opens your whole catalog; message is the body","kind":"json","at":"catalog"},
        {"name":"footer","label":"Footer","help":"Shown below the body of buttons, a list, products or a catalog","kind":"text","at":"footer"},
        {"name":"native","label":"Native","help":"A kind without a field here, in the provider's form","kind":"json","at":"native"},
        ],
      },
      {
        "key":"messages.raw","noun":"messages","verb":"raw","label":"Show a message as the provider sent it","help":"The provider's JSON of a message that came in or was sent from the provider's app.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"messages.cancel","noun":"messages","verb":"cancel","label":"Cancel a waiting message","help":"Cancels a scheduled or queued message.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"messages.retry","noun":"messages","verb":"retry","label":"Send a failed message again","help":"Queues a failed or expired message again, with a new validity of 10 h.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"messages.read","noun":"messages","verb":"read","label":"Mark an incoming message read","help":"Sends a read receipt to the customer; earlier messages of the chat are marked read too.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of the message, ours or the provider's","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"messages.receipts","noun":"messages","verb":"receipts","label":"Show the receipts of a message","help":"Status of the message for each recipient, with times.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"messages.trace","noun":"messages","verb":"trace","label":"Trace a message","help":"One timeline: acceptance, waits with their reasons, attempts at the provider, statuses, and deliveries of its events to webhooks, with outcome and duration.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a message","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"chats","label":"Chats","help":"Conversations of a number with one person, a group or a broadcast channel",
    actions: [
      {
        "key":"chats.list","noun":"chats","verb":"list","label":"List chats","help":"Newest message first, or by `sort`.","answer":"pages",
        fields: [
        {"name":"search","label":"Search","help":"Name, phone, or words of messages","kind":"text","at":"search"},
        {"name":"status","label":"Status","help":"Only chats in these statuses","kind":"json","at":"status"},
        {"name":"unread","label":"Unread","help":"Only unread chats, or with false only read ones","kind":"boolean","at":"unread"},
        {"name":"pinned","label":"Pinned","help":"Only pinned chats, or with false only others","kind":"boolean","at":"pinned"},
        {"name":"muted","label":"Muted","help":"Only muted chats, or with false only others","kind":"boolean","at":"muted"},
        {"name":"written","label":"Written","help":"Only chats whose customer has written, or with false only others","kind":"boolean","at":"written"},
        {"name":"waiting","label":"Waiting","help":"Only chats whose customer waits for an answer","kind":"boolean","at":"waiting"},
        {"name":"overdue","label":"Overdue","help":"Only chats whose customer waits for longer than `answerGoalMinutes`, or with false only others","kind":"boolean","at":"overdue"},
        {"name":"snoozed","label":"Snoozed","help":"Only snoozed chats, or with false only others","kind":"boolean","at":"snoozed"},
        {"name":"failed","label":"Failed","help":"Only chats whose newest outgoing message failed or expired","kind":"boolean","at":"failed"},
        {"name":"window","label":"Window","help":"Status of the 24-hour window; closing: open for less than 2 hours. Chats without a message of the customer have none","kind":"choice","at":"window","choices":["open","closing","closed"]},
        {"name":"assignee","label":"Assignee","help":"Members, by id or email address; none: assigned to no one; me: to the member who asks, not for API keys","kind":"texts","at":"assignee"},
        {"name":"mentioned","label":"Mentioned","help":"Chats with a note that mentions this member; me: the member who asks, not for API keys","kind":"text","at":"mentioned"},
        {"name":"label","label":"Label","help":"Chats with at least one of these labels, each by id or name","kind":"texts","at":"label","list":"labels"},
        {"name":"labelExclude","label":"Label exclude","help":"Chats with none of these labels, each by id or name","kind":"texts","at":"labelExclude"},
        {"name":"number","label":"Number","help":"Only chats of these numbers","kind":"texts","at":"number","list":"numbers"},
        {"name":"type","label":"Type","help":"Only chats of these kinds","kind":"json","at":"type"},
        {"name":"phone","label":"Phone","help":"Only the chats with this phone","kind":"text","at":"phone"},
        {"name":"group","label":"Group","help":"Only the chat of this group","kind":"text","at":"group","list":"groups"},
        {"name":"lastMessageAfter","label":"Last message after","help":"Only chats whose last message is of this time or later","kind":"time","at":"lastMessageAfter"},
        {"name":"lastMessageBefore","label":"Last message before","help":"Only chats whose last message is earlier than this time","kind":"time","at":"lastMessageBefore"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        {"name":"sort","label":"Sort","help":"waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written","kind":"choice","at":"sort","choices":["lastMessageAt:desc","lastMessageAt:asc","waitingSince:asc","waitingSince:desc","windowClosesAt:asc","windowClosesAt:desc"]},
        {"name":"include","label":"Include","help":"Adds these to `summaries`, in the form that message events have","kind":"json","at":"include"},
        ],
      },
      {
        "key":"chats.create","noun":"chats","verb":"create","label":"Open a chat","help":"Opens the chat with a phone without sending a message, such as one that was held elsewhere.","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"","kind":"text","required":true,"at":"phone"},
        {"name":"number","label":"Number","help":"Number of the chat; default: the default number","kind":"text","at":"number","list":"numbers"},
        {"name":"status","label":"Status","help":"Status of a new chat","kind":"choice","at":"status","choices":["open","pending","resolved","archived"]},
        {"name":"labels","label":"Labels","help":"Labels to add, each by id or name","kind":"texts","at":"labels","list":"labels"},
        ],
      },
      {
        "key":"chats.updateMany","noun":"chats","verb":"updateMany","label":"Change many chats","help":"Changes up to 200 chats at once, all or none: the fields of a single change, assignee and labels.","answer":"value",
        fields: [
        {"name":"ids","label":"Ids","help":"Each id once","kind":"texts","required":true,"at":"ids"},
        {"name":"assignee","label":"Assignee","help":"null removes the assignment","kind":"json","at":"assignee"},
        {"name":"labels","label":"Labels","help":"Labels to add to and remove from each chat","kind":"json","at":"labels"},
        {"name":"status","label":"Status","help":"Status of the work on the chat","kind":"choice","at":"status","choices":["open","pending","resolved","archived"]},
        {"name":"unread","label":"Unread","help":"Marks the chat unread, or with false read, without a read receipt","kind":"boolean","at":"unread"},
        {"name":"pinned","label":"Pinned","help":"Keeps the chat at the top of the list","kind":"boolean","at":"pinned"},
        {"name":"muted","label":"Muted","help":"An incoming message does not reopen a muted chat","kind":"boolean","at":"muted"},
        {"name":"snooze","label":"Snooze","help":"Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it","kind":"json","at":"snooze"},
        ],
      },
      {
        "key":"chats.counts","noun":"chats","verb":"counts","label":"Count chats","help":"Counts the chats of several filters at once, how many of them are unread, and since when the first customer waits.","answer":"value",
        fields: [
        {"name":"filters","label":"Filters","help":"Up to 30 filters, each under your name for it","kind":"json","required":true,"at":"filters"},
        ],
      },
      {
        "key":"chats.get","noun":"chats","verb":"get","label":"Show a chat","help":"With its last message and the status of it, labels, assigned member and the end of its 24-hour window.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"include","label":"Include","help":"Adds these to `summaries`, in the form that message events have","kind":"json","at":"include"},
        ],
      },
      {
        "key":"chats.update","noun":"chats","verb":"update","label":"Change a chat","help":"Changes status, unread, pinned, muted, snooze and labels.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"labels","label":"Labels","help":"All labels of the chat afterwards, each by id or name","kind":"texts","at":"labels","list":"labels"},
        {"name":"status","label":"Status","help":"Status of the work on the chat","kind":"choice","at":"status","choices":["open","pending","resolved","archived"]},
        {"name":"unread","label":"Unread","help":"Marks the chat unread, or with false read, without a read receipt","kind":"boolean","at":"unread"},
        {"name":"pinned","label":"Pinned","help":"Keeps the chat at the top of the list","kind":"boolean","at":"pinned"},
        {"name":"muted","label":"Muted","help":"An incoming message does not reopen a muted chat","kind":"boolean","at":"muted"},
        {"name":"snooze","label":"Snooze","help":"Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it","kind":"json","at":"snooze"},
        ],
      },
      {
        "key":"chats.remove","noun":"chats","verb":"remove","label":"Delete a chat","help":"Deletes the chat with its messages, notes and waiting messages here; the customer keeps their copy, and the log its events until they expire.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"chats.timeline","noun":"chats","verb":"timeline","label":"Show the timeline of a chat","help":"Messages, notes and changes of the chat, newest first: who assigned, resolved, snoozed, muted or labeled it and when, and each run of an automation.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"around","label":"Around","help":"Begin with as many newer items as half a page holds before this message of the chat","kind":"text","at":"around"},
        {"name":"after","label":"After","help":"Return the items that follow this message of the chat","kind":"time","at":"after"},
        ],
      },
      {
        "key":"chats.presence","noun":"chats","verb":"presence","label":"Report presence in a chat","help":"Reports that the caller views the chat or types, and returns the others who do.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"status","label":"Status","help":"viewing: reads the chat; writing: writes an answer; left: has closed it","kind":"choice","required":true,"at":"status","choices":["viewing","writing","left"]},
        ],
      },
      {
        "key":"chats.archive","noun":"chats","verb":"archive","label":"Archive a chat","help":"Archives the chat until the customer writes again; a muted chat stays archived.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"chats.unarchive","noun":"chats","verb":"unarchive","label":"Unarchive a chat","help":"Opens the chat again.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"chats.assign","noun":"chats","verb":"assign","label":"Assign a chat","help":"Assigns the chat to a member of the workspace, by id or email address.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"member","label":"Member","help":"A member of the workspace; see GET /v1/team","kind":"text","at":"member","list":"members"},
        {"name":"email","label":"Email","help":"The member's email address","kind":"text","at":"email"},
        ],
      },
      {
        "key":"chats.unassign","noun":"chats","verb":"unassign","label":"Remove the assignment of a chat","help":"The chat is then assigned to no one.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"chats.read","noun":"chats","verb":"read","label":"Mark a chat read","help":"Marks all incoming messages of the chat as read and sends a read receipt to the customer, except in groups.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"chats.typing","noun":"chats","verb":"typing","label":"Show a typing indicator","help":"Shown for up to 25 seconds or until the next message.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"labels","label":"Labels","help":"Labels of the workspace, to sort chats by",
    actions: [
      {
        "key":"labels.list","noun":"labels","verb":"list","label":"List labels","help":"All labels of the workspace, by name.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"labels.create","noun":"labels","verb":"create","label":"Create a label","help":"Labels group chats.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Unique in the workspace, ignoring case","kind":"text","required":true,"at":"name"},
        {"name":"color","label":"Color","help":"","kind":"text","at":"color"},
        {"name":"description","label":"Description","help":"Your explanation of the label, at most 300 characters","kind":"text","at":"description"},
        ],
      },
      {
        "key":"labels.get","noun":"labels","verb":"get","label":"Show a label","help":"With its color and description.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a label","kind":"text","required":true,"at":"id","list":"labels"},
        ],
      },
      {
        "key":"labels.update","noun":"labels","verb":"update","label":"Change a label","help":"Each chat with the label is announced as `chat:updated` with `change: renamed`; many chats follow within moments.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a label","kind":"text","required":true,"at":"id","list":"labels"},
        {"name":"name","label":"Name","help":"Unique in the workspace, ignoring case","kind":"text","at":"name"},
        {"name":"color","label":"Color","help":"","kind":"text","at":"color"},
        {"name":"description","label":"Description","help":"Your explanation of the label, at most 300 characters","kind":"json","at":"description"},
        ],
      },
      {
        "key":"labels.remove","noun":"labels","verb":"remove","label":"Delete a label","help":"Removes the label from all chats, each announced as `chat:updated` with `change: labeled`; many chats follow within moments.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a label","kind":"text","required":true,"at":"id","list":"labels"},
        ],
      },
      {
        "key":"labels.add","noun":"labels","verb":"add","label":"Add labels to a chat","help":"Adds to the labels of the chat, at most 50 in all; a label that it already has is ignored.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"labels","label":"Labels","help":"Labels to add, each by id or name","kind":"texts","required":true,"at":"labels","list":"labels"},
        ],
      },
      {
        "key":"labels.removeFromChat","noun":"labels","verb":"removeFromChat","label":"Remove a label from a chat","help":"A label that the chat does not have is ignored.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"label","label":"Label","help":"Id of a label","kind":"text","required":true,"at":"label","list":"labels"},
        ],
      },
    ],
  },
  {
    "noun":"notes","label":"Notes","help":"Private notes about a chat, which the customer never sees",
    actions: [
      {
        "key":"notes.list","noun":"notes","verb":"list","label":"List the notes of a chat","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"notes.create","noun":"notes","verb":"create","label":"Add a note to a chat","help":"Private: the customer never sees it.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"message","label":"Message","help":"Text of the note, at most 4,096 characters","kind":"lines","required":true,"at":"message"},
        {"name":"mentions","label":"Mentions","help":"Members whom the note is to reach; each finds the chat by `mentioned`","kind":"texts","at":"mentions"},
        ],
      },
      {
        "key":"notes.get","noun":"notes","verb":"get","label":"Show a note","help":"With its author and the members whom it mentions.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"note","label":"Note","help":"Id of a note","kind":"text","required":true,"at":"note"},
        ],
      },
      {
        "key":"notes.update","noun":"notes","verb":"update","label":"Change a note","help":"Replaces text or mentions of a note.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"note","label":"Note","help":"Id of a note","kind":"text","required":true,"at":"note"},
        {"name":"message","label":"Message","help":"Text of the note, at most 4,096 characters","kind":"lines","at":"message"},
        {"name":"mentions","label":"Mentions","help":"Members whom the note is to reach; each finds the chat by `mentioned`","kind":"texts","at":"mentions"},
        ],
      },
      {
        "key":"notes.remove","noun":"notes","verb":"remove","label":"Delete a note","help":"Deletes the note permanently.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a chat","kind":"text","required":true,"at":"id"},
        {"name":"note","label":"Note","help":"Id of a note","kind":"text","required":true,"at":"note"},
        ],
      },
    ],
  },
  {
    "noun":"replies","label":"Replies","help":"Texts that a team sends often",
    actions: [
      {
        "key":"replies.list","noun":"replies","verb":"list","label":"List saved replies","help":"All saved replies of the workspace, by name.","answer":"pages",
        fields: [
        {"name":"search","label":"Search","help":"Part of the name, the shortcut or the text, ignoring case","kind":"text","at":"search"},
        {"name":"folder","label":"Folder","help":"Only replies of this folder","kind":"text","at":"folder"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"replies.create","noun":"replies","verb":"create","label":"Save a reply","help":"Saves a text that the team sends often.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Name, unique in the workspace, ignoring case","kind":"text","required":true,"at":"name"},
        {"name":"message","label":"Message","help":"Text of the reply, at most 4,096 characters","kind":"lines","required":true,"at":"message"},
        {"name":"shortcut","label":"Shortcut","help":"Short word that inserts the reply, unique in the workspace","kind":"text","at":"shortcut"},
        {"name":"folder","label":"Folder","help":"Folder that groups replies","kind":"text","at":"folder"},
        ],
      },
      {
        "key":"replies.get","noun":"replies","verb":"get","label":"Show a saved reply","help":"With its text, shortcut and folder.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a saved reply","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"replies.update","noun":"replies","verb":"update","label":"Change a saved reply","help":"Changes the fields that are sent; null clears shortcut or folder.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a saved reply","kind":"text","required":true,"at":"id"},
        {"name":"message","label":"Message","help":"Text of the reply, at most 4,096 characters","kind":"lines","at":"message"},
        {"name":"name","label":"Name","help":"Name, unique in the workspace, ignoring case","kind":"text","at":"name"},
        {"name":"shortcut","label":"Shortcut","help":"Short word that inserts the reply, unique in the workspace","kind":"json","at":"shortcut"},
        {"name":"folder","label":"Folder","help":"Folder that groups replies","kind":"json","at":"folder"},
        ],
      },
      {
        "key":"replies.remove","noun":"replies","verb":"remove","label":"Delete a saved reply","help":"Deletes the reply; messages that were sent with it stay.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a saved reply","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"views","label":"Views","help":"Filters of chats with a name, of the team and of its members",
    actions: [
      {
        "key":"views.list","noun":"views","verb":"list","label":"List saved views","help":"The views of the team and the own views of the member or key that asks, by name.","answer":"pages",
        fields: [
        {"name":"shared","label":"Shared","help":"Only views of the team, or with false only own ones","kind":"boolean","at":"shared"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"views.create","noun":"views","verb":"create","label":"Save a view","help":"Saves a filter of chats under a name.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Name, ignoring case unique among views of the team, and among own ones","kind":"text","required":true,"at":"name"},
        {"name":"filter","label":"Filter","help":"Conditions on chats, as in GET /v1/chats; all of them must hold","kind":"json","required":true,"at":"filter"},
        {"name":"shared","label":"Shared","help":"True to share the view with the team","kind":"boolean","at":"shared"},
        {"name":"sort","label":"Sort","help":"waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written","kind":"choice","at":"sort","choices":["lastMessageAt:desc","lastMessageAt:asc","waitingSince:asc","waitingSince:desc","windowClosesAt:asc","windowClosesAt:desc"]},
        ],
      },
      {
        "key":"views.get","noun":"views","verb":"get","label":"Show a saved view","help":"A view of the team, or an own one of the member or key that asks.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a saved view","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"views.update","noun":"views","verb":"update","label":"Change a saved view","help":"Changes the fields that are sent.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a saved view","kind":"text","required":true,"at":"id"},
        {"name":"shared","label":"Shared","help":"Shares an own view with the team, which cannot be taken back","kind":"json","at":"shared"},
        {"name":"name","label":"Name","help":"Name, ignoring case unique among views of the team, and among own ones","kind":"text","at":"name"},
        {"name":"filter","label":"Filter","help":"Conditions on chats, as in GET /v1/chats; all of them must hold","kind":"json","at":"filter"},
        {"name":"sort","label":"Sort","help":"waitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written","kind":"choice","at":"sort","choices":["lastMessageAt:desc","lastMessageAt:asc","waitingSince:asc","waitingSince:desc","windowClosesAt:asc","windowClosesAt:desc"]},
        ],
      },
      {
        "key":"views.remove","noun":"views","verb":"remove","label":"Delete a saved view","help":"Deletes the view; its chats stay as they are.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a saved view","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"automations","label":"Automations","help":"Rules that assign, label and answer chats, and what they did",
    actions: [
      {
        "key":"automations.list","noun":"automations","verb":"list","label":"List automations","help":"All automations of the workspace, in the order in which they run: the oldest first.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"automations.create","noun":"automations","verb":"create","label":"Create an automation","help":"Acts in chats with one person when the trigger occurs and all conditions hold.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Unique in the workspace, ignoring case; the history of chats shows it","kind":"text","required":true,"at":"name"},
        {"name":"trigger","label":"Trigger","help":"`conversation_started`: a customer wrote for the first time, or in a resolved or archived chat; `message_received`: a customer wrote; `chat_resolved`: a member or key resolved the chat","kind":"choice","required":true,"at":"trigger","choices":["conversation_started","message_received","chat_resolved"]},
        {"name":"actions","label":"Actions","help":"Actions, in the order in which they are done: assign, label, reply","kind":"json","required":true,"at":"actions"},
        {"name":"enabled","label":"Enabled","help":"True when it runs","kind":"boolean","at":"enabled"},
        {"name":"conditions","label":"Conditions","help":"Conditions on the chat and the message; all of them must hold","kind":"json","at":"conditions"},
        ],
      },
      {
        "key":"automations.get","noun":"automations","verb":"get","label":"Show an automation","help":"With its trigger, conditions and actions.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an automation","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"automations.update","noun":"automations","verb":"update","label":"Change an automation","help":"Changes the fields that are sent.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an automation","kind":"text","required":true,"at":"id"},
        {"name":"name","label":"Name","help":"Unique in the workspace, ignoring case; the history of chats shows it","kind":"text","at":"name"},
        {"name":"enabled","label":"Enabled","help":"True when it runs","kind":"boolean","at":"enabled"},
        {"name":"trigger","label":"Trigger","help":"`conversation_started`: a customer wrote for the first time, or in a resolved or archived chat; `message_received`: a customer wrote; `chat_resolved`: a member or key resolved the chat","kind":"choice","at":"trigger","choices":["conversation_started","message_received","chat_resolved"]},
        {"name":"conditions","label":"Conditions","help":"Conditions on the chat and the message; all of them must hold","kind":"json","at":"conditions"},
        {"name":"actions","label":"Actions","help":"Actions, in the order in which they are done: assign, label, reply","kind":"json","at":"actions"},
        ],
      },
      {
        "key":"automations.remove","noun":"automations","verb":"remove","label":"Delete an automation","help":"Deletes the automation and the list of its runs; chats keep theirs in their history.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an automation","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"automations.tryOut","noun":"automations","verb":"tryOut","label":"Try an automation on past chats","help":"What it would do for the last messages or resolved chats, newest first, with the chats as they are now.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an automation","kind":"text","required":true,"at":"id"},
        {"name":"last","label":"Last","help":"Number of messages or resolved chats","kind":"number","at":"last"},
        ],
      },
      {
        "key":"automations.runs","noun":"automations","verb":"runs","label":"List the runs of an automation","help":"What it did in which chat, newest first, for 90 days.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of an automation","kind":"text","required":true,"at":"id"},
        {"name":"status","label":"Status","help":"Only runs in these statuses","kind":"json","at":"status"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
    ],
  },
  {
    "noun":"notifications","label":"Notifications","help":"Facts that concern a member: mentions, assigned chats, failed messages, trouble",
    actions: [
      {
        "key":"notifications.list","noun":"notifications","verb":"list","label":"List notifications","help":"Mentions, assignments, snoozed chats that are back, failed messages, and numbers and webhooks in trouble, newest first, for 30 days.","answer":"pages",
        fields: [
        {"name":"member","label":"Member","help":"Member whose notifications; me: the member who asks, not for API keys","kind":"text","at":"member","list":"members"},
        {"name":"unread","label":"Unread","help":"Only unread ones, or with false only read ones","kind":"boolean","at":"unread"},
        {"name":"kind","label":"Kind","help":"Only notifications of these kinds","kind":"json","at":"kind"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"notifications.get","noun":"notifications","verb":"get","label":"Show a notification","help":"A member sees their own, a key those of every member.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a notification","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"notifications.read","noun":"notifications","verb":"read","label":"Mark notifications as read","help":"Marks those with these ids as read, or all of the member.","answer":"value",
        fields: [
        {"name":"member","label":"Member","help":"Member whose notifications; me: the member who asks, not for API keys","kind":"text","at":"member","list":"members"},
        {"name":"ids","label":"Ids","help":"Only these; others of the member stay as they are","kind":"texts","at":"ids"},
        {"name":"all","label":"All","help":"All of the member","kind":"json","at":"all"},
        ],
      },
    ],
  },
  {
    "noun":"files","label":"Files","help":"Files to send, and files that were received",
    actions: [
      {
        "key":"files.create","noun":"files","verb":"create","label":"Store a file","help":"Send a form with one part `file` (`curl -F file=@photo.jpg`), the bytes as the body, or JSON with `url` or, for a small file, `content`.","answer":"value","uploads":true,
        fields: [
        {"name":"content","label":"Content","help":"The bytes of a small file in base64","kind":"text","at":"content"},
        {"name":"url","label":"Url","help":"Public address from which the file is fetched","kind":"text","at":"url"},
        {"name":"filename","label":"Filename","help":"Absent: the name in the part or in Content-Disposition","kind":"text","at":"filename"},
        {"name":"mime","label":"Mime","help":"Expected type of the bytes, which are checked in any case","kind":"text","at":"mime"},
        {"name":"expiresAt","label":"Expires at","help":"Time when the file is deleted; absent: after the retention time of the installation","kind":"time","at":"expiresAt"},
        {"name":"file","label":"File","help":"The bytes; or the id of a stored file, where the operation accepts one","kind":"bytes","at":"file"},
        ],
      },
      {
        "key":"files.list","noun":"files","verb":"list","label":"List files","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"kind","label":"Kind","help":"Only files of these kinds","kind":"json","at":"kind"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"files.get","noun":"files","verb":"get","label":"Show a file","help":"Returns the metadata; `GET …/download` returns the bytes.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a file","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"files.update","noun":"files","verb":"update","label":"Change a file","help":"Changes the name or the time of deletion; the bytes stay.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a file","kind":"text","required":true,"at":"id"},
        {"name":"filename","label":"Filename","help":"New name for display and download","kind":"text","at":"filename"},
        {"name":"expiresAt","label":"Expires at","help":"New time of deletion, within a year","kind":"time","at":"expiresAt"},
        ],
      },
      {
        "key":"files.remove","noun":"files","verb":"remove","label":"Delete a file","help":"Deletes the file permanently, and its bytes unless another file has the same.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a file","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"files.download","noun":"files","verb":"download","label":"Download a file","help":"Returns the bytes as an attachment.","answer":"body",
        fields: [
        {"name":"id","label":"Id","help":"Id of a file","kind":"text","required":true,"at":"id"},
        {"name":"offset","label":"Offset","help":"Bytes to skip at the beginning","kind":"number","at":"offset"},
        ],
      },
    ],
  },
  {
    "noun":"contacts","label":"Contacts","help":"People, with their identities, tags, custom fields, blocks and opt-outs",
    actions: [
      {
        "key":"contacts.create","noun":"contacts","verb":"create","label":"Create a contact","help":"The response is 409 with its id in `errors` if one with this phone exists; with `upsert: true` it is updated: given attributes are replaced, tags and custom fields are added.","answer":"value",
        fields: [
        {"name":"phone","label":"Phone","help":"","kind":"text","required":true,"at":"phone"},
        {"name":"name","label":"Name","help":"Whole name of the contact","kind":"text","at":"name"},
        {"name":"firstName","label":"First name","help":"First name","kind":"text","at":"firstName"},
        {"name":"lastName","label":"Last name","help":"Last name","kind":"text","at":"lastName"},
        {"name":"email","label":"Email","help":"Email address","kind":"text","at":"email"},
        {"name":"company","label":"Company","help":"Company of the contact","kind":"text","at":"company"},
        {"name":"username","label":"Username","help":"Username on WhatsApp, as of the last message","kind":"text","at":"username"},
        {"name":"country","label":"Country","help":"Country, ISO 3166-1 alpha-2; default: that of the phone","kind":"text","at":"country"},
        {"name":"language","label":"Language","help":"Language, such as de or pt_BR","kind":"text","at":"language"},
        {"name":"tags","label":"Tags","help":"Tags of the contact","kind":"texts","at":"tags"},
        {"name":"fields","label":"Fields","help":"Custom fields by name","kind":"json","at":"fields"},
        {"name":"upsert","label":"Upsert","help":"True to update the contact that has the phone","kind":"boolean","at":"upsert"},
        ],
      },
      {
        "key":"contacts.list","noun":"contacts","verb":"list","label":"List contacts","help":"Newest first unless `sort` is given; all filters must match.","answer":"pages",
        fields: [
        {"name":"search","label":"Search","help":"Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address","kind":"text","at":"search"},
        {"name":"phone","label":"Phone","help":"Only the contact with this phone","kind":"text","at":"phone"},
        {"name":"tag","label":"Tag","help":"Contacts with all of these tags","kind":"texts","at":"tag"},
        {"name":"tagExclude","label":"Tag exclude","help":"Contacts with none of these tags","kind":"texts","at":"tagExclude"},
        {"name":"field","label":"Field","help":"Value of a custom field: `field[plan]=gold`","kind":"json","at":"field"},
        {"name":"country","label":"Country","help":"Only contacts of these countries, ISO 3166-1 alpha-2","kind":"texts","at":"country"},
        {"name":"blocked","label":"Blocked","help":"Only blocked contacts, or with false only others","kind":"boolean","at":"blocked"},
        {"name":"optedOut","label":"Opted out","help":"Only contacts who have opted out, or with false only others","kind":"boolean","at":"optedOut"},
        {"name":"hasReplied","label":"Has replied","help":"True: contacts who have written; false: contacts who have never written","kind":"boolean","at":"hasReplied"},
        {"name":"hasChat","label":"Has chat","help":"True: contacts with a chat, started by either side; false: contacts without one","kind":"boolean","at":"hasChat"},
        {"name":"segment","label":"Segment","help":"Contacts that match this segment now","kind":"text","at":"segment","list":"segments"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        {"name":"sort","label":"Sort","help":"Order of the list","kind":"choice","at":"sort","choices":["createdAt:asc","createdAt:desc","updatedAt:asc","updatedAt:desc","lastMessageAt:asc","lastMessageAt:desc","name:asc","name:desc"]},
        ],
      },
      {
        "key":"contacts.export","noun":"contacts","verb":"export","label":"Export contacts","help":"One CSV file of all contacts that match, newest first, with a column for each custom field (`fields.plan`).","answer":"body",
        fields: [
        {"name":"search","label":"Search","help":"Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address","kind":"text","at":"search"},
        {"name":"phone","label":"Phone","help":"Only the contact with this phone","kind":"text","at":"phone"},
        {"name":"tag","label":"Tag","help":"Contacts with all of these tags","kind":"texts","at":"tag"},
        {"name":"tagExclude","label":"Tag exclude","help":"Contacts with none of these tags","kind":"texts","at":"tagExclude"},
        {"name":"field","label":"Field","help":"Value of a custom field: `field[plan]=gold`","kind":"json","at":"field"},
        {"name":"country","label":"Country","help":"Only contacts of these countries, ISO 3166-1 alpha-2","kind":"texts","at":"country"},
        {"name":"blocked","label":"Blocked","help":"Only blocked contacts, or with false only others","kind":"boolean","at":"blocked"},
        {"name":"optedOut","label":"Opted out","help":"Only contacts who have opted out, or with false only others","kind":"boolean","at":"optedOut"},
        {"name":"hasReplied","label":"Has replied","help":"True: contacts who have written; false: contacts who have never written","kind":"boolean","at":"hasReplied"},
        {"name":"hasChat","label":"Has chat","help":"True: contacts with a chat, started by either side; false: contacts without one","kind":"boolean","at":"hasChat"},
        {"name":"segment","label":"Segment","help":"Contacts that match this segment now","kind":"text","at":"segment","list":"segments"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"contacts.get","noun":"contacts","verb":"get","label":"Show a contact","help":"With all known identities.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"contacts.update","noun":"contacts","verb":"update","label":"Change a contact","help":"Changes the given fields; `null` clears an attribute.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        {"name":"phone","label":"Phone","help":"","kind":"text","at":"phone"},
        {"name":"name","label":"Name","help":"Whole name of the contact; null clears it","kind":"json","at":"name"},
        {"name":"firstName","label":"First name","help":"First name; null clears it","kind":"json","at":"firstName"},
        {"name":"lastName","label":"Last name","help":"Last name; null clears it","kind":"json","at":"lastName"},
        {"name":"email","label":"Email","help":"Email address; null clears it","kind":"json","at":"email"},
        {"name":"company","label":"Company","help":"Company of the contact; null clears it","kind":"json","at":"company"},
        {"name":"username","label":"Username","help":"Username on WhatsApp, as of the last message; null clears it","kind":"json","at":"username"},
        {"name":"country","label":"Country","help":"Country, ISO 3166-1 alpha-2; default: that of the phone; null clears it","kind":"json","at":"country"},
        {"name":"language","label":"Language","help":"Language, such as de or pt_BR; null clears it","kind":"json","at":"language"},
        {"name":"tags","label":"Tags","help":"All tags of the contact afterwards","kind":"texts","at":"tags"},
        {"name":"fields","label":"Fields","help":"Custom fields to set; null removes a field","kind":"json","at":"fields"},
        ],
      },
      {
        "key":"contacts.remove","noun":"contacts","verb":"remove","label":"Delete a contact","help":"Removes it from the address book: name, attributes, tags and custom fields are cleared; lists, exports and segments leave it out.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"contacts.erase","noun":"contacts","verb":"erase","label":"Erase a person","help":"Cannot be undone.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        {"name":"confirm","label":"Confirm","help":"The phone of the contact, or its id","kind":"text","required":true,"at":"confirm"},
        ],
      },
      {
        "key":"contacts.addTags","noun":"contacts","verb":"addTags","label":"Add tags to a contact","help":"Adds to the tags of the contact; a tag that it already has is ignored.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        {"name":"tags","label":"Tags","help":"Tags to add or remove","kind":"texts","required":true,"at":"tags"},
        ],
      },
      {
        "key":"contacts.removeTags","noun":"contacts","verb":"removeTags","label":"Remove tags from a contact","help":"A tag that the contact does not have is ignored.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        {"name":"tags","label":"Tags","help":"Tags to add or remove","kind":"texts","required":true,"at":"tags"},
        ],
      },
      {
        "key":"contacts.block","noun":"contacts","verb":"block","label":"Block a contact","help":"A due message to the contact fails with `contact:blocked`, even if it was accepted before.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"contacts.unblock","noun":"contacts","verb":"unblock","label":"Unblock a contact","help":"Messages are sent and received as before; a failed one can be sent again with POST /v1/messages/{id}/retry.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"contacts.optOut","noun":"contacts","verb":"optOut","label":"Record that a contact opted out","help":"Sets `optedOutAt`, which filters, segments and audiences use.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"contacts.optIn","noun":"contacts","verb":"optIn","label":"Record that a contact opted in again","help":"Clears `optedOutAt`, as the contact does by writing START.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a contact","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"contacts.merge","noun":"contacts","verb":"merge","label":"Merge two contacts","help":"Adds identities and tags of `from` to `into`, and fills gaps with its attributes and custom fields.","answer":"value",
        fields: [
        {"name":"into","label":"Into","help":"","kind":"text","required":true,"at":"into"},
        {"name":"from","label":"From","help":"","kind":"text","required":true,"at":"from"},
        ],
      },
    ],
  },
  {
    "noun":"segments","label":"Segments","help":"Saved filters of contacts",
    actions: [
      {
        "key":"segments.create","noun":"segments","verb":"create","label":"Save a segment","help":"Saves a filter of contacts under a name.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Name of the segment","kind":"text","required":true,"at":"name"},
        {"name":"filter","label":"Filter","help":"Conditions that a contact must meet","kind":"json","required":true,"at":"filter"},
        {"name":"description","label":"Description","help":"Your explanation of the segment","kind":"text","at":"description"},
        ],
      },
      {
        "key":"segments.list","noun":"segments","verb":"list","label":"List segments","help":"Newest first, each with its current count.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"segments.get","noun":"segments","verb":"get","label":"Show a segment","help":"With its current count.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a segment","kind":"text","required":true,"at":"id","list":"segments"},
        ],
      },
      {
        "key":"segments.update","noun":"segments","verb":"update","label":"Change a segment","help":"Changes the given fields; a given filter replaces the whole tree.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a segment","kind":"text","required":true,"at":"id","list":"segments"},
        {"name":"name","label":"Name","help":"New name","kind":"text","at":"name"},
        {"name":"description","label":"Description","help":"New explanation; null clears it","kind":"json","at":"description"},
        {"name":"filter","label":"Filter","help":"New conditions, which replace all of the old ones","kind":"json","at":"filter"},
        ],
      },
      {
        "key":"segments.remove","noun":"segments","verb":"remove","label":"Delete a segment","help":"Deletes the filter, not its contacts.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a segment","kind":"text","required":true,"at":"id","list":"segments"},
        ],
      },
      {
        "key":"segments.preview","noun":"segments","verb":"preview","label":"Preview a filter","help":"Counts the contacts that match and returns the newest of them; nothing is saved.","answer":"value",
        fields: [
        {"name":"filter","label":"Filter","help":"Conditions that a contact must meet","kind":"json","required":true,"at":"filter"},
        {"name":"size","label":"Size","help":"Contacts to return","kind":"number","at":"size"},
        ],
      },
    ],
  },
  {
    "noun":"imports","label":"Imports","help":"Imports of many contacts from a table",
    actions: [
      {
        "key":"imports.create","noun":"imports","verb":"create","label":"Import contacts","help":"Send a form with one part `file` (`curl -F file=@contacts.csv -F onDuplicate=update`), a raw body of up to 64 MiB, or JSON of up to 1 MiB with `csv`, `contacts`, `url` or `file` (the key also needs the scope `read`).","answer":"value","uploads":true,
        fields: [
        {"name":"csv","label":"Csv","help":"Text of a CSV file","kind":"text","at":"csv"},
        {"name":"contacts","label":"Contacts","help":"Contacts as objects, instead of a file","kind":"json","at":"contacts"},
        {"name":"url","label":"Url","help":"Address from which a file is fetched once","kind":"text","at":"url"},
        {"name":"file","label":"File","help":"The bytes; or the id of a stored file, where the operation accepts one","kind":"bytes","at":"file"},
        {"name":"mapping","label":"Mapping","help":"Target of each column: phone, an attribute, tags, `fields.<name>` or ignore","kind":"json","at":"mapping"},
        {"name":"dryRun","label":"Dry run","help":"True to change nothing and return the counts","kind":"boolean","at":"dryRun"},
        {"name":"onDuplicate","label":"On duplicate","help":"Handling of a row with a known phone","kind":"choice","at":"onDuplicate","choices":["skip","update","error"]},
        {"name":"tags","label":"Tags","help":"Added to every contact of the import","kind":"texts","at":"tags"},
        ],
      },
      {
        "key":"imports.list","noun":"imports","verb":"list","label":"List imports","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"imports.get","noun":"imports","verb":"get","label":"Show an import","help":"Returns status, counts and `progress` from 0 to 1.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an import","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"imports.errors","noun":"imports","verb":"errors","label":"List the faulty rows of an import","help":"In the order of the rows; the first 10,000 errors are stored.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of an import","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"imports.exportErrors","noun":"imports","verb":"exportErrors","label":"Export the faulty rows of an import","help":"One CSV file with the columns of the import and `import.row`, `import.line` and `import.faults`, to correct and import again.","answer":"body",
        fields: [
        {"name":"id","label":"Id","help":"Id of an import","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"erasures","label":"Erasures","help":"Progress of the erasure of people",
    actions: [
      {
        "key":"erasures.list","noun":"erasures","verb":"list","label":"List erasures","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"contact","label":"Contact","help":"Only the erasure of this contact","kind":"text","at":"contact"},
        {"name":"status","label":"Status","help":"Only erasures in this status","kind":"choice","at":"status","choices":["running","finished"]},
        ],
      },
      {
        "key":"erasures.get","noun":"erasures","verb":"get","label":"Show an erasure","help":"Finished, usually within seconds, when no service has a name, phone or text of the person.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an erasure","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"groups","label":"Groups","help":"Groups at the provider, created by a number of the workspace",
    actions: [
      {
        "key":"groups.create","noun":"groups","verb":"create","label":"Create a group","help":"Returns at once with `status: creating`.","answer":"value",
        fields: [
        {"name":"number","label":"Number","help":"","kind":"text","required":true,"at":"number","list":"numbers"},
        {"name":"name","label":"Name","help":"Name of the group, which its people see","kind":"text","required":true,"at":"name"},
        {"name":"description","label":"Description","help":"Description of the group, at most 2,048 characters","kind":"text","at":"description"},
        {"name":"joinApproval","label":"Join approval","help":"People who follow the link must be approved; cannot be changed later","kind":"boolean","at":"joinApproval"},
        {"name":"participants","label":"Participants","help":"People to invite when the group is active","kind":"texts","at":"participants"},
        {"name":"invitation","label":"Invitation","help":"Text of the invitation to the participants","kind":"json","at":"invitation"},
        ],
      },
      {
        "key":"groups.list","noun":"groups","verb":"list","label":"List groups","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"number","label":"Number","help":"Id of a number","kind":"text","at":"number","list":"numbers"},
        {"name":"status","label":"Status","help":"Only an active group takes messages. suspended: by the provider, until it lifts that","kind":"choice","at":"status","choices":["creating","active","suspended","deleting","deleted","failed"]},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"groups.get","noun":"groups","verb":"get","label":"Show a group","help":"With its status at the provider and its invite link.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        ],
      },
      {
        "key":"groups.update","noun":"groups","verb":"update","label":"Change name and description of a group","help":"Returns at once, each change in `changes` with `status: pending`.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"name","label":"Name","help":"Name of the group, which its people see","kind":"text","at":"name"},
        {"name":"description","label":"Description","help":"New description; null clears it","kind":"json","at":"description"},
        {"name":"joinApproval","label":"Join approval","help":"Must be the present value; create a new group for the other","kind":"boolean","at":"joinApproval"},
        ],
      },
      {
        "key":"groups.remove","noun":"groups","verb":"remove","label":"Delete a group","help":"Returns at once with `status: deleting`.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        ],
      },
      {
        "key":"groups.setImage","noun":"groups","verb":"setImage","label":"Change the image of a group","help":"A square JPEG of at least 192 pixels and at most 5 MB.","answer":"value","uploads":true,
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"content","label":"Content","help":"The bytes in base64; a JSON body has at most 1 MiB","kind":"text","at":"content"},
        {"name":"file","label":"File","help":"The bytes; or the id of a stored file, where the operation accepts one","kind":"bytes","at":"file"},
        {"name":"filename","label":"Filename","help":"Ignored","kind":"text","at":"filename"},
        {"name":"mime","label":"Mime","help":"Type of the bytes, which are checked in any case","kind":"text","at":"mime"},
        ],
      },
    ],
  },
  {
    "noun":"participants","label":"Participants","help":"People of a group, and invitations to it",
    actions: [
      {
        "key":"participants.list","noun":"participants","verb":"list","label":"List the people of a group","help":"In the order of their phones.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"status","label":"Status","help":"Only people in these statuses","kind":"json","at":"status"},
        ],
      },
      {
        "key":"participants.invite","noun":"participants","verb":"invite","label":"Invite people to a group","help":"The provider cannot add people: each person gets the invite link and is `invited` until they follow it (`group:updated` with `participants`).","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"phones","label":"Phones","help":"Phones of the people to invite, 1 to 8","kind":"texts","required":true,"at":"phones"},
        {"name":"invitation","label":"Invitation","help":"Text of the invitation; absent: a standard text","kind":"json","at":"invitation"},
        ],
      },
      {
        "key":"participants.remove","noun":"participants","verb":"remove","label":"Remove people from a group","help":"Removes several people at once.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"participants","label":"Participants","help":"Phones or user ids of the people to remove","kind":"texts","required":true,"at":"participants"},
        ],
      },
    ],
  },
  {
    "noun":"joinRequests","label":"Join requests","help":"Requests to join a group that needs approval",
    actions: [
      {
        "key":"joinRequests.list","noun":"joinRequests","verb":"list","label":"List requests to join a group","help":"Newest first; decided requests stay listed with their status.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"status","label":"Status","help":"Only requests in these statuses","kind":"json","at":"status"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"joinRequests.approve","noun":"joinRequests","verb":"approve","label":"Approve requests to join a group","help":"The people join the group when the provider confirms.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"requests","label":"Requests","help":"Ids of requests","kind":"texts","required":true,"at":"requests"},
        ],
      },
      {
        "key":"joinRequests.reject","noun":"joinRequests","verb":"reject","label":"Reject requests to join a group","help":"The people may request again.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        {"name":"requests","label":"Requests","help":"Ids of requests","kind":"texts","required":true,"at":"requests"},
        ],
      },
    ],
  },
  {
    "noun":"invites","label":"Invites","help":"The invite link of a group",
    actions: [
      {
        "key":"invites.get","noun":"invites","verb":"get","label":"Show the invite link of a group","help":"People who follow it join, or request to join where the group has `joinApproval`.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        ],
      },
      {
        "key":"invites.revoke","noun":"invites","verb":"revoke","label":"Revoke the invite link of a group","help":"The provider makes a new link (`group:updated` with `changed`), and the old one stops working: people who were invited with it and have not joined are `canceled` and can be invited again.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a group","kind":"text","required":true,"at":"id","list":"groups"},
        ],
      },
    ],
  },
  {
    "noun":"channels","label":"Channels","help":"Audiences of the workspace: one message to all of their people",
    actions: [
      {
        "key":"channels.create","noun":"channels","verb":"create","label":"Create a broadcast channel","help":"A broadcast channel is an audience: its subscribers, or with `segment` the contacts who match when a post begins and are not blocked.","answer":"value",
        fields: [
        {"name":"number","label":"Number","help":"","kind":"text","required":true,"at":"number","list":"numbers"},
        {"name":"name","label":"Name","help":"Name of the broadcast channel, which its people do not see","kind":"text","required":true,"at":"name"},
        {"name":"description","label":"Description","help":"Your explanation of the broadcast channel","kind":"text","at":"description"},
        {"name":"segment","label":"Segment","help":"","kind":"text","at":"segment","list":"segments"},
        ],
      },
      {
        "key":"channels.list","noun":"channels","verb":"list","label":"List broadcast channels","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"number","label":"Number","help":"Id of a number","kind":"text","at":"number","list":"numbers"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"channels.get","noun":"channels","verb":"get","label":"Show a broadcast channel","help":"With the number of subscribers.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a channel","kind":"text","required":true,"at":"id","list":"channels"},
        ],
      },
      {
        "key":"channels.update","noun":"channels","verb":"update","label":"Change a broadcast channel","help":"Changes name, description and segment; a broadcast channel keeps its number.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a channel","kind":"text","required":true,"at":"id","list":"channels"},
        {"name":"name","label":"Name","help":"Name of the broadcast channel, which its people do not see","kind":"text","at":"name"},
        {"name":"description","label":"Description","help":"Your explanation of the broadcast channel","kind":"json","at":"description"},
        {"name":"segment","label":"Segment","help":"Segment that is the audience; null: the subscribers","kind":"text","at":"segment","list":"segments"},
        ],
      },
      {
        "key":"channels.remove","noun":"channels","verb":"remove","label":"Delete a broadcast channel","help":"Deletes the broadcast channel with its subscribers and posts.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a channel","kind":"text","required":true,"at":"id","list":"channels"},
        ],
      },
    ],
  },
  {
    "noun":"subscribers","label":"Subscribers","help":"People who are subscribed to a broadcast channel",
    actions: [
      {
        "key":"subscribers.list","noun":"subscribers","verb":"list","label":"List the subscribers of a broadcast channel","help":"In the order of their phones.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a channel","kind":"text","required":true,"at":"id","list":"channels"},
        {"name":"status","label":"Status","help":"Only people in this status","kind":"choice","at":"status","choices":["subscribed","unsubscribed"]},
        ],
      },
      {
        "key":"subscribers.add","noun":"subscribers","verb":"add","label":"Subscribe people to a broadcast channel","help":"Up to 1000 at once.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a channel","kind":"text","required":true,"at":"id","list":"channels"},
        {"name":"phones","label":"Phones","help":"Phones of the people, 1 to 1,000","kind":"texts","required":true,"at":"phones"},
        {"name":"reconsented","label":"Reconsented","help":"True states that people who left by a word have agreed again","kind":"boolean","at":"reconsented"},
        {"name":"country","label":"Country","help":"Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace","kind":"text","at":"country"},
        ],
      },
      {
        "key":"subscribers.remove","noun":"subscribers","verb":"remove","label":"Unsubscribe people from a broadcast channel","help":"Up to 1000 at once.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a channel","kind":"text","required":true,"at":"id","list":"channels"},
        {"name":"phones","label":"Phones","help":"Phones of the people, 1 to 1,000","kind":"texts","required":true,"at":"phones"},
        {"name":"country","label":"Country","help":"Country of phones that are dialed within it, such as `0151 20007556`; absent: that of the workspace","kind":"text","at":"country"},
        ],
      },
    ],
  },
  {
    "noun":"posts","label":"Posts","help":"Messages to everyone of a broadcast channel, with counts of each status",
    actions: [
      {
        "key":"posts.create","noun":"posts","verb":"create","label":"Post to a broadcast channel","help":"Posts any content of POST /v1/messages except reactions and stored files; send these with POST /v1/messages and `channel`.","answer":"value",
        fields: [
        {"name":"channel","label":"Channel","help":"","kind":"text","required":true,"at":"channel","list":"channels"},
        {"name":"message","label":"Message","help":"The text, the caption of media, or the body of other content","kind":"lines","at":"message"},
        {"name":"media","label":"Media","help":"Media by `url`; to send a stored file, use POST /v1/messages with `channel`","kind":"json","at":"media"},
        {"name":"header","label":"Header","help":"Shown above the body: text with buttons, a list or products, or media by `url` with buttons","kind":"text","at":"header"},
        {"name":"template","label":"Template","help":"Also reaches people who have not written within 24 h","kind":"json","at":"template"},
        {"name":"previewUrl","label":"Preview url","help":"Show a preview of the first link","kind":"boolean","at":"previewUrl"},
        {"name":"onWindowClosed","label":"On window closed","help":"Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides","kind":"json","at":"onWindowClosed"},
        {"name":"deliverAt","label":"Deliver at","help":"Begin at this time, within a year from now; null or absent: at once","kind":"time","at":"deliverAt"},
        {"name":"expiresIn","label":"Expires in","help":"Validity of each message in seconds from its entry into the queue; default 10 h","kind":"number","at":"expiresIn"},
        {"name":"test","label":"Test","help":"Phones that get the post first, subscribed or not. It is `testing` until it is stopped, or resumed for everyone else","kind":"texts","at":"test"},
        {"name":"location","label":"Location","help":"A place, or a request for the location of the customer","kind":"json","at":"location"},
        {"name":"contacts","label":"Contacts","help":"1–5 contact cards","kind":"json","at":"contacts"},
        {"name":"poll","label":"Poll","help":"Sent as buttons, a list or numbered text if the provider has no polls; votes are counted","kind":"json","at":"poll"},
        {"name":"buttons","label":"Buttons","help":"1–3 quick replies, or one link; message is the body","kind":"json","at":"buttons"},
        {"name":"list","label":"List","help":"At most 10 rows in all; message is the body","kind":"json","at":"list"},
        {"name":"product","label":"Product","help":"One product of your catalog; message is a text above it","kind":"json","at":"product"},
        {"name":"products","label":"Products","help":"At most 30 products in all; message is the body, and a header of text is required","kind":"json","at":"products"},
        {"name":"catalog","label":"Catalog","help":"A button that opens your whole catalog; message is the body","kind":"json","at":"catalog"},
        {"name":"footer","label":"Footer","help":"Shown below the body of buttons, a list, products or a catalog","kind":"text","at":"footer"},
        {"name":"native","label":"Native","help":"A kind without a field here, in the provider's form","kind":"json","at":"native"},
        ],
      },
      {
        "key":"posts.list","noun":"posts","verb":"list","label":"List posts","help":"Newest first, with counts per status.","answer":"pages",
        fields: [
        {"name":"channel","label":"Channel","help":"Only posts to this broadcast channel","kind":"text","at":"channel","list":"channels"},
        {"name":"status","label":"Status","help":"Only posts with one of these statuses","kind":"json","at":"status"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"posts.get","noun":"posts","verb":"get","label":"Show a post","help":"With counts per status; its messages: GET /v1/messages?reference={post}.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a post","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"posts.update","noun":"posts","verb":"update","label":"Change the time of a post","help":"Changes when a scheduled post begins, or one in the status `testing` after it is resumed; null begins it at once.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a post","kind":"text","required":true,"at":"id"},
        {"name":"deliverAt","label":"Deliver at","help":"Begin at this time, within a year from now; null or absent: at once","kind":"time","required":true,"at":"deliverAt"},
        ],
      },
      {
        "key":"posts.pause","noun":"posts","verb":"pause","label":"Pause a post","help":"Sends nothing more of the post until it is resumed, except messages that are being sent.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a post","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"posts.resume","noun":"posts","verb":"resume","label":"Resume a post","help":"Continues a paused post.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a post","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"posts.stop","noun":"posts","verb":"stop","label":"Stop a post","help":"Cancels the post for everyone to whom it was not sent yet.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a post","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"numbers","label":"Numbers","help":"Connected numbers, and simulated ones for tests",
    actions: [
      {
        "key":"numbers.create","noun":"numbers","verb":"create","label":"Connect a number","help":"A simulator number needs only a name.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Your name of the number","kind":"text","required":true,"at":"name"},
        {"name":"provider","label":"Provider","help":"`simulator` needs no account at the provider and reaches no one","kind":"choice","at":"provider","choices":["cloud","simulator"]},
        {"name":"phoneNumberId","label":"Phone number id","help":"The provider's id of the number","kind":"text","at":"phoneNumberId"},
        {"name":"businessAccountId","label":"Business account id","help":"The provider's id of the business account that the number belongs to","kind":"text","at":"businessAccountId"},
        {"name":"accessToken","label":"Access token","help":"Token of a system user; stored encrypted, never returned","kind":"text","at":"accessToken"},
        {"name":"appSecret","label":"App secret","help":"Secret of the app that signs callbacks; stored encrypted, never returned","kind":"text","at":"appSecret"},
        {"name":"verifyToken","label":"Verify token","help":"Token of the verification request; generated when absent","kind":"text","at":"verifyToken"},
        {"name":"default","label":"Default","help":"True to send messages without `number` from this one; the first number is the default","kind":"boolean","at":"default"},
        {"name":"settings","label":"Settings","help":"Sending rate and quiet hours","kind":"json","at":"settings"},
        ],
      },
      {
        "key":"numbers.list","noun":"numbers","verb":"list","label":"List numbers","help":"Oldest first.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"numbers.get","noun":"numbers","verb":"get","label":"Show a number","help":"With its session at the provider and its queue.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"numbers.update","noun":"numbers","verb":"update","label":"Change a number","help":"Changes name, default, rate and quiet hours.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"name","label":"Name","help":"New name of the number","kind":"text","at":"name"},
        {"name":"default","label":"Default","help":"Makes this the number that sends messages without `number`","kind":"json","at":"default"},
        {"name":"settings","label":"Settings","help":"Settings to change; absent ones stay as they are","kind":"json","at":"settings"},
        {"name":"accessToken","label":"Access token","help":"A new token","kind":"text","at":"accessToken"},
        {"name":"appSecret","label":"App secret","help":"A new secret of the app that signs callbacks","kind":"text","at":"appSecret"},
        ],
      },
      {
        "key":"numbers.disconnect","noun":"numbers","verb":"disconnect","label":"Disconnect a number","help":"Its credentials are erased; chats and messages stay.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"numbers.simulate","noun":"numbers","verb":"simulate","label":"Simulate the customer or the provider","help":"Simulator numbers only: an incoming message, a status, an outage, time passing, a decision of the provider about the number, a report about its account, or an event of a group.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"message","label":"Message","help":"Message of a customer","kind":"json","at":"message"},
        {"name":"status","label":"Status","help":"Report of the provider about a message that was sent","kind":"json","at":"status"},
        {"name":"outage","label":"Outage","help":"Failure of the provider for some time","kind":"json","at":"outage"},
        {"name":"advance","label":"Advance","help":"Lets time pass at the provider","kind":"json","at":"advance"},
        {"name":"account","label":"Account","help":"Decision of the provider about the number: quality, limit, status, name","kind":"json","at":"account"},
        {"name":"group","label":"Group","help":"Event in a group of the number","kind":"json","at":"group"},
        {"name":"change","label":"Change","help":"Report of the provider about the account, as a callback only: the number does not change","kind":"json","at":"change"},
        ],
      },
    ],
  },
  {
    "noun":"sessions","label":"Sessions","help":"Verification, registration and session of a number at the provider",
    actions: [
      {
        "key":"sessions.refresh","noun":"sessions","verb":"refresh","label":"Check a number with the provider now","help":"Reads the number from the provider with the stored credentials and updates session and status.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"sessions.requestCode","noun":"sessions","verb":"requestCode","label":"Request a verification code","help":"The provider sends six digits to the phone, by text message or by a call.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"method","label":"Method","help":"Way in which the code is sent","kind":"choice","at":"method","choices":["sms","voice"]},
        {"name":"language","label":"Language","help":"Language of the text message or call, such as en_US","kind":"text","at":"language"},
        ],
      },
      {
        "key":"sessions.verifyCode","noun":"sessions","verb":"verifyCode","label":"Verify a number with a code","help":"Takes the six digits of the code; hyphens and spaces are ignored.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"code","label":"Code","help":"The six digits that the provider sent","kind":"text","required":true,"at":"code"},
        ],
      },
      {
        "key":"sessions.register","noun":"sessions","verb":"register","label":"Register a number","help":"Enables the number to send and receive.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"pin","label":"Pin","help":"PIN of two-step verification, six digits","kind":"text","required":true,"at":"pin"},
        ],
      },
      {
        "key":"sessions.deregister","noun":"sessions","verb":"deregister","label":"Deregister a number","help":"Ends sending and receiving until the number is verified and registered again.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
    ],
  },
  {
    "noun":"profiles","label":"Profiles","help":"The business profile that customers see",
    actions: [
      {
        "key":"profiles.get","noun":"profiles","verb":"get","label":"Show the business profile of a number","help":"Reads the profile from the provider.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"profiles.update","noun":"profiles","verb":"update","label":"Change the business profile of a number","help":"Changes the given fields at the provider; `null` clears one.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"about","label":"About","help":"Can be replaced, but not cleared","kind":"text","at":"about"},
        {"name":"address","label":"Address","help":"Address of the business","kind":"json","at":"address"},
        {"name":"description","label":"Description","help":"Description of the business","kind":"json","at":"description"},
        {"name":"email","label":"Email","help":"Email address of the business","kind":"json","at":"email"},
        {"name":"websites","label":"Websites","help":"Web pages of the business","kind":"texts","at":"websites"},
        {"name":"vertical","label":"Vertical","help":"Line of business","kind":"choice","at":"vertical","choices":["OTHER","AUTO","BEAUTY","APPAREL","EDU","ENTERTAIN","EVENT_PLAN","FINANCE","GROCERY","GOVT","HOTEL","HEALTH","NONPROFIT","PROF_SERVICES","RETAIL","TRAVEL","RESTAURANT","ALCOHOL","ONLINE_GAMBLING","PHYSICAL_GAMBLING","OTC_DRUGS"]},
        ],
      },
      {
        "key":"profiles.setPicture","noun":"profiles","verb":"setPicture","label":"Change the profile picture of a number","help":"A JPEG or PNG of at most 5 MB, which the provider shows as a square of 640 px.","answer":"value","uploads":true,
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"content","label":"Content","help":"The bytes in base64; a JSON body has at most 1 MiB","kind":"text","at":"content"},
        {"name":"file","label":"File","help":"The bytes; or the id of a stored file, where the operation accepts one","kind":"bytes","at":"file"},
        {"name":"filename","label":"Filename","help":"Ignored","kind":"text","at":"filename"},
        {"name":"mime","label":"Mime","help":"Type of the bytes, which are checked in any case","kind":"text","at":"mime"},
        ],
      },
    ],
  },
  {
    "noun":"templates","label":"Templates","help":"Message templates of a number, and their approval",
    actions: [
      {
        "key":"templates.list","noun":"templates","verb":"list","label":"List templates","help":"Reads the templates of the business account of the number from the provider.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"name","label":"Name","help":"Only the template of this name","kind":"text","at":"name"},
        {"name":"language","label":"Language","help":"Only templates in this language","kind":"text","at":"language"},
        {"name":"status","label":"Status","help":"Only templates in this status","kind":"choice","at":"status","choices":["APPROVED","PENDING","REJECTED","PAUSED","DISABLED"]},
        ],
      },
      {
        "key":"templates.create","noun":"templates","verb":"create","label":"Create a template","help":"The provider reviews the template within a day; `template:updated` announces the result, and an APPROVED template can be sent.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"name","label":"Name","help":"Name of the template: lower case letters, digits and underscores","kind":"text","required":true,"at":"name"},
        {"name":"language","label":"Language","help":"Language of the template, such as en or en_US","kind":"text","required":true,"at":"language"},
        {"name":"category","label":"Category","help":"Purpose, which decides the price and the rules of the provider","kind":"choice","required":true,"at":"category","choices":["MARKETING","UTILITY"]},
        {"name":"body","label":"Body","help":"With variables by position, `{{1}}`, or by name, `{{first_name}}`","kind":"text","required":true,"at":"body"},
        {"name":"header","label":"Header","help":"Text, or an image, video or document with a stored file as the sample; each message names the file to send","kind":"text","at":"header"},
        {"name":"samples","label":"Samples","help":"Sample value of each variable, by name or position; required by the provider","kind":"json","at":"samples"},
        {"name":"footer","label":"Footer","help":"Line below the body","kind":"text","at":"footer"},
        {"name":"buttons","label":"Buttons","help":"With neither url nor phone: a quick reply","kind":"json","at":"buttons"},
        ],
      },
      {
        "key":"templates.get","noun":"templates","verb":"get","label":"Show a template","help":"Shows the template in each of its languages, as the provider has them now.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"name","label":"Name","help":"Name of the template","kind":"text","required":true,"at":"name"},
        ],
      },
      {
        "key":"templates.remove","noun":"templates","verb":"remove","label":"Delete a template","help":"Deletes the template in all its languages.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"name","label":"Name","help":"Name of the template","kind":"text","required":true,"at":"name"},
        ],
      },
    ],
  },
  {
    "noun":"capabilities","label":"Capabilities","help":"The kinds of messages that a number can send, and what they become",
    actions: [
      {
        "key":"capabilities.get","noun":"capabilities","verb":"get","label":"Show what a number can send","help":"Types of messages by kind of recipient, media with types and sizes, and limits of buttons, lists and texts.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
    ],
  },
  {
    "noun":"queues","label":"Queues","help":"The queue of a number: pause, drain, move or cancel what waits",
    actions: [
      {
        "key":"queues.get","noun":"queues","verb":"get","label":"Show the queue of a number","help":"Waiting messages, the age of the oldest, and the time to send all of them at the current rate.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"queues.update","noun":"queues","verb":"update","label":"Change a queue","help":"With `refuses`, new messages are refused with `queue:refusing`, whether the queue sends or not.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"refuses","label":"Refuses","help":"True to refuse new messages, false to accept them again","kind":"boolean","at":"refuses"},
        ],
      },
      {
        "key":"queues.pause","noun":"queues","verb":"pause","label":"Pause a queue","help":"All messages wait until the queue is resumed.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"queues.drain","noun":"queues","verb":"drain","label":"Drain a queue","help":"Messages that are queued now are sent, new ones wait until the queue is resumed.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"queues.resume","noun":"queues","verb":"resume","label":"Resume a queue","help":"All messages are sent again.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
      {
        "key":"queues.purge","noun":"queues","verb":"purge","label":"Cancel the waiting messages of a queue","help":"Cancels the waiting messages that match the filter, or all; scheduled ones only with `includeScheduled`.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"includeScheduled","label":"Include scheduled","help":"True to cancel scheduled messages too","kind":"boolean","at":"includeScheduled"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"phones","label":"Phones","help":"Messages to one of these phones","kind":"texts","at":"phones"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        ],
      },
      {
        "key":"queues.move","noun":"queues","verb":"move","label":"Move a queue to another number","help":"The other number sends the waiting messages that match the filter, also scheduled ones, in the same order; quotes are removed.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"number","label":"Number","help":"Number that sends the messages","kind":"text","required":true,"at":"number","list":"numbers"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"phones","label":"Phones","help":"Messages to one of these phones","kind":"texts","at":"phones"},
        {"name":"reference","label":"Reference","help":"Your own reference, returned everywhere","kind":"text","at":"reference"},
        ],
      },
    ],
  },
  {
    "noun":"statistics","label":"Statistics","help":"Counts and delays of messages and deliveries",
    actions: [
      {
        "key":"statistics.answers","noun":"statistics","verb":"answers","label":"Show how fast customers are answered","help":"Counts messages and measures answers: in total, by hour or day (UTC), by number, and by member.","answer":"value",
        fields: [
        {"name":"from","label":"From","help":"Beginning of the counted time","kind":"text","at":"from"},
        {"name":"to","label":"To","help":"End of the counted time; absent: now","kind":"text","at":"to"},
        {"name":"interval","label":"Interval","help":"Length of a bucket","kind":"choice","at":"interval","choices":["hour","day"]},
        {"name":"number","label":"Number","help":"Only these numbers","kind":"texts","at":"number","list":"numbers"},
        ],
      },
      {
        "key":"statistics.inbox","noun":"statistics","verb":"inbox","label":"Show the volume of the inbox","help":"Counts messages and questions of customers by hour or day (UTC), and the customers who wait now.","answer":"value",
        fields: [
        {"name":"from","label":"From","help":"Beginning of the counted time","kind":"text","at":"from"},
        {"name":"to","label":"To","help":"End of the counted time; absent: now","kind":"text","at":"to"},
        {"name":"interval","label":"Interval","help":"Length of a bucket","kind":"choice","at":"interval","choices":["hour","day"]},
        {"name":"number","label":"Number","help":"Only these numbers","kind":"texts","at":"number","list":"numbers"},
        ],
      },
      {
        "key":"statistics.deliveries","noun":"statistics","verb":"deliveries","label":"Show delivery statistics of a number","help":"Counts outgoing messages by the time of acceptance, with their current statuses, errors and durations.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        {"name":"from","label":"From","help":"Beginning of the counted time","kind":"text","at":"from"},
        {"name":"to","label":"To","help":"End of the counted time; absent: now","kind":"text","at":"to"},
        {"name":"interval","label":"Interval","help":"Length of a bucket","kind":"choice","at":"interval","choices":["minute","hour","day"]},
        ],
      },
      {
        "key":"statistics.usage","noun":"statistics","verb":"usage","label":"Show usage","help":"Counts messages per day (UTC), number and type, for up to 92 days; the default is the last 30.","answer":"value",
        fields: [
        {"name":"from","label":"From","help":"Beginning of the counted time","kind":"text","at":"from"},
        {"name":"to","label":"To","help":"End of the counted time; absent: now","kind":"text","at":"to"},
        {"name":"number","label":"Number","help":"Only these numbers","kind":"texts","at":"number","list":"numbers"},
        ],
      },
    ],
  },
  {
    "noun":"phones","label":"Phones","help":"Checks of phone numbers",
    actions: [
      {
        "key":"phones.validate","noun":"phones","verb":"validate","label":"Check the format of phones","help":"Up to 1000 phones at once, in any common format.","answer":"value",
        fields: [
        {"name":"phones","label":"Phones","help":"Phones to check, 1 to 1,000","kind":"texts","required":true,"at":"phones"},
        ],
      },
      {
        "key":"phones.exists","noun":"phones","verb":"exists","label":"Check which phones are on the channel","help":"The provider offers no look-up; the result is derived from messages of the numbers that the caller may use.","answer":"value",
        fields: [
        {"name":"phones","label":"Phones","help":"Phones to check, 1 to 1,000","kind":"texts","required":true,"at":"phones"},
        ],
      },
    ],
  },
  {
    "noun":"updates","label":"Updates","help":"Updates of the provider that the service could not use",
    actions: [
      {
        "key":"updates.list","noun":"updates","verb":"list","label":"List updates of the provider that are not understood","help":"Newest first, stored for 30 days: updates of an unknown kind, or with content that no response or event shows.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a number","kind":"text","required":true,"at":"id","list":"numbers"},
        ],
      },
    ],
  },
  {
    "noun":"webhooks","label":"Webhooks","help":"Addresses that events are delivered to",
    actions: [
      {
        "key":"webhooks.statistics","noun":"webhooks","verb":"statistics","label":"Show statistics of a webhook","help":"Counts deliveries by the time of their event and the last answer of the receiver.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"from","label":"From","help":"Beginning of the counted time","kind":"text","at":"from"},
        {"name":"to","label":"To","help":"End of the counted time; absent: now","kind":"text","at":"to"},
        {"name":"interval","label":"Interval","help":"Length of an interval","kind":"choice","at":"interval","choices":["minute","hour","day"]},
        ],
      },
      {
        "key":"webhooks.list","noun":"webhooks","verb":"list","label":"List webhooks","help":"Oldest first.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"webhooks.get","noun":"webhooks","verb":"get","label":"Show a webhook","help":"With the status of each of its urls.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"webhooks.remove","noun":"webhooks","verb":"remove","label":"Delete a webhook","help":"Its waiting deliveries are canceled and stay visible.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"webhooks.test","noun":"webhooks","verb":"test","label":"Send a sample event now","help":"Posts a sample of the kind to every url and returns the responses.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"event","label":"Event","help":"Kind of event to send a sample of","kind":"text","at":"event"},
        ],
      },
      {
        "key":"webhooks.resume","noun":"webhooks","verb":"resume","label":"Resume a webhook","help":"A paused or disabled webhook is active again; parked deliveries resume.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"webhooks.pause","noun":"webhooks","verb":"pause","label":"Pause a webhook","help":"Deliveries are parked for up to 14 days until it is resumed.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"webhooks.deliveries","noun":"webhooks","verb":"deliveries","label":"List the deliveries of a webhook","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"status","label":"Status","help":"Only deliveries in these statuses","kind":"json","at":"status"},
        {"name":"events","label":"Events","help":"Only deliveries of these kinds of events; `message:*` too","kind":"texts","at":"events"},
        {"name":"after","label":"After","help":"Only deliveries of events with a greater sequence","kind":"number","at":"after"},
        {"name":"before","label":"Before","help":"Only deliveries of events with a smaller sequence","kind":"number","at":"before"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
    ],
  },
  {
    "noun":"deliveries","label":"Deliveries","help":"Events on their way to a webhook, with every attempt",
    actions: [
      {
        "key":"deliveries.get","noun":"deliveries","verb":"get","label":"Show a delivery","help":"With every attempt: status, latency, response headers and the beginning of the response body.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a delivery","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"deliveries.retry","noun":"deliveries","verb":"retry","label":"Retry a delivery now","help":"Attempts a waiting delivery at once; a finished delivery starts a new schedule.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a delivery","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"replays","label":"Replays","help":"Past events that are delivered once more",
    actions: [
      {
        "key":"replays.create","noun":"replays","verb":"create","label":"Deliver past events again","help":"Delivers events from `from` until before `to`, at most 30 days ago, once more to every url of the webhook that subscribes to them: oldest first, with the same id and bytes and the header `Webhook-Replay: true`.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"from","label":"From","help":"","kind":"text","required":true,"at":"from"},
        {"name":"speed","label":"Speed","help":"Multiple of the pace at which the events happened; absent: as fast as the receiver takes them","kind":"number","at":"speed"},
        {"name":"onlyFailed","label":"Only failed","help":"True to deliver only events that were given up","kind":"boolean","at":"onlyFailed"},
        {"name":"withWaiting","label":"With waiting","help":"Also delivers at once what waits for another attempt; with `onlyFailed`, it counts as failed","kind":"boolean","at":"withWaiting"},
        {"name":"to","label":"To","help":"Default: now","kind":"text","at":"to"},
        {"name":"events","label":"Events","help":"Only these of the kinds of the webhook; `message:*` too","kind":"texts","at":"events"},
        {"name":"chat","label":"Chat","help":"Only events about this chat and its messages","kind":"text","at":"chat"},
        ],
      },
      {
        "key":"replays.list","noun":"replays","verb":"list","label":"List the replays of a webhook","help":"Newest first.","answer":"pages",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"replays.preview","noun":"replays","verb":"preview","label":"Count what a replay would deliver","help":"Takes the same times and filters as the replay, and starts nothing.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"from","label":"From","help":"","kind":"text","required":true,"at":"from"},
        {"name":"to","label":"To","help":"Default: now","kind":"text","at":"to"},
        {"name":"events","label":"Events","help":"Only these of the kinds of the webhook; `message:*` too","kind":"texts","at":"events"},
        {"name":"chat","label":"Chat","help":"Only events about this chat and its messages","kind":"text","at":"chat"},
        ],
      },
      {
        "key":"replays.get","noun":"replays","verb":"get","label":"Show a replay","help":"With its progress.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"replay","label":"Replay","help":"Id of a replay","kind":"text","required":true,"at":"replay"},
        ],
      },
      {
        "key":"replays.stop","noun":"replays","verb":"stop","label":"Stop a replay","help":"No more events are queued; queued ones are delivered.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a webhook","kind":"text","required":true,"at":"id"},
        {"name":"replay","label":"Replay","help":"Id of a replay","kind":"text","required":true,"at":"replay"},
        ],
      },
    ],
  },
  {
    "noun":"events","label":"Events","help":"The numbered log of everything that happened, to read, follow or receive",
    actions: [
      {
        "key":"events.list","noun":"events","verb":"list","label":"Read the event log","help":"The numbered log of the workspace, oldest first.","answer":"value",
        fields: [
        {"name":"after","label":"After","help":"Return events with a greater sequence","kind":"number","at":"after"},
        {"name":"order","label":"Order","help":"desc: the newest events first, without waiting; `before` continues a page","kind":"choice","at":"order","choices":["asc","desc"]},
        {"name":"before","label":"Before","help":"Return events with a smaller sequence","kind":"number","at":"before"},
        {"name":"occurredAfter","label":"Occurred after","help":"Only events of this time or later","kind":"time","at":"occurredAfter"},
        {"name":"occurredBefore","label":"Occurred before","help":"Only events before this time","kind":"time","at":"occurredBefore"},
        {"name":"message","label":"Message","help":"Return events about this message","kind":"lines","at":"message"},
        {"name":"chat","label":"Chat","help":"Return events about this chat and its messages, also of messages that moved into or out of it; not events from before this field existed","kind":"text","at":"chat"},
        {"name":"number","label":"Number","help":"Return events of these numbers","kind":"texts","at":"number","list":"numbers"},
        {"name":"events","label":"Events","help":"Only these kinds of events, as in a webhook; `message:*` is allowed","kind":"texts","at":"events"},
        {"name":"size","label":"Size","help":"Items per page","kind":"number","at":"size"},
        {"name":"wait","label":"Wait","help":"Seconds to wait while there is no event","kind":"number","at":"wait"},
        ],
      },
      {
        "key":"events.get","noun":"events","verb":"get","label":"Show an event","help":"Returns the event exactly as it is delivered.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an event","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"events.deliveries","noun":"events","verb":"deliveries","label":"List the deliveries of an event","help":"One for each subscribed endpoint; empty if nothing subscribed.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an event","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"events.kinds","noun":"events","verb":"kinds","label":"List the kinds of events","help":"Kinds that a webhook can subscribe to, with the occasion and a sample of each.","answer":"value",
        fields: [
        ],
      },
    ],
  },
  {
    "noun":"restore","label":"Restore","help":"Work that rests in the whole installation after a restore",
    actions: [
      {
        "key":"restore.get","noun":"restore","verb":"get","label":"Show what rests after a restore","help":"After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated.","answer":"value",
        fields: [
        ],
      },
    ],
  },
  {
    "noun":"egress","label":"Egress","help":"Addresses and form of outgoing requests, for firewalls and receivers",
    actions: [
      {
        "key":"egress.get","noun":"egress","verb":"get","label":"Show the source of outgoing requests","help":"For your firewall and your receiver: source addresses, headers and signature of a delivery, and the schedule of retries.","answer":"value",
        fields: [
        ],
      },
    ],
  },
  {
    "noun":"search","label":"Search","help":"One search over chats, contacts, messages, templates, numbers, webhooks and keys",
    actions: [
      {
        "key":"search.find","noun":"search","verb":"find","label":"Search everything","help":"Finds chats by name and phone, messages by their words, contacts, templates, numbers, webhooks and keys; a whole id finds what has it.","answer":"value",
        fields: [
        {"name":"q","label":"Q","help":"Name, phone, email address, username, user id at the provider, words of messages, or a whole id","kind":"text","required":true,"at":"q"},
        {"name":"kinds","label":"Kinds","help":"Only these kinds, comma separated; all when left out","kind":"json","at":"kinds"},
        {"name":"size","label":"Size","help":"Most things of each kind","kind":"number","at":"size"},
        ],
      },
    ],
  },
  {
    "noun":"me","label":"Me","help":"The API key of the request: its workspace, scopes and limits",
    actions: [
      {
        "key":"me.get","noun":"me","verb":"get","label":"Show the account of the caller","help":"Workspace, key or member, permitted operations, limits, and messages of today.","answer":"value",
        fields: [
        ],
      },
    ],
  },
  {
    "noun":"keys","label":"Keys","help":"API keys of the workspace",
    actions: [
      {
        "key":"keys.list","noun":"keys","verb":"list","label":"List API keys","help":"Newest first, without their secrets; revoked keys too.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"keys.get","noun":"keys","verb":"get","label":"Show an API key","help":"Never shows its secret.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an API key","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"keys.update","noun":"keys","verb":"update","label":"Change an API key","help":"Name, addresses and end; absent fields stay.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an API key","kind":"text","required":true,"at":"id"},
        {"name":"name","label":"Name","help":"New name","kind":"text","at":"name"},
        {"name":"cidrs","label":"Cidrs","help":"Address ranges; null: any address","kind":"texts","at":"cidrs"},
        {"name":"expiresAt","label":"Expires at","help":"Time when the key ends; null: never","kind":"time","at":"expiresAt"},
        ],
      },
      {
        "key":"keys.revoke","noun":"keys","verb":"revoke","label":"Revoke an API key","help":"Every gateway refuses the key within a second.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an API key","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"keys.usage","noun":"keys","verb":"usage","label":"Show how an API key is used","help":"Requests of the last 30 days by operation and day, latest first.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an API key","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"workspace","label":"Workspace","help":"The workspace of the API key, and its settings",
    actions: [
      {
        "key":"workspace.get","noun":"workspace","verb":"get","label":"Show the workspace","help":"The workspace of the key, with its settings.","answer":"value",
        fields: [
        ],
      },
      {
        "key":"workspace.update","noun":"workspace","verb":"update","label":"Change the workspace","help":"Name and settings; absent fields stay.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"New name","kind":"text","at":"name"},
        {"name":"settings","label":"Settings","help":"Settings to change; absent ones stay as they are","kind":"json","at":"settings"},
        ],
      },
    ],
  },
  {
    "noun":"team","label":"Team","help":"Members of the workspace, to whom chats can be assigned",
    actions: [
      {
        "key":"team.list","noun":"team","verb":"list","label":"List the team","help":"Members of the workspace, to whom chats can be assigned, by name.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"team.get","noun":"team","verb":"get","label":"Show a member of the team","help":"With role, numbers and status.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a member","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"team.update","noun":"team","verb":"update","label":"Change a member of the team","help":"Changes the fields that are sent.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a member","kind":"text","required":true,"at":"id"},
        {"name":"name","label":"Name","help":"New name","kind":"text","at":"name"},
        {"name":"role","label":"Role","help":"Role: a viewer reads, an agent answers, an admin manages, an owner changes admins","kind":"choice","at":"role","choices":["viewer","agent","admin","owner"]},
        {"name":"numbers","label":"Numbers","help":"Numbers that an agent or viewer is limited to; null: all","kind":"texts","at":"numbers"},
        {"name":"color","label":"Color","help":"","kind":"text","at":"color"},
        {"name":"revokeKeys","label":"Revoke keys","help":"True revokes the keys that the member made","kind":"boolean","at":"revokeKeys"},
        ],
      },
      {
        "key":"team.disable","noun":"team","verb":"disable","label":"Disable a member of the team","help":"The member cannot reach the workspace until enabled.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a member","kind":"text","required":true,"at":"id"},
        {"name":"revokeKeys","label":"Revoke keys","help":"True revokes the keys that the member made","kind":"boolean","at":"revokeKeys"},
        ],
      },
      {
        "key":"team.enable","noun":"team","verb":"enable","label":"Enable a member of the team","help":"The member can reach the workspace again.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a member","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"team.remove","noun":"team","verb":"remove","label":"Remove a member from the team","help":"The chats of the member are then assigned to no one, each announced as `chat:updated`.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a member","kind":"text","required":true,"at":"id"},
        {"name":"revokeKeys","label":"Revoke keys","help":"True revokes the keys that the member made","kind":"boolean","at":"revokeKeys"},
        ],
      },
    ],
  },
  {
    "noun":"invitations","label":"Invitations","help":"Invitations to the team",
    actions: [
      {
        "key":"invitations.list","noun":"invitations","verb":"list","label":"List invitations to the team","help":"Those that no one has accepted yet, newest first.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
      {
        "key":"invitations.get","noun":"invitations","verb":"get","label":"Show an invitation to the team","help":"Without its link.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an invitation to the team","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"invitations.remove","noun":"invitations","verb":"remove","label":"Withdraw an invitation","help":"Its link no longer works.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of an invitation to the team","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"departments","label":"Departments","help":"Parts of the team: members who belong together",
    actions: [
      {
        "key":"departments.list","noun":"departments","verb":"list","label":"List departments","help":"All departments of the team with their members, by name.","answer":"pages",
        fields: [
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        {"name":"updatedAfter","label":"Updated after","help":"Only items changed at this time or later","kind":"time","at":"updatedAfter"},
        {"name":"updatedBefore","label":"Updated before","help":"Only items changed before this time","kind":"time","at":"updatedBefore"},
        ],
      },
      {
        "key":"departments.create","noun":"departments","verb":"create","label":"Create a department","help":"A department names members of the team who belong together.","answer":"value",
        fields: [
        {"name":"name","label":"Name","help":"Unique in the workspace, ignoring case","kind":"text","required":true,"at":"name"},
        {"name":"description","label":"Description","help":"Purpose of the department","kind":"text","at":"description"},
        {"name":"color","label":"Color","help":"","kind":"text","at":"color"},
        {"name":"icon","label":"Icon","help":"Name of an icon","kind":"text","at":"icon"},
        {"name":"members","label":"Members","help":"Members who belong to it","kind":"texts","at":"members"},
        ],
      },
      {
        "key":"departments.get","noun":"departments","verb":"get","label":"Show a department","help":"With its members.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a department","kind":"text","required":true,"at":"id"},
        ],
      },
      {
        "key":"departments.update","noun":"departments","verb":"update","label":"Change a department","help":"Changes the fields that are sent; null clears one.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a department","kind":"text","required":true,"at":"id"},
        {"name":"name","label":"Name","help":"Unique in the workspace, ignoring case","kind":"text","at":"name"},
        {"name":"description","label":"Description","help":"Purpose of the department","kind":"json","at":"description"},
        {"name":"color","label":"Color","help":"Color","kind":"text","at":"color"},
        {"name":"icon","label":"Icon","help":"Name of an icon","kind":"json","at":"icon"},
        {"name":"members","label":"Members","help":"Members who belong to it","kind":"texts","at":"members"},
        ],
      },
      {
        "key":"departments.remove","noun":"departments","verb":"remove","label":"Delete a department","help":"Its members stay in the team, and chats stay with them.","answer":"value",
        fields: [
        {"name":"id","label":"Id","help":"Id of a department","kind":"text","required":true,"at":"id"},
        ],
      },
    ],
  },
  {
    "noun":"audit","label":"Audit","help":"The log of actions that need the scope `manage`",
    actions: [
      {
        "key":"audit.list","noun":"audit","verb":"list","label":"List the audit log","help":"Newest first: actions that need the scope `manage`, and those of operators.","answer":"pages",
        fields: [
        {"name":"actor","label":"Actor","help":"Id of the key or member, or name of the service, of the actor","kind":"text","at":"actor"},
        {"name":"operation","label":"Operation","help":"Only these operations, by their names in the reference","kind":"texts","at":"operation"},
        {"name":"target","label":"Target","help":"Id of the object of the action","kind":"text","at":"target"},
        {"name":"createdAfter","label":"Created after","help":"Only items created at this time or later","kind":"time","at":"createdAfter"},
        {"name":"createdBefore","label":"Created before","help":"Only items created before this time","kind":"time","at":"createdBefore"},
        ],
      },
    ],
  },
]

/** The common triggers, which platforms name differently. */
export const triggers: readonly Trigger[] = [
  {"key":"messageReceived","kind":"message:in","label":"Message received","help":"A customer or a group wrote","sample":{"id":"evt_01k5v2s8xgf9hb3m4q7r8t9w0y","event":"message:in","workspace":"ws_01k5v2s8xgf9hb3m4q7r8t9w0y","sequence":1042,"occurredAt":"2026-11-20T08:30:00.000Z","version":1,"truncated":null,"data":{"id":"msg_01k5v2s8xgf9hb3m4q7r8t9w0y","number":"num_01k5v2s8xgf9hb3m4q7r8t9w0y","direction":"in","chat":"chat_01k5v2s8xgf9hb3m4q7r8t9w0y","phone":"+4915112345678","group":null,"channel":null,"post":null,"type":"text","message":"Where is my parcel?","onWindowClosed":null,"actions":null,"typing":null,"sentInstead":null,"answers":[],"reactions":[],"referral":null,"forwarded":false,"blocked":false,"optedOut":false,"editedAt":null,"deletedAt":null,"quote":null,"quoteProviderId":null,"via":null,"reference":null,"priority":null,"order":null,"onUnknown":null,"status":"received","statusAt":{"received":"2026-11-20T08:30:00.000Z"},"waiting":null,"estimatedSendAt":null,"error":null,"providerId":null,"pricing":null,"conversation":null,"retry":null,"from":{"phone":"+4915112345678","userId":null,"name":"Ada","contact":"con_01k5v2s8xgf9hb3m4q7r8t9w0y"},"by":null,"version":1,"createdAt":"2026-11-20T08:30:00.000Z","deliverAt":null,"expiresAt":null,"summaries":{"chat":{"id":"chat_01k5v2s8xgf9hb3m4q7r8t9w0y","name":"Ada","phone":"+4915112345678","type":"direct","status":"open","assignee":null,"labels":[],"unreadCount":1,"lastMessage":{"id":"msg_01k5v2s8xgf9hb3m4q7r8t9w0y","direction":"in","type":"text","message":"Where is my parcel?","at":"2026-11-20T08:30:00.000Z","status":null},"waitingSince":"2026-11-20T08:30:00.000Z","lastInboundAt":"2026-11-20T08:30:00.000Z","lastOutboundAt":null,"windowClosesAt":"2026-11-21T08:30:00.000Z","version":1,"createdAt":"2026-11-20T08:30:00.000Z","first":true},"contact":{"id":"con_01k5v2s8xgf9hb3m4q7r8t9w0y","name":"Ada","phone":"+4915112345678","blocked":false,"fields":{}},"number":{"id":"num_01k5v2s8xgf9hb3m4q7r8t9w0y","phone":"+15550000001","name":"Shop"},"quoted":null}}}},
  {"key":"messageStatus","kind":"message:ack","label":"Message status changed","help":"A message was sent, delivered or read","sample":{"id":"evt_01k5v2s8xgf9hb3m4q7r8t9w0y","event":"message:ack","workspace":"ws_01k5v2s8xgf9hb3m4q7r8t9w0y","sequence":1042,"occurredAt":"2026-11-20T08:30:00.000Z","version":1,"truncated":null,"data":{"id":"msg_01k5v2s8xgf9hb3m4q7r8t9w0y","number":"num_01k5v2s8xgf9hb3m4q7r8t9w0y","direction":"out","chat":"chat_01k5v2s8xgf9hb3m4q7r8t9w0y","phone":"+4915112345678","group":null,"channel":null,"post":null,"type":"text","message":"Your parcel is on its way.","onWindowClosed":null,"actions":null,"typing":null,"sentInstead":null,"answers":[],"reactions":[],"referral":null,"forwarded":false,"blocked":false,"optedOut":false,"editedAt":null,"deletedAt":null,"quote":null,"quoteProviderId":null,"via":null,"reference":"order-1042","priority":"normal","order":"chat","onUnknown":"hold","status":"delivered","statusAt":{"queued":"2026-11-20T08:30:00.000Z"},"waiting":null,"estimatedSendAt":null,"error":null,"providerId":null,"pricing":null,"conversation":null,"retry":{"count":0,"nextAt":null},"from":null,"by":{"type":"key","id":"key_01k5v2s8xgf9hb3m4q7r8t9w0y","name":"Shop"},"version":1,"createdAt":"2026-11-20T08:30:00.000Z","deliverAt":null,"expiresAt":"2026-11-20T18:30:00.000Z","ack":"delivered"}}},
  {"key":"messageFailed","kind":"message:failed","label":"Message failed","help":"A message could not be sent","sample":{"id":"evt_01k5v2s8xgf9hb3m4q7r8t9w0y","event":"message:failed","workspace":"ws_01k5v2s8xgf9hb3m4q7r8t9w0y","sequence":1042,"occurredAt":"2026-11-20T08:30:00.000Z","version":1,"truncated":null,"data":{"id":"msg_01k5v2s8xgf9hb3m4q7r8t9w0y","number":"num_01k5v2s8xgf9hb3m4q7r8t9w0y","direction":"out","chat":"chat_01k5v2s8xgf9hb3m4q7r8t9w0y","phone":"+4915112345678","group":null,"channel":null,"post":null,"type":"text","message":"Your parcel is on its way.","onWindowClosed":null,"actions":null,"typing":null,"sentInstead":null,"answers":[],"reactions":[],"referral":null,"forwarded":false,"blocked":false,"optedOut":false,"editedAt":null,"deletedAt":null,"quote":null,"quoteProviderId":null,"via":null,"reference":"order-1042","priority":"normal","order":"chat","onUnknown":"hold","status":"failed","statusAt":{"queued":"2026-11-20T08:30:00.000Z"},"waiting":null,"estimatedSendAt":null,"error":{"errorCode":"message:expired","message":"The message was not sent before it expired; send it again with POST /v1/messages/{id}/retry.","retryable":false},"providerId":null,"pricing":null,"conversation":null,"retry":{"count":0,"nextAt":null},"from":null,"by":{"type":"key","id":"key_01k5v2s8xgf9hb3m4q7r8t9w0y","name":"Shop"},"version":1,"createdAt":"2026-11-20T08:30:00.000Z","deliverAt":null,"expiresAt":"2026-11-20T18:30:00.000Z"}}},
]

/** Kinds of events that triggers offer. */
export const events: readonly EventKind[] = [
  {"kind":"message:in","label":"Message in","help":"An incoming message was received"},
  {"kind":"message:out","label":"Message out","help":"An outgoing message was sent: the provider accepted it"},
  {"kind":"message:ack","label":"Message ack","help":"A message was delivered, read or played, in a group by `participant`"},
  {"kind":"message:updated","label":"Message updated","help":"A message changed after it was sent or received: edited or deleted by its sender, a vote, an answer to buttons or a list, its media fetched into a file"},
  {"kind":"message:reaction","label":"Message reaction","help":"A customer, or the business in the provider's own app, reacted to a message or removed the reaction: then `emoji` is empty"},
  {"kind":"message:failed","label":"Message failed","help":"A message failed, expired, or its outcome is unknown; `error` says why"},
  {"kind":"message:waiting","label":"Message waiting","help":"An outgoing message has waited for more than two seconds, or waits for another reason than before; `waiting` says why. At most 100 messages of an installation are looked at each second, so it comes later in long queues"},
  {"kind":"message:scheduled","label":"Message scheduled","help":"An outgoing message was accepted for a later time"},
  {"kind":"message:changed","label":"Message changed","help":"A waiting message was changed, or moved to another number; `changed` names the fields"},
  {"kind":"message:canceled","label":"Message canceled","help":"A waiting message was canceled: by itself, with its queue, or with its chat"},
  {"kind":"chat:updated","label":"Chat updated","help":"A chat was created or changed; `change` says how"},
  {"kind":"contact:created","label":"Contact created","help":"A contact was created"},
  {"kind":"contact:updated","label":"Contact updated","help":"A contact was changed, or deleted (`unlistedAt`)"},
  {"kind":"contact:deleted","label":"Contact deleted","help":"A person was erased, or a contact merged into another; `mergedInto` says which"},
  {"kind":"import:finished","label":"Import finished","help":"An import of contacts finished or failed"},
  {"kind":"group:updated","label":"Group updated","help":"A group was created or changed; `change` says how"},
  {"kind":"channel:posted","label":"Channel posted","help":"A post to a broadcast channel ended: it was sent or failed for everyone, or it was stopped"},
  {"kind":"number:updated","label":"Number updated","help":"A number was connected or changed; `change` says how"},
  {"kind":"number:reported","label":"Number reported","help":"The provider reported something other than messages; webhooks with `format: graph` get it as it was sent"},
  {"kind":"call:missed","label":"Call missed","help":"A customer called a number and no one answered"},
  {"kind":"template:updated","label":"Template updated","help":"The provider approved or refused a template, or changed its quality or category"},
  {"kind":"webhook:failing","label":"Webhook failing","help":"A webhook endpoint has not answered 2xx for 24 h or 72 h"},
  {"kind":"webhook:exhausted","label":"Webhook exhausted","help":"A delivery was given up after its last attempt; it can be retried or replayed"},
  {"kind":"webhook:disabled","label":"Webhook disabled","help":"A webhook endpoint was disabled; its deliveries are parked"},
  {"kind":"member:updated","label":"Member updated","help":"A member was added to the workspace, or changed"},
  {"kind":"member:removed","label":"Member removed","help":"A member was removed from the workspace; chats assigned to them are assigned to no one"},
  {"kind":"key:created","label":"Key created","help":"An API key was created over the API, or as the successor of another"},
  {"kind":"key:updated","label":"Key updated","help":"An API key was changed, or got an end as it was replaced"},
  {"kind":"key:revoked","label":"Key revoked","help":"An API key was revoked, and is refused from now on"},
]
