export const alerts = {
  'notice.lead': 'Mentions, assignments, and failures that need you. Kept for 30 days.',
  'notice.readAll': 'Mark all as read',
  'notice.readOne': 'Mark as read',
  'notice.show': 'Show',
  'notice.all': 'All',
  'notice.unread': 'Unread only',
  'notice.none': "You're all caught up.",
  'notice.noneUnread': "You're all caught up.",
  'notice.what': 'What',
  'notice.where': 'Where',
  'notice.when': 'When',
  'notice.new': 'Unread',
} as const
