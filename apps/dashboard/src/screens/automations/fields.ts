import type { Automation, AutomationsCreateInput } from '@posthorn/sdk'
import { linesOf } from '../../words/words.ts'

/** Form values of an automation. Empty strings and lists are omitted from the request. */
export type AutomationFields = {
  name: string
  trigger: Automation['trigger']
  /** Words and phrases, one per line. */
  words: string
  hours: '' | 'open' | 'closed'
  optedOut: '' | 'true' | 'false'
  number: string[]
  label: string[]
  labelExclude: string[]
  /** `member mem_…` or `department dep_…`. */
  assign: string
  capacity: string
  labels: string[]
  reply: string
  pauseHours: string
  rating: string
  /** Answers to the question, one per line. */
  options: string
  button: string
  pauseDays: string
  answerDays: string
  /** Text that the customer gets after answering. */
  thanks: string
}

export type PartProps = {
  fields: AutomationFields
  change: (change: Partial<AutomationFields>) => void
}

export const emptyFields: AutomationFields = {
  name: '',
  trigger: 'conversation_started',
  words: '',
  hours: '',
  optedOut: '',
  number: [],
  label: [],
  labelExclude: [],
  assign: '',
  capacity: '',
  labels: [],
  reply: '',
  pauseHours: '12',
  rating: '',
  options: '★★★★★\n★★★★\n★★★\n★★\n★',
  button: '★',
  pauseDays: '30',
  answerDays: '3',
  thanks: '',
}

/** Returns a stored automation as form values. What it leaves out gets the same values as in a new form. */
export function fieldsOf({ name, trigger, conditions, actions }: Automation): AutomationFields {
  const { words = [], hours = '', optedOut, number = [], label = [], labelExclude = [] } = conditions
  const { assign, labels = [], reply, rating } = actions
  return {
    name,
    trigger,
    words: words.join('\n'),
    hours,
    optedOut: optedOut === undefined ? '' : optedOut ? 'true' : 'false',
    number,
    label,
    labelExclude,
    assign: assignmentOf(assign),
    capacity: assign?.capacity === undefined ? '' : String(assign.capacity),
    labels,
    reply: reply?.message ?? '',
    pauseHours: String(reply?.pauseHours ?? emptyFields.pauseHours),
    rating: rating?.message ?? '',
    options: rating?.options?.join('\n') ?? emptyFields.options,
    button: rating?.button ?? emptyFields.button,
    pauseDays: String(rating?.pauseDays ?? emptyFields.pauseDays),
    answerDays: String(rating?.answerDays ?? emptyFields.answerDays),
    thanks: rating?.thanks ?? '',
  }
}

/** Returns the form's value for an assignment, such as `member mem_…`. */
function assignmentOf(assign: Automation['actions']['assign']): string {
  if (assign?.member) return `member ${assign.member}`
  return assign?.department ? `department ${assign.department}` : ''
}

type Input = Required<Pick<AutomationsCreateInput, 'name' | 'trigger' | 'conditions' | 'actions'>>

/** Returns the request for form values, without empty conditions and actions. */
export function inputOf(fields: AutomationFields): Input {
  const { hours, optedOut, number, label, labelExclude, labels, reply } = fields
  const words = linesOf(fields.words)
  const conditions = {
    ...(number.length > 0 ? { number } : {}),
    ...(label.length > 0 ? { label } : {}),
    ...(labelExclude.length > 0 ? { labelExclude } : {}),
    // If the trigger is a resolved chat, there is no message that could contain the words.
    ...(words.length > 0 && fields.trigger !== 'chat_resolved' ? { words } : {}),
    ...(hours === '' ? {} : { hours }),
    ...(optedOut === '' ? {} : { optedOut: optedOut === 'true' }),
  }
  const actions = {
    ...assignOf(fields),
    ...(labels.length > 0 ? { labels } : {}),
    ...(reply.trim() === '' ? {} : { reply: { message: reply, ...numberOf('pauseHours', fields.pauseHours) } }),
    ...ratingOf(fields),
  }
  return { name: fields.name.trim(), trigger: fields.trigger, conditions, actions }
}

/** Returns the assignment that the form's value, such as `member mem_…`, stands for. Only one to a department has a capacity. */
function assignOf({ assign, capacity }: AutomationFields) {
  const [kind, id = ''] = assign.split(' ')
  if (kind === 'member') return { assign: { member: id } }
  return kind === 'department' ? { assign: { department: id, ...numberOf('capacity', capacity) } } : {}
}

/** Returns the question for a rating, if the form has one. Only a resolved chat can be rated. */
function ratingOf({ trigger, rating, options, button, pauseDays, answerDays, thanks }: AutomationFields) {
  if (trigger !== 'chat_resolved' || rating.trim() === '') return {}
  const texts = linesOf(options)
  const days = { ...numberOf('pauseDays', pauseDays), ...numberOf('answerDays', answerDays) }
  return {
    rating: {
      message: rating.trim(),
      options: texts,
      ...(button.trim() && { button: button.trim() }),
      ...days,
      ...(thanks.trim() && { thanks: thanks.trim() }),
    },
  }
}

/** Returns a field with the number in a text. Without text, there is no field: the server then uses its default, or sets no capacity. */
const numberOf = <N extends string>(name: N, text: string) =>
  (text.trim() === '' ? {} : { [name]: Number(text) }) as Partial<Record<N, number>>
