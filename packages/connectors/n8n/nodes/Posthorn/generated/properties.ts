// Generated from the OpenAPI document by `pnpm run docs`; changes here are lost.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow'

export const resourceProperty: INodeProperties = {
	"displayName": "Resource",
	"name": "resource",
	"type": "options",
	"noDataExpression": true,
	"options": [
		{
			"name": "Common Action",
			"value": "common"
		},
		{
			"name": "Audit",
			"value": "audit"
		},
		{
			"name": "Automations",
			"value": "automations"
		},
		{
			"name": "Capabilities",
			"value": "capabilities"
		},
		{
			"name": "Channels",
			"value": "channels"
		},
		{
			"name": "Chats",
			"value": "chats"
		},
		{
			"name": "Contacts",
			"value": "contacts"
		},
		{
			"name": "Deliveries",
			"value": "deliveries"
		},
		{
			"name": "Departments",
			"value": "departments"
		},
		{
			"name": "Egress",
			"value": "egress"
		},
		{
			"name": "Erasures",
			"value": "erasures"
		},
		{
			"name": "Events",
			"value": "events"
		},
		{
			"name": "Files",
			"value": "files"
		},
		{
			"name": "Groups",
			"value": "groups"
		},
		{
			"name": "Imports",
			"value": "imports"
		},
		{
			"name": "Invitations",
			"value": "invitations"
		},
		{
			"name": "Invites",
			"value": "invites"
		},
		{
			"name": "Join Requests",
			"value": "joinRequests"
		},
		{
			"name": "Keys",
			"value": "keys"
		},
		{
			"name": "Labels",
			"value": "labels"
		},
		{
			"name": "Me",
			"value": "me"
		},
		{
			"name": "Messages",
			"value": "messages"
		},
		{
			"name": "Notes",
			"value": "notes"
		},
		{
			"name": "Notifications",
			"value": "notifications"
		},
		{
			"name": "Numbers",
			"value": "numbers"
		},
		{
			"name": "Participants",
			"value": "participants"
		},
		{
			"name": "Phones",
			"value": "phones"
		},
		{
			"name": "Posts",
			"value": "posts"
		},
		{
			"name": "Profiles",
			"value": "profiles"
		},
		{
			"name": "Queues",
			"value": "queues"
		},
		{
			"name": "Replays",
			"value": "replays"
		},
		{
			"name": "Replies",
			"value": "replies"
		},
		{
			"name": "Restore",
			"value": "restore"
		},
		{
			"name": "Search",
			"value": "search"
		},
		{
			"name": "Segments",
			"value": "segments"
		},
		{
			"name": "Sessions",
			"value": "sessions"
		},
		{
			"name": "Statistics",
			"value": "statistics"
		},
		{
			"name": "Subscribers",
			"value": "subscribers"
		},
		{
			"name": "Team",
			"value": "team"
		},
		{
			"name": "Templates",
			"value": "templates"
		},
		{
			"name": "Updates",
			"value": "updates"
		},
		{
			"name": "Views",
			"value": "views"
		},
		{
			"name": "Webhooks",
			"value": "webhooks"
		},
		{
			"name": "Workspace",
			"value": "workspace"
		}
	],
	"default": "common"
}

