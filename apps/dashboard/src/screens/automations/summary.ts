import type { Automation, Department, Label } from '@posthorn/sdk'
import { say } from '../../words/say.ts'

type Names = {
  team: readonly { id: string; name: string }[]
  departments: readonly Department[]
  labels: readonly Label[]
}

const nameIn = (list: readonly { id: string; name: string }[], id: string | undefined) =>
  list.find((each) => each.id === id)?.name ?? say('automation.gone')

export function summaryOf({ actions: { assign, labels = [], reply, rating } }: Automation, names: Names): string {
  const parts = [
    assign?.member ? say('automation.does.member', { name: nameIn(names.team, assign.member) }) : '',
    assign?.department ? say('automation.does.turns', { name: nameIn(names.departments, assign.department) }) : '',
    labels.length > 0
      ? say('automation.does.label', { labels: labels.map((id) => nameIn(names.labels, id)).join(', ') })
      : '',
    reply ? say('automation.does.reply', { text: reply.message.slice(0, 80) }) : '',
    rating ? say('automation.does.rating') : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
