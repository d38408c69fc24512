import type { DeskWords } from '../../catalog.ts'

/** German texts of the first steps of a workspace. */
export const firstSteps = {
  'first.title': 'Erste Schritte',
  'first.close': 'Erste Schritte ausblenden',
  'first.write': 'Eine Unterhaltung beginnen',
  'first.answer': 'Eine Antwort senden',
  'first.number': 'Die eigene WhatsApp-Nummer verbinden',
  'first.team': 'Ein Teammitglied einladen',
  'first.webhook': 'Ereignisse im eigenen Programm empfangen',
} satisfies Partial<DeskWords>
