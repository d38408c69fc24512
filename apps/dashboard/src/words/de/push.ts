import type { PushWords } from '../words.ts'

export const push: PushWords = {
  assigned: { one: 'Ihnen wurde ein Chat zugewiesen.', other: 'Ihnen wurden {count} Chats zugewiesen.' },
  mention: { one: 'Sie wurden in einer Notiz erwähnt.', other: 'Sie wurden in {count} Notizen erwähnt.' },
  message: { one: 'Neue Nachricht in einem Ihrer Chats.', other: '{count} neue Nachrichten in Ihren Chats.' },
}
