import type { PushWords } from '../words.ts'

export const push: PushWords = {
  assigned: { one: 'Se te asignó un chat.', other: 'Se te asignaron {count} chats.' },
  mention: { one: 'Una nota te menciona.', other: '{count} notas te mencionan.' },
  message: { one: 'Nuevo mensaje en uno de tus chats.', other: '{count} mensajes nuevos en tus chats.' },
}
