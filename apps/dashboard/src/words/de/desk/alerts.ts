export const alerts = {
  'notice.lead': 'Erwähnungen, Zuweisungen und Fehler, die Sie betreffen. Sie bleiben 30 Tage.',
  'notice.readAll': 'Alle als gelesen markieren',
  'notice.readOne': 'Als gelesen markieren',
  'notice.show': 'Anzeigen',
  'notice.all': 'Alle',
  'notice.unread': 'Nur ungelesene',
  'notice.none': 'Sie sind auf dem neuesten Stand.',
  'notice.noneUnread': 'Alles gelesen.',
  'notice.what': 'Was',
  'notice.where': 'Wo',
  'notice.when': 'Wann',
  'notice.new': 'Ungelesen',
}
