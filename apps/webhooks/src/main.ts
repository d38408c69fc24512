import { run } from '@posthorn/chassis'
import { webhooksService } from './service.ts'

await run(webhooksService, process.env)
