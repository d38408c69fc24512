import { run } from '@posthorn/chassis'
import { groupsService } from './service.ts'

await run(groupsService, process.env)
