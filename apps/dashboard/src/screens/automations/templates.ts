import { say } from '../../words/words.ts'
import { type AutomationFields, emptyFields } from './fields.ts'

export type Template = { kind: string; title: string; why: string; fields: AutomationFields }

/** Creates a template with its texts in the person's language. Its title also names the automation. */
const templateOf = (
  kind: 'greeting' | 'away' | 'turns' | 'sort' | 'rating',
  fields: Partial<AutomationFields>,
): Template => {
  const title = say(`automation.start.${kind}`)
  return { kind, title, why: say(`automation.start.${kind}Why`), fields: { ...emptyFields, name: title, ...fields } }
}

/** Returns the templates for new automations. A function, because their texts depend on the language. */
export const templates = (): Template[] => [
  templateOf('greeting', {
    trigger: 'conversation_started',
    hours: 'open',
    reply: say('automation.start.greetingText'),
  }),
  templateOf('away', { trigger: 'message_received', hours: 'closed', reply: say('automation.start.awayText') }),
  templateOf('turns', { trigger: 'conversation_started', capacity: '10' }),
  templateOf('sort', { trigger: 'message_received', words: say('automation.start.sortWords') }),
  templateOf('rating', { trigger: 'chat_resolved', rating: say('automation.start.ratingText') }),
]