export const properties: INodeProperties[] = [
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				]
			}
		},
		"options": [
			{
				"name": "Send a Text",
				"value": "sendText",
				"description": "Sends a text to a person or into a chat",
				"action": "Send a text"
			},
			{
				"name": "Send a File",
				"value": "sendFile",
				"description": "Sends a picture, video, audio or document, from the workflow or from an address",
				"action": "Send a file"
			},
			{
				"name": "Send a Template",
				"value": "sendTemplate",
				"description": "Sends an approved template, which may start a conversation",
				"action": "Send a template"
			},
			{
				"name": "Ask with a Poll",
				"value": "sendPoll",
				"description": "Asks a question with up to twelve options; votes start the trigger for updated messages",
				"action": "Ask with a poll"
			},
			{
				"name": "Create or Update a Contact",
				"value": "saveContact",
				"description": "Stores what is known about a person under the phone number",
				"action": "Create or update a contact"
			},
			{
				"name": "Find Contacts",
				"value": "findContact",
				"description": "Finds people by phone, text, tag or segment",
				"action": "Find contacts"
			},
			{
				"name": "Find Chats",
				"value": "findChat",
				"description": "Finds conversations by phone, label or assignment",
				"action": "Find chats"
			},
			{
				"name": "Assign a Chat",
				"value": "assignChat",
				"description": "Hands a chat over to a member of the team",
				"action": "Assign a chat"
			},
			{
				"name": "Label a Chat",
				"value": "labelChat",
				"description": "Adds labels to a chat",
				"action": "Label a chat"
			},
			{
				"name": "Download a File",
				"value": "downloadFile",
				"description": "Fetches a file that a customer sent",
				"action": "Download a file"
			}
		],
		"default": "sendText"
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"description": "Number of the recipient in international form, such as +4915112345678",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Chat",
		"name": "chat",
		"type": "string",
		"default": "",
		"description": "Id of an existing chat, instead of a phone",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Text",
		"name": "message",
		"type": "string",
		"typeOptions": {
			"rows": 4
		},
		"default": "",
		"required": true,
		"description": "The text, 1–4096 characters; else the caption of media, or the body of other content (1024)",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Reply to Message",
		"name": "quote",
		"type": "string",
		"default": "",
		"description": "Message that this message replies to",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Deliver at",
		"name": "deliverAt",
		"type": "dateTime",
		"default": "",
		"description": "Send at this time, within a year from now; null or absent: at once",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Sending Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Reference",
		"name": "reference",
		"type": "string",
		"default": "",
		"description": "Your own reference, returned everywhere",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendText"
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"description": "Number of the recipient in international form, such as +4915112345678",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "Chat",
		"name": "chat",
		"type": "string",
		"default": "",
		"description": "Id of an existing chat, instead of a phone",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "File",
		"name": "file",
		"type": "string",
		"default": "",
		"hint": "The name of the input field with the binary file, or the ID of a stored file",
		"description": "The file, or the ID of a stored file",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "File Address",
		"name": "url",
		"type": "string",
		"default": "",
		"description": "Public address from which the provider fetches the media",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "File Name",
		"name": "filename",
		"type": "string",
		"default": "",
		"description": "Displayed name of a document",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "Caption",
		"name": "message",
		"type": "string",
		"typeOptions": {
			"rows": 4
		},
		"default": "",
		"description": "Text below the file",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "Sending Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "Reference",
		"name": "reference",
		"type": "string",
		"default": "",
		"description": "Your own reference, returned everywhere",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendFile"
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Number of the recipient in international form, such as +4915112345678",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendTemplate"
				]
			}
		}
	},
	{
		"displayName": "Template",
		"name": "template",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "templates"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendTemplate"
				]
			}
		}
	},
	{
		"displayName": "Language",
		"name": "language",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Language of the template, such as en_US",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendTemplate"
				]
			}
		}
	},
	{
		"displayName": "Variables",
		"name": "variables",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"description": "Texts of the variables, in their order",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendTemplate"
				]
			}
		}
	},
	{
		"displayName": "Sending Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendTemplate"
				]
			}
		}
	},
	{
		"displayName": "Reference",
		"name": "reference",
		"type": "string",
		"default": "",
		"description": "Your own reference, returned everywhere",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendTemplate"
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"description": "Number of the recipient in international form, such as +4915112345678",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Chat",
		"name": "chat",
		"type": "string",
		"default": "",
		"description": "Id of an existing chat, instead of a phone",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Question",
		"name": "question",
		"type": "string",
		"default": "",
		"required": true,
		"description": "The question",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Options",
		"name": "options",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Two to twelve different options",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Several Options",
		"name": "multiple",
		"type": "boolean",
		"default": false,
		"description": "Whether the choice applies: true if people may choose several options",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Sending Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Reference",
		"name": "reference",
		"type": "string",
		"default": "",
		"description": "Your own reference, returned everywhere",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"sendPoll"
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"description": "Number of the person in international form",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"description": "Full name",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "First Name",
		"name": "firstName",
		"type": "string",
		"default": "",
		"description": "First name",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Last Name",
		"name": "lastName",
		"type": "string",
		"default": "",
		"description": "Last name",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Email",
		"name": "email",
		"type": "string",
		"default": "",
		"description": "Email address",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Company",
		"name": "company",
		"type": "string",
		"default": "",
		"description": "Company of the contact",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Tags",
		"name": "tags",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"description": "Tags of the person",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Custom Fields",
		"name": "fields",
		"type": "json",
		"default": "",
		"description": "Names and values as JSON, such as {\"plan\":\"gold\"}",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"saveContact"
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"description": "Only the contact with this phone",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findContact"
				]
			}
		}
	},
	{
		"displayName": "Text",
		"name": "search",
		"type": "string",
		"default": "",
		"description": "Part of a name, email or company",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findContact"
				]
			}
		}
	},
	{
		"displayName": "Tag",
		"name": "tag",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"description": "Contacts with all of these tags",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findContact"
				]
			}
		}
	},
	{
		"displayName": "Segment",
		"name": "segment",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "segments"
		},
		"default": "",
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findContact"
				]
			}
		}
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findContact"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findContact"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"description": "Only the chats with this phone",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findChat"
				]
			}
		}
	},
	{
		"displayName": "Label",
		"name": "label",
		"type": "multiOptions",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": [],
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findChat"
				]
			}
		}
	},
	{
		"displayName": "Status",
		"name": "status",
		"type": "json",
		"default": "",
		"description": "Only chats in these statuses",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findChat"
				]
			}
		}
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findChat"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"findChat"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Chat",
		"name": "chat",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of the chat",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"assignChat"
				]
			}
		}
	},
	{
		"displayName": "Member",
		"name": "member",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "members"
		},
		"default": "",
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"assignChat"
				]
			}
		}
	},
	{
		"displayName": "Email",
		"name": "email",
		"type": "string",
		"default": "",
		"description": "Email address of the member",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"assignChat"
				]
			}
		}
	},
	{
		"displayName": "Chat",
		"name": "chat",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of the chat",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"labelChat"
				]
			}
		}
	},
	{
		"displayName": "Labels",
		"name": "labels",
		"type": "multiOptions",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": [],
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"labelChat"
				]
			}
		}
	},
	{
		"displayName": "File",
		"name": "file",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of the file, from media.file of the message",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"downloadFile"
				]
			}
		}
	},
	{
		"displayName": "Put Output File in Field",
		"name": "outputField",
		"type": "string",
		"required": true,
		"default": "data",
		"hint": "The name of the output binary field to put the file in",
		"displayOptions": {
			"show": {
				"resource": [
					"common"
				],
				"operation": [
					"downloadFile"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				]
			}
		},
		"options": [
			{
				"name": "Cancel a Waiting Message",
				"value": "messages.cancel",
				"description": "Cancels a scheduled or queued message",
				"action": "Cancel a waiting message"
			},
			{
				"name": "Change a Waiting Message",
				"value": "messages.update",
				"description": "Changes content, time, priority, reference or validity while the message is scheduled or queued; later the response is 409",
				"action": "Change a waiting message"
			},
			{
				"name": "List Messages",
				"value": "messages.list",
				"description": "Lists incoming and outgoing messages, newest first; direction=in lists the incoming ones only",
				"action": "List messages"
			},
			{
				"name": "Mark an Incoming Message Read",
				"value": "messages.read",
				"description": "Sends a read receipt to the customer; earlier messages of the chat are marked read too",
				"action": "Mark an incoming message read"
			},
			{
				"name": "Send a Failed Message Again",
				"value": "messages.retry",
				"description": "Queues a failed or expired message again, with a new validity of 10 h",
				"action": "Send a failed message again"
			},
			{
				"name": "Send a Message",
				"value": "messages.send",
				"description": "Queues the message and responds before it is sent",
				"action": "Send a message"
			},
			{
				"name": "Send Up to 1000 Messages",
				"value": "messages.batch",
				"description": "Accepts all messages in one transaction and returns them in order; those of one chat are sent in this order",
				"action": "Send up to 1000 messages"
			},
			{
				"name": "Show a Message",
				"value": "messages.get",
				"description": "With its status, the time of each status, and what it waits for",
				"action": "Show a message"
			},
			{
				"name": "Show a Message as the Provider Sent It",
				"value": "messages.raw",
				"description": "The provider's JSON of a message that came in or was sent from the provider's app",
				"action": "Show a message as the provider sent it"
			},
			{
				"name": "Show the Receipts of a Message",
				"value": "messages.receipts",
				"description": "Status of the message for each recipient, with times",
				"action": "Show the receipts of a message"
			},
			{
				"name": "Trace a Message",
				"value": "messages.trace",
				"description": "One timeline: acceptance, waits with their reasons, attempts at the provider, statuses, and deliveries of its events to webhooks, with outcome and duration",
				"action": "Trace a message"
			}
		],
		"default": "messages.send"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.send"
				]
			}
		},
		"options": [
			{
				"displayName": "Actions",
				"name": "actions",
				"type": "json",
				"default": "",
				"description": "Changes of the chat as soon as the message is sent, such as { \"status\": \"resolved\" }, but not if it fails; as in PATCH /v1/chats"
			},
			{
				"displayName": "Buttons",
				"name": "buttons",
				"type": "json",
				"default": "",
				"description": "1–3 quick replies, or one link; message is the body"
			},
			{
				"displayName": "Catalog",
				"name": "catalog",
				"type": "json",
				"default": "",
				"description": "A button that opens your whole catalog; message is the body"
			},
			{
				"displayName": "Channel",
				"name": "channel",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "channels"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Chat",
				"name": "chat",
				"type": "string",
				"default": "",
				"description": "An existing chat"
			},
			{
				"displayName": "Contacts",
				"name": "contacts",
				"type": "json",
				"default": "",
				"description": "1–5 contact cards"
			},
			{
				"displayName": "Country",
				"name": "country",
				"type": "string",
				"default": "",
				"description": "Country of phones that are dialed within it, such as 0151 20007556; absent: that of the workspace"
			},
			{
				"displayName": "Deliver at",
				"name": "deliverAt",
				"type": "dateTime",
				"default": "",
				"description": "Send at this time, within a year from now; null or absent: at once"
			},
			{
				"displayName": "Expires at",
				"name": "expiresAt",
				"type": "dateTime",
				"default": "",
				"description": "End of the validity, instead of expiresIn"
			},
			{
				"displayName": "Expires in",
				"name": "expiresIn",
				"type": "number",
				"default": 0,
				"description": "Validity in seconds from the time when the message is due; default 10 h"
			},
			{
				"displayName": "Footer",
				"name": "footer",
				"type": "string",
				"default": "",
				"description": "Shown below the body of buttons, a list, products or a catalog"
			},
			{
				"displayName": "Group",
				"name": "group",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "groups"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Header",
				"name": "header",
				"type": "string",
				"default": "",
				"description": "Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons"
			},
			{
				"displayName": "Labels",
				"name": "labels",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "labels"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "List",
				"name": "list",
				"type": "json",
				"default": "",
				"description": "At most 10 rows in all; message is the body"
			},
			{
				"displayName": "Location",
				"name": "location",
				"type": "json",
				"default": "",
				"description": "A place, or a request for the location of the customer"
			},
			{
				"displayName": "Media",
				"name": "media",
				"type": "json",
				"default": "",
				"description": "One file, by file or URL; message is the caption"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "string",
				"typeOptions": {
					"rows": 4
				},
				"default": "",
				"description": "The text, 1–4096 characters; else the caption of media, or the body of other content (1024)"
			},
			{
				"displayName": "Native",
				"name": "native",
				"type": "json",
				"default": "",
				"description": "A kind without a field here, in the provider's form"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "On Unknown",
				"name": "onUnknown",
				"type": "options",
				"options": [
					{
						"name": "Hold",
						"value": "hold"
					},
					{
						"name": "Resend",
						"value": "resend"
					}
				],
				"default": "hold",
				"description": "Behavior after a lost response of the provider: hold never sends twice, resend may"
			},
			{
				"displayName": "On Window Closed",
				"name": "onWindowClosed",
				"type": "json",
				"default": "",
				"description": "Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides"
			},
			{
				"displayName": "Order",
				"name": "order",
				"type": "options",
				"options": [
					{
						"name": "Chat",
						"value": "chat"
					},
					{
						"name": "None",
						"value": "none"
					}
				],
				"default": "chat",
				"description": "Chat: messages of one chat are sent in the order of acceptance; none: in any order"
			},
			{
				"displayName": "Phone",
				"name": "phone",
				"type": "string",
				"default": ""
			},
			{
				"displayName": "Poll",
				"name": "poll",
				"type": "json",
				"default": "",
				"description": "Sent as buttons, a list or numbered text if the provider has no polls; votes are counted"
			},
			{
				"displayName": "Preview URL",
				"name": "previewUrl",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: show a preview of the first link"
			},
			{
				"displayName": "Priority",
				"name": "priority",
				"type": "options",
				"options": [
					{
						"name": "High",
						"value": "high"
					},
					{
						"name": "Low",
						"value": "low"
					},
					{
						"name": "Normal",
						"value": "normal"
					},
					{
						"name": "Urgent",
						"value": "urgent"
					}
				],
				"default": "low",
				"description": "Urgency; replies and urgent messages overtake bulk"
			},
			{
				"displayName": "Product",
				"name": "product",
				"type": "json",
				"default": "",
				"description": "One product of your catalog; message is a text above it"
			},
			{
				"displayName": "Products",
				"name": "products",
				"type": "json",
				"default": "",
				"description": "At most 30 products in all; message is the body, and a header of text is required"
			},
			{
				"displayName": "Quote",
				"name": "quote",
				"type": "string",
				"default": "",
				"description": "Message that this message replies to"
			},
			{
				"displayName": "Reaction",
				"name": "reaction",
				"type": "string",
				"default": "",
				"description": "One emoji, or an empty text or - to remove the reaction; requires reactionMessage"
			},
			{
				"displayName": "Reaction Message",
				"name": "reactionMessage",
				"type": "string",
				"default": "",
				"description": "Message that the reaction belongs to"
			},
			{
				"displayName": "Reference",
				"name": "reference",
				"type": "string",
				"default": "",
				"description": "Your own reference, returned everywhere"
			},
			{
				"displayName": "Template",
				"name": "template",
				"type": "json",
				"default": "",
				"description": "An approved template; see GET /v1/numbers/{ID}/templates"
			},
			{
				"displayName": "Typing",
				"name": "typing",
				"type": "number",
				"default": 0,
				"description": "Seconds of typing indicator before the message. The provider shows it only in reply to a message, which is then marked as read"
			},
			{
				"displayName": "User ID",
				"name": "userId",
				"type": "string",
				"default": "",
				"description": "The provider's ID of a person whose phone is hidden"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Around",
				"name": "around",
				"type": "string",
				"default": "",
				"description": "With chat: begin so that this message of the chat is in the middle of the page"
			},
			{
				"displayName": "Channel",
				"name": "channel",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "channels"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Chat",
				"name": "chat",
				"type": "string",
				"default": "",
				"description": "Only messages of this chat"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Direction",
				"name": "direction",
				"type": "options",
				"options": [
					{
						"name": "In",
						"value": "in"
					},
					{
						"name": "Out",
						"value": "out"
					}
				],
				"default": "in",
				"description": "In: incoming messages only; out: outgoing ones only"
			},
			{
				"displayName": "Group",
				"name": "group",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "groups"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Include",
				"name": "include",
				"type": "json",
				"default": "",
				"description": "Adds these to summaries, in the form that message events have"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Phone",
				"name": "phone",
				"type": "string",
				"default": "",
				"description": "Only messages to and from this phone"
			},
			{
				"displayName": "Reference",
				"name": "reference",
				"type": "string",
				"default": "",
				"description": "Your own reference, returned everywhere"
			},
			{
				"displayName": "Search",
				"name": "search",
				"type": "string",
				"default": "",
				"description": "Words of the text, ignoring case; the last word may be incomplete"
			},
			{
				"displayName": "Sort",
				"name": "sort",
				"type": "options",
				"options": [
					{
						"name": "CreatedAt Asc",
						"value": "createdAt:asc"
					},
					{
						"name": "CreatedAt Desc",
						"value": "createdAt:desc"
					}
				],
				"default": "createdAt:asc",
				"description": "Order of the list"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only messages in these statuses"
			},
			{
				"displayName": "Type",
				"name": "type",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only messages of these types"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Messages",
		"name": "messages",
		"type": "json",
		"default": "",
		"required": true,
		"description": "Messages to send, 1 to 1,000, each like the body of POST /v1/messages",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.batch"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.batch"
				]
			}
		},
		"options": [
			{
				"displayName": "Partial",
				"name": "partial",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: accept the valid messages and return an error for each of the others"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.get"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.get"
				]
			}
		},
		"options": [
			{
				"displayName": "Include",
				"name": "include",
				"type": "json",
				"default": "",
				"description": "Adds these to summaries, in the form that message events have"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Buttons",
				"name": "buttons",
				"type": "json",
				"default": "",
				"description": "1–3 quick replies, or one link; message is the body"
			},
			{
				"displayName": "Catalog",
				"name": "catalog",
				"type": "json",
				"default": "",
				"description": "A button that opens your whole catalog; message is the body"
			},
			{
				"displayName": "Contacts",
				"name": "contacts",
				"type": "json",
				"default": "",
				"description": "1–5 contact cards"
			},
			{
				"displayName": "Deliver at",
				"name": "deliverAt",
				"type": "dateTime",
				"default": "",
				"description": "Send at this time instead; null: at once"
			},
			{
				"displayName": "Expires at",
				"name": "expiresAt",
				"type": "dateTime",
				"default": ""
			},
			{
				"displayName": "Footer",
				"name": "footer",
				"type": "string",
				"default": "",
				"description": "Shown below the body of buttons, a list, products or a catalog"
			},
			{
				"displayName": "Header",
				"name": "header",
				"type": "string",
				"default": "",
				"description": "Above the body: text of 1–60 characters with buttons, a list or products, or an image, video or document with buttons"
			},
			{
				"displayName": "List",
				"name": "list",
				"type": "json",
				"default": "",
				"description": "At most 10 rows in all; message is the body"
			},
			{
				"displayName": "Location",
				"name": "location",
				"type": "json",
				"default": "",
				"description": "A place, or a request for the location of the customer"
			},
			{
				"displayName": "Media",
				"name": "media",
				"type": "json",
				"default": "",
				"description": "One file, by file or URL; message is the caption"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "string",
				"typeOptions": {
					"rows": 4
				},
				"default": "",
				"description": "The text, 1–4096 characters; else the caption of media, or the body of other content (1024)"
			},
			{
				"displayName": "Native",
				"name": "native",
				"type": "json",
				"default": "",
				"description": "A kind without a field here, in the provider's form"
			},
			{
				"displayName": "Poll",
				"name": "poll",
				"type": "json",
				"default": "",
				"description": "Sent as buttons, a list or numbered text if the provider has no polls; votes are counted"
			},
			{
				"displayName": "Priority",
				"name": "priority",
				"type": "options",
				"options": [
					{
						"name": "High",
						"value": "high"
					},
					{
						"name": "Low",
						"value": "low"
					},
					{
						"name": "Normal",
						"value": "normal"
					},
					{
						"name": "Urgent",
						"value": "urgent"
					}
				],
				"default": "low",
				"description": "New urgency"
			},
			{
				"displayName": "Product",
				"name": "product",
				"type": "json",
				"default": "",
				"description": "One product of your catalog; message is a text above it"
			},
			{
				"displayName": "Products",
				"name": "products",
				"type": "json",
				"default": "",
				"description": "At most 30 products in all; message is the body, and a header of text is required"
			},
			{
				"displayName": "Reference",
				"name": "reference",
				"type": "string",
				"default": "",
				"description": "Your own reference, returned everywhere"
			},
			{
				"displayName": "Template",
				"name": "template",
				"type": "json",
				"default": "",
				"description": "An approved template; see GET /v1/numbers/{ID}/templates"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.raw"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.cancel"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.retry"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of the message, ours or the provider's",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.read"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.receipts"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a message",
		"displayOptions": {
			"show": {
				"resource": [
					"messages"
				],
				"operation": [
					"messages.trace"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				]
			}
		},
		"options": [
			{
				"name": "Archive a Chat",
				"value": "chats.archive",
				"description": "Archives the chat until the customer writes again; a muted chat stays archived",
				"action": "Archive a chat"
			},
			{
				"name": "Assign a Chat",
				"value": "chats.assign",
				"description": "Assigns the chat to a member of the workspace, by ID or email address",
				"action": "Assign a chat"
			},
			{
				"name": "Change a Chat",
				"value": "chats.update",
				"description": "Changes status, unread, pinned, muted, snooze and labels",
				"action": "Change a chat"
			},
			{
				"name": "Change Many Chats",
				"value": "chats.updateMany",
				"description": "Changes up to 200 chats at once, all or none: the fields of a single change, assignee and labels",
				"action": "Change many chats"
			},
			{
				"name": "Count Chats",
				"value": "chats.counts",
				"description": "Counts the chats of several filters at once, how many of them are unread, and since when the first customer waits",
				"action": "Count chats"
			},
			{
				"name": "Delete a Chat",
				"value": "chats.remove",
				"description": "Deletes the chat with its messages, notes and waiting messages here; the customer keeps their copy, and the log its events until they expire",
				"action": "Delete a chat"
			},
			{
				"name": "List Chats",
				"value": "chats.list",
				"description": "Newest message first, or by sort",
				"action": "List chats"
			},
			{
				"name": "Mark a Chat Read",
				"value": "chats.read",
				"description": "Marks all incoming messages of the chat as read and sends a read receipt to the customer, except in groups",
				"action": "Mark a chat read"
			},
			{
				"name": "Open a Chat",
				"value": "chats.create",
				"description": "Opens the chat with a phone without sending a message, such as one that was held elsewhere",
				"action": "Open a chat"
			},
			{
				"name": "Remove the Assignment of a Chat",
				"value": "chats.unassign",
				"description": "The chat is then assigned to no one",
				"action": "Remove the assignment of a chat"
			},
			{
				"name": "Report Presence in a Chat",
				"value": "chats.presence",
				"description": "Reports that the caller views the chat or types, and returns the others who do",
				"action": "Report presence in a chat"
			},
			{
				"name": "Show a Chat",
				"value": "chats.get",
				"description": "With its last message and the status of it, labels, assigned member and the end of its 24-hour window",
				"action": "Show a chat"
			},
			{
				"name": "Show a Typing Indicator",
				"value": "chats.typing",
				"description": "Shown for up to 25 seconds or until the next message",
				"action": "Show a typing indicator"
			},
			{
				"name": "Show the Timeline of a Chat",
				"value": "chats.timeline",
				"description": "Messages, notes and changes of the chat, newest first: who assigned, resolved, snoozed, muted or labeled it and when, and each run of an automation",
				"action": "Show the timeline of a chat"
			},
			{
				"name": "Unarchive a Chat",
				"value": "chats.unarchive",
				"description": "Opens the chat again",
				"action": "Unarchive a chat"
			}
		],
		"default": "chats.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Assignee",
				"name": "assignee",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Members, by ID or email address; none: assigned to no one; me: to the member who asks, not for API keys"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Failed",
				"name": "failed",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only chats whose newest outgoing message failed or expired"
			},
			{
				"displayName": "Group",
				"name": "group",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "groups"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Include",
				"name": "include",
				"type": "json",
				"default": "",
				"description": "Adds these to summaries, in the form that message events have"
			},
			{
				"displayName": "Label",
				"name": "label",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "labels"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Label Exclude",
				"name": "labelExclude",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Chats with none of these labels, each by ID or name"
			},
			{
				"displayName": "Last Message After",
				"name": "lastMessageAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only chats whose last message is of this time or later"
			},
			{
				"displayName": "Last Message Before",
				"name": "lastMessageBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only chats whose last message is earlier than this time"
			},
			{
				"displayName": "Mentioned",
				"name": "mentioned",
				"type": "string",
				"default": "",
				"description": "Chats with a note that mentions this member; me: the member who asks, not for API keys"
			},
			{
				"displayName": "Muted",
				"name": "muted",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only muted chats, or with false only others"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Overdue",
				"name": "overdue",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only chats whose customer waits for longer than answerGoalMinutes, or with false only others"
			},
			{
				"displayName": "Phone",
				"name": "phone",
				"type": "string",
				"default": "",
				"description": "Only the chats with this phone"
			},
			{
				"displayName": "Pinned",
				"name": "pinned",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only pinned chats, or with false only others"
			},
			{
				"displayName": "Search",
				"name": "search",
				"type": "string",
				"default": "",
				"description": "Name, phone, or words of messages"
			},
			{
				"displayName": "Snoozed",
				"name": "snoozed",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only snoozed chats, or with false only others"
			},
			{
				"displayName": "Sort",
				"name": "sort",
				"type": "options",
				"options": [
					{
						"name": "LastMessageAt Asc",
						"value": "lastMessageAt:asc"
					},
					{
						"name": "LastMessageAt Desc",
						"value": "lastMessageAt:desc"
					},
					{
						"name": "WaitingSince Asc",
						"value": "waitingSince:asc"
					},
					{
						"name": "WaitingSince Desc",
						"value": "waitingSince:desc"
					},
					{
						"name": "WindowClosesAt Asc",
						"value": "windowClosesAt:asc"
					},
					{
						"name": "WindowClosesAt Desc",
						"value": "windowClosesAt:desc"
					}
				],
				"default": "lastMessageAt:desc",
				"description": "WaitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only chats in these statuses"
			},
			{
				"displayName": "Type",
				"name": "type",
				"type": "json",
				"default": "",
				"description": "Only chats of these kinds"
			},
			{
				"displayName": "Unread",
				"name": "unread",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only unread chats, or with false only read ones"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			},
			{
				"displayName": "Waiting",
				"name": "waiting",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only chats whose customer waits for an answer"
			},
			{
				"displayName": "Window",
				"name": "window",
				"type": "options",
				"options": [
					{
						"name": "Closed",
						"value": "closed"
					},
					{
						"name": "Closing",
						"value": "closing"
					},
					{
						"name": "Open",
						"value": "open"
					}
				],
				"default": "open",
				"description": "Status of the 24-hour window; closing: open for less than 2 hours. Chats without a message of the customer have none"
			},
			{
				"displayName": "Written",
				"name": "written",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only chats whose customer has written, or with false only others"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"required": true,
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Labels",
				"name": "labels",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "labels"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "Archived",
						"value": "archived"
					},
					{
						"name": "Open",
						"value": "open"
					},
					{
						"name": "Pending",
						"value": "pending"
					},
					{
						"name": "Resolved",
						"value": "resolved"
					}
				],
				"default": "open",
				"description": "Status of a new chat"
			}
		]
	},
	{
		"displayName": "Ids",
		"name": "ids",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Each ID once",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.updateMany"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.updateMany"
				]
			}
		},
		"options": [
			{
				"displayName": "Assignee",
				"name": "assignee",
				"type": "json",
				"default": "",
				"description": "Null removes the assignment"
			},
			{
				"displayName": "Labels",
				"name": "labels",
				"type": "json",
				"default": "",
				"description": "Labels to add to and remove from each chat"
			},
			{
				"displayName": "Muted",
				"name": "muted",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: an incoming message does not reopen a muted chat"
			},
			{
				"displayName": "Pinned",
				"name": "pinned",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: keeps the chat at the top of the list"
			},
			{
				"displayName": "Snooze",
				"name": "snooze",
				"type": "json",
				"default": "",
				"description": "Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "Archived",
						"value": "archived"
					},
					{
						"name": "Open",
						"value": "open"
					},
					{
						"name": "Pending",
						"value": "pending"
					},
					{
						"name": "Resolved",
						"value": "resolved"
					}
				],
				"default": "open",
				"description": "Status of the work on the chat"
			},
			{
				"displayName": "Unread",
				"name": "unread",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: marks the chat unread, or with false read, without a read receipt"
			}
		]
	},
	{
		"displayName": "Filters",
		"name": "filters",
		"type": "json",
		"default": "",
		"required": true,
		"description": "Up to 30 filters, each under your name for it",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.counts"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.get"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.get"
				]
			}
		},
		"options": [
			{
				"displayName": "Include",
				"name": "include",
				"type": "json",
				"default": "",
				"description": "Adds these to summaries, in the form that message events have"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Labels",
				"name": "labels",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "labels"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Muted",
				"name": "muted",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: an incoming message does not reopen a muted chat"
			},
			{
				"displayName": "Pinned",
				"name": "pinned",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: keeps the chat at the top of the list"
			},
			{
				"displayName": "Snooze",
				"name": "snooze",
				"type": "json",
				"default": "",
				"description": "Lets the chat rest until a time within a year, or until the customer writes; null, resolving and archiving end it"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "Archived",
						"value": "archived"
					},
					{
						"name": "Open",
						"value": "open"
					},
					{
						"name": "Pending",
						"value": "pending"
					},
					{
						"name": "Resolved",
						"value": "resolved"
					}
				],
				"default": "open",
				"description": "Status of the work on the chat"
			},
			{
				"displayName": "Unread",
				"name": "unread",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: marks the chat unread, or with false read, without a read receipt"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.timeline"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.timeline"
				]
			}
		},
		"options": [
			{
				"displayName": "After",
				"name": "after",
				"type": "dateTime",
				"default": "",
				"description": "Return the items that follow this message of the chat"
			},
			{
				"displayName": "Around",
				"name": "around",
				"type": "string",
				"default": "",
				"description": "Begin with as many newer items as half a page holds before this message of the chat"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.timeline"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.timeline"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.presence"
				]
			}
		}
	},
	{
		"displayName": "Status",
		"name": "status",
		"type": "options",
		"options": [
			{
				"name": "Left",
				"value": "left"
			},
			{
				"name": "Viewing",
				"value": "viewing"
			},
			{
				"name": "Writing",
				"value": "writing"
			}
		],
		"default": "viewing",
		"required": true,
		"description": "Viewing: reads the chat; writing: writes an answer; left: has closed it",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.presence"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.archive"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.unarchive"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.assign"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.assign"
				]
			}
		},
		"options": [
			{
				"displayName": "Email",
				"name": "email",
				"type": "string",
				"default": "",
				"description": "The member's email address"
			},
			{
				"displayName": "Member",
				"name": "member",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "members"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.unassign"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.read"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"chats"
				],
				"operation": [
					"chats.typing"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				]
			}
		},
		"options": [
			{
				"name": "Add Labels to a Chat",
				"value": "labels.add",
				"description": "Adds to the labels of the chat, at most 50 in all; a label that it already has is ignored",
				"action": "Add labels to a chat"
			},
			{
				"name": "Change a Label",
				"value": "labels.update",
				"description": "Each chat with the label is announced as chat:updated with change: renamed; many chats follow within moments",
				"action": "Change a label"
			},
			{
				"name": "Create a Label",
				"value": "labels.create",
				"description": "Labels group chats",
				"action": "Create a label"
			},
			{
				"name": "Delete a Label",
				"value": "labels.remove",
				"description": "Removes the label from all chats, each announced as chat:updated with change: labeled; many chats follow within moments",
				"action": "Delete a label"
			},
			{
				"name": "List Labels",
				"value": "labels.list",
				"description": "All labels of the workspace, by name",
				"action": "List labels"
			},
			{
				"name": "Remove a Label from a Chat",
				"value": "labels.removeFromChat",
				"description": "A label that the chat does not have is ignored",
				"action": "Remove a label from a chat"
			},
			{
				"name": "Show a Label",
				"value": "labels.get",
				"description": "With its color and description",
				"action": "Show a label"
			}
		],
		"default": "labels.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Unique in the workspace, ignoring case",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Color",
				"name": "color",
				"type": "string",
				"default": ""
			},
			{
				"displayName": "Description",
				"name": "description",
				"type": "string",
				"default": "",
				"description": "Your explanation of the label, at most 300 characters"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Color",
				"name": "color",
				"type": "string",
				"default": ""
			},
			{
				"displayName": "Description",
				"name": "description",
				"type": "json",
				"default": "",
				"description": "Your explanation of the label, at most 300 characters"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Unique in the workspace, ignoring case"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.add"
				]
			}
		}
	},
	{
		"displayName": "Labels",
		"name": "labels",
		"type": "multiOptions",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": [],
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.add"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.removeFromChat"
				]
			}
		}
	},
	{
		"displayName": "Label",
		"name": "label",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "labels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"labels"
				],
				"operation": [
					"labels.removeFromChat"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				]
			}
		},
		"options": [
			{
				"name": "Add a Note to a Chat",
				"value": "notes.create",
				"description": "Private: the customer never sees it",
				"action": "Add a note to a chat"
			},
			{
				"name": "Change a Note",
				"value": "notes.update",
				"description": "Replaces text or mentions of a note",
				"action": "Change a note"
			},
			{
				"name": "Delete a Note",
				"value": "notes.remove",
				"description": "Deletes the note permanently",
				"action": "Delete a note"
			},
			{
				"name": "List the Notes of a Chat",
				"value": "notes.list",
				"description": "Newest first",
				"action": "List the notes of a chat"
			},
			{
				"name": "Show a Note",
				"value": "notes.get",
				"description": "With its author and the members whom it mentions",
				"action": "Show a note"
			}
		],
		"default": "notes.list"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.list"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.create"
				]
			}
		}
	},
	{
		"displayName": "Message",
		"name": "message",
		"type": "string",
		"typeOptions": {
			"rows": 4
		},
		"default": "",
		"required": true,
		"description": "Text of the note, at most 4,096 characters",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Mentions",
				"name": "mentions",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Members whom the note is to reach; each finds the chat by mentioned"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.get"
				]
			}
		}
	},
	{
		"displayName": "Note",
		"name": "note",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a note",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.update"
				]
			}
		}
	},
	{
		"displayName": "Note",
		"name": "note",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a note",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Mentions",
				"name": "mentions",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Members whom the note is to reach; each finds the chat by mentioned"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "string",
				"typeOptions": {
					"rows": 4
				},
				"default": "",
				"description": "Text of the note, at most 4,096 characters"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a chat",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.remove"
				]
			}
		}
	},
	{
		"displayName": "Note",
		"name": "note",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a note",
		"displayOptions": {
			"show": {
				"resource": [
					"notes"
				],
				"operation": [
					"notes.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				]
			}
		},
		"options": [
			{
				"name": "Change a Saved Reply",
				"value": "replies.update",
				"description": "Changes the fields that are sent; null clears shortcut or folder",
				"action": "Change a saved reply"
			},
			{
				"name": "Delete a Saved Reply",
				"value": "replies.remove",
				"description": "Deletes the reply; messages that were sent with it stay",
				"action": "Delete a saved reply"
			},
			{
				"name": "List Saved Replies",
				"value": "replies.list",
				"description": "All saved replies of the workspace, by name",
				"action": "List saved replies"
			},
			{
				"name": "Save a Reply",
				"value": "replies.create",
				"description": "Saves a text that the team sends often",
				"action": "Save a reply"
			},
			{
				"name": "Show a Saved Reply",
				"value": "replies.get",
				"description": "With its text, shortcut and folder",
				"action": "Show a saved reply"
			}
		],
		"default": "replies.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Folder",
				"name": "folder",
				"type": "string",
				"default": "",
				"description": "Only replies of this folder"
			},
			{
				"displayName": "Search",
				"name": "search",
				"type": "string",
				"default": "",
				"description": "Part of the name, the shortcut or the text, ignoring case"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name, unique in the workspace, ignoring case",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.create"
				]
			}
		}
	},
	{
		"displayName": "Message",
		"name": "message",
		"type": "string",
		"typeOptions": {
			"rows": 4
		},
		"default": "",
		"required": true,
		"description": "Text of the reply, at most 4,096 characters",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Folder",
				"name": "folder",
				"type": "string",
				"default": "",
				"description": "Folder that groups replies"
			},
			{
				"displayName": "Shortcut",
				"name": "shortcut",
				"type": "string",
				"default": "",
				"description": "Short word that inserts the reply, unique in the workspace"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a saved reply",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a saved reply",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Folder",
				"name": "folder",
				"type": "json",
				"default": "",
				"description": "Folder that groups replies"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "string",
				"typeOptions": {
					"rows": 4
				},
				"default": "",
				"description": "Text of the reply, at most 4,096 characters"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Name, unique in the workspace, ignoring case"
			},
			{
				"displayName": "Shortcut",
				"name": "shortcut",
				"type": "json",
				"default": "",
				"description": "Short word that inserts the reply, unique in the workspace"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a saved reply",
		"displayOptions": {
			"show": {
				"resource": [
					"replies"
				],
				"operation": [
					"replies.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				]
			}
		},
		"options": [
			{
				"name": "Change a Saved View",
				"value": "views.update",
				"description": "Changes the fields that are sent",
				"action": "Change a saved view"
			},
			{
				"name": "Delete a Saved View",
				"value": "views.remove",
				"description": "Deletes the view; its chats stay as they are",
				"action": "Delete a saved view"
			},
			{
				"name": "List Saved Views",
				"value": "views.list",
				"description": "The views of the team and the own views of the member or key that asks, by name",
				"action": "List saved views"
			},
			{
				"name": "Save a View",
				"value": "views.create",
				"description": "Saves a filter of chats under a name",
				"action": "Save a view"
			},
			{
				"name": "Show a Saved View",
				"value": "views.get",
				"description": "A view of the team, or an own one of the member or key that asks",
				"action": "Show a saved view"
			}
		],
		"default": "views.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Shared",
				"name": "shared",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only views of the team, or with false only own ones"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name, ignoring case unique among views of the team, and among own ones",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.create"
				]
			}
		}
	},
	{
		"displayName": "Filter",
		"name": "filter",
		"type": "json",
		"default": "",
		"required": true,
		"description": "Conditions on chats, as in GET /v1/chats; all of them must hold",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Shared",
				"name": "shared",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to share the view with the team"
			},
			{
				"displayName": "Sort",
				"name": "sort",
				"type": "options",
				"options": [
					{
						"name": "LastMessageAt Asc",
						"value": "lastMessageAt:asc"
					},
					{
						"name": "LastMessageAt Desc",
						"value": "lastMessageAt:desc"
					},
					{
						"name": "WaitingSince Asc",
						"value": "waitingSince:asc"
					},
					{
						"name": "WaitingSince Desc",
						"value": "waitingSince:desc"
					},
					{
						"name": "WindowClosesAt Asc",
						"value": "windowClosesAt:asc"
					},
					{
						"name": "WindowClosesAt Desc",
						"value": "windowClosesAt:desc"
					}
				],
				"default": "lastMessageAt:desc",
				"description": "WaitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a saved view",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a saved view",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Filter",
				"name": "filter",
				"type": "json",
				"default": "",
				"description": "Conditions on chats, as in GET /v1/chats; all of them must hold"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Name, ignoring case unique among views of the team, and among own ones"
			},
			{
				"displayName": "Shared",
				"name": "shared",
				"type": "json",
				"default": "",
				"description": "Shares an own view with the team, which cannot be taken back"
			},
			{
				"displayName": "Sort",
				"name": "sort",
				"type": "options",
				"options": [
					{
						"name": "LastMessageAt Asc",
						"value": "lastMessageAt:asc"
					},
					{
						"name": "LastMessageAt Desc",
						"value": "lastMessageAt:desc"
					},
					{
						"name": "WaitingSince Asc",
						"value": "waitingSince:asc"
					},
					{
						"name": "WaitingSince Desc",
						"value": "waitingSince:desc"
					},
					{
						"name": "WindowClosesAt Asc",
						"value": "windowClosesAt:asc"
					},
					{
						"name": "WindowClosesAt Desc",
						"value": "windowClosesAt:desc"
					}
				],
				"default": "lastMessageAt:desc",
				"description": "WaitingSince: only chats whose customer waits for an answer; windowClosesAt: only chats whose customer has written"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a saved view",
		"displayOptions": {
			"show": {
				"resource": [
					"views"
				],
				"operation": [
					"views.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				]
			}
		},
		"options": [
			{
				"name": "Change an Automation",
				"value": "automations.update",
				"description": "Changes the fields that are sent",
				"action": "Change an automation"
			},
			{
				"name": "Create an Automation",
				"value": "automations.create",
				"description": "Acts in chats with one person when the trigger occurs and all conditions hold",
				"action": "Create an automation"
			},
			{
				"name": "Delete an Automation",
				"value": "automations.remove",
				"description": "Deletes the automation and the list of its runs; chats keep theirs in their history",
				"action": "Delete an automation"
			},
			{
				"name": "List Automations",
				"value": "automations.list",
				"description": "All automations of the workspace, in the order in which they run: the oldest first",
				"action": "List automations"
			},
			{
				"name": "List the Runs of an Automation",
				"value": "automations.runs",
				"description": "What it did in which chat, newest first, for 90 days",
				"action": "List the runs of an automation"
			},
			{
				"name": "Show an Automation",
				"value": "automations.get",
				"description": "With its trigger, conditions and actions",
				"action": "Show an automation"
			},
			{
				"name": "Try an Automation on Past Chats",
				"value": "automations.tryOut",
				"description": "What it would do for the last messages or resolved chats, newest first, with the chats as they are now",
				"action": "Try an automation on past chats"
			}
		],
		"default": "automations.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Unique in the workspace, ignoring case; the history of chats shows it",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.create"
				]
			}
		}
	},
	{
		"displayName": "Trigger",
		"name": "trigger",
		"type": "options",
		"options": [
			{
				"name": "Chat Resolved",
				"value": "chat_resolved"
			},
			{
				"name": "Conversation Started",
				"value": "conversation_started"
			},
			{
				"name": "Message Received",
				"value": "message_received"
			}
		],
		"default": "conversation_started",
		"required": true,
		"description": "Conversation_started: a customer wrote for the first time, or in a resolved or archived chat; message_received: a customer wrote; chat_resolved: a member or key resolved the chat",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.create"
				]
			}
		}
	},
	{
		"displayName": "Actions",
		"name": "actions",
		"type": "json",
		"default": "",
		"required": true,
		"description": "Actions, in the order in which they are done: assign, label, reply",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Conditions",
				"name": "conditions",
				"type": "json",
				"default": "",
				"description": "Conditions on the chat and the message; all of them must hold"
			},
			{
				"displayName": "Enabled",
				"name": "enabled",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true when it runs"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an automation",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an automation",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Actions",
				"name": "actions",
				"type": "json",
				"default": "",
				"description": "Actions, in the order in which they are done: assign, label, reply"
			},
			{
				"displayName": "Conditions",
				"name": "conditions",
				"type": "json",
				"default": "",
				"description": "Conditions on the chat and the message; all of them must hold"
			},
			{
				"displayName": "Enabled",
				"name": "enabled",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true when it runs"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Unique in the workspace, ignoring case; the history of chats shows it"
			},
			{
				"displayName": "Trigger",
				"name": "trigger",
				"type": "options",
				"options": [
					{
						"name": "Chat Resolved",
						"value": "chat_resolved"
					},
					{
						"name": "Conversation Started",
						"value": "conversation_started"
					},
					{
						"name": "Message Received",
						"value": "message_received"
					}
				],
				"default": "conversation_started",
				"description": "Conversation_started: a customer wrote for the first time, or in a resolved or archived chat; message_received: a customer wrote; chat_resolved: a member or key resolved the chat"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an automation",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an automation",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.tryOut"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.tryOut"
				]
			}
		},
		"options": [
			{
				"displayName": "Last",
				"name": "last",
				"type": "number",
				"default": 0,
				"description": "Number of messages or resolved chats"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an automation",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.runs"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.runs"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only runs in these statuses"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.runs"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"automations"
				],
				"operation": [
					"automations.runs"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"notifications"
				]
			}
		},
		"options": [
			{
				"name": "List Notifications",
				"value": "notifications.list",
				"description": "Mentions, assignments, snoozed chats that are back, failed messages, and numbers and webhooks in trouble, newest first, for 30 days",
				"action": "List notifications"
			},
			{
				"name": "Mark Notifications as Read",
				"value": "notifications.read",
				"description": "Marks those with these ids as read, or all of the member",
				"action": "Mark notifications as read"
			},
			{
				"name": "Show a Notification",
				"value": "notifications.get",
				"description": "A member sees their own, a key those of every member",
				"action": "Show a notification"
			}
		],
		"default": "notifications.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"notifications"
				],
				"operation": [
					"notifications.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Kind",
				"name": "kind",
				"type": "json",
				"default": "",
				"description": "Only notifications of these kinds"
			},
			{
				"displayName": "Member",
				"name": "member",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "members"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Unread",
				"name": "unread",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only unread ones, or with false only read ones"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"notifications"
				],
				"operation": [
					"notifications.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"notifications"
				],
				"operation": [
					"notifications.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a notification",
		"displayOptions": {
			"show": {
				"resource": [
					"notifications"
				],
				"operation": [
					"notifications.get"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"notifications"
				],
				"operation": [
					"notifications.read"
				]
			}
		},
		"options": [
			{
				"displayName": "All",
				"name": "all",
				"type": "json",
				"default": "",
				"description": "All of the member"
			},
			{
				"displayName": "Ids",
				"name": "ids",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only these; others of the member stay as they are"
			},
			{
				"displayName": "Member",
				"name": "member",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "members"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				]
			}
		},
		"options": [
			{
				"name": "Change a File",
				"value": "files.update",
				"description": "Changes the name or the time of deletion; the bytes stay",
				"action": "Change a file"
			},
			{
				"name": "Delete a File",
				"value": "files.remove",
				"description": "Deletes the file permanently, and its bytes unless another file has the same",
				"action": "Delete a file"
			},
			{
				"name": "Download a File",
				"value": "files.download",
				"description": "Returns the bytes as an attachment",
				"action": "Download a file"
			},
			{
				"name": "List Files",
				"value": "files.list",
				"description": "Newest first",
				"action": "List files"
			},
			{
				"name": "Show a File",
				"value": "files.get",
				"description": "Returns the metadata; GET …/download returns the bytes",
				"action": "Show a file"
			},
			{
				"name": "Store a File",
				"value": "files.create",
				"description": "Send a form with one part file (curl -F file=@photo.jpg), the bytes as the body, or JSON with URL or, for a small file, content",
				"action": "Store a file"
			}
		],
		"default": "files.create"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Content",
				"name": "content",
				"type": "string",
				"default": "",
				"description": "The bytes of a small file in base64"
			},
			{
				"displayName": "Expires at",
				"name": "expiresAt",
				"type": "dateTime",
				"default": "",
				"description": "Time when the file is deleted; absent: after the retention time of the installation"
			},
			{
				"displayName": "File",
				"name": "file",
				"type": "string",
				"default": "",
				"hint": "The name of the input field with the binary file, or the ID of a stored file",
				"description": "The bytes; or the ID of a stored file, where the operation accepts one"
			},
			{
				"displayName": "Filename",
				"name": "filename",
				"type": "string",
				"default": "",
				"description": "Absent: the name in the part or in Content-Disposition"
			},
			{
				"displayName": "Mime",
				"name": "mime",
				"type": "string",
				"default": "",
				"description": "Expected type of the bytes, which are checked in any case"
			},
			{
				"displayName": "URL",
				"name": "url",
				"type": "string",
				"default": "",
				"description": "Public address from which the file is fetched"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Kind",
				"name": "kind",
				"type": "json",
				"default": "",
				"description": "Only files of these kinds"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a file",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a file",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Expires at",
				"name": "expiresAt",
				"type": "dateTime",
				"default": "",
				"description": "New time of deletion, within a year"
			},
			{
				"displayName": "Filename",
				"name": "filename",
				"type": "string",
				"default": "",
				"description": "New name for display and download"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a file",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a file",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.download"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.download"
				]
			}
		},
		"options": [
			{
				"displayName": "Offset",
				"name": "offset",
				"type": "number",
				"default": 0,
				"description": "Bytes to skip at the beginning"
			}
		]
	},
	{
		"displayName": "Put Output File in Field",
		"name": "outputField",
		"type": "string",
		"required": true,
		"default": "data",
		"hint": "The name of the output binary field to put the file in",
		"displayOptions": {
			"show": {
				"resource": [
					"files"
				],
				"operation": [
					"files.download"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				]
			}
		},
		"options": [
			{
				"name": "Add Tags to a Contact",
				"value": "contacts.addTags",
				"description": "Adds to the tags of the contact; a tag that it already has is ignored",
				"action": "Add tags to a contact"
			},
			{
				"name": "Block a Contact",
				"value": "contacts.block",
				"description": "A due message to the contact fails with contact:blocked, even if it was accepted before",
				"action": "Block a contact"
			},
			{
				"name": "Change a Contact",
				"value": "contacts.update",
				"description": "Changes the given fields; null clears an attribute",
				"action": "Change a contact"
			},
			{
				"name": "Create a Contact",
				"value": "contacts.create",
				"description": "The response is 409 with its ID in errors if one with this phone exists; with upsert: true it is updated: given attributes are replaced, tags and custom fields are added",
				"action": "Create a contact"
			},
			{
				"name": "Delete a Contact",
				"value": "contacts.remove",
				"description": "Removes it from the address book: name, attributes, tags and custom fields are cleared; lists, exports and segments leave it out",
				"action": "Delete a contact"
			},
			{
				"name": "Erase a Person",
				"value": "contacts.erase",
				"description": "Cannot be undone",
				"action": "Erase a person"
			},
			{
				"name": "Export Contacts",
				"value": "contacts.export",
				"description": "One CSV file of all contacts that match, newest first, with a column for each custom field (fields.plan)",
				"action": "Export contacts"
			},
			{
				"name": "List Contacts",
				"value": "contacts.list",
				"description": "Newest first unless sort is given; all filters must match",
				"action": "List contacts"
			},
			{
				"name": "Merge Two Contacts",
				"value": "contacts.merge",
				"description": "Adds identities and tags of from to into, and fills gaps with its attributes and custom fields",
				"action": "Merge two contacts"
			},
			{
				"name": "Record That a Contact Opted in Again",
				"value": "contacts.optIn",
				"description": "Clears optedOutAt, as the contact does by writing START",
				"action": "Record that a contact opted in again"
			},
			{
				"name": "Record That a Contact Opted Out",
				"value": "contacts.optOut",
				"description": "Sets optedOutAt, which filters, segments and audiences use",
				"action": "Record that a contact opted out"
			},
			{
				"name": "Remove Tags from a Contact",
				"value": "contacts.removeTags",
				"description": "A tag that the contact does not have is ignored",
				"action": "Remove tags from a contact"
			},
			{
				"name": "Show a Contact",
				"value": "contacts.get",
				"description": "With all known identities",
				"action": "Show a contact"
			},
			{
				"name": "Unblock a Contact",
				"value": "contacts.unblock",
				"description": "Messages are sent and received as before; a failed one can be sent again with POST /v1/messages/{ID}/retry",
				"action": "Unblock a contact"
			}
		],
		"default": "contacts.create"
	},
	{
		"displayName": "Phone",
		"name": "phone",
		"type": "string",
		"default": "",
		"required": true,
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Company",
				"name": "company",
				"type": "string",
				"default": "",
				"description": "Company of the contact"
			},
			{
				"displayName": "Country",
				"name": "country",
				"type": "string",
				"default": "",
				"description": "Country, ISO 3166-1 alpha-2; default: that of the phone"
			},
			{
				"displayName": "Email",
				"name": "email",
				"type": "string",
				"default": "",
				"description": "Email address"
			},
			{
				"displayName": "Fields",
				"name": "fields",
				"type": "json",
				"default": "",
				"description": "Custom fields by name"
			},
			{
				"displayName": "First Name",
				"name": "firstName",
				"type": "string",
				"default": "",
				"description": "First name"
			},
			{
				"displayName": "Language",
				"name": "language",
				"type": "string",
				"default": "",
				"description": "Language, such as de or pt_BR"
			},
			{
				"displayName": "Last Name",
				"name": "lastName",
				"type": "string",
				"default": "",
				"description": "Last name"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Whole name of the contact"
			},
			{
				"displayName": "Tags",
				"name": "tags",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Tags of the contact"
			},
			{
				"displayName": "Upsert",
				"name": "upsert",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to update the contact that has the phone"
			},
			{
				"displayName": "Username",
				"name": "username",
				"type": "string",
				"default": "",
				"description": "Username on WhatsApp, as of the last message"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Blocked",
				"name": "blocked",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only blocked contacts, or with false only others"
			},
			{
				"displayName": "Country",
				"name": "country",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only contacts of these countries, ISO 3166-1 alpha-2"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Field",
				"name": "field",
				"type": "json",
				"default": "",
				"description": "Value of a custom field: field[plan]=gold"
			},
			{
				"displayName": "Has Chat",
				"name": "hasChat",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true: contacts with a chat, started by either side; false: contacts without one"
			},
			{
				"displayName": "Has Replied",
				"name": "hasReplied",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true: contacts who have written; false: contacts who have never written"
			},
			{
				"displayName": "Opted Out",
				"name": "optedOut",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only contacts who have opted out, or with false only others"
			},
			{
				"displayName": "Phone",
				"name": "phone",
				"type": "string",
				"default": "",
				"description": "Only the contact with this phone"
			},
			{
				"displayName": "Search",
				"name": "search",
				"type": "string",
				"default": "",
				"description": "Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address"
			},
			{
				"displayName": "Segment",
				"name": "segment",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "segments"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Sort",
				"name": "sort",
				"type": "options",
				"options": [
					{
						"name": "CreatedAt Asc",
						"value": "createdAt:asc"
					},
					{
						"name": "CreatedAt Desc",
						"value": "createdAt:desc"
					},
					{
						"name": "LastMessageAt Asc",
						"value": "lastMessageAt:asc"
					},
					{
						"name": "LastMessageAt Desc",
						"value": "lastMessageAt:desc"
					},
					{
						"name": "Name Asc",
						"value": "name:asc"
					},
					{
						"name": "Name Desc",
						"value": "name:desc"
					},
					{
						"name": "UpdatedAt Asc",
						"value": "updatedAt:asc"
					},
					{
						"name": "UpdatedAt Desc",
						"value": "updatedAt:desc"
					}
				],
				"default": "createdAt:asc",
				"description": "Order of the list"
			},
			{
				"displayName": "Tag",
				"name": "tag",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Contacts with all of these tags"
			},
			{
				"displayName": "Tag Exclude",
				"name": "tagExclude",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Contacts with none of these tags"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.export"
				]
			}
		},
		"options": [
			{
				"displayName": "Blocked",
				"name": "blocked",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only blocked contacts, or with false only others"
			},
			{
				"displayName": "Country",
				"name": "country",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only contacts of these countries, ISO 3166-1 alpha-2"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Field",
				"name": "field",
				"type": "json",
				"default": "",
				"description": "Value of a custom field: field[plan]=gold"
			},
			{
				"displayName": "Has Chat",
				"name": "hasChat",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true: contacts with a chat, started by either side; false: contacts without one"
			},
			{
				"displayName": "Has Replied",
				"name": "hasReplied",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true: contacts who have written; false: contacts who have never written"
			},
			{
				"displayName": "Opted Out",
				"name": "optedOut",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: only contacts who have opted out, or with false only others"
			},
			{
				"displayName": "Phone",
				"name": "phone",
				"type": "string",
				"default": "",
				"description": "Only the contact with this phone"
			},
			{
				"displayName": "Search",
				"name": "search",
				"type": "string",
				"default": "",
				"description": "Beginning of words in names, with similar spellings if none match, or the beginning of a phone or email address"
			},
			{
				"displayName": "Segment",
				"name": "segment",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "segments"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Tag",
				"name": "tag",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Contacts with all of these tags"
			},
			{
				"displayName": "Tag Exclude",
				"name": "tagExclude",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Contacts with none of these tags"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Put Output File in Field",
		"name": "outputField",
		"type": "string",
		"required": true,
		"default": "data",
		"hint": "The name of the output binary field to put the file in",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.export"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Company",
				"name": "company",
				"type": "json",
				"default": "",
				"description": "Company of the contact; null clears it"
			},
			{
				"displayName": "Country",
				"name": "country",
				"type": "json",
				"default": "",
				"description": "Country, ISO 3166-1 alpha-2; default: that of the phone; null clears it"
			},
			{
				"displayName": "Email",
				"name": "email",
				"type": "json",
				"default": "",
				"description": "Email address; null clears it"
			},
			{
				"displayName": "Fields",
				"name": "fields",
				"type": "json",
				"default": "",
				"description": "Custom fields to set; null removes a field"
			},
			{
				"displayName": "First Name",
				"name": "firstName",
				"type": "json",
				"default": "",
				"description": "First name; null clears it"
			},
			{
				"displayName": "Language",
				"name": "language",
				"type": "json",
				"default": "",
				"description": "Language, such as de or pt_BR; null clears it"
			},
			{
				"displayName": "Last Name",
				"name": "lastName",
				"type": "json",
				"default": "",
				"description": "Last name; null clears it"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "json",
				"default": "",
				"description": "Whole name of the contact; null clears it"
			},
			{
				"displayName": "Phone",
				"name": "phone",
				"type": "string",
				"default": ""
			},
			{
				"displayName": "Tags",
				"name": "tags",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "All tags of the contact afterwards"
			},
			{
				"displayName": "Username",
				"name": "username",
				"type": "json",
				"default": "",
				"description": "Username on WhatsApp, as of the last message; null clears it"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.erase"
				]
			}
		}
	},
	{
		"displayName": "Confirm",
		"name": "confirm",
		"type": "string",
		"default": "",
		"required": true,
		"description": "The phone of the contact, or its ID",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.erase"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.addTags"
				]
			}
		}
	},
	{
		"displayName": "Tags",
		"name": "tags",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Tags to add or remove",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.addTags"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.removeTags"
				]
			}
		}
	},
	{
		"displayName": "Tags",
		"name": "tags",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Tags to add or remove",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.removeTags"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.block"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.unblock"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.optOut"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a contact",
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.optIn"
				]
			}
		}
	},
	{
		"displayName": "Into",
		"name": "into",
		"type": "string",
		"default": "",
		"required": true,
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.merge"
				]
			}
		}
	},
	{
		"displayName": "From",
		"name": "from",
		"type": "string",
		"default": "",
		"required": true,
		"displayOptions": {
			"show": {
				"resource": [
					"contacts"
				],
				"operation": [
					"contacts.merge"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				]
			}
		},
		"options": [
			{
				"name": "Change a Segment",
				"value": "segments.update",
				"description": "Changes the given fields; a given filter replaces the whole tree",
				"action": "Change a segment"
			},
			{
				"name": "Delete a Segment",
				"value": "segments.remove",
				"description": "Deletes the filter, not its contacts",
				"action": "Delete a segment"
			},
			{
				"name": "List Segments",
				"value": "segments.list",
				"description": "Newest first, each with its current count",
				"action": "List segments"
			},
			{
				"name": "Preview a Filter",
				"value": "segments.preview",
				"description": "Counts the contacts that match and returns the newest of them; nothing is saved",
				"action": "Preview a filter"
			},
			{
				"name": "Save a Segment",
				"value": "segments.create",
				"description": "Saves a filter of contacts under a name",
				"action": "Save a segment"
			},
			{
				"name": "Show a Segment",
				"value": "segments.get",
				"description": "With its current count",
				"action": "Show a segment"
			}
		],
		"default": "segments.create"
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name of the segment",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.create"
				]
			}
		}
	},
	{
		"displayName": "Filter",
		"name": "filter",
		"type": "json",
		"default": "",
		"required": true,
		"description": "Conditions that a contact must meet",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Description",
				"name": "description",
				"type": "string",
				"default": "",
				"description": "Your explanation of the segment"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "segments"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "segments"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Description",
				"name": "description",
				"type": "json",
				"default": "",
				"description": "New explanation; null clears it"
			},
			{
				"displayName": "Filter",
				"name": "filter",
				"type": "json",
				"default": "",
				"description": "New conditions, which replace all of the old ones"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "New name"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "segments"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.remove"
				]
			}
		}
	},
	{
		"displayName": "Filter",
		"name": "filter",
		"type": "json",
		"default": "",
		"required": true,
		"description": "Conditions that a contact must meet",
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.preview"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"segments"
				],
				"operation": [
					"segments.preview"
				]
			}
		},
		"options": [
			{
				"displayName": "Size",
				"name": "size",
				"type": "number",
				"default": 0,
				"description": "Contacts to return"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				]
			}
		},
		"options": [
			{
				"name": "Export the Faulty Rows of an Import",
				"value": "imports.exportErrors",
				"description": "One CSV file with the columns of the import and import.row, import.line and import.faults, to correct and import again",
				"action": "Export the faulty rows of an import"
			},
			{
				"name": "Import Contacts",
				"value": "imports.create",
				"description": "Send a form with one part file (curl -F file=@contacts.csv -F onDuplicate=update), a raw body of up to 64 MiB, or JSON of up to 1 MiB with csv, contacts, URL or file (the key also needs the scope read)",
				"action": "Import contacts"
			},
			{
				"name": "List Imports",
				"value": "imports.list",
				"description": "Newest first",
				"action": "List imports"
			},
			{
				"name": "List the Faulty Rows of an Import",
				"value": "imports.errors",
				"description": "In the order of the rows; the first 10,000 errors are stored",
				"action": "List the faulty rows of an import"
			},
			{
				"name": "Show an Import",
				"value": "imports.get",
				"description": "Returns status, counts and progress from 0 to 1",
				"action": "Show an import"
			}
		],
		"default": "imports.create"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Contacts",
				"name": "contacts",
				"type": "json",
				"default": "",
				"description": "Contacts as objects, instead of a file"
			},
			{
				"displayName": "Csv",
				"name": "csv",
				"type": "string",
				"default": "",
				"description": "Text of a CSV file"
			},
			{
				"displayName": "Dry Run",
				"name": "dryRun",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to change nothing and return the counts"
			},
			{
				"displayName": "File",
				"name": "file",
				"type": "string",
				"default": "",
				"hint": "The name of the input field with the binary file, or the ID of a stored file",
				"description": "The bytes; or the ID of a stored file, where the operation accepts one"
			},
			{
				"displayName": "Mapping",
				"name": "mapping",
				"type": "json",
				"default": "",
				"description": "Target of each column: phone, an attribute, tags, fields.<name> or ignore"
			},
			{
				"displayName": "On Duplicate",
				"name": "onDuplicate",
				"type": "options",
				"options": [
					{
						"name": "Error",
						"value": "error"
					},
					{
						"name": "Skip",
						"value": "skip"
					},
					{
						"name": "Update",
						"value": "update"
					}
				],
				"default": "skip",
				"description": "Handling of a row with a known phone"
			},
			{
				"displayName": "Tags",
				"name": "tags",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Added to every contact of the import"
			},
			{
				"displayName": "URL",
				"name": "url",
				"type": "string",
				"default": "",
				"description": "Address from which a file is fetched once"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an import",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an import",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.errors"
				]
			}
		}
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.errors"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.errors"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an import",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.exportErrors"
				]
			}
		}
	},
	{
		"displayName": "Put Output File in Field",
		"name": "outputField",
		"type": "string",
		"required": true,
		"default": "data",
		"hint": "The name of the output binary field to put the file in",
		"displayOptions": {
			"show": {
				"resource": [
					"imports"
				],
				"operation": [
					"imports.exportErrors"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"erasures"
				]
			}
		},
		"options": [
			{
				"name": "List Erasures",
				"value": "erasures.list",
				"description": "Newest first",
				"action": "List erasures"
			},
			{
				"name": "Show an Erasure",
				"value": "erasures.get",
				"description": "Finished, usually within seconds, when no service has a name, phone or text of the person",
				"action": "Show an erasure"
			}
		],
		"default": "erasures.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"erasures"
				],
				"operation": [
					"erasures.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Contact",
				"name": "contact",
				"type": "string",
				"default": "",
				"description": "Only the erasure of this contact"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "Finished",
						"value": "finished"
					},
					{
						"name": "Running",
						"value": "running"
					}
				],
				"default": "running",
				"description": "Only erasures in this status"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"erasures"
				],
				"operation": [
					"erasures.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"erasures"
				],
				"operation": [
					"erasures.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an erasure",
		"displayOptions": {
			"show": {
				"resource": [
					"erasures"
				],
				"operation": [
					"erasures.get"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				]
			}
		},
		"options": [
			{
				"name": "Change Name and Description of a Group",
				"value": "groups.update",
				"description": "Returns at once, each change in changes with status: pending",
				"action": "Change name and description of a group"
			},
			{
				"name": "Change the Image of a Group",
				"value": "groups.setImage",
				"description": "A square JPEG of at least 192 pixels and at most 5 MB",
				"action": "Change the image of a group"
			},
			{
				"name": "Create a Group",
				"value": "groups.create",
				"description": "Returns at once with status: creating",
				"action": "Create a group"
			},
			{
				"name": "Delete a Group",
				"value": "groups.remove",
				"description": "Returns at once with status: deleting",
				"action": "Delete a group"
			},
			{
				"name": "List Groups",
				"value": "groups.list",
				"description": "Newest first",
				"action": "List groups"
			},
			{
				"name": "Show a Group",
				"value": "groups.get",
				"description": "With its status at the provider and its invite link",
				"action": "Show a group"
			}
		],
		"default": "groups.create"
	},
	{
		"displayName": "Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.create"
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name of the group, which its people see",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Description",
				"name": "description",
				"type": "string",
				"default": "",
				"description": "Description of the group, at most 2,048 characters"
			},
			{
				"displayName": "Invitation",
				"name": "invitation",
				"type": "json",
				"default": "",
				"description": "Text of the invitation to the participants"
			},
			{
				"displayName": "Join Approval",
				"name": "joinApproval",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: people who follow the link must be approved; cannot be changed later"
			},
			{
				"displayName": "Participants",
				"name": "participants",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "People to invite when the group is active"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "Active",
						"value": "active"
					},
					{
						"name": "Creating",
						"value": "creating"
					},
					{
						"name": "Deleted",
						"value": "deleted"
					},
					{
						"name": "Deleting",
						"value": "deleting"
					},
					{
						"name": "Failed",
						"value": "failed"
					},
					{
						"name": "Suspended",
						"value": "suspended"
					}
				],
				"default": "creating",
				"description": "Only an active group takes messages. suspended: by the provider, until it lifts that"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Description",
				"name": "description",
				"type": "json",
				"default": "",
				"description": "New description; null clears it"
			},
			{
				"displayName": "Join Approval",
				"name": "joinApproval",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: must be the present value; create a new group for the other"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Name of the group, which its people see"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.setImage"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"groups"
				],
				"operation": [
					"groups.setImage"
				]
			}
		},
		"options": [
			{
				"displayName": "Content",
				"name": "content",
				"type": "string",
				"default": "",
				"description": "The bytes in base64; a JSON body has at most 1 MiB"
			},
			{
				"displayName": "File",
				"name": "file",
				"type": "string",
				"default": "",
				"hint": "The name of the input field with the binary file, or the ID of a stored file",
				"description": "The bytes; or the ID of a stored file, where the operation accepts one"
			},
			{
				"displayName": "Filename",
				"name": "filename",
				"type": "string",
				"default": "",
				"description": "Ignored"
			},
			{
				"displayName": "Mime",
				"name": "mime",
				"type": "string",
				"default": "",
				"description": "Type of the bytes, which are checked in any case"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				]
			}
		},
		"options": [
			{
				"name": "Invite People to a Group",
				"value": "participants.invite",
				"description": "The provider cannot add people: each person gets the invite link and is invited until they follow it (group:updated with participants)",
				"action": "Invite people to a group"
			},
			{
				"name": "List the People of a Group",
				"value": "participants.list",
				"description": "In the order of their phones",
				"action": "List the people of a group"
			},
			{
				"name": "Remove People from a Group",
				"value": "participants.remove",
				"description": "Removes several people at once",
				"action": "Remove people from a group"
			}
		],
		"default": "participants.list"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.list"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only people in these statuses"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.invite"
				]
			}
		}
	},
	{
		"displayName": "Phones",
		"name": "phones",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Phones of the people to invite, 1 to 8",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.invite"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.invite"
				]
			}
		},
		"options": [
			{
				"displayName": "Invitation",
				"name": "invitation",
				"type": "json",
				"default": "",
				"description": "Text of the invitation; absent: a standard text"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.remove"
				]
			}
		}
	},
	{
		"displayName": "Participants",
		"name": "participants",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Phones or user ids of the people to remove",
		"displayOptions": {
			"show": {
				"resource": [
					"participants"
				],
				"operation": [
					"participants.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				]
			}
		},
		"options": [
			{
				"name": "Approve Requests to Join a Group",
				"value": "joinRequests.approve",
				"description": "The people join the group when the provider confirms",
				"action": "Approve requests to join a group"
			},
			{
				"name": "List Requests to Join a Group",
				"value": "joinRequests.list",
				"description": "Newest first; decided requests stay listed with their status",
				"action": "List requests to join a group"
			},
			{
				"name": "Reject Requests to Join a Group",
				"value": "joinRequests.reject",
				"description": "The people may request again",
				"action": "Reject requests to join a group"
			}
		],
		"default": "joinRequests.list"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.list"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only requests in these statuses"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.approve"
				]
			}
		}
	},
	{
		"displayName": "Requests",
		"name": "requests",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Ids of requests",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.approve"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.reject"
				]
			}
		}
	},
	{
		"displayName": "Requests",
		"name": "requests",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Ids of requests",
		"displayOptions": {
			"show": {
				"resource": [
					"joinRequests"
				],
				"operation": [
					"joinRequests.reject"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"invites"
				]
			}
		},
		"options": [
			{
				"name": "Revoke the Invite Link of a Group",
				"value": "invites.revoke",
				"description": "The provider makes a new link (group:updated with changed), and the old one stops working: people who were invited with it and have not joined are canceled and can be invited again",
				"action": "Revoke the invite link of a group"
			},
			{
				"name": "Show the Invite Link of a Group",
				"value": "invites.get",
				"description": "People who follow it join, or request to join where the group has joinApproval",
				"action": "Show the invite link of a group"
			}
		],
		"default": "invites.get"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"invites"
				],
				"operation": [
					"invites.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "groups"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"invites"
				],
				"operation": [
					"invites.revoke"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				]
			}
		},
		"options": [
			{
				"name": "Change a Broadcast Channel",
				"value": "channels.update",
				"description": "Changes name, description and segment; a broadcast channel keeps its number",
				"action": "Change a broadcast channel"
			},
			{
				"name": "Create a Broadcast Channel",
				"value": "channels.create",
				"description": "A broadcast channel is an audience: its subscribers, or with segment the contacts who match when a post begins and are not blocked",
				"action": "Create a broadcast channel"
			},
			{
				"name": "Delete a Broadcast Channel",
				"value": "channels.remove",
				"description": "Deletes the broadcast channel with its subscribers and posts",
				"action": "Delete a broadcast channel"
			},
			{
				"name": "List Broadcast Channels",
				"value": "channels.list",
				"description": "Newest first",
				"action": "List broadcast channels"
			},
			{
				"name": "Show a Broadcast Channel",
				"value": "channels.get",
				"description": "With the number of subscribers",
				"action": "Show a broadcast channel"
			}
		],
		"default": "channels.create"
	},
	{
		"displayName": "Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.create"
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name of the broadcast channel, which its people do not see",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Description",
				"name": "description",
				"type": "string",
				"default": "",
				"description": "Your explanation of the broadcast channel"
			},
			{
				"displayName": "Segment",
				"name": "segment",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "segments"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Description",
				"name": "description",
				"type": "json",
				"default": "",
				"description": "Your explanation of the broadcast channel"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Name of the broadcast channel, which its people do not see"
			},
			{
				"displayName": "Segment",
				"name": "segment",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "segments"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"channels"
				],
				"operation": [
					"channels.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				]
			}
		},
		"options": [
			{
				"name": "List the Subscribers of a Broadcast Channel",
				"value": "subscribers.list",
				"description": "In the order of their phones",
				"action": "List the subscribers of a broadcast channel"
			},
			{
				"name": "Subscribe People to a Broadcast Channel",
				"value": "subscribers.add",
				"description": "Up to 1000 at once",
				"action": "Subscribe people to a broadcast channel"
			},
			{
				"name": "Unsubscribe People from a Broadcast Channel",
				"value": "subscribers.remove",
				"description": "Up to 1000 at once",
				"action": "Unsubscribe people from a broadcast channel"
			}
		],
		"default": "subscribers.list"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.list"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "Subscribed",
						"value": "subscribed"
					},
					{
						"name": "Unsubscribed",
						"value": "unsubscribed"
					}
				],
				"default": "subscribed",
				"description": "Only people in this status"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.add"
				]
			}
		}
	},
	{
		"displayName": "Phones",
		"name": "phones",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Phones of the people, 1 to 1,000",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.add"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.add"
				]
			}
		},
		"options": [
			{
				"displayName": "Country",
				"name": "country",
				"type": "string",
				"default": "",
				"description": "Country of phones that are dialed within it, such as 0151 20007556; absent: that of the workspace"
			},
			{
				"displayName": "Reconsented",
				"name": "reconsented",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true states that people who left by a word have agreed again"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.remove"
				]
			}
		}
	},
	{
		"displayName": "Phones",
		"name": "phones",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Phones of the people, 1 to 1,000",
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.remove"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"subscribers"
				],
				"operation": [
					"subscribers.remove"
				]
			}
		},
		"options": [
			{
				"displayName": "Country",
				"name": "country",
				"type": "string",
				"default": "",
				"description": "Country of phones that are dialed within it, such as 0151 20007556; absent: that of the workspace"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				]
			}
		},
		"options": [
			{
				"name": "Change the Time of a Post",
				"value": "posts.update",
				"description": "Changes when a scheduled post begins, or one in the status testing after it is resumed; null begins it at once",
				"action": "Change the time of a post"
			},
			{
				"name": "List Posts",
				"value": "posts.list",
				"description": "Newest first, with counts per status",
				"action": "List posts"
			},
			{
				"name": "Pause a Post",
				"value": "posts.pause",
				"description": "Sends nothing more of the post until it is resumed, except messages that are being sent",
				"action": "Pause a post"
			},
			{
				"name": "Post to a Broadcast Channel",
				"value": "posts.create",
				"description": "Posts any content of POST /v1/messages except reactions and stored files; send these with POST /v1/messages and channel",
				"action": "Post to a broadcast channel"
			},
			{
				"name": "Resume a Post",
				"value": "posts.resume",
				"description": "Continues a paused post",
				"action": "Resume a post"
			},
			{
				"name": "Show a Post",
				"value": "posts.get",
				"description": "With counts per status; its messages: GET /v1/messages?reference={post}",
				"action": "Show a post"
			},
			{
				"name": "Stop a Post",
				"value": "posts.stop",
				"description": "Cancels the post for everyone to whom it was not sent yet",
				"action": "Stop a post"
			}
		],
		"default": "posts.create"
	},
	{
		"displayName": "Channel",
		"name": "channel",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "channels"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Buttons",
				"name": "buttons",
				"type": "json",
				"default": "",
				"description": "1–3 quick replies, or one link; message is the body"
			},
			{
				"displayName": "Catalog",
				"name": "catalog",
				"type": "json",
				"default": "",
				"description": "A button that opens your whole catalog; message is the body"
			},
			{
				"displayName": "Contacts",
				"name": "contacts",
				"type": "json",
				"default": "",
				"description": "1–5 contact cards"
			},
			{
				"displayName": "Deliver at",
				"name": "deliverAt",
				"type": "dateTime",
				"default": "",
				"description": "Begin at this time, within a year from now; null or absent: at once"
			},
			{
				"displayName": "Expires in",
				"name": "expiresIn",
				"type": "number",
				"default": 0,
				"description": "Validity of each message in seconds from its entry into the queue; default 10 h"
			},
			{
				"displayName": "Footer",
				"name": "footer",
				"type": "string",
				"default": "",
				"description": "Shown below the body of buttons, a list, products or a catalog"
			},
			{
				"displayName": "Header",
				"name": "header",
				"type": "string",
				"default": "",
				"description": "Shown above the body: text with buttons, a list or products, or media by URL with buttons"
			},
			{
				"displayName": "List",
				"name": "list",
				"type": "json",
				"default": "",
				"description": "At most 10 rows in all; message is the body"
			},
			{
				"displayName": "Location",
				"name": "location",
				"type": "json",
				"default": "",
				"description": "A place, or a request for the location of the customer"
			},
			{
				"displayName": "Media",
				"name": "media",
				"type": "json",
				"default": "",
				"description": "Media by URL; to send a stored file, use POST /v1/messages with channel"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "string",
				"typeOptions": {
					"rows": 4
				},
				"default": "",
				"description": "The text, the caption of media, or the body of other content"
			},
			{
				"displayName": "Native",
				"name": "native",
				"type": "json",
				"default": "",
				"description": "A kind without a field here, in the provider's form"
			},
			{
				"displayName": "On Window Closed",
				"name": "onWindowClosed",
				"type": "json",
				"default": "",
				"description": "Behavior if the 24-hour window is closed at the due time: fail, hold until the customer writes, or send a template instead. If the customer has never written, the provider decides"
			},
			{
				"displayName": "Poll",
				"name": "poll",
				"type": "json",
				"default": "",
				"description": "Sent as buttons, a list or numbered text if the provider has no polls; votes are counted"
			},
			{
				"displayName": "Preview URL",
				"name": "previewUrl",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: show a preview of the first link"
			},
			{
				"displayName": "Product",
				"name": "product",
				"type": "json",
				"default": "",
				"description": "One product of your catalog; message is a text above it"
			},
			{
				"displayName": "Products",
				"name": "products",
				"type": "json",
				"default": "",
				"description": "At most 30 products in all; message is the body, and a header of text is required"
			},
			{
				"displayName": "Template",
				"name": "template",
				"type": "json",
				"default": "",
				"description": "Also reaches people who have not written within 24 h"
			},
			{
				"displayName": "Test",
				"name": "test",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Phones that get the post first, subscribed or not. It is testing until it is stopped, or resumed for everyone else"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Channel",
				"name": "channel",
				"type": "options",
				"typeOptions": {
					"loadOptionsMethod": "channels"
				},
				"default": "",
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only posts with one of these statuses"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a post",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a post",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.update"
				]
			}
		}
	},
	{
		"displayName": "Deliver at",
		"name": "deliverAt",
		"type": "dateTime",
		"default": "",
		"required": true,
		"description": "Begin at this time, within a year from now; null or absent: at once",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.update"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a post",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.pause"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a post",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.resume"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a post",
		"displayOptions": {
			"show": {
				"resource": [
					"posts"
				],
				"operation": [
					"posts.stop"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				]
			}
		},
		"options": [
			{
				"name": "Change a Number",
				"value": "numbers.update",
				"description": "Changes name, default, rate and quiet hours",
				"action": "Change a number"
			},
			{
				"name": "Connect a Number",
				"value": "numbers.create",
				"description": "A simulator number needs only a name",
				"action": "Connect a number"
			},
			{
				"name": "Disconnect a Number",
				"value": "numbers.disconnect",
				"description": "Its credentials are erased; chats and messages stay",
				"action": "Disconnect a number"
			},
			{
				"name": "List Numbers",
				"value": "numbers.list",
				"description": "Oldest first",
				"action": "List numbers"
			},
			{
				"name": "Show a Number",
				"value": "numbers.get",
				"description": "With its session at the provider and its queue",
				"action": "Show a number"
			},
			{
				"name": "Simulate the Customer or the Provider",
				"value": "numbers.simulate",
				"description": "Simulator numbers only: an incoming message, a status, an outage, time passing, a decision of the provider about the number, a report about its account, or an event of a group",
				"action": "Simulate the customer or the provider"
			}
		],
		"default": "numbers.create"
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Your name of the number",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Access Token",
				"name": "accessToken",
				"type": "string",
				"default": "",
				"description": "Token of a system user; stored encrypted, never returned"
			},
			{
				"displayName": "App Secret",
				"name": "appSecret",
				"type": "string",
				"default": "",
				"description": "Secret of the app that signs callbacks; stored encrypted, never returned"
			},
			{
				"displayName": "Business Account ID",
				"name": "businessAccountId",
				"type": "string",
				"default": "",
				"description": "The provider's ID of the business account that the number belongs to"
			},
			{
				"displayName": "Default",
				"name": "default",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to send messages without number from this one; the first number is the default"
			},
			{
				"displayName": "Phone Number ID",
				"name": "phoneNumberId",
				"type": "string",
				"default": "",
				"description": "The provider's ID of the number"
			},
			{
				"displayName": "Provider",
				"name": "provider",
				"type": "options",
				"options": [
					{
						"name": "Cloud",
						"value": "cloud"
					},
					{
						"name": "Simulator",
						"value": "simulator"
					}
				],
				"default": "cloud",
				"description": "Simulator needs no account at the provider and reaches no one"
			},
			{
				"displayName": "Settings",
				"name": "settings",
				"type": "json",
				"default": "",
				"description": "Sending rate and quiet hours"
			},
			{
				"displayName": "Verify Token",
				"name": "verifyToken",
				"type": "string",
				"default": "",
				"description": "Token of the verification request; generated when absent"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Access Token",
				"name": "accessToken",
				"type": "string",
				"default": "",
				"description": "A new token"
			},
			{
				"displayName": "App Secret",
				"name": "appSecret",
				"type": "string",
				"default": "",
				"description": "A new secret of the app that signs callbacks"
			},
			{
				"displayName": "Default",
				"name": "default",
				"type": "json",
				"default": "",
				"description": "Makes this the number that sends messages without number"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "New name of the number"
			},
			{
				"displayName": "Settings",
				"name": "settings",
				"type": "json",
				"default": "",
				"description": "Settings to change; absent ones stay as they are"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.disconnect"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.simulate"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"numbers"
				],
				"operation": [
					"numbers.simulate"
				]
			}
		},
		"options": [
			{
				"displayName": "Account",
				"name": "account",
				"type": "json",
				"default": "",
				"description": "Decision of the provider about the number: quality, limit, status, name"
			},
			{
				"displayName": "Advance",
				"name": "advance",
				"type": "json",
				"default": "",
				"description": "Lets time pass at the provider"
			},
			{
				"displayName": "Change",
				"name": "change",
				"type": "json",
				"default": "",
				"description": "Report of the provider about the account, as a callback only: the number does not change"
			},
			{
				"displayName": "Group",
				"name": "group",
				"type": "json",
				"default": "",
				"description": "Event in a group of the number"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "json",
				"default": "",
				"description": "Message of a customer"
			},
			{
				"displayName": "Outage",
				"name": "outage",
				"type": "json",
				"default": "",
				"description": "Failure of the provider for some time"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Report of the provider about a message that was sent"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				]
			}
		},
		"options": [
			{
				"name": "Check a Number with the Provider Now",
				"value": "sessions.refresh",
				"description": "Reads the number from the provider with the stored credentials and updates session and status",
				"action": "Check a number with the provider now"
			},
			{
				"name": "Deregister a Number",
				"value": "sessions.deregister",
				"description": "Ends sending and receiving until the number is verified and registered again",
				"action": "Deregister a number"
			},
			{
				"name": "Register a Number",
				"value": "sessions.register",
				"description": "Enables the number to send and receive",
				"action": "Register a number"
			},
			{
				"name": "Request a Verification Code",
				"value": "sessions.requestCode",
				"description": "The provider sends six digits to the phone, by text message or by a call",
				"action": "Request a verification code"
			},
			{
				"name": "Verify a Number with a Code",
				"value": "sessions.verifyCode",
				"description": "Takes the six digits of the code; hyphens and spaces are ignored",
				"action": "Verify a number with a code"
			}
		],
		"default": "sessions.refresh"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.refresh"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.requestCode"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.requestCode"
				]
			}
		},
		"options": [
			{
				"displayName": "Language",
				"name": "language",
				"type": "string",
				"default": "",
				"description": "Language of the text message or call, such as en_US"
			},
			{
				"displayName": "Method",
				"name": "method",
				"type": "options",
				"options": [
					{
						"name": "Sms",
						"value": "sms"
					},
					{
						"name": "Voice",
						"value": "voice"
					}
				],
				"default": "sms",
				"description": "Way in which the code is sent"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.verifyCode"
				]
			}
		}
	},
	{
		"displayName": "Code",
		"name": "code",
		"type": "string",
		"default": "",
		"required": true,
		"description": "The six digits that the provider sent",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.verifyCode"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.register"
				]
			}
		}
	},
	{
		"displayName": "Pin",
		"name": "pin",
		"type": "string",
		"default": "",
		"required": true,
		"description": "PIN of two-step verification, six digits",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.register"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"sessions"
				],
				"operation": [
					"sessions.deregister"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"profiles"
				]
			}
		},
		"options": [
			{
				"name": "Change the Business Profile of a Number",
				"value": "profiles.update",
				"description": "Changes the given fields at the provider; null clears one",
				"action": "Change the business profile of a number"
			},
			{
				"name": "Change the Profile Picture of a Number",
				"value": "profiles.setPicture",
				"description": "A JPEG or PNG of at most 5 MB, which the provider shows as a square of 640 px",
				"action": "Change the profile picture of a number"
			},
			{
				"name": "Show the Business Profile of a Number",
				"value": "profiles.get",
				"description": "Reads the profile from the provider",
				"action": "Show the business profile of a number"
			}
		],
		"default": "profiles.get"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"profiles"
				],
				"operation": [
					"profiles.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"profiles"
				],
				"operation": [
					"profiles.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"profiles"
				],
				"operation": [
					"profiles.update"
				]
			}
		},
		"options": [
			{
				"displayName": "About",
				"name": "about",
				"type": "string",
				"default": "",
				"description": "Can be replaced, but not cleared"
			},
			{
				"displayName": "Address",
				"name": "address",
				"type": "json",
				"default": "",
				"description": "Address of the business"
			},
			{
				"displayName": "Description",
				"name": "description",
				"type": "json",
				"default": "",
				"description": "Description of the business"
			},
			{
				"displayName": "Email",
				"name": "email",
				"type": "json",
				"default": "",
				"description": "Email address of the business"
			},
			{
				"displayName": "Vertical",
				"name": "vertical",
				"type": "options",
				"options": [
					{
						"name": "ALCOHOL",
						"value": "ALCOHOL"
					},
					{
						"name": "APPAREL",
						"value": "APPAREL"
					},
					{
						"name": "AUTO",
						"value": "AUTO"
					},
					{
						"name": "BEAUTY",
						"value": "BEAUTY"
					},
					{
						"name": "EDU",
						"value": "EDU"
					},
					{
						"name": "ENTERTAIN",
						"value": "ENTERTAIN"
					},
					{
						"name": "EVENT PLAN",
						"value": "EVENT_PLAN"
					},
					{
						"name": "FINANCE",
						"value": "FINANCE"
					},
					{
						"name": "GOVT",
						"value": "GOVT"
					},
					{
						"name": "GROCERY",
						"value": "GROCERY"
					},
					{
						"name": "HEALTH",
						"value": "HEALTH"
					},
					{
						"name": "HOTEL",
						"value": "HOTEL"
					},
					{
						"name": "NONPROFIT",
						"value": "NONPROFIT"
					},
					{
						"name": "ONLINE GAMBLING",
						"value": "ONLINE_GAMBLING"
					},
					{
						"name": "OTC DRUGS",
						"value": "OTC_DRUGS"
					},
					{
						"name": "OTHER",
						"value": "OTHER"
					},
					{
						"name": "PHYSICAL GAMBLING",
						"value": "PHYSICAL_GAMBLING"
					},
					{
						"name": "PROF SERVICES",
						"value": "PROF_SERVICES"
					},
					{
						"name": "RESTAURANT",
						"value": "RESTAURANT"
					},
					{
						"name": "RETAIL",
						"value": "RETAIL"
					},
					{
						"name": "TRAVEL",
						"value": "TRAVEL"
					}
				],
				"default": "OTHER",
				"description": "Line of business"
			},
			{
				"displayName": "Websites",
				"name": "websites",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Web pages of the business"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"profiles"
				],
				"operation": [
					"profiles.setPicture"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"profiles"
				],
				"operation": [
					"profiles.setPicture"
				]
			}
		},
		"options": [
			{
				"displayName": "Content",
				"name": "content",
				"type": "string",
				"default": "",
				"description": "The bytes in base64; a JSON body has at most 1 MiB"
			},
			{
				"displayName": "File",
				"name": "file",
				"type": "string",
				"default": "",
				"hint": "The name of the input field with the binary file, or the ID of a stored file",
				"description": "The bytes; or the ID of a stored file, where the operation accepts one"
			},
			{
				"displayName": "Filename",
				"name": "filename",
				"type": "string",
				"default": "",
				"description": "Ignored"
			},
			{
				"displayName": "Mime",
				"name": "mime",
				"type": "string",
				"default": "",
				"description": "Type of the bytes, which are checked in any case"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				]
			}
		},
		"options": [
			{
				"name": "Create a Template",
				"value": "templates.create",
				"description": "The provider reviews the template within a day; template:updated announces the result, and an APPROVED template can be sent",
				"action": "Create a template"
			},
			{
				"name": "Delete a Template",
				"value": "templates.remove",
				"description": "Deletes the template in all its languages",
				"action": "Delete a template"
			},
			{
				"name": "List Templates",
				"value": "templates.list",
				"description": "Reads the templates of the business account of the number from the provider",
				"action": "List templates"
			},
			{
				"name": "Show a Template",
				"value": "templates.get",
				"description": "Shows the template in each of its languages, as the provider has them now",
				"action": "Show a template"
			}
		],
		"default": "templates.list"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.list"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Language",
				"name": "language",
				"type": "string",
				"default": "",
				"description": "Only templates in this language"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Only the template of this name"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "options",
				"options": [
					{
						"name": "APPROVED",
						"value": "APPROVED"
					},
					{
						"name": "DISABLED",
						"value": "DISABLED"
					},
					{
						"name": "PAUSED",
						"value": "PAUSED"
					},
					{
						"name": "PENDING",
						"value": "PENDING"
					},
					{
						"name": "REJECTED",
						"value": "REJECTED"
					}
				],
				"default": "APPROVED",
				"description": "Only templates in this status"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.create"
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name of the template: lower case letters, digits and underscores",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.create"
				]
			}
		}
	},
	{
		"displayName": "Language",
		"name": "language",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Language of the template, such as en or en_US",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.create"
				]
			}
		}
	},
	{
		"displayName": "Category",
		"name": "category",
		"type": "options",
		"options": [
			{
				"name": "MARKETING",
				"value": "MARKETING"
			},
			{
				"name": "UTILITY",
				"value": "UTILITY"
			}
		],
		"default": "MARKETING",
		"required": true,
		"description": "Purpose, which decides the price and the rules of the provider",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.create"
				]
			}
		}
	},
	{
		"displayName": "Body",
		"name": "body",
		"type": "string",
		"default": "",
		"required": true,
		"description": "With variables by position, {{1}}, or by name, {{first_name}}",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Buttons",
				"name": "buttons",
				"type": "json",
				"default": "",
				"description": "With neither URL nor phone: a quick reply"
			},
			{
				"displayName": "Footer",
				"name": "footer",
				"type": "string",
				"default": "",
				"description": "Line below the body"
			},
			{
				"displayName": "Header",
				"name": "header",
				"type": "string",
				"default": "",
				"description": "Text, or an image, video or document with a stored file as the sample; each message names the file to send"
			},
			{
				"displayName": "Samples",
				"name": "samples",
				"type": "json",
				"default": "",
				"description": "Sample value of each variable, by name or position; required by the provider"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.get"
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name of the template",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.remove"
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name of the template",
		"displayOptions": {
			"show": {
				"resource": [
					"templates"
				],
				"operation": [
					"templates.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"capabilities"
				]
			}
		},
		"options": [
			{
				"name": "Show What a Number Can Send",
				"value": "capabilities.get",
				"description": "Types of messages by kind of recipient, media with types and sizes, and limits of buttons, lists and texts",
				"action": "Show what a number can send"
			}
		],
		"default": "capabilities.get"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"capabilities"
				],
				"operation": [
					"capabilities.get"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				]
			}
		},
		"options": [
			{
				"name": "Cancel the Waiting Messages of a Queue",
				"value": "queues.purge",
				"description": "Cancels the waiting messages that match the filter, or all; scheduled ones only with includeScheduled",
				"action": "Cancel the waiting messages of a queue"
			},
			{
				"name": "Change a Queue",
				"value": "queues.update",
				"description": "With refuses, new messages are refused with queue:refusing, whether the queue sends or not",
				"action": "Change a queue"
			},
			{
				"name": "Drain a Queue",
				"value": "queues.drain",
				"description": "Messages that are queued now are sent, new ones wait until the queue is resumed",
				"action": "Drain a queue"
			},
			{
				"name": "Move a Queue to Another Number",
				"value": "queues.move",
				"description": "The other number sends the waiting messages that match the filter, also scheduled ones, in the same order; quotes are removed",
				"action": "Move a queue to another number"
			},
			{
				"name": "Pause a Queue",
				"value": "queues.pause",
				"description": "All messages wait until the queue is resumed",
				"action": "Pause a queue"
			},
			{
				"name": "Resume a Queue",
				"value": "queues.resume",
				"description": "All messages are sent again",
				"action": "Resume a queue"
			},
			{
				"name": "Show the Queue of a Number",
				"value": "queues.get",
				"description": "Waiting messages, the age of the oldest, and the time to send all of them at the current rate",
				"action": "Show the queue of a number"
			}
		],
		"default": "queues.get"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Refuses",
				"name": "refuses",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to refuse new messages, false to accept them again"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.pause"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.drain"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.resume"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.purge"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.purge"
				]
			}
		},
		"options": [
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Include Scheduled",
				"name": "includeScheduled",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to cancel scheduled messages too"
			},
			{
				"displayName": "Phones",
				"name": "phones",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Messages to one of these phones"
			},
			{
				"displayName": "Reference",
				"name": "reference",
				"type": "string",
				"default": "",
				"description": "Your own reference, returned everywhere"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.move"
				]
			}
		}
	},
	{
		"displayName": "Number",
		"name": "number",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.move"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"queues"
				],
				"operation": [
					"queues.move"
				]
			}
		},
		"options": [
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Phones",
				"name": "phones",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Messages to one of these phones"
			},
			{
				"displayName": "Reference",
				"name": "reference",
				"type": "string",
				"default": "",
				"description": "Your own reference, returned everywhere"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"statistics"
				]
			}
		},
		"options": [
			{
				"name": "Show Delivery Statistics of a Number",
				"value": "statistics.deliveries",
				"description": "Counts outgoing messages by the time of acceptance, with their current statuses, errors and durations",
				"action": "Show delivery statistics of a number"
			},
			{
				"name": "Show How Fast Customers Are Answered",
				"value": "statistics.answers",
				"description": "Counts messages and measures answers: in total, by hour or day (UTC), by number, and by member",
				"action": "Show how fast customers are answered"
			},
			{
				"name": "Show the Volume of the Inbox",
				"value": "statistics.inbox",
				"description": "Counts messages and questions of customers by hour or day (UTC), and the customers who wait now",
				"action": "Show the volume of the inbox"
			},
			{
				"name": "Show Usage",
				"value": "statistics.usage",
				"description": "Counts messages per day (UTC), number and type, for up to 92 days; the default is the last 30",
				"action": "Show usage"
			}
		],
		"default": "statistics.answers"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"statistics"
				],
				"operation": [
					"statistics.answers"
				]
			}
		},
		"options": [
			{
				"displayName": "From",
				"name": "from",
				"type": "string",
				"default": "",
				"description": "Beginning of the counted time"
			},
			{
				"displayName": "Interval",
				"name": "interval",
				"type": "options",
				"options": [
					{
						"name": "Day",
						"value": "day"
					},
					{
						"name": "Hour",
						"value": "hour"
					}
				],
				"default": "hour",
				"description": "Length of a bucket"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "End of the counted time; absent: now"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"statistics"
				],
				"operation": [
					"statistics.inbox"
				]
			}
		},
		"options": [
			{
				"displayName": "From",
				"name": "from",
				"type": "string",
				"default": "",
				"description": "Beginning of the counted time"
			},
			{
				"displayName": "Interval",
				"name": "interval",
				"type": "options",
				"options": [
					{
						"name": "Day",
						"value": "day"
					},
					{
						"name": "Hour",
						"value": "hour"
					}
				],
				"default": "hour",
				"description": "Length of a bucket"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "End of the counted time; absent: now"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"statistics"
				],
				"operation": [
					"statistics.deliveries"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"statistics"
				],
				"operation": [
					"statistics.deliveries"
				]
			}
		},
		"options": [
			{
				"displayName": "From",
				"name": "from",
				"type": "string",
				"default": "",
				"description": "Beginning of the counted time"
			},
			{
				"displayName": "Interval",
				"name": "interval",
				"type": "options",
				"options": [
					{
						"name": "Day",
						"value": "day"
					},
					{
						"name": "Hour",
						"value": "hour"
					},
					{
						"name": "Minute",
						"value": "minute"
					}
				],
				"default": "minute",
				"description": "Length of a bucket"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "End of the counted time; absent: now"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"statistics"
				],
				"operation": [
					"statistics.usage"
				]
			}
		},
		"options": [
			{
				"displayName": "From",
				"name": "from",
				"type": "string",
				"default": "",
				"description": "Beginning of the counted time"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "End of the counted time; absent: now"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"phones"
				]
			}
		},
		"options": [
			{
				"name": "Check the Format of Phones",
				"value": "phones.validate",
				"description": "Up to 1000 phones at once, in any common format",
				"action": "Check the format of phones"
			},
			{
				"name": "Check Which Phones Are on the Channel",
				"value": "phones.exists",
				"description": "The provider offers no look-up; the result is derived from messages of the numbers that the caller may use",
				"action": "Check which phones are on the channel"
			}
		],
		"default": "phones.validate"
	},
	{
		"displayName": "Phones",
		"name": "phones",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Phones to check, 1 to 1,000",
		"displayOptions": {
			"show": {
				"resource": [
					"phones"
				],
				"operation": [
					"phones.validate"
				]
			}
		}
	},
	{
		"displayName": "Phones",
		"name": "phones",
		"type": "string",
		"typeOptions": {
			"multipleValues": true
		},
		"default": [],
		"required": true,
		"description": "Phones to check, 1 to 1,000",
		"displayOptions": {
			"show": {
				"resource": [
					"phones"
				],
				"operation": [
					"phones.exists"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"updates"
				]
			}
		},
		"options": [
			{
				"name": "List Updates of the Provider That Are Not Understood",
				"value": "updates.list",
				"description": "Newest first, stored for 30 days: updates of an unknown kind, or with content that no response or event shows",
				"action": "List updates of the provider that are not understood"
			}
		],
		"default": "updates.list"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "options",
		"typeOptions": {
			"loadOptionsMethod": "numbers"
		},
		"default": "",
		"required": true,
		"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>",
		"displayOptions": {
			"show": {
				"resource": [
					"updates"
				],
				"operation": [
					"updates.list"
				]
			}
		}
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"updates"
				],
				"operation": [
					"updates.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"updates"
				],
				"operation": [
					"updates.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				]
			}
		},
		"options": [
			{
				"name": "Delete a Webhook",
				"value": "webhooks.remove",
				"description": "Its waiting deliveries are canceled and stay visible",
				"action": "Delete a webhook"
			},
			{
				"name": "List the Deliveries of a Webhook",
				"value": "webhooks.deliveries",
				"description": "Newest first",
				"action": "List the deliveries of a webhook"
			},
			{
				"name": "List Webhooks",
				"value": "webhooks.list",
				"description": "Oldest first",
				"action": "List webhooks"
			},
			{
				"name": "Pause a Webhook",
				"value": "webhooks.pause",
				"description": "Deliveries are parked for up to 14 days until it is resumed",
				"action": "Pause a webhook"
			},
			{
				"name": "Resume a Webhook",
				"value": "webhooks.resume",
				"description": "A paused or disabled webhook is active again; parked deliveries resume",
				"action": "Resume a webhook"
			},
			{
				"name": "Send a Sample Event Now",
				"value": "webhooks.test",
				"description": "Posts a sample of the kind to every URL and returns the responses",
				"action": "Send a sample event now"
			},
			{
				"name": "Show a Webhook",
				"value": "webhooks.get",
				"description": "With the status of each of its urls",
				"action": "Show a webhook"
			},
			{
				"name": "Show Statistics of a Webhook",
				"value": "webhooks.statistics",
				"description": "Counts deliveries by the time of their event and the last answer of the receiver",
				"action": "Show statistics of a webhook"
			}
		],
		"default": "webhooks.statistics"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.statistics"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.statistics"
				]
			}
		},
		"options": [
			{
				"displayName": "From",
				"name": "from",
				"type": "string",
				"default": "",
				"description": "Beginning of the counted time"
			},
			{
				"displayName": "Interval",
				"name": "interval",
				"type": "options",
				"options": [
					{
						"name": "Day",
						"value": "day"
					},
					{
						"name": "Hour",
						"value": "hour"
					},
					{
						"name": "Minute",
						"value": "minute"
					}
				],
				"default": "minute",
				"description": "Length of an interval"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "End of the counted time; absent: now"
			}
		]
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.remove"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.test"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.test"
				]
			}
		},
		"options": [
			{
				"displayName": "Event",
				"name": "event",
				"type": "string",
				"default": "",
				"description": "Kind of event to send a sample of"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.resume"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.pause"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.deliveries"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.deliveries"
				]
			}
		},
		"options": [
			{
				"displayName": "After",
				"name": "after",
				"type": "number",
				"default": 0,
				"description": "Only deliveries of events with a greater sequence"
			},
			{
				"displayName": "Before",
				"name": "before",
				"type": "number",
				"default": 0,
				"description": "Only deliveries of events with a smaller sequence"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Events",
				"name": "events",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only deliveries of these kinds of events; message:* too"
			},
			{
				"displayName": "Status",
				"name": "status",
				"type": "json",
				"default": "",
				"description": "Only deliveries in these statuses"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.deliveries"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"webhooks"
				],
				"operation": [
					"webhooks.deliveries"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"deliveries"
				]
			}
		},
		"options": [
			{
				"name": "Retry a Delivery Now",
				"value": "deliveries.retry",
				"description": "Attempts a waiting delivery at once; a finished delivery starts a new schedule",
				"action": "Retry a delivery now"
			},
			{
				"name": "Show a Delivery",
				"value": "deliveries.get",
				"description": "With every attempt: status, latency, response headers and the beginning of the response body",
				"action": "Show a delivery"
			}
		],
		"default": "deliveries.get"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a delivery",
		"displayOptions": {
			"show": {
				"resource": [
					"deliveries"
				],
				"operation": [
					"deliveries.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a delivery",
		"displayOptions": {
			"show": {
				"resource": [
					"deliveries"
				],
				"operation": [
					"deliveries.retry"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				]
			}
		},
		"options": [
			{
				"name": "Count What a Replay Would Deliver",
				"value": "replays.preview",
				"description": "Takes the same times and filters as the replay, and starts nothing",
				"action": "Count what a replay would deliver"
			},
			{
				"name": "Deliver Past Events Again",
				"value": "replays.create",
				"description": "Delivers events from from until before to, at most 30 days ago, once more to every URL of the webhook that subscribes to them: oldest first, with the same ID and bytes and the header Webhook-Replay: true",
				"action": "Deliver past events again"
			},
			{
				"name": "List the Replays of a Webhook",
				"value": "replays.list",
				"description": "Newest first",
				"action": "List the replays of a webhook"
			},
			{
				"name": "Show a Replay",
				"value": "replays.get",
				"description": "With its progress",
				"action": "Show a replay"
			},
			{
				"name": "Stop a Replay",
				"value": "replays.stop",
				"description": "No more events are queued; queued ones are delivered",
				"action": "Stop a replay"
			}
		],
		"default": "replays.create"
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.create"
				]
			}
		}
	},
	{
		"displayName": "From",
		"name": "from",
		"type": "string",
		"default": "",
		"required": true,
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Chat",
				"name": "chat",
				"type": "string",
				"default": "",
				"description": "Only events about this chat and its messages"
			},
			{
				"displayName": "Events",
				"name": "events",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only these of the kinds of the webhook; message:* too"
			},
			{
				"displayName": "Only Failed",
				"name": "onlyFailed",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true to deliver only events that were given up"
			},
			{
				"displayName": "Speed",
				"name": "speed",
				"type": "number",
				"default": 0,
				"description": "Multiple of the pace at which the events happened; absent: as fast as the receiver takes them"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "Default: now"
			},
			{
				"displayName": "With Waiting",
				"name": "withWaiting",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: also delivers at once what waits for another attempt; with onlyFailed, it counts as failed"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.list"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.preview"
				]
			}
		}
	},
	{
		"displayName": "From",
		"name": "from",
		"type": "string",
		"default": "",
		"required": true,
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.preview"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.preview"
				]
			}
		},
		"options": [
			{
				"displayName": "Chat",
				"name": "chat",
				"type": "string",
				"default": "",
				"description": "Only events about this chat and its messages"
			},
			{
				"displayName": "Events",
				"name": "events",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only these of the kinds of the webhook; message:* too"
			},
			{
				"displayName": "To",
				"name": "to",
				"type": "string",
				"default": "",
				"description": "Default: now"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.get"
				]
			}
		}
	},
	{
		"displayName": "Replay",
		"name": "replay",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a replay",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a webhook",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.stop"
				]
			}
		}
	},
	{
		"displayName": "Replay",
		"name": "replay",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a replay",
		"displayOptions": {
			"show": {
				"resource": [
					"replays"
				],
				"operation": [
					"replays.stop"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"events"
				]
			}
		},
		"options": [
			{
				"name": "List the Deliveries of an Event",
				"value": "events.deliveries",
				"description": "One for each subscribed endpoint; empty if nothing subscribed",
				"action": "List the deliveries of an event"
			},
			{
				"name": "List the Kinds of Events",
				"value": "events.kinds",
				"description": "Kinds that a webhook can subscribe to, with the occasion and a sample of each",
				"action": "List the kinds of events"
			},
			{
				"name": "Read the Event Log",
				"value": "events.list",
				"description": "The numbered log of the workspace, oldest first",
				"action": "Read the event log"
			},
			{
				"name": "Show an Event",
				"value": "events.get",
				"description": "Returns the event exactly as it is delivered",
				"action": "Show an event"
			}
		],
		"default": "events.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"events"
				],
				"operation": [
					"events.list"
				]
			}
		},
		"options": [
			{
				"displayName": "After",
				"name": "after",
				"type": "number",
				"default": 0,
				"description": "Return events with a greater sequence"
			},
			{
				"displayName": "Before",
				"name": "before",
				"type": "number",
				"default": 0,
				"description": "Return events with a smaller sequence"
			},
			{
				"displayName": "Chat",
				"name": "chat",
				"type": "string",
				"default": "",
				"description": "Return events about this chat and its messages, also of messages that moved into or out of it; not events from before this field existed"
			},
			{
				"displayName": "Events",
				"name": "events",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only these kinds of events, as in a webhook; message:* is allowed"
			},
			{
				"displayName": "Message",
				"name": "message",
				"type": "string",
				"typeOptions": {
					"rows": 4
				},
				"default": "",
				"description": "Return events about this message"
			},
			{
				"displayName": "Number",
				"name": "number",
				"type": "multiOptions",
				"typeOptions": {
					"loadOptionsMethod": "numbers"
				},
				"default": [],
				"description": "Choose from the list, or specify an ID using an <a href=\"https://docs.n8n.io/code/expressions/\">expression</a>"
			},
			{
				"displayName": "Occurred After",
				"name": "occurredAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only events of this time or later"
			},
			{
				"displayName": "Occurred Before",
				"name": "occurredBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only events before this time"
			},
			{
				"displayName": "Order",
				"name": "order",
				"type": "options",
				"options": [
					{
						"name": "Asc",
						"value": "asc"
					},
					{
						"name": "Desc",
						"value": "desc"
					}
				],
				"default": "asc",
				"description": "Desc: the newest events first, without waiting; before continues a page"
			},
			{
				"displayName": "Size",
				"name": "size",
				"type": "number",
				"default": 0,
				"description": "Items per page"
			},
			{
				"displayName": "Wait",
				"name": "wait",
				"type": "number",
				"default": 0,
				"description": "Seconds to wait while there is no event"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an event",
		"displayOptions": {
			"show": {
				"resource": [
					"events"
				],
				"operation": [
					"events.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an event",
		"displayOptions": {
			"show": {
				"resource": [
					"events"
				],
				"operation": [
					"events.deliveries"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"restore"
				]
			}
		},
		"options": [
			{
				"name": "Show What Rests After a Restore",
				"value": "restore.get",
				"description": "After a restore of Postgres, the installation accepts requests and events, but sends nothing until an operator decides what may be repeated",
				"action": "Show what rests after a restore"
			}
		],
		"default": "restore.get"
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"egress"
				]
			}
		},
		"options": [
			{
				"name": "Show the Source of Outgoing Requests",
				"value": "egress.get",
				"description": "For your firewall and your receiver: source addresses, headers and signature of a delivery, and the schedule of retries",
				"action": "Show the source of outgoing requests"
			}
		],
		"default": "egress.get"
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"search"
				]
			}
		},
		"options": [
			{
				"name": "Search Everything",
				"value": "search.find",
				"description": "Finds chats by name and phone, messages by their words, contacts, templates, numbers, webhooks and keys; a whole ID finds what has it",
				"action": "Search everything"
			}
		],
		"default": "search.find"
	},
	{
		"displayName": "Q",
		"name": "q",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Name, phone, email address, username, user ID at the provider, words of messages, or a whole ID",
		"displayOptions": {
			"show": {
				"resource": [
					"search"
				],
				"operation": [
					"search.find"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"search"
				],
				"operation": [
					"search.find"
				]
			}
		},
		"options": [
			{
				"displayName": "Kinds",
				"name": "kinds",
				"type": "json",
				"default": "",
				"description": "Only these kinds, comma separated; all when left out"
			},
			{
				"displayName": "Size",
				"name": "size",
				"type": "number",
				"default": 0,
				"description": "Most things of each kind"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"me"
				]
			}
		},
		"options": [
			{
				"name": "Show the Account of the Caller",
				"value": "me.get",
				"description": "Workspace, key or member, permitted operations, limits, and messages of today",
				"action": "Show the account of the caller"
			}
		],
		"default": "me.get"
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				]
			}
		},
		"options": [
			{
				"name": "Change an API Key",
				"value": "keys.update",
				"description": "Name, addresses and end; absent fields stay",
				"action": "Change an API key"
			},
			{
				"name": "List API Keys",
				"value": "keys.list",
				"description": "Newest first, without their secrets; revoked keys too",
				"action": "List API keys"
			},
			{
				"name": "Revoke an API Key",
				"value": "keys.revoke",
				"description": "Every gateway refuses the key within a second",
				"action": "Revoke an API key"
			},
			{
				"name": "Show an API Key",
				"value": "keys.get",
				"description": "Never shows its secret",
				"action": "Show an API key"
			},
			{
				"name": "Show How an API Key is Used",
				"value": "keys.usage",
				"description": "Requests of the last 30 days by operation and day, latest first",
				"action": "Show how an API key is used"
			}
		],
		"default": "keys.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an API key",
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an API key",
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Cidrs",
				"name": "cidrs",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Address ranges; null: any address"
			},
			{
				"displayName": "Expires at",
				"name": "expiresAt",
				"type": "dateTime",
				"default": "",
				"description": "Time when the key ends; null: never"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "New name"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an API key",
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.revoke"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an API key",
		"displayOptions": {
			"show": {
				"resource": [
					"keys"
				],
				"operation": [
					"keys.usage"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"workspace"
				]
			}
		},
		"options": [
			{
				"name": "Change the Workspace",
				"value": "workspace.update",
				"description": "Name and settings; absent fields stay",
				"action": "Change the workspace"
			},
			{
				"name": "Show the Workspace",
				"value": "workspace.get",
				"description": "The workspace of the key, with its settings",
				"action": "Show the workspace"
			}
		],
		"default": "workspace.get"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"workspace"
				],
				"operation": [
					"workspace.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "New name"
			},
			{
				"displayName": "Settings",
				"name": "settings",
				"type": "json",
				"default": "",
				"description": "Settings to change; absent ones stay as they are"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				]
			}
		},
		"options": [
			{
				"name": "Change a Member of the Team",
				"value": "team.update",
				"description": "Changes the fields that are sent",
				"action": "Change a member of the team"
			},
			{
				"name": "Disable a Member of the Team",
				"value": "team.disable",
				"description": "The member cannot reach the workspace until enabled",
				"action": "Disable a member of the team"
			},
			{
				"name": "Enable a Member of the Team",
				"value": "team.enable",
				"description": "The member can reach the workspace again",
				"action": "Enable a member of the team"
			},
			{
				"name": "List the Team",
				"value": "team.list",
				"description": "Members of the workspace, to whom chats can be assigned, by name",
				"action": "List the team"
			},
			{
				"name": "Remove a Member from the Team",
				"value": "team.remove",
				"description": "The chats of the member are then assigned to no one, each announced as chat:updated",
				"action": "Remove a member from the team"
			},
			{
				"name": "Show a Member of the Team",
				"value": "team.get",
				"description": "With role, numbers and status",
				"action": "Show a member of the team"
			}
		],
		"default": "team.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a member",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a member",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Color",
				"name": "color",
				"type": "string",
				"default": ""
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "New name"
			},
			{
				"displayName": "Numbers",
				"name": "numbers",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Numbers that an agent or viewer is limited to; null: all"
			},
			{
				"displayName": "Revoke Keys",
				"name": "revokeKeys",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true revokes the keys that the member made"
			},
			{
				"displayName": "Role",
				"name": "role",
				"type": "options",
				"options": [
					{
						"name": "Admin",
						"value": "admin"
					},
					{
						"name": "Agent",
						"value": "agent"
					},
					{
						"name": "Owner",
						"value": "owner"
					},
					{
						"name": "Viewer",
						"value": "viewer"
					}
				],
				"default": "viewer",
				"description": "Role: a viewer reads, an agent answers, an admin manages, an owner changes admins"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a member",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.disable"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.disable"
				]
			}
		},
		"options": [
			{
				"displayName": "Revoke Keys",
				"name": "revokeKeys",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true revokes the keys that the member made"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a member",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.enable"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a member",
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.remove"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"team"
				],
				"operation": [
					"team.remove"
				]
			}
		},
		"options": [
			{
				"displayName": "Revoke Keys",
				"name": "revokeKeys",
				"type": "boolean",
				"default": false,
				"description": "Whether the choice applies: true revokes the keys that the member made"
			}
		]
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"invitations"
				]
			}
		},
		"options": [
			{
				"name": "List Invitations to the Team",
				"value": "invitations.list",
				"description": "Those that no one has accepted yet, newest first",
				"action": "List invitations to the team"
			},
			{
				"name": "Show an Invitation to the Team",
				"value": "invitations.get",
				"description": "Without its link",
				"action": "Show an invitation to the team"
			},
			{
				"name": "Withdraw an Invitation",
				"value": "invitations.remove",
				"description": "Its link no longer works",
				"action": "Withdraw an invitation"
			}
		],
		"default": "invitations.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"invitations"
				],
				"operation": [
					"invitations.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"invitations"
				],
				"operation": [
					"invitations.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"invitations"
				],
				"operation": [
					"invitations.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an invitation to the team",
		"displayOptions": {
			"show": {
				"resource": [
					"invitations"
				],
				"operation": [
					"invitations.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of an invitation to the team",
		"displayOptions": {
			"show": {
				"resource": [
					"invitations"
				],
				"operation": [
					"invitations.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				]
			}
		},
		"options": [
			{
				"name": "Change a Department",
				"value": "departments.update",
				"description": "Changes the fields that are sent; null clears one",
				"action": "Change a department"
			},
			{
				"name": "Create a Department",
				"value": "departments.create",
				"description": "A department names members of the team who belong together",
				"action": "Create a department"
			},
			{
				"name": "Delete a Department",
				"value": "departments.remove",
				"description": "Its members stay in the team, and chats stay with them",
				"action": "Delete a department"
			},
			{
				"name": "List Departments",
				"value": "departments.list",
				"description": "All departments of the team with their members, by name",
				"action": "List departments"
			},
			{
				"name": "Show a Department",
				"value": "departments.get",
				"description": "With its members",
				"action": "Show a department"
			}
		],
		"default": "departments.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Updated After",
				"name": "updatedAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed at this time or later"
			},
			{
				"displayName": "Updated Before",
				"name": "updatedBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items changed before this time"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.list"
				],
				"returnAll": [
					false
				]
			}
		}
	},
	{
		"displayName": "Name",
		"name": "name",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Unique in the workspace, ignoring case",
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.create"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.create"
				]
			}
		},
		"options": [
			{
				"displayName": "Color",
				"name": "color",
				"type": "string",
				"default": ""
			},
			{
				"displayName": "Description",
				"name": "description",
				"type": "string",
				"default": "",
				"description": "Purpose of the department"
			},
			{
				"displayName": "Icon",
				"name": "icon",
				"type": "string",
				"default": "",
				"description": "Name of an icon"
			},
			{
				"displayName": "Members",
				"name": "members",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Members who belong to it"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a department",
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.get"
				]
			}
		}
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a department",
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.update"
				]
			}
		}
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.update"
				]
			}
		},
		"options": [
			{
				"displayName": "Color",
				"name": "color",
				"type": "string",
				"default": "",
				"description": "Color"
			},
			{
				"displayName": "Description",
				"name": "description",
				"type": "json",
				"default": "",
				"description": "Purpose of the department"
			},
			{
				"displayName": "Icon",
				"name": "icon",
				"type": "json",
				"default": "",
				"description": "Name of an icon"
			},
			{
				"displayName": "Members",
				"name": "members",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Members who belong to it"
			},
			{
				"displayName": "Name",
				"name": "name",
				"type": "string",
				"default": "",
				"description": "Unique in the workspace, ignoring case"
			}
		]
	},
	{
		"displayName": "ID",
		"name": "id",
		"type": "string",
		"default": "",
		"required": true,
		"description": "Id of a department",
		"displayOptions": {
			"show": {
				"resource": [
					"departments"
				],
				"operation": [
					"departments.remove"
				]
			}
		}
	},
	{
		"displayName": "Operation",
		"name": "operation",
		"type": "options",
		"noDataExpression": true,
		"displayOptions": {
			"show": {
				"resource": [
					"audit"
				]
			}
		},
		"options": [
			{
				"name": "List the Audit Log",
				"value": "audit.list",
				"description": "Newest first: actions that need the scope manage, and those of operators",
				"action": "List the audit log"
			}
		],
		"default": "audit.list"
	},
	{
		"displayName": "Additional Fields",
		"name": "additionalFields",
		"type": "collection",
		"placeholder": "Add Field",
		"default": {},
		"displayOptions": {
			"show": {
				"resource": [
					"audit"
				],
				"operation": [
					"audit.list"
				]
			}
		},
		"options": [
			{
				"displayName": "Actor",
				"name": "actor",
				"type": "string",
				"default": "",
				"description": "Id of the key or member, or name of the service, of the actor"
			},
			{
				"displayName": "Created After",
				"name": "createdAfter",
				"type": "dateTime",
				"default": "",
				"description": "Only items created at this time or later"
			},
			{
				"displayName": "Created Before",
				"name": "createdBefore",
				"type": "dateTime",
				"default": "",
				"description": "Only items created before this time"
			},
			{
				"displayName": "Operation",
				"name": "operation",
				"type": "string",
				"typeOptions": {
					"multipleValues": true
				},
				"default": [],
				"description": "Only these operations, by their names in the reference"
			},
			{
				"displayName": "Target",
				"name": "target",
				"type": "string",
				"default": "",
				"description": "Id of the object of the action"
			}
		]
	},
	{
		"displayName": "Return All",
		"name": "returnAll",
		"type": "boolean",
		"default": false,
		"description": "Whether to return all results or only up to a given limit",
		"displayOptions": {
			"show": {
				"resource": [
					"audit"
				],
				"operation": [
					"audit.list"
				]
			}
		}
	},
	{
		"displayName": "Limit",
		"name": "limit",
		"type": "number",
		"typeOptions": {
			"minValue": 1
		},
		"default": 50,
		"description": "Max number of results to return",
		"displayOptions": {
			"show": {
				"resource": [
					"audit"
				],
				"operation": [
					"audit.list"
				],
				"returnAll": [
					false
				]
			}
		}
	}
]

