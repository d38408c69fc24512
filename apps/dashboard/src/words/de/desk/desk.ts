export const desk = {
  'desk.reading': 'Wird geladen',
  'desk.stale': 'Stand {time}. Aktualisieren war nicht möglich.',
  'desk.cancel': 'Abbrechen',
  'desk.copy': 'Kopieren',
  'desk.copied': 'Kopiert',
  'desk.shownOnce': 'Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.',
  'desk.saved': 'Ich habe es gespeichert',
  'desk.more': 'Mehr anzeigen',
  'desk.save': 'Speichern',
  'desk.stored': 'Gespeichert',
  'desk.filter': 'Anwenden',
}
