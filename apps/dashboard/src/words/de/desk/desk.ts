export const desk = {
  'desk.reading': 'Wird gelesen',
  'desk.stale': 'Stand {time}: Neueres ist gerade nicht zu lesen.',
  'desk.cancel': 'Abbrechen',
  'desk.copy': 'Kopieren',
  'desk.copied': 'Kopiert',
  'desk.shownOnce':
    'Es wird einmal gezeigt. Bewahren Sie es jetzt auf: Niemand kann es wieder lesen, auch der Server nicht.',
  'desk.saved': 'Ich habe es aufbewahrt',
  'desk.more': 'Mehr zeigen',
  'desk.save': 'Speichern',
  'desk.stored': 'Gespeichert',
  'desk.filter': 'Zeigen',
}
