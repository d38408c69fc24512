import type { DeskWords } from '../../catalog.ts'

export const firstSteps = {
  'first.title': 'Erste Schritte',
  'first.close': 'Erste Schritte ausblenden',
  'first.write': 'Chat beginnen',
  'first.answer': 'Antwort senden',
  'first.number': 'WhatsApp-Nummer verbinden',
  'first.team': 'Teammitglied einladen',
  'first.webhook': 'Ereignisse im eigenen Programm empfangen',
} satisfies Partial<DeskWords>