export const eventKinds: INodePropertyOptions[] = [
	{
		"name": "Call Missed",
		"value": "call:missed",
		"description": "A customer called a number and no one answered"
	},
	{
		"name": "Channel Posted",
		"value": "channel:posted",
		"description": "A post to a broadcast channel ended: it was sent or failed for everyone, or it was stopped"
	},
	{
		"name": "Chat Updated",
		"value": "chat:updated",
		"description": "A chat was created or changed; change says how"
	},
	{
		"name": "Contact Created",
		"value": "contact:created",
		"description": "A contact was created"
	},
	{
		"name": "Contact Deleted",
		"value": "contact:deleted",
		"description": "A person was erased, or a contact merged into another; mergedInto says which"
	},
	{
		"name": "Contact Updated",
		"value": "contact:updated",
		"description": "A contact was changed, or deleted (unlistedAt)"
	},
	{
		"name": "Group Updated",
		"value": "group:updated",
		"description": "A group was created or changed; change says how"
	},
	{
		"name": "Import Finished",
		"value": "import:finished",
		"description": "An import of contacts finished or failed"
	},
	{
		"name": "Key Created",
		"value": "key:created",
		"description": "An API key was created over the API, or as the successor of another"
	},
	{
		"name": "Key Revoked",
		"value": "key:revoked",
		"description": "An API key was revoked, and is refused from now on"
	},
	{
		"name": "Key Updated",
		"value": "key:updated",
		"description": "An API key was changed, or got an end as it was replaced"
	},
	{
		"name": "Member Removed",
		"value": "member:removed",
		"description": "A member was removed from the workspace; chats assigned to them are assigned to no one"
	},
	{
		"name": "Member Updated",
		"value": "member:updated",
		"description": "A member was added to the workspace, or changed"
	},
	{
		"name": "Message Ack",
		"value": "message:ack",
		"description": "A message was delivered, read or played, in a group by participant"
	},
	{
		"name": "Message Canceled",
		"value": "message:canceled",
		"description": "A waiting message was canceled: by itself, with its queue, or with its chat"
	},
	{
		"name": "Message Changed",
		"value": "message:changed",
		"description": "A waiting message was changed, or moved to another number; changed names the fields"
	},
	{
		"name": "Message Failed",
		"value": "message:failed",
		"description": "A message failed, expired, or its outcome is unknown; error says why"
	},
	{
		"name": "Message in",
		"value": "message:in",
		"description": "An incoming message was received"
	},
	{
		"name": "Message Out",
		"value": "message:out",
		"description": "An outgoing message was sent: the provider accepted it"
	},
	{
		"name": "Message Reaction",
		"value": "message:reaction",
		"description": "A customer, or the business in the provider's own app, reacted to a message or removed the reaction: then emoji is empty"
	},
	{
		"name": "Message Scheduled",
		"value": "message:scheduled",
		"description": "An outgoing message was accepted for a later time"
	},
	{
		"name": "Message Updated",
		"value": "message:updated",
		"description": "A message changed after it was sent or received: edited or deleted by its sender, a vote, an answer to buttons or a list, its media fetched into a file"
	},
	{
		"name": "Message Waiting",
		"value": "message:waiting",
		"description": "An outgoing message has waited for more than two seconds, or waits for another reason than before; waiting says why. At most 100 messages of an installation are looked at each second, so it comes later in long queues"
	},
	{
		"name": "Number Reported",
		"value": "number:reported",
		"description": "The provider reported something other than messages; webhooks with format: graph get it as it was sent"
	},
	{
		"name": "Number Updated",
		"value": "number:updated",
		"description": "A number was connected or changed; change says how"
	},
	{
		"name": "Template Updated",
		"value": "template:updated",
		"description": "The provider approved or refused a template, or changed its quality or category"
	},
	{
		"name": "Webhook Disabled",
		"value": "webhook:disabled",
		"description": "A webhook endpoint was disabled; its deliveries are parked"
	},
	{
		"name": "Webhook Exhausted",
		"value": "webhook:exhausted",
		"description": "A delivery was given up after its last attempt; it can be retried or replayed"
	},
	{
		"name": "Webhook Failing",
		"value": "webhook:failing",
		"description": "A webhook endpoint has not answered 2xx for 24 h or 72 h"
	}
]
