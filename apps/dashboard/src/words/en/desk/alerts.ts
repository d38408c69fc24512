/** Texts of the notifications of a member. */
export const alerts = {
  'notice.lead':
    'What concerns you and was not done by you: mentions, chats that were assigned to you, snoozed chats that are back, messages of yours that failed, numbers and webhooks in trouble. Kept for 30 days, and read here means read everywhere.',
  'notice.readAll': 'Mark all as read',
  'notice.readOne': 'Mark as read',
  'notice.all': 'All',
  'notice.unread': 'Unread only',
  'notice.none': 'Nothing has concerned you in the last 30 days.',
  'notice.noneUnread': 'You have read everything.',
  'notice.what': 'What',
  'notice.where': 'Where',
  'notice.when': 'When',
  'notice.new': 'Unread',
} as const
