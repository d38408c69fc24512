import type { DeskWords } from '../../catalog.ts'

export const emoji = {
  'emoji.search': 'Emoji suchen',
  'emoji.clear': 'Leeren',
  'emoji.none': 'Kein Emoji gefunden',
  'emoji.one': '1 Emoji gefunden',
  'emoji.many': '%n Emojis gefunden',
  'emoji.groups': 'Gruppen von Emojis',
  'emoji.usual': 'Häufige Reaktionen',
  'emoji.all': 'Alle Emojis',
} satisfies Partial<DeskWords>
