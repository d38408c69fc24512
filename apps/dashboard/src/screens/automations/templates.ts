import { say } from '../../words/say.ts'
import { type AutomationFields, emptyFields } from './fields.ts'

export type Template = { kind: string; title: string; why: string; fields: AutomationFields }

const named = (
  kind: 'greeting' | 'away' | 'turns' | 'sort' | 'rating',
  fields: Partial<AutomationFields>,
): Template => {
  const title = say(`automation.start.${kind}`)
  return { kind, title, why: say(`automation.start.${kind}Why`), fields: { ...emptyFields, name: title, ...fields } }
}

export const templates = (): Template[] => [
  named('greeting', {
    trigger: 'conversation_started',
    hours: 'open',
    reply: say('automation.start.greetingText'),
  }),
  named('away', { trigger: 'message_received', hours: 'closed', reply: say('automation.start.awayText') }),
  named('turns', { trigger: 'conversation_started', capacity: '10' }),
  named('sort', { trigger: 'message_received', words: say('automation.start.sortWords') }),
  named('rating', { trigger: 'chat_resolved', rating: say('automation.start.ratingText') }),
]
