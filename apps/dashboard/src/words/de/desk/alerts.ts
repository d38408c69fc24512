export const alerts = {
  'notice.lead':
    'Was Sie betrifft und nicht von Ihnen kommt: Erwähnungen, Chats, die Ihnen zugewiesen wurden, zurückgelegte Chats, die wieder da sind, fehlgeschlagene Nachrichten von Ihnen, gestörte Nummern und Webhooks. Sie bleiben 30 Tage; hier gelesen heißt überall gelesen.',
  'notice.readAll': 'Alle als gelesen markieren',
  'notice.readOne': 'Als gelesen markieren',
  'notice.show': 'Zeigen',
  'notice.all': 'Alle',
  'notice.unread': 'Nur ungelesene',
  'notice.none': 'In den letzten 30 Tagen hat Sie nichts betroffen.',
  'notice.noneUnread': 'Sie haben alles gelesen.',
  'notice.what': 'Was',
  'notice.where': 'Wo',
  'notice.when': 'Wann',
  'notice.new': 'Ungelesen',
}
