import { migration } from '@posthorn/chassis'
import { answers } from './baseline/answers.ts'
import { automations } from './baseline/automations.ts'
import { chats } from './baseline/chats.ts'
import { files } from './baseline/files.ts'
import { messages } from './baseline/messages.ts'
import { numbers } from './baseline/numbers.ts'
import { people } from './baseline/people.ts'
import { queue } from './baseline/queue.ts'

export const baseline = migration('messaging_001_baseline', [
  ...numbers,
  ...people,
  ...chats,
  ...automations,
  ...messages,
  ...queue,
  ...files,
  ...answers,
])
