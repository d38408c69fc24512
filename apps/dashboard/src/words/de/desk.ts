import type { DeskWords } from '../words.ts'
import { access, alerts, workspace } from './desk/access.ts'
import { audience, contacts } from './desk/audience.ts'
import { automations, broadcasts } from './desk/broadcasts.ts'
import { developer } from './desk/developer.ts'
import { emoji, find, history, views } from './desk/find.ts'
import { groups, numbers } from './desk/numbers.ts'
import { operations } from './desk/operations.ts'
import { operator, reports } from './desk/reports.ts'

const desk = {
  'desk.stale': 'Stand {time}. Aktualisieren war nicht möglich.',
  'desk.copy': 'Kopieren',
  'desk.shownOnce': 'Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.',
  'desk.saved': 'Ich habe es gespeichert',
  'desk.more': 'Mehr anzeigen',
  'desk.stored': 'Gespeichert',
  'desk.changedMeanwhile':
    'Jemand anders hat das inzwischen geändert. Um die andere Fassung zu ersetzen, noch einmal speichern. Um sie zu sehen, die Seite neu laden.',
  'desk.filter': 'Anwenden',
  'desk.filterList': 'Filtern',
  'desk.selectAll': 'Alle auswählen',
  'desk.noMatch': 'Keine Treffer für „{text}“.',
  'desk.clearFilter': 'Filter löschen',
  'desk.discard': 'Änderungen verwerfen',
  'desk.discardWhy': 'Ihre Eingaben sind noch nicht gespeichert.',
}

export const deskWords: DeskWords = {
  ...desk,
  ...access,
  ...contacts,
  ...numbers,
  ...broadcasts,
  ...developer,
  ...audience,
  ...groups,
  ...reports,
  ...workspace,
  ...views,
  ...history,
  ...operator,
  ...alerts,
  ...find,
  ...emoji,
  ...automations,
  ...operations,
}
