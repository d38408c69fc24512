import { migration } from '@posthorn/chassis'
import { answers } from './baseline/answers.ts'
import { automations } from './baseline/automations.ts'
import { chats } from './baseline/chats.ts'
import { files, messages, queue } from './baseline/messages.ts'
import { numbers } from './baseline/numbers.ts'
import { people } from './baseline/people.ts'

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
