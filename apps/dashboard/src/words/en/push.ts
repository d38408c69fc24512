export const push = {
  assigned: { one: 'A chat was assigned to you.', other: '{count} chats were assigned to you.' },
  mention: { one: 'You were mentioned in a note.', other: 'You were mentioned in {count} notes.' },
  message: { one: 'New message in one of your chats.', other: '{count} new messages in your chats.' },
} as const
