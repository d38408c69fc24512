import { closeBrowser } from '@posthorn/testkit/browser'
import { RunningSystem } from '@posthorn/testkit/system'
import { answerAll, customersWrite, makeTemplate } from './answers.ts'
import type { Effort, Hands } from './hands.ts'
import { beginAsLead, makeTeam } from './team.ts'

// `pnpm try:desk`: the first hours of a support lead in a real browser, on a system as `start` makes it in a fresh folder. It prints what
// each step took, and fails where one cannot be done.
const lines: string[] = []

function note(step: string, ...efforts: Effort[]): void {
  const sum = (of: keyof Effort) => efforts.reduce((total, effort) => total + effort[of], 0)
  const line = [
    step,
    sum('clicks'),
    sum('keys'),
    sum('fields'),
    `${Math.max(...efforts.map(({ seconds }) => seconds))} s`,
  ]
  lines.push(`| ${line.join(' | ')} |`)
  console.log(lines.at(-1))
}

async function beginTheDay(system: RunningSystem): Promise<void> {
  const lead = await beginAsLead(system)
  lead.effort()
  const team = await makeTeam(system, lead)
  note('Make a team of three', lead.effort(), ...team.map((hands) => hands.effort()))
  await makeTemplate(lead)
  note('Write a template and have it approved', lead.effort())
  await customersWrite(system)
  const [agent] = team as [Hands]
  agent.effort()
  const left = await answerAll(system, agent)
  note('Answer 20 customers with a template, five with a note, and resolve them', agent.effort())
  if (left > 0) throw new Error(`${left} customers still wait`)
}

async function main(): Promise<void> {
  const system = await RunningSystem.start({ split: false })
  try {
    await beginTheDay(system)
  } finally {
    await closeBrowser()
    await system.remove()
  }
  console.log(['', '| Step | Clicks | Keys | Fields | Time |', '|---|---|---|---|---|', ...lines].join('\n'))
}

await main()
process.exit(0)
