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
  'voice.record': 'Sprachnachricht',
  'voice.level': 'Lautstärke',
  'voice.cancel': 'Aufnahme verwerfen',
  'voice.done': 'Fertig',
  'voice.refused': 'Das Mikrofon ist nicht verfügbar. Erlauben Sie es in den Einstellungen des Browsers.',
} satisfies Partial<DeskWords>
