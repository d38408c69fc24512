// Generated from the OpenAPI document by `pnpm run docs`; changes here are lost.
/** What the fields of forms must be, by operation. */
export const fieldRules = {
  'automations.create': {"name":{"required":true,"maxLength":60},"actions.assign.capacity":{"minimum":1,"maximum":1000},"actions.reply.message":{"maxLength":4096},"actions.reply.pauseHours":{"minimum":1,"maximum":720},"actions.rating.message":{"maxLength":1024},"actions.rating.button":{"maxLength":20},"actions.rating.pauseDays":{"minimum":1,"maximum":365},"actions.rating.answerDays":{"minimum":1,"maximum":30},"actions.rating.thanks":{"maxLength":1024}},
  'channels.create': {"number":{"required":true},"name":{"required":true,"maxLength":128},"description":{"maxLength":2048}},
  'contacts.create': {"phone":{"required":true},"name":{"maxLength":200},"firstName":{"maxLength":100},"lastName":{"maxLength":100},"email":{"maxLength":254},"company":{"maxLength":200},"username":{"maxLength":100}},
  'contacts.update': {"name":{"maxLength":200},"firstName":{"maxLength":100},"lastName":{"maxLength":100},"email":{"maxLength":254},"company":{"maxLength":200},"username":{"maxLength":100}},
  'departments.create': {"name":{"required":true,"maxLength":60},"description":{"maxLength":300},"icon":{"maxLength":60}},
  'groups.create': {"number":{"required":true},"name":{"required":true,"maxLength":128},"description":{"maxLength":2048},"invitation.message":{"maxLength":1024}},
  'invitations.create': {"email":{"required":true,"minLength":3,"maxLength":254},"name":{"maxLength":100}},
  'keys.create': {"name":{"required":true,"maxLength":100}},
  'labels.create': {"name":{"required":true,"maxLength":60},"description":{"maxLength":300}},
  'numbers.update': {"name":{"maxLength":100},"settings.ratePerSecond":{"maximum":1000},"settings.quietHours.timeZone":{"maxLength":64},"settings.country":{"maxLength":10}},
  'profiles.update': {"about":{"maxLength":139},"address":{"maxLength":256},"description":{"maxLength":256},"email":{"maxLength":128}},
  'replies.create': {"name":{"required":true,"maxLength":100},"message":{"required":true,"maxLength":4096},"folder":{"maxLength":60}},
  'segments.create': {"name":{"required":true,"maxLength":100},"filter.not.contains":{"maxLength":300},"filter.not.startsWith":{"maxLength":300},"filter.not.withinDays":{"minimum":1,"maximum":3650},"filter.contains":{"maxLength":300},"filter.startsWith":{"maxLength":300},"filter.withinDays":{"minimum":1,"maximum":3650},"description":{"maxLength":500}},
  'templates.create': {"name":{"required":true},"language":{"required":true},"body":{"required":true,"maxLength":1024},"footer":{"maxLength":60}},
  'views.create': {"name":{"required":true,"maxLength":60}},
  'webhooks.create': {"name":{"maxLength":100},"format":{"maxLength":40},"verifyToken":{"maxLength":256},"url":{"maxLength":2048},"ratePerSecond":{"minimum":0.1,"maximum":1000}},
  'workspace.update': {"name":{"maxLength":100},"settings.country":{"maxLength":10},"settings.timeZone":{"maxLength":64},"settings.answerGoalMinutes":{"minimum":1,"maximum":10080},"settings.retentionDays":{"minimum":31,"maximum":3650}},
} as const
